package runs

import (
	"fmt"
	"strings"

	"evothello/internal/files"
)

// previous is the name of the checkpoint before the newest.
func (f *Format) previous() string {
	return strings.Replace(f.Checkpoint, ".", ".prev.", 1)
}

// ReadCheckpoint has read read the newest checkpoint, by its name, or the one before it if the newest
// is damaged: then Notice says so, and how far work has come, which count tells. If neither is there
// its error is one of a missing file. remedy says what helps if neither can be read.
func (d *Directory) ReadCheckpoint(read func(name string) error, count func() int, remedy string) error {
	err := read(d.Format.Checkpoint)
	if err == nil {
		return nil
	}
	before := read(d.Format.previous())
	switch {
	case before == nil:
		d.StepBack(err, fmt.Sprintf("from %s, after %s %d", d.Format.previous(), d.Format.Unit, count()))
		return nil
	case files.IsMissing(err) && files.IsMissing(before):
		return err
	}
	return fmt.Errorf("%w, and %s cannot replace it (%v): %s", err, d.Format.previous(), before, remedy)
}

// StepBack notes that what came of the newest checkpoint is damaged, and where work goes on instead. The
// next checkpoint replaces it, and does not take the place of the one before.
func (d *Directory) StepBack(damage error, where string) {
	d.damaged = damage
	d.Notice = fmt.Sprintf("%v; going on %s", damage, where)
}

// WriteCheckpoint replaces the newest checkpoint and keeps it as the one before, unless it is damaged.
func (d *Directory) WriteCheckpoint(data []byte) error {
	name := d.Path(d.Format.Checkpoint)
	if d.damaged == nil {
		if err := files.KeepAs(name, d.Path(d.Format.previous())); err != nil && !files.IsMissing(err) {
			return err
		}
	}
	err := files.Write(name, data)
	if err == nil {
		d.damaged, d.Notice = nil, ""
	}
	return err
}

// Sound returns the error of work that was read from a directory where something is damaged, or err.
// Commands that only read do not fall back to the checkpoint before, as resume does.
func (d *Directory) Sound(err error) error {
	if err == nil && d.damaged != nil {
		return fmt.Errorf("%w; resume goes on from %s", d.damaged, d.Format.previous())
	}
	return err
}
