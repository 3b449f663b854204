package policy

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/players"
	"evothello/runs"
)

// The files of a training directory, apart from PlayerFile.
const (
	configFile     = "policy.json"
	checkpointFile = "checkpoint.json"
	historyFile    = "history.csv"
	samplesDir     = "samples"
	trainingDir    = "training" // learner files, and the player of the present round's matches
	againDir       = files.Partial + "again"
)

// Format describes a directory in which a policy network is trained, for package runs.
var Format = runs.Format{
	NoneFound: "no policy network is trained", Found: "a policy network is trained",
	Config: configFile, Checkpoint: checkpointFile, ConfigField: "held_out",
	Unit: "round", MaxCount: 10_000, GoalSchema: 1,
	TimingColumns: []string{"round", "stage", "seconds", "cpu"},
	Remedy:        "delete both checkpoints, and resume starts again from the first round",
	Outputs:       []string{PlayerFile},
}

func init() {
	runs.RegisterTraining[Training](runs.Kind{Format: &Format, Parse: func(data []byte, _ string) (runs.Method, error) {
		c, err := ParseConfig(data)
		return &c, err
	}})
}

// A Training is a training directory, opened for reading or for work.
type Training struct {
	runs.Directory
	Config Config
	State  *State

	learner *learner // nil if Run must read it first
}

// Create makes a directory with a configuration and opens it for work. After an error there is no directory.
func Create(dir string, config Config, goal runs.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	content := map[string][]byte{configFile: config.Marshal()}
	return runs.MakeDirectory(&Training{Config: config, State: &State{}}, &Format, dir, goal, content)
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Training, error) { return runs.LoadDirectory[Training](&Format, dir) }

// Resume opens an existing directory for work. If the learner file is damaged, it goes back one round and adds a
// message to Notice.
func Resume(dir string) (*Training, error) { return runs.ResumeDirectory[Training](&Format, dir) }

// ReadConfig implements runs.Trainer.
func (t *Training) ReadConfig(data []byte) (err error) {
	t.Config, err = ParseConfig(data)
	t.State = &State{}
	return err
}

// ReadState implements runs.Trainer.
func (t *Training) ReadState(checkpoint string) error {
	data, err := t.Read(checkpoint, files.MaxGames)
	if err != nil {
		return err
	}
	state, err := parseState(data, &t.Config)
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", t.Path(checkpoint), err)
	}
	t.State = state
	return nil
}

// Begin implements runs.Trainer: it reads the learner and brings every file up to the checkpoint.
func (t *Training) Begin() (err error) {
	if err := t.RemoveAll(againDir); err != nil {
		return err
	}
	for _, dir := range []string{samplesDir, trainingDir} {
		if err := t.MakeAll(dir); err != nil {
			return err
		}
	}
	if t.learner, err = t.readLearner(); err != nil {
		if err = t.stepBack(err); err != nil {
			return err
		}
	}
	t.noteMissingSamples()
	return t.writeDerived()
}

// noteMissingSamples adds lost sample files of earlier rounds to Notice, because playing their games again may take
// long.
func (t *Training) noteMissingSamples() {
	if t.Config.Games == 0 {
		return
	}
	for round := t.windowStart(); round <= t.Count(); round++ {
		if _, err := t.Stat(samplesFile(round)); files.IsMissing(err) {
			t.Notice = strings.TrimPrefix(t.Notice+"; ", "; ") +
				fmt.Sprintf("%s is missing; the rounds before it are trained again to play its games",
					t.Path(samplesFile(round)))
		}
	}
}

// windowStart returns the first round whose games are training data of the next one.
func (t *Training) windowStart() int { return max(1, t.Count()+2-t.Config.Window) }

// Count returns the number of finished rounds.
func (t *Training) Count() int { return len(t.State.Rounds) }

// Last implements runs.Trainer.
func (t *Training) Last() int { return t.Count() }

