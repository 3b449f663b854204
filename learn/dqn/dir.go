package dqn

import (
	"errors"
	"fmt"
	"strings"

	"evothello/internal/files"
	"evothello/learn/nets"
	"evothello/runs"
)

// The files of a directory where an agent learns.
const (
	configFile     = "dqn.json"
	checkpointFile = "checkpoint.dqn"
	agentFile      = "agent.dqn"
	historyFile    = "history.csv"
)

// Format is the format of a directory where an agent learns.
var Format = runs.Format{
	Absent: "no agent learns", Present: "an agent learns", Config: configFile, Checkpoint: checkpointFile, Mark: "memory",
	Unit: "episode", Most: 100_000_000, GoalSchema: 1,
	Timings: []string{"round", "seconds", "cpu"},
	Remedy:  "put a sound one back, or delete both to begin again",
	Makes:   []string{agentFile},
}

// DefaultEpisodes is how many there are if nothing says otherwise.
const DefaultEpisodes = 50_000

// A Training is a directory where an agent learns, read or opened for work.
type Training struct {
	runs.Directory
	Config Config
	Rounds []Round // those that are finished

	saved *saved
}

// Create makes a directory with its configuration, whole or not at all, and opens it for
// work.
func Create(dir string, config Config, goal runs.Goal) (*Training, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	return runs.Make(&Training{Config: config}, &Format, dir, goal, map[string][]byte{configFile: config.Marshal()})
}

// Open reads a directory and changes nothing. A damaged file is an error.
func Open(dir string) (*Training, error) { return runs.Load[Training](&Format, dir) }

// Resume opens for work a directory that is there.
func Resume(dir string) (*Training, error) { return runs.Reopen[Training](&Format, dir) }

// ReadConfig implements runs.Trainer.
func (t *Training) ReadConfig(data []byte) (err error) {
	t.Config, err = ParseConfig(data)
	return err
}

// A checkpoint is what its file says besides the networks.
type checkpoint struct {
	Config string  `json:"config"` // SHA-256 of dqn.json
	Counts Counts  `json:"counts"`
	Rounds []Round `json:"rounds"`
	Games  []Game  `json:"games"` // those in memory
}

// checkpointKind is the kind of its file. The names of the tensors begin with whose they are.
const (
	checkpointKind = "state of a Q-learner"
	targetPrefix   = "target/"
)

// ReadState implements runs.Trainer.
func (t *Training) ReadState(name string) error {
	data, err := files.ReadKept(t.Path(name), nets.MaxFile)
	if err != nil {
		return err
	}
	var c checkpoint
	all, err := nets.Decode(data, checkpointKind, &c)
	if err == nil && c.Config != t.Config.Hash() {
		err = fmt.Errorf("belongs to another %s", configFile)
	}
	if err == nil {
		err = c.validate()
	}
	if err != nil {
		return fmt.Errorf("%s %w", t.Path(name), err)
	}
	s := &saved{Counts: c.Counts, Games: c.Games}
	for _, one := range all {
		if target, is := strings.CutPrefix(one.Name, targetPrefix); is {
			one.Name = target
			s.Target = append(s.Target, one)
		} else {
			s.State = append(s.State, one)
		}
	}
	t.Rounds, t.saved = c.Rounds, s
	return nil
}

// validate returns an error if the rounds cannot have brought what there is.
func (c *checkpoint) validate() error {
	episodes := 0
	for i, r := range c.Rounds {
		if r.Round != i+1 || r.Episodes < 1 || r.Wins < 0 || r.Draws < 0 || r.Losses < 0 || r.Wins+r.Draws+
			r.Losses != r.Episodes {
			return fmt.Errorf("has a round %d that cannot be", i+1)
		}
		episodes += r.Episodes
	}
	if n := c.Counts; n.Episodes != episodes || n.Steps < 0 || n.Trained < 0 || n.Unbeaten < 0 {
		return errors.New("has counts that do not follow from its rounds")
	}
	return nil
}

// commit makes what was learnt the newest checkpoint, and brings the other files up to it.
// The checkpoint before it is kept, unless that is damaged.
func (t *Training) commit() error {
	all := append([]nets.Tensor(nil), t.saved.State...)
	for _, one := range t.saved.Target {
		one.Name = targetPrefix + one.Name
		all = append(all, one)
	}
	about := checkpoint{Config: t.Config.Hash(), Counts: t.saved.Counts, Rounds: t.Rounds, Games: t.saved.Games}
	data, err := nets.Encode(checkpointKind, about, all)
	if err != nil {
		return err
	}
	if err := t.WriteCheckpoint(data); err != nil {
		return err
	}
	return t.writeDerived()
}

// writeDerived writes the files that follow from the checkpoint.
func (t *Training) writeDerived() error {
	if t.saved == nil {
		return nil
	}
	if err := t.agent().save(t.Path(agentFile)); err != nil {
		return err
	}
	return files.Write(t.Path(historyFile), historyCSV(t.Rounds))
}

// AgentFile is the file of what was learnt, if there is one yet: a player.
func (t *Training) AgentFile() string { return t.Path(agentFile) }
