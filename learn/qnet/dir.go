package qnet

import (
	"errors"
	"fmt"
	"strings"

	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/runs"
)

// The files of a training directory.
const (
	configFile     = "qnet.json"
	checkpointFile = "checkpoint.qnet"
	playerFile     = "player.qnet"
	historyFile    = "history.csv"
)

// Format describes a directory in which a Q-network is trained, for package runs.
var Format = runs.Format{
	NoneFound: "no Q-network is trained", Found: "a Q-network is trained",
	Config: configFile, Checkpoint: checkpointFile, ConfigField: "memory",
	Unit: "episode", MaxCount: 100_000_000, GoalSchema: 1,
	TimingColumns: []string{"round", "seconds", "cpu"},
	Remedy:        "restore one of the two checkpoints from a copy, or delete both to start again",
	Outputs:       []string{playerFile},
}

// DefaultEpisodes is the default goal of training: the number of episodes, each one game.
const DefaultEpisodes = 50_000

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
	Rounds []Round // finished rounds

	saved *saved // the last checkpoint, nil before the first round
}

// Create makes a directory with a configuration and opens it for work. After an error there is no directory.
func Create(dir string, config Config, goal runs.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	content := map[string][]byte{configFile: config.Marshal()}
	return runs.MakeDirectory(&Training{Config: config}, &Format, dir, goal, content)
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Training, error) { return runs.LoadDirectory[Training](&Format, dir) }

// Resume opens an existing directory for work.
func Resume(dir string) (*Training, error) { return runs.ResumeDirectory[Training](&Format, dir) }

// Check implements runs.Trainer.
func (t *Training) Check() (all []*files.Damaged) {
	derived, err := t.derived()
	if err != nil {
		return append(all, t.Damagedf(checkpointFile, "is damaged: %w", err))
	}
	return t.CheckContents(derived)
}

// ReadConfig implements runs.Trainer.
func (t *Training) ReadConfig(data []byte) (err error) {
	t.Config, err = ParseConfig(data)
	return err
}

// A checkpoint is the header of a checkpoint file, before the networks.
type checkpoint struct {
	Config string  `json:"config"` // SHA-256 of qnet.json
	Counts Counts  `json:"counts"`
	Rounds []Round `json:"rounds"`
	Games  []Game  `json:"games"` // in the replay memory
}

const (
	checkpointKind = "state of a Q-learner" // file type
	targetPrefix   = "target/"              // of the names of the target network's tensors
)

// ReadState implements runs.Trainer.
func (t *Training) ReadState(name string) error {
	data, err := t.Read(name, nets.MaxFile)
	if err != nil {
		return err
	}
	var c checkpoint
	tensors, err := nets.Decode(data, checkpointKind, &c)
	if err == nil {
		if err = Format.CheckConfig(c.Config, t.Config.Hash()); err != nil {
			err = fmt.Errorf("is damaged: %w", err)
		}
	}
	if err == nil {
		err = c.validate()
	}
	if err != nil {
		return fmt.Errorf("%s %w", t.Path(name), err)
	}
	s := &saved{Counts: c.Counts, Games: c.Games}
	for _, tensor := range tensors {
		if name, ok := strings.CutPrefix(tensor.Name, targetPrefix); ok {
			tensor.Name = name
			s.Target = append(s.Target, tensor)
		} else {
			s.State = append(s.State, tensor)
		}
	}
	t.Rounds, t.saved = c.Rounds, s
	return nil
}

// validate returns an error if the rounds and counts are inconsistent.
func (c *checkpoint) validate() error {
	episodes := 0
	for i, r := range c.Rounds {
		if r.Round != i+1 {
			return fmt.Errorf("has round %d after round %d", r.Round, i)
		}
		negative := r.Wins < 0 || r.Draws < 0 || r.Losses < 0
		if r.Episodes < 1 || negative || r.Wins+r.Draws+r.Losses != r.Episodes {
			return fmt.Errorf("has results in round %d that do not add up to its episodes", r.Round)
		}
		episodes += r.Episodes
	}
	if n := c.Counts; n.Episodes != episodes {
		return fmt.Errorf("has %d episodes: must have %d, the sum of its rounds", n.Episodes, episodes)
	} else if n.Steps < 0 || n.TrainingSteps < 0 || n.Unbeaten < 0 {
		return errors.New("has a negative number of steps, training steps or unbeaten games")
	}
	return nil
}

// commit makes the saved state the newest checkpoint and brings the other files up to it. It keeps the
// former checkpoint, unless that is damaged.
func (t *Training) commit() error {
	tensors := append([]nets.Tensor(nil), t.saved.State...)
	for _, tensor := range t.saved.Target {
		tensor.Name = targetPrefix + tensor.Name
		tensors = append(tensors, tensor)
	}
	header := checkpoint{Config: t.Config.Hash(), Counts: t.saved.Counts, Rounds: t.Rounds, Games: t.saved.Games}
	data, err := nets.Encode(checkpointKind, header, tensors)
	if err != nil {
		return err
	}
	if err := t.WriteCheckpoint(data); err != nil {
		return err
	}
	return t.writeDerived()
}

// derived returns the files that follow from the checkpoint, by name.
func (t *Training) derived() (map[string][]byte, error) {
	if t.saved == nil {
		return nil, nil
	}
	player, err := t.network().encode()
	return map[string][]byte{playerFile: player, historyFile: historyCSV(t.Rounds)}, err
}

// writeDerived writes the files that follow from the checkpoint.
func (t *Training) writeDerived() error {
	derived, err := t.derived()
	if err != nil {
		return err
	}
	return t.WriteAll(derived)
}

// PlayerPath returns the path of the network's file, which may not exist yet.
func (t *Training) PlayerPath() string { return t.Path(playerFile) }
