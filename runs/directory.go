package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evothello/internal/called"
	"evothello/internal/files"
)

// A Directory is a working directory, read-only or opened for training.
type Directory struct {
	*files.Dir
	Format  Format
	Goal    Goal
	Timings []Timing
	// Notice is a message for the user about damaged or missing files, and about the point from which
	// training continues. It is "" if there are none.
	Notice string

	damaged error // why the newest checkpoint is damaged, nil if it is not or after it is replaced
	timing  *files.Journal
}

// Name returns the last element of the directory's path.
func (d *Directory) Name() string {
	path := d.Path()
	if whole, err := filepath.Abs(path); err == nil {
		path = whole // "." has no name
	}
	return filepath.Base(path)
}

const plotsDir = "plots"

// ErrExists is the error of a new directory that already exists.
var ErrExists = errors.New("exists already")

// create makes a directory with the given files and locks it. content is by file name. If it fails, there is no
// directory.
func (f *Format) create(dir string, goal Goal, content map[string][]byte) (Directory, error) {
	if err := f.checkFree(dir); err != nil {
		return Directory{}, err
	}
	content[GoalFile] = f.goalFile(goal)
	made, err := files.MakeDir(dir, content)
	if errors.Is(err, fs.ErrExist) { // another process was faster
		return Directory{}, f.checkFree(dir)
	}
	if err != nil {
		return Directory{}, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return Directory{Dir: made, Goal: goal, Format: *f}, nil
}

// checkFree returns an error if something is where a directory is to be made.
func (f *Format) checkFree(dir string) error {
	if f.Is(dir) {
		return fmt.Errorf("%s %w: continue with `%s`, or choose another --out", dir, ErrExists,
			called.Evolve("resume", dir))
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("%s %w and is not a directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s %w and is not empty: choose another --out", dir, ErrExists)
	}
	return nil
}

// Begin implements Trainer for trainers without files other than checkpoint and timing.csv.
func (d *Directory) Begin() error { return nil }

// openTimings rewrites timing.csv with the timings that count, and opens it for appending.
func (d *Directory) openTimings() (err error) {
	d.timing, err = d.Rewrite(TimingFile, d.Format.timingCSV(d.Timings))
	return err
}

// Close closes timing.csv and unlocks the directory.
func (d *Directory) Close() {
	d.closeTimings()
	d.Dir.Close()
}

func (d *Directory) closeTimings() {
	if d.timing != nil {
		d.timing.Close()
		d.timing = nil
	}
}

// Base implements Trainer for types that embed a Directory.
func (d *Directory) Base() *Directory { return d }

// PlotsDir returns the path of the subdirectory for plots.
func (d *Directory) PlotsDir() *files.Dir { return d.Sub(plotsDir) }
