package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"evothello/internal/files"
)

// A Trainer is one kind of training at work in a directory: evolution is one, learning tables
// another. It embeds Directory, which has Base and Close.
type Trainer interface {
	Base() *Directory
	// ReadConfig reads the content of the configuration's file.
	ReadConfig(data []byte) error
	// ReadState reads the checkpoint of that name. Its error is that of a missing file if training
	// begins where there is none.
	ReadState(checkpoint string) error
	// Count is how many generations, rounds or episodes are finished: Format.Unit says which.
	Count() int
	// Last is the last generation or round whose lines in timing.csv count.
	Last() int
	// Begin makes every file of the locked directory agree with the checkpoint, but for timing.csv, and
	// opens those that are added to.
	Begin() error
	// Done reports whether the goal is reached, and why.
	Done() (Stop, bool)
	Close()
	// Check returns what is wrong with files that ReadConfig and ReadState do not read. It follows them, and
	// changes nothing.
	Check() []*files.Damaged
}

// trainer is a Trainer that can be made from nothing.
type trainer[S any] interface {
	*S
	Trainer
}

// Make makes a directory with the files that are given, by name, whole or not at all, and opens it
// for work with a trainer that is ready but for its directory.
func Make[T Trainer](t T, f *Format, dir string, goal Goal, content map[string][]byte) (T, error) {
	d, err := f.create(dir, goal, content)
	if err != nil {
		return t, err
	}
	*t.Base() = d
	return begin(t)
}

// Load reads a directory and changes nothing. A damaged file is an error.
func Load[S any, T trainer[S]](f *Format, dir string) (T, error) {
	t, err := load[S, T](f, dir)
	if err == nil {
		err = t.Base().Sound()
	}
	return t, err
}

// Reopen opens for work a directory that is there: it takes the lock, clears away what a killed
// process left, and makes every file agree with the checkpoint. If the newest checkpoint is damaged
// the one before it counts, and Notice says so.
func Reopen[S any, T trainer[S]](f *Format, dir string) (T, error) {
	t, err := load[S, T](f, dir) // before the lock leaves a file behind
	if err != nil {
		return t, err
	}
	for _, name := range []string{f.Checkpoint, f.previous()} {
		if link := t.Base().checkLink(name); link != nil {
			return t, link
		}
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return t, err
	}
	if t, err = load[S, T](f, dir); err == nil { // what another process may have done in between
		err = files.Sweep(dir)
	}
	if err != nil {
		lock.Release()
		return t, err
	}
	t.Base().lock = lock
	return begin(t)
}

// begin opens a locked directory for work. It lets go of it if that fails.
func begin[T Trainer](t T) (T, error) {
	err := t.Begin()
	if err == nil {
		err = t.Base().beginTimes()
	}
	if err != nil {
		t.Close()
	}
	return t, err
}

// load reads a directory, from the checkpoint before the newest if that is damaged.
func load[S any, T trainer[S]](f *Format, dir string) (T, error) {
	t := T(new(S))
	d := t.Base()
	*d = Directory{Dir: dir, Format: *f}
	config, err := files.ReadInternal(d.Path(f.Config), files.MaxGames)
	if err != nil {
		return t, &Absent{f, dir}
	}
	if err := d.readGoal(); err != nil {
		return t, err
	}
	if err := t.ReadConfig(config); err != nil {
		return t, fmt.Errorf("%s: %w; put the right %s back", d.Path(f.Config), err, f.Config)
	}
	if err := d.readCheckpoint(t); err != nil && !files.IsMissing(err) {
		return t, err
	}
	return t, d.ReadTimings(t.Last())
}

// Work takes one step after the other until the trainer is done or ctx is cancelled. Any other error
// of a step ends it as well.
func Work(ctx context.Context, t Trainer, step func(context.Context) error) (Stop, error) {
	for {
		if stop, done := t.Done(); done {
			return stop, nil
		}
		err := step(ctx)
		if errors.Is(err, context.Canceled) {
			return Interrupted, nil
		}
		if err != nil {
			return "", err
		}
	}
}

// previous is the name of the checkpoint before the newest.
func (f *Format) previous() string {
	return strings.Replace(f.Checkpoint, ".", ".prev.", 1)
}

// readCheckpoint has the trainer read the newest checkpoint, or the one before it if the newest is
// damaged: then Notice says so. If neither is there its error is one of a missing file.
func (d *Directory) readCheckpoint(t Trainer) error {
	err := t.ReadState(d.Format.Checkpoint)
	if err == nil {
		return nil
	}
	before := t.ReadState(d.Format.previous())
	switch {
	case before == nil:
		d.StepBack(err, fmt.Sprintf("from %s, after %s %d", d.Format.previous(), d.Format.Unit, t.Count()))
		return nil
	case files.IsMissing(err) && files.IsMissing(before):
		return err
	}
	return fmt.Errorf("%w, and %s cannot replace it (%v): %s", err, d.Format.previous(), before, d.remedy(err))
}

// StepBack notes that what came of the newest checkpoint is damaged, and where work goes on instead. The
// next checkpoint replaces it, and does not take the place of the one before.
func (d *Directory) StepBack(damage error, where string) {
	d.damaged = damage
	d.Notice = fmt.Sprintf("%v; going on %s", damage, where)
}

// Sound is an error if something is damaged. Commands that only read do not fall back to the checkpoint
// before, as resume does.
func (d *Directory) Sound() error {
	if d.damaged == nil {
		return nil
	}
	return fmt.Errorf("%w; resume goes on from %s", d.damaged, d.Format.previous())
}

// WriteCheckpoint replaces the newest checkpoint and keeps it as the one before, unless it is damaged.
func (d *Directory) WriteCheckpoint(data []byte) error {
	name := d.Path(d.Format.Checkpoint)
	if d.damaged == nil {
		if err := files.LinkAs(name, d.Path(d.Format.previous())); err != nil && !files.IsMissing(err) {
			return err
		}
	}
	err := files.Write(name, data)
	if err == nil {
		d.damaged, d.Notice = nil, ""
	}
	return err
}
