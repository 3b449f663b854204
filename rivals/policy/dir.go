package policy

import (
	"fmt"
	"os"

	"evothello/internal/files"
	"evothello/rivals/nets"
	"evothello/sittings"
)

// The files of a directory where a network is trained, besides PlayerFile.
const (
	configFile     = "net.json"
	checkpointFile = "checkpoint.json"
	earlierFile    = "checkpoint.prev.json"
	historyFile    = "history.csv"
	lessonsDir     = "lessons"
	trainingDir    = "training" // what training goes on from, and the player that is measured
)

// Kind is what training a network is among work that takes several sittings.
var Kind = sittings.Kind{
	Absent: "no network is trained", Present: "a network is trained", Config: configFile, Mark: "held_out", Command: "net",
	Unit: "round", Most: 10_000, GoalSchema: 1,
	Timings: []string{"round", "stage", "seconds", "cpu"},
	Makes:   []string{PlayerFile},
}

func init() { sittings.Register(&Kind) }

// A Training is a directory where a network is trained, read or opened for work.
type Training struct {
	sittings.Work
	Config Config
	State  *State

	pupil *pupil // nil if it is to be read
}

// Create makes a directory with its configuration, whole or not at all, and opens it for work.
func Create(dir string, config Config, goal sittings.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	work, err := Kind.Create(dir, goal, map[string][]byte{configFile: config.Marshal()})
	if err != nil {
		return nil, err
	}
	return sittings.Begin(&Training{Work: work, Config: config, State: &State{}})
}

// Open reads a directory and changes nothing. If its checkpoint is damaged the one before it
// counts, and Notice says so; any other damaged file is an error.
func Open(dir string) (*Training, error) {
	work, data, err := Kind.Open(dir, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	t := &Training{Work: work, State: &State{}}
	if t.Config, err = ParseConfig(data); err != nil {
		return nil, fmt.Errorf("%s: %w; put the right %s back", t.Path(configFile), err, configFile)
	}
	if err := t.readCheckpoints(); err != nil {
		return nil, err
	}
	return t, t.ReadTimings(t.Count())
}

// readCheckpoints reads the checkpoint, or the one before it if that is damaged. Before there is
// one nothing was learnt.
func (t *Training) readCheckpoints() error {
	err := t.readCheckpoint(checkpointFile)
	if err == nil || files.IsMissing(err) {
		return nil
	}
	if t.readCheckpoint(earlierFile) != nil {
		return fmt.Errorf("%w, and there is no sound %s: delete it, and net resume trains anew", err, earlierFile)
	}
	t.Notice = fmt.Sprintf("%v; going on from %s, after round %d", err, earlierFile, t.Count())
	return nil
}

func (t *Training) readCheckpoint(name string) error {
	data, err := files.ReadKept(t.Path(name), files.MaxGames)
	if err != nil {
		return err
	}
	state, err := parseState(data, &t.Config)
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", t.Path(name), err)
	}
	t.State = state
	return nil
}

// Resume opens a directory for work: it takes the lock, clears away what a killed process left,
// and makes every file agree with the checkpoint.
func Resume(dir string) (*Training, error) {
	return sittings.Resume(dir, Open)
}

// Begin opens the locked directory for work and brings every file up to the checkpoint.
func (t *Training) Begin() (err error) {
	for _, dir := range []string{lessonsDir, trainingDir} {
		if err := os.MkdirAll(t.Path(dir), 0o755); err != nil {
			return err
		}
		if err := files.Sweep(t.Path(dir)); err != nil {
			return err
		}
	}
	if t.pupil, err = t.readPupil(); err != nil {
		if err = t.stepBack(err); err != nil {
			return err
		}
	}
	if err := t.writeDerived(); err != nil {
		return err
	}
	return t.Work.Begin()
}

// Count is how many rounds are finished.
func (t *Training) Count() int { return len(t.State.Rounds) }

// stepBack goes on from the round before if what training goes on from is damaged.
func (t *Training) stepBack(damage error) (err error) {
	if t.Count() == 0 {
		return damage
	}
	newest := t.State
	t.State = &State{Rounds: newest.Rounds[:t.Count()-1]}
	if t.pupil, err = t.readPupil(); err != nil {
		t.State = newest
		return fmt.Errorf("%w, and %w: put one of them back, or delete %s, and net resume trains anew", damage, err, t.Path(checkpointFile))
	}
	t.Notice = fmt.Sprintf("%v; going on after round %d", damage, t.Count())
	return t.ReadTimings(t.Count())
}

// readPupil reads what training goes on from.
func (t *Training) readPupil() (*pupil, error) {
	if t.Count() == 0 {
		return newPupil(&t.Config, nil, 0)
	}
	path := t.trainingFile(t.Count())
	data, err := files.ReadKept(path, 2*nets.MaxFile)
	if err != nil {
		return nil, err
	}
	if sum := sittings.Sum(data); sum != t.State.Rounds[t.Count()-1].Training {
		return nil, fmt.Errorf("%s is damaged", path)
	}
	p, round, err := readPupil(&t.Config, data)
	if err == nil && round != t.Count() {
		err = fmt.Errorf("is of round %d", round)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return p, nil
}

// commit makes the state the newest checkpoint and brings the other files up to it. The
// checkpoint before it is kept, unless that is damaged.
func (t *Training) commit(state *State) error {
	if t.Notice == "" {
		if err := files.KeepAs(t.Path(checkpointFile), t.Path(earlierFile)); err != nil && !files.IsMissing(err) {
			return err
		}
	}
	if err := files.Write(t.Path(checkpointFile), state.marshal(&t.Config)); err != nil {
		return err
	}
	t.State, t.Notice = state, ""
	return t.writeDerived()
}

// writeDerived writes the files that follow from the state, and removes what nothing goes on
// from: of what training goes on from the last two are kept.
func (t *Training) writeDerived() error {
	if err := files.Write(t.Path(historyFile), historyCSV(&t.Config, t.State.Rounds)); err != nil {
		return err
	}
	if t.Count() == 0 {
		if err := files.Remove(t.Path(PlayerFile)); err != nil {
			return err
		}
	} else if err := t.pupil.savePlayer(t.Path(PlayerFile), t.Count()); err != nil {
		return err
	}
	entries, err := os.ReadDir(t.Path(trainingDir))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		path := t.Path(trainingDir, entry.Name())
		if path != t.trainingFile(t.Count()) && path != t.trainingFile(t.Count()-1) {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// PlayerPath is the file of the player, which is there after the first round.
func (t *Training) PlayerPath() string { return t.Path(PlayerFile) }

// trainingFile is what training goes on from after a round.
func (t *Training) trainingFile(round int) string {
	return t.Path(trainingDir, fmt.Sprintf("%05d.net", round))
}

// lessonsFile is the file of a round's lessons from games.
func (t *Training) lessonsFile(round int) string {
	return t.Path(lessonsDir, fmt.Sprintf("%05d.lessons", round))
}
