package runs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
)

// A Run is a run's directory, read or opened for work.
type Run struct {
	Dir     string
	Config  Config
	State   *Checkpoint
	Goal    Goal
	Timings []Timing

	lock    *flock.Flock // held while open for work
	damaged error        // what is wrong with checkpoint.json if State is the previous one
}

// A Goal says when a run is finished. It decides how many generations there are
// and nothing in them.
type Goal struct {
	Schema      int           `json:"schema"`
	Generations int           `json:"generations,omitempty"` // in all; 0 = no limit
	Budget      time.Duration `json:"budget_ns,omitempty"`   // over all sittings; 0 = no limit
}

// ErrExists says that a run's directory is there already.
var ErrExists = errors.New("exists already")

// ErrBusy says that another process works on the run.
var ErrBusy = errors.New("another process is working on it")

// Create makes a run's directory with its configuration and generation 0, whole
// or not at all, and opens it for work.
func Create(dir string, config Config, goal Goal) (*Run, error) {
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
	first, err := genesis(&config)
	if err != nil {
		return nil, err
	}
	goal.Schema = Schema
	r := &Run{Dir: dir, Config: config, State: first, Goal: goal}
	if err := r.create(); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return r, nil
}

// create fills a neighbour of the directory, locks it and renames it.
func (r *Run) create() (err error) {
	parent := filepath.Dir(filepath.Clean(r.Dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	sweepAbandoned(parent, "."+filepath.Base(r.Dir)+files.Partial)
	temporary, err := os.MkdirTemp(parent, "."+filepath.Base(r.Dir)+files.Partial)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			r.Close()
			os.RemoveAll(temporary)
		}
	}()
	if err := os.Chmod(temporary, 0o755); err != nil {
		return err
	}
	if err := r.acquire(temporary); err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		configFile:     r.Config.Marshal(),
		goalFile:       jsonfile.Encode(r.Goal),
		checkpointFile: r.State.Marshal(),
	} {
		if err := files.Write(filepath.Join(temporary, name), data); err != nil {
			return err
		}
	}
	_ = os.Remove(r.Dir) // an empty directory may stand in the way
	if err := os.Rename(temporary, r.Dir); err != nil {
		return err
	}
	files.SyncDir(parent)
	return nil
}

// sweepAbandoned removes directories that a process was killed over while it made
// them: those in which nobody holds the lock.
func sweepAbandoned(parent, prefix string) {
	entries, _ := os.ReadDir(parent) // if it cannot be read there is nothing to clear
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		if lock, err := Lock(dir); err == nil {
			os.RemoveAll(dir)
			_ = lock.Unlock()
		}
	}
}

// acquire takes the lock.
func (r *Run) acquire(dir string) (err error) {
	r.lock, err = Lock(dir)
	return err
}

// Lock takes a directory's lock, which dies with the process. If another process
// has it the error is ErrBusy.
func Lock(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockFile))
	switch locked, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !locked:
		return nil, fmt.Errorf("%s: %w: wait for it or stop it", dir, ErrBusy)
	}
	return lock, nil
}

