package runs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"evothello/internal/files"
)

// A Trainer is a training in a directory, such as a run of evolution or a training of pattern tables. It embeds
// Directory, which implements Base and Close.
type Trainer interface {
	// Base returns the embedded Directory.
	Base() *Directory
	// ReadConfig parses the content of the configuration file.
	ReadConfig(data []byte) error
	// ReadState reads a checkpoint by its file name. A missing file is an error, also for training that starts
	// without a checkpoint.
	ReadState(checkpoint string) error
	// Count returns the number of finished units, see Format.Unit.
	Count() int
	// Last returns the last generation or round whose lines in timing.csv count.
	Last() int
	// Begin opens the files of the locked directory for appending, except timing.csv. Before that it makes all files
	// agree with the checkpoint.
	Begin() error
	// Done reports whether training stops, and why.
	Done() (Stop, bool)
	Close()
	// Check returns the damage of files that neither ReadConfig nor ReadState reads. It is called after both, and
	// changes nothing.
	Check() []*files.Damaged
}

// pointerTrainer is a constraint: *S is a Trainer, so that generic functions can make new ones.
type pointerTrainer[S any] interface {
	*S
	Trainer
}

// MakeDirectory makes a directory with the given files and opens it for training. content holds the files by
// name. t is the trainer, complete except for its Directory. If MakeDirectory fails, there is no directory.
func MakeDirectory[T Trainer](t T, f *Format, dir string, goal Goal, content map[string][]byte) (T, error) {
	d, err := f.create(dir, goal, content)
	if err != nil {
		return t, err
	}
	*t.Base() = d
	return begin(t)
}

// LoadDirectory reads a directory without changing it. A damaged file is an error.
func LoadDirectory[S any, T pointerTrainer[S]](f *Format, dir string) (T, error) {
	t, err := load[S, T](f, dir)
	if err == nil {
		err = t.Base().CheckDamage()
	}
	return t, err
}

// ResumeDirectory opens an existing directory for training. It locks the directory, removes temporary files of killed
// processes, and makes all files agree with the checkpoint. If the newest checkpoint is damaged, it uses the previous
// one, and Notice says so.
func ResumeDirectory[S any, T pointerTrainer[S]](f *Format, dir string) (T, error) {
	t, err := load[S, T](f, dir) // first without the lock, which would leave a file in a directory of another format
	if err != nil {
		return t, err
	}
	locked := files.At(dir)
	if err := locked.Lock(); err != nil {
		return t, err
	}
	if t, err = loadFrom[S, T](f, locked); err == nil { // again, because another process may have changed the files
		err = locked.Sweep()
	}
	if err != nil {
		locked.Close()
		return t, err
	}
	return begin(t)
}

// begin opens a locked directory for training. If it fails, it unlocks the directory.
func begin[T Trainer](t T) (T, error) {
	err := t.Begin()
	if err == nil {
		err = t.Base().openTimings()
	}
	if err != nil {
		t.Close()
	}
	return t, err
}

// load reads a directory. If the newest checkpoint is damaged, it uses the previous one.
func load[S any, T pointerTrainer[S]](f *Format, dir string) (T, error) {
	return loadFrom[S, T](f, files.At(dir))
}

func loadFrom[S any, T pointerTrainer[S]](f *Format, dir *files.Dir) (T, error) {
	t := T(new(S))
	d := t.Base()
	*d = Directory{Dir: dir, Format: *f}
	config, err := d.Read(f.Config, files.MaxGames)
	if _, link := errors.AsType[*files.LinkError](err); link {
		return t, err
	}
	if err != nil {
		return t, &NotFoundError{f, d.Path()}
	}
	if err := d.readGoal(); err != nil {
		return t, err
	}
	if err := t.ReadConfig(config); err != nil {
		return t, fmt.Errorf("%s: %w", d.Path(f.Config), files.Advise(err, fmt.Sprintf("restore the original %s", f.Config)))
	}
	if err := d.readCheckpoint(t); err != nil && !files.IsMissing(err) {
		return t, err
	}
	return t, d.ReadTimings(t.Last())
}

// RunUntilDone calls step until the trainer is done, ctx is cancelled, or step returns an error. It returns why
// it stopped: Interrupted, without an error, if ctx is cancelled.
func RunUntilDone(ctx context.Context, t Trainer, step func(context.Context) error) (Stop, error) {
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

// previous returns the name of the previous checkpoint.
func (f *Format) previous() string {
	return strings.Replace(f.Checkpoint, ".", ".prev.", 1)
}

// readCheckpoint reads the newest checkpoint of a trainer. If it is damaged, it reads the previous one, and Notice says
// so. If both are missing, it returns the error of a missing file.
func (d *Directory) readCheckpoint(t Trainer) error {
	err := t.ReadState(d.Format.Checkpoint)
	if _, link := errors.AsType[*files.LinkError](err); err == nil || link {
		return err
	}
	previousErr := t.ReadState(d.Format.previous())
	_, other := errors.AsType[files.OtherProgram](err)
	switch {
	case previousErr == nil:
		d.UsePrevious(err, fmt.Sprintf("from %s, after %s %d", d.Format.previous(), d.Format.Unit, t.Count()))
		return nil
	case other, files.IsMissing(err) && files.IsMissing(previousErr):
		return err
	}
	return fmt.Errorf("%w, and %s cannot replace it (%v): %s", err, d.Format.previous(), previousErr, d.remedy(err))
}

// UsePrevious records that the newest checkpoint is damaged and that training continues from the previous
// one. damage is the error. where describes the previous state, for Notice. The next checkpoint replaces the
// damaged one, and the previous one stays.
func (d *Directory) UsePrevious(damage error, where string) {
	d.damaged = damage
	d.Notice = fmt.Sprintf("%v; continuing %s", damage, where)
}

// CheckDamage returns an error if the newest checkpoint is damaged. Commands that only read need it, because only
// resume falls back to the previous checkpoint.
func (d *Directory) CheckDamage() error {
	if d.damaged == nil {
		return nil
	}
	return fmt.Errorf("%w; resume continues from %s", d.damaged, d.Format.previous())
}

// WriteCheckpoint writes the newest checkpoint. The old one becomes the previous one, unless it is damaged.
func (d *Directory) WriteCheckpoint(data []byte) error {
	if d.damaged == nil {
		if err := d.LinkAs(d.Format.Checkpoint, d.Format.previous()); err != nil && !files.IsMissing(err) {
			return err
		}
	}
	err := d.Write(d.Format.Checkpoint, data)
	if err == nil {
		d.damaged, d.Notice = nil, ""
	}
	return err
}
