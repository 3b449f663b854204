package policy

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"evothello/internal/files"
	"evothello/internal/jsonfile"
	"evothello/learn"
	"evothello/rivals/nets"
	"evothello/runs"
)

// The files of a directory where a network is trained, besides PlayerFile.
const (
	configFile     = "net.json"
	goalFile       = "goal.json"
	checkpointFile = "checkpoint.json"
	historyFile    = "history.csv"
	timingFile     = "timing.csv"
	lessonsDir     = "lessons"
	trainingDir    = "training" // what training goes on from, and the player that is measured
	plotsDir       = "plots"
)

// A Training is a directory where a network is trained, read or opened for work.
type Training struct {
	Dir     string
	Config  Config
	State   *State
	Goal    learn.Goal
	Timings []Timing

	lock  *files.Lock // nil unless open for work
	pupil *pupil      // nil if it is to be read
}

// ErrExists says that a directory is there already.
var ErrExists = errors.New("exists already")

// Create makes a directory with its configuration, whole or not at all, and opens it for work.
func Create(dir string, config Config, goal learn.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %w and is no directory: choose another --out", dir, ErrExists)
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, configFile)); err == nil {
			return nil, fmt.Errorf("%s %w: go on with net resume, or choose another --out", dir, ErrExists)
		}
		return nil, fmt.Errorf("%s %w and is something else: choose another --out", dir, ErrExists)
	}
	goal.Schema = goalSchema
	t := &Training{Dir: dir, Config: config, State: &State{}, Goal: goal}
	lock, err := files.MakeDir(dir, map[string][]byte{configFile: config.Marshal(), goalFile: jsonfile.Encode(goal)})
	if err == nil {
		err = t.begin(lock)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another --out", dir, err)
	}
	return t, nil
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Training, error) {
	t := &Training{Dir: dir, State: &State{}}
	data, err := files.ReadKept(t.path(configFile), files.MaxSettings)
	if err != nil {
		return nil, fmt.Errorf("no network is trained at %s: it has no readable %s", dir, configFile)
	}
	if t.Config, err = ParseConfig(data); err != nil {
		return nil, fmt.Errorf("%s: %w; put the right %s back", t.path(configFile), err, configFile)
	}
	if err := t.readGoal(); err != nil {
		return nil, err
	}
	data, err = files.ReadKept(t.path(checkpointFile), files.MaxGames)
	if err == nil {
		t.State, err = parseState(data, &t.Config)
	}
	if err != nil && !isMissing(err) {
		return nil, fmt.Errorf("%s is damaged: %w; delete it, and net resume trains anew", t.path(checkpointFile), err)
	}
	return t, t.readTimings()
}

// Resume opens a directory for work: it takes the lock, clears away what a killed process left,
// and makes every file agree with the checkpoint.
func Resume(dir string) (*Training, error) {
	if _, err := Open(dir); err != nil { // before the lock leaves a file behind
		return nil, err
	}
	lock, err := files.Acquire(dir)
	if err != nil {
		return nil, err
	}
	t, err := Open(dir)
	if err == nil {
		err = files.Sweep(dir)
	}
	if err != nil {
		lock.Release()
		return nil, err
	}
	return t, t.begin(lock)
}

// begin opens the locked directory for work.
func (t *Training) begin(lock *files.Lock) (err error) {
	t.lock = lock
	defer func() {
		if err != nil {
			t.Close()
		}
	}()
	for _, dir := range []string{lessonsDir, trainingDir} {
		if err := os.MkdirAll(t.path(dir), 0o755); err != nil {
			return err
		}
		if err := files.Sweep(t.path(dir)); err != nil {
			return err
		}
	}
	if t.pupil, err = t.readPupil(); err != nil {
		return err
	}
	return t.writeDerived()
}

// Close lets go of a directory that was opened for work.
func (t *Training) Close() {
	if t.lock != nil {
		t.lock.Release()
		t.lock = nil
	}
}

// round is the last that is finished.
func (t *Training) round() int { return len(t.State.Rounds) }

