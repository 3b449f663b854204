package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evothello/internal/called"
	"evothello/internal/files"
)

// A Directory is a working directory, read or opened for work.
type Directory struct {
	Dir     string
	Format  Format
	Goal    Goal
	Timings []Timing
	// Notice says what was damaged and is done without, and from where work goes on instead; ""
	// if all is well.
	Notice string

	damaged error       // what is wrong with the newest checkpoint, until it is replaced
	lock    *files.Lock // nil unless open for work
	timing  *files.Journal
}

const plotsDir = "plots"

// ErrExists says that a directory is there already.
var ErrExists = errors.New("exists already")

// create makes a directory with the files that are given, by name, whole or not at all, and
// locks it.
func (f *Format) create(dir string, goal Goal, content map[string][]byte) (Directory, error) {
	if f.Is(dir) {
		return Directory{}, fmt.Errorf("%s %w: go on with `%s`, or choose another --out", dir, ErrExists,
			called.Evolve("resume", dir))
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return Directory{}, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return Directory{}, fmt.Errorf("%s %w and is something else: choose another --out", dir, ErrExists)
	}
	content[GoalFile] = f.goalFile(goal)
	lock, err := files.MakeDir(dir, content)
	if err != nil {
		return Directory{}, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return Directory{Dir: dir, Goal: goal, Format: *f, lock: lock}, nil
}

// Begin implements Trainer for one that has no files but checkpoints and times.
func (d *Directory) Begin() error { return nil }

// beginTimes brings the times of a locked directory up to date, and lets more be added.
func (d *Directory) beginTimes() (err error) {
	d.timing, err = files.Rewrite(d.Path(TimingFile), d.Format.timingCSV(d.Timings))
	return err
}

// Close lets go of a directory that was opened for work.
func (d *Directory) Close() {
	if d.timing != nil {
		d.timing.Close()
		d.timing = nil
	}
	if d.lock != nil {
		d.lock.Release()
		d.lock = nil
	}
}

// Base is the work itself, of what embeds it.
func (d *Directory) Base() *Directory { return d }

// Path is where a file of the directory is.
func (d *Directory) Path(names ...string) string {
	return filepath.Join(append([]string{d.Dir}, names...)...)
}

// PlotsDir is where the pictures are.
func (d *Directory) PlotsDir() string { return d.Path(plotsDir) }
