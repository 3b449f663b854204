// Package sittings is what all work has in common that goes on for hours in a directory, over
// several sittings: how far it is to go and why it stops, what it took, and a directory that
// survives a kill. What is done there is its package's.
package sittings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evothello/internal/called"
	"evothello/internal/files"
)

// A Kind is a kind of work, such as a run of evolution.
type Kind struct {
	Absent  string   // what there is not in a directory of another kind, in words: "no run"
	Present string   // what there is in one of its own: "a run is"
	Config  string   // the file by which its directories are known, as run.json
	Mark    string   // a field of Config that those of other kinds do not have
	Unit    string   // of which its goal counts so many: "generation", "round" or "episode"
	Most    int      // of them there may be
	Timings []string // the columns of timing.csv; the first is what a line is about

	GoalSchema int // the newest version of goal.json, and the one that is written

	// Makes are the files of a directory that resume makes again if they are damaged or lost,
	// as patterns of names. The first is the one by which the directory is a player.
	Makes []string
	// Waits, unless it is nil, says why a directory where something is finished has no player
	// yet, and what to do; "" if there should be one.
	Waits func(dir string) string
}

// Work is a directory where work goes on, read or opened for it.
type Work struct {
	Dir     string
	Kind    Kind
	Goal    Goal
	Timings []Timing
	// Notice says what was damaged and is done without, and from where work goes on instead; ""
	// if all is well.
	Notice string

	lock   *files.Lock // nil unless open for work
	timing *files.Journal
}

const plotsDir = "plots"

// ErrExists says that a directory is there already.
var ErrExists = errors.New("exists already")

// Create makes a directory with the files that are given, by name, whole or not at all, and
// locks it.
func (k *Kind) Create(dir string, goal Goal, content map[string][]byte) (Work, error) {
	if k.Is(dir) {
		return Work{}, fmt.Errorf("%s %w: go on with `%s`, or choose another --out", dir, ErrExists, called.Evolve("resume", dir))
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return Work{}, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return Work{}, fmt.Errorf("%s %w and is something else: choose another --out", dir, ErrExists)
	}
	content[GoalFile] = k.encodeGoal(goal)
	lock, err := files.MakeDir(dir, content)
	if err != nil {
		return Work{}, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return Work{Dir: dir, Goal: goal, Kind: *k, lock: lock}, nil
}

// Open reads a directory's goal, and its configuration, of so many bytes at most.
func (k *Kind) Open(dir string, most int64) (w Work, config []byte, err error) {
	w = Work{Dir: dir, Kind: *k}
	config, err = files.ReadKept(w.Path(k.Config), most)
	if err != nil {
		return w, nil, k.absent(dir)
	}
	return w, config, w.readGoal()
}

// A beginner embeds Work. Its Begin makes all files of a locked directory agree, and opens those
// that are added to.
type beginner interface {
	Begin() error
	Close()
	hold(*files.Lock)
}

// Begin opens for work a directory that was just created. It lets go of it if that fails.
func Begin[W beginner](work W) (W, error) {
	err := work.Begin()
	if err != nil {
		work.Close()
	}
	return work, err
}

// Resume opens for work a directory that is there: it takes the lock, and clears away what a
// killed process left. It returns what open reads, which changes nothing.
func Resume[W beginner](dir string, open func(dir string) (W, error)) (work W, err error) {
	if work, err = open(dir); err != nil { // before the lock leaves a file behind
		return work, err
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return work, err
	}
	if work, err = open(dir); err == nil {
		err = files.Sweep(dir)
	}
	if err != nil {
		lock.Release()
		return work, err
	}
	work.hold(lock)
	return Begin(work)
}

func (w *Work) hold(lock *files.Lock) { w.lock = lock }

// Begin brings the times of a locked directory up to date, and lets more be added.
func (w *Work) Begin() (err error) {
	w.timing, err = files.Rewrite(w.Path(TimingFile), w.Kind.timingCSV(w.Timings))
	return err
}

// Close lets go of a directory that was opened for work.
func (w *Work) Close() {
	if w.timing != nil {
		w.timing.Close()
		w.timing = nil
	}
	if w.lock != nil {
		w.lock.Release()
		w.lock = nil
	}
}

// Base is the work itself, of what embeds it.
func (w *Work) Base() *Work { return w }

// Path is where a file of the directory is.
func (w *Work) Path(names ...string) string {
	return filepath.Join(append([]string{w.Dir}, names...)...)
}

// PlotsDir is where the pictures are.
func (w *Work) PlotsDir() string { return w.Path(plotsDir) }
