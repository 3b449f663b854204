// Package runs is a run's directory: a run of evolution in files that survive anything,
// so that it can stop, go on and be reproduced to the byte. How one generation follows
// from another is package evolution's.
package runs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/patterns"
)

// The files of a run.
const (
	configFile     = "run.json"
	goalFile       = "goal.json"
	checkpointFile = "checkpoint.json"
	previousFile   = "checkpoint.prev.json"
	journalFile    = "journal.jsonl"
	historyFile    = "history.csv"
	timingFile     = "timing.csv"
	championFile   = "champion.json"
	championsDir   = "champions"
	plotsDir       = "plots"
)

// A Run is a run's directory, read or opened for work.
type Run struct {
	Dir     string
	Config  evolution.Config
	State   *evolution.State
	History []evolution.Row // one a generation
	Goal    Goal
	Timings []Timing

	past    *past // that State follows from
	old     bool  // the checkpoint is of an earlier version
	damaged error // what is wrong with checkpoint.json if State is the previous one, until it is replaced
	notice  string
	work    *work // nil unless open for work
}

// ErrExists says that a run's directory is there already.
var ErrExists = errors.New("exists already")

// Create makes a run's directory with its configuration and generation 0, whole
// or not at all, and opens it for work.
func Create(dir string, config evolution.Config, goal Goal) (*Run, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, configFile)); err == nil {
			return nil, fmt.Errorf("%s %w: resume it, or choose another --out", dir, ErrExists)
		}
		return nil, fmt.Errorf("%s %w and is no run: choose another --out", dir, ErrExists)
	}
	first, err := evolution.Genesis(&config)
	if err != nil {
		return nil, err
	}
	goal.Schema = goalSchema
	r := &Run{Dir: dir, Config: config, State: first, Goal: goal, past: &past{}}
	content := map[string][]byte{
		configFile:     r.Config.Marshal(),
		goalFile:       jsonfile.Encode(r.Goal),
		checkpointFile: newCheckpoint(&config, first, newLedger(nil).extent()).Marshal(),
	}
	if t := config.Learnt(); t != nil {
		content[patterns.FileName(t.Hash())] = t.File()
	}
	lock, err := files.MakeDir(dir, content)
	if err == nil {
		err = r.begin(lock)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return r, nil
}

// Open reads a run and changes nothing. A damaged file is an error.
func Open(dir string) (*Run, error) {
	r, err := open(dir)
	if err == nil && r.damaged != nil {
		return nil, fmt.Errorf("%w; resume goes on from %s", r.damaged, previousFile)
	}
	return r, err
}

// open reads a run, from the previous checkpoint if the newest is damaged.
func open(dir string) (*Run, error) {
	r := &Run{Dir: dir}
	data, err := files.ReadKept(r.path(configFile), files.MaxSettings)
	if err != nil {
		if _, statErr := os.Stat(dir); isMissing(statErr) {
			return nil, fmt.Errorf("no run at %s: there is no such directory", dir)
		}
		if isMissing(err) {
			return nil, fmt.Errorf("%s is no run: it has no readable %s", dir, configFile)
		}
		return nil, fmt.Errorf("%s is no run: %w", dir, err)
	}
	r.Config, err = evolution.ParseConfig(data, dir)
	if errors.Is(err, evolution.ErrOldScale) {
		return nil, fmt.Errorf("%s: %w", r.path(configFile), err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; put the run's own %s back", r.path(configFile), err, configFile)
	}
	if err := r.readGoal(); err != nil {
		return nil, err
	}
	if err := r.readCheckpoint(); err != nil {
		return nil, err
	}
	return r, r.readTimings()
}

func (r *Run) path(names ...string) string {
	return filepath.Join(append([]string{r.Dir}, names...)...)
}

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// readCheckpoint reads the newest checkpoint that is sound.
func (r *Run) readCheckpoint() error {
	err := r.readCheckpointFile(checkpointFile)
	if err == nil {
		return nil
	}
	if previousErr := r.readCheckpointFile(previousFile); previousErr != nil {
		return fmt.Errorf("%w; %s cannot replace it (%v): restore one of them from a copy, or start again with run --config %s --out …",
			err, previousFile, previousErr, r.path(configFile))
	}
	r.damaged = err
	r.notice = fmt.Sprintf("%v: going on from %s, generation %d", err, previousFile, r.State.Generation)
	return nil
}

// readCheckpointFile reads a checkpoint and after it, since it may be growing, the
// journal.
func (r *Run) readCheckpointFile(name string) error {
	data, err := files.ReadKept(r.path(name), files.MaxGames)
	if err != nil {
		return err
	}
	journal, err := files.ReadKept(r.path(journalFile), files.MaxJournal)
	if err != nil && !isMissing(err) {
		return err
	}
	state, past, old, err := parseCheckpoint(data, journal, &r.Config)
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", r.path(name), err)
	}
	r.State, r.past, r.History, r.old = state, past, past.rows, old
	return nil
}

// Resume opens a run for work: it takes the lock, clears away what a killed
// process left, and makes every file agree with the checkpoint.
func Resume(dir string) (*Run, error) {
	r, lock, err := files.Reopen(dir, open)
	if err != nil {
		return nil, err
	}
	return r, r.begin(lock)
}

// Notice says from which checkpoint the run goes on if not from its newest; "" if
// all is well.
func (r *Run) Notice() string { return r.notice }

// PlotsDir is where a run's plots are.
func (r *Run) PlotsDir() string { return r.path(plotsDir) }