// readPupil reads what training goes on from.
func (t *Training) readPupil() (*pupil, error) {
	if t.round() == 0 {
		return newPupil(&t.Config, nil, 0)
	}
	path := t.trainingFile(t.round())
	data, err := files.ReadKept(path, 2*nets.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%w; put it back, or delete %s, and net resume trains anew", err, t.path(checkpointFile))
	}
	if sum := sumOf(data); sum != t.State.Rounds[t.round()-1].Training {
		return nil, fmt.Errorf("%s is damaged: put it back, or delete %s, and net resume trains anew", path, t.path(checkpointFile))
	}
	p, round, err := readPupil(&t.Config, data)
	if err == nil && round != t.round() {
		err = fmt.Errorf("is of round %d", round)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w: delete %s, and net resume trains anew", path, err, t.path(checkpointFile))
	}
	return p, nil
}

func sumOf(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// commit makes the state the newest checkpoint and brings the other files up to it.
func (t *Training) commit(state *State, timing Timing) error {
	if err := files.Write(t.path(checkpointFile), state.marshal(&t.Config)); err != nil {
		return err
	}
	t.State = state
	t.Timings = append(t.Timings, timing)
	return t.writeDerived()
}

// writeDerived writes the files that follow from the state, and removes what nothing goes on from.
func (t *Training) writeDerived() error {
	if err := files.Write(t.path(historyFile), historyCSV(&t.Config, t.State.Rounds)); err != nil {
		return err
	}
	if err := files.Write(t.path(timingFile), timingCSV(t.Timings)); err != nil {
		return err
	}
	if t.round() == 0 {
		if err := os.Remove(t.path(PlayerFile)); err != nil && !isMissing(err) {
			return err
		}
	} else if err := t.pupil.savePlayer(t.path(PlayerFile), t.round()); err != nil {
		return err
	}
	entries, err := os.ReadDir(t.path(trainingDir))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if path := t.path(trainingDir, entry.Name()); path != t.trainingFile(t.round()) {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// PlotsDir is where the pictures are.
func (t *Training) PlotsDir() string { return t.path(plotsDir) }

// PlayerPath is the file of the player, which is there after the first round.
func (t *Training) PlayerPath() string { return t.path(PlayerFile) }

func (t *Training) path(names ...string) string {
	return filepath.Join(append([]string{t.Dir}, names...)...)
}

// trainingFile is what training goes on from after a round.
func (t *Training) trainingFile(round int) string {
	return t.path(trainingDir, fmt.Sprintf("%05d.net", round))
}

// lessonsFile is the file of a round's lessons from games.
func (t *Training) lessonsFile(round int) string {
	return t.path(lessonsDir, fmt.Sprintf("%05d.lessons", round))
}

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

const goalSchema = 1

func (t *Training) readGoal() error {
	data, err := files.ReadKept(t.path(goalFile), files.MaxSettings)
	if isMissing(err) {
		return nil // it goes on as long as net resume is told to
	}
	if err == nil {
		err = jsonfile.Decode(data, goalSchema, &t.Goal)
	}
	if err == nil && (t.Goal.Rounds < 0 || t.Goal.Rounds > learn.MaxRounds || t.Goal.Budget < 0) {
		err = fmt.Errorf("rounds must be 0 to %d, and budget 0 or more", learn.MaxRounds)
	}
	if err != nil {
		return fmt.Errorf("%s: %w; or delete it and say --rounds or --budget again", t.path(goalFile), err)
	}
	return nil
}

// SetGoal stores a new goal.
func (t *Training) SetGoal(goal learn.Goal) error {
	goal.Schema = goalSchema
	t.Goal = goal
	return files.Write(t.path(goalFile), jsonfile.Encode(goal))
}

// Done reports whether the goal is reached.
func (t *Training) Done() (runs.Stop, bool) {
	if t.round() >= learn.MaxRounds || t.Goal.Rounds > 0 && t.round() >= t.Goal.Rounds {
		return runs.Finished, true
	}
	if t.Goal.Budget > 0 && t.Elapsed() >= t.Goal.Budget {
		return runs.OutOfBudget, true
	}
	return "", false
}

// Elapsed is the time that all finished rounds took.
func (t *Training) Elapsed() time.Duration {
	seconds := 0.0
	for _, one := range t.Timings {
		seconds += one.Playing + one.Learning + one.Matches
	}
	return time.Duration(seconds * float64(time.Second))
}