// errDamaged is the error of a file whose hash differs from the one in the checkpoint.
var errDamaged = errors.New("is damaged")

// stepBack returns to the round before if the learner file is lost or damaged.
func (t *Training) stepBack(damage error) (err error) {
	if !files.IsMissing(damage) && !errors.Is(damage, errDamaged) {
		return damage
	}
	newest := t.State
	t.State = &State{Rounds: newest.Rounds[:t.Count()-1]}
	if t.learner, err = t.readLearner(); err != nil {
		t.State = newest
		return fmt.Errorf("%w, and %w: restore one of the files, or delete both checkpoints, and resume starts again from "+
			"the first round", damage, err)
	}
	t.UsePrevious(damage, fmt.Sprintf("after round %d", t.Count()))
	return t.ReadTimings(t.Count())
}

// readLearner reads the learner after the last finished round.
func (t *Training) readLearner() (*learner, error) {
	if t.Count() == 0 {
		return newLearner(&t.Config), nil
	}
	return t.readLearnerAfter(t.Count())
}

// readLearnerAfter reads the learner after a round. Those of the last two rounds are stored.
func (t *Training) readLearnerAfter(round int) (*learner, error) {
	name := learnerFile(round)
	data, err := t.Read(name, nets.MaxFile)
	if err != nil {
		return nil, err
	}
	if sum := files.SHA256(data); sum != t.State.Rounds[round-1].Training {
		return nil, fmt.Errorf("%s %w", t.Path(name), errDamaged)
	}
	p, of, err := readLearner(&t.Config, data)
	if err == nil && of != round {
		err = fmt.Errorf("stores round %d instead of round %d", of, round)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %w", t.Path(name), err)
	}
	return p, nil
}

// commit makes the state the newest checkpoint and brings the other files up to it. It keeps the former
// checkpoint, unless that is damaged or belongs to a repeated round.
func (t *Training) commit(state *State) error {
	if err := t.WriteCheckpoint(state.marshal(&t.Config)); err != nil {
		return err
	}
	t.State = state
	return t.writeDerived()
}

// writeDerived writes the files that follow from the state. It removes sample and learner files that
// neither the next round needs nor a repetition of the last one.
func (t *Training) writeDerived() error {
	if err := t.Write(historyFile, historyCSV(&t.Config, t.State.Rounds)); err != nil {
		return err
	}
	if t.Count() == 0 {
		if err := t.Remove(PlayerFile); err != nil {
			return err
		}
	} else if err := t.savePlayer(PlayerFile, t.Count()); err != nil {
		return err
	}
	if old := t.Count() - t.Config.Window; old > 0 {
		if err := t.Remove(samplesFile(old)); err != nil {
			return err
		}
	}
	entries, err := t.List(trainingDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := filepath.Join(trainingDir, entry.Name())
		if name != learnerFile(t.Count()) && name != learnerFile(t.Count()-1) {
			if err := t.Remove(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// GamesIn implements runs.Training.
func (t *Training) GamesIn(int) int { return t.Config.Games }

// ChampionAt implements runs.Training: the network of a round replaces the network of the round before.
func (t *Training) ChampionAt(round int) int { return round }

// KeptFile implements runs.Training.
func (t *Training) KeptFile() string { return PlayerFile }

// PlayerAt implements runs.Training.
func (t *Training) PlayerAt(_ int, file string) (*players.Recipe, error) {
	return players.ParseRecipe(t.Name(), "policy:file="+file)
}

// PlayerPath returns the path of the player's file, which exists after the first round.
func (t *Training) PlayerPath() string { return t.Path(PlayerFile) }

// learnerFile returns the name of the file of the learner after a round.
func learnerFile(round int) string {
	return filepath.Join(trainingDir, fmt.Sprintf("%05d.policy", round))
}

// samplesFile returns the name of the file of the samples from a round's games.
func samplesFile(round int) string {
	return filepath.Join(samplesDir, fmt.Sprintf("%05d.samples", round))
}