// Close gives the lock back.
func (r *Run) Close() {
	if r.lock != nil {
		_ = r.lock.Unlock()
		r.lock = nil
	}
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
	data, err := os.ReadFile(r.path(configFile))
	if err != nil {
		if _, statErr := os.Stat(dir); isMissing(statErr) {
			return nil, fmt.Errorf("no run at %s: there is no such directory", dir)
		}
		return nil, fmt.Errorf("%s is no run: it has no readable %s", dir, configFile)
	}
	r.Config, err = ParseConfig(data)
	if errors.Is(err, errOldScale) {
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

func (r *Run) readGoal() error {
	data, err := os.ReadFile(r.path(goalFile))
	if isMissing(err) {
		return nil // the run goes on as long as resume is told to
	}
	if err == nil {
		err = jsonfile.Decode(data, Schema, &r.Goal)
	}
	if err == nil && (r.Goal.Generations < 0 || r.Goal.Budget < 0) {
		err = errors.New("generations and budget must be 0 or more")
	}
	if err != nil {
		return fmt.Errorf("%s: %w; or delete it and say --generations or --budget again", r.path(goalFile), err)
	}
	return nil
}

// readCheckpoint reads the newest checkpoint that is sound.
func (r *Run) readCheckpoint() error {
	state, err := r.readCheckpointFile(checkpointFile)
	if err == nil {
		r.State = state
		return nil
	}
	previous, previousErr := r.readCheckpointFile(previousFile)
	if previousErr != nil {
		return fmt.Errorf("%w; %s cannot replace it (%v): restore one of them from a copy, or start again with run --config %s --out …",
			err, previousFile, previousErr, r.path(configFile))
	}
	r.State, r.damaged = previous, err
	return nil
}

func (r *Run) readCheckpointFile(name string) (*Checkpoint, error) {
	data, err := os.ReadFile(r.path(name))
	if err != nil {
		return nil, err
	}
	state, err := parseCheckpoint(data, &r.Config)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", r.path(name), err)
	}
	return state, nil
}

func (r *Run) readTimings() error {
	data, err := os.ReadFile(r.path(timingFile))
	if isMissing(err) {
		return nil
	}
	if err == nil {
		r.Timings, err = parseTimings(data)
	}
	r.Timings = slices.DeleteFunc(r.Timings, func(t Timing) bool { return t.Generation > r.State.Generation })
	if err != nil {
		return fmt.Errorf("%s: %w; delete it, only the times are lost", r.path(timingFile), err)
	}
	return nil
}

// Resume opens a run for work: it takes the lock, clears away what a killed
// process left, and makes every file agree with the checkpoint.
func Resume(dir string) (*Run, error) {
	if _, err := open(dir); err != nil { // before the lock leaves a file behind
		return nil, err
	}
	locked := &Run{}
	if err := locked.acquire(dir); err != nil {
		return nil, err
	}
	r, err := open(dir)
	if err == nil {
		r.lock = locked.lock
		if err = files.Sweep(dir); err == nil {
			err = r.writeDerived()
		}
	}
	if err != nil {
		locked.Close()
		return nil, err
	}
	return r, nil
}

// Notice says from which checkpoint the run goes on if not from its newest; "" if
// all is well.
func (r *Run) Notice() string {
	if r.damaged == nil {
		return ""
	}
	return fmt.Sprintf("%v: going on from %s, generation %d", r.damaged, previousFile, r.State.Generation)
}

// SetGoal stores a new goal.
func (r *Run) SetGoal(goal Goal) error {
	goal.Schema = Schema
	r.Goal = goal
	return files.Write(r.path(goalFile), jsonfile.Encode(goal))
}

// commit makes the state the run's newest checkpoint and brings the other files
// up to it.
func (r *Run) commit(state *Checkpoint) error {
	if r.damaged == nil { // a damaged checkpoint never takes the place of a sound one
		if err := files.KeepAs(r.path(checkpointFile), r.path(previousFile)); err != nil {
			return err
		}
	}
	if err := files.Write(r.path(checkpointFile), state.Marshal()); err != nil {
		return err
	}
	r.State, r.damaged = state, nil
	return r.writeDerived()
}

// writeDerived writes the files that follow from the checkpoint.
func (r *Run) writeDerived() error {
	if r.State.Generation == 0 { // what a later generation left, if a checkpoint was lost
		return errors.Join(os.RemoveAll(r.path(championsDir)), removeIfThere(r.path(championFile)), removeIfThere(r.path(historyFile)))
	}
	if err := r.writeChampions(); err != nil {
		return err
	}
	if err := files.Write(r.path(championFile), jsonfile.Encode(r.Config.Switch(r.State.Reigning()))); err != nil {
		return err
	}
	return files.Write(r.path(historyFile), HistoryCSV(&r.Config, r.State))
}

// writeChampions writes every champion's file, and removes those of champions whose
// generation was lost with a checkpoint.
func (r *Run) writeChampions() error {
	if err := os.MkdirAll(r.path(championsDir), 0o755); err != nil {
		return err
	}
	ours := map[string]bool{} // by name
	for i := range r.State.Champions {
		champion := &r.State.Champions[i]
		name := fmt.Sprintf("%05d.json", champion.Generation)
		ours[name] = true
		if err := files.Write(r.path(championsDir, name), jsonfile.Encode(r.Config.Switch(champion))); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(r.path(championsDir))
	for _, entry := range entries {
		if champion, _ := filepath.Match("[0-9][0-9][0-9][0-9][0-9].json", entry.Name()); champion && !ours[entry.Name()] {
			err = errors.Join(err, os.Remove(r.path(championsDir, entry.Name())))
		}
	}
	return err
}

// PlotsDir is where a run's plots are.
func (r *Run) PlotsDir() string { return r.path(plotsDir) }
