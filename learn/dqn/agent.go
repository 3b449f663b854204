package dqn

import (
	"fmt"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// An Agent is what was learnt, as its file holds it.
type Agent struct {
	Board      engine.Shape `json:"board"`
	Opponent   string       `json:"opponent"` // against whom
	Episodes   int          `json:"episodes"`
	Seed       uint64       `json:"seed"`
	Config     string       `json:"config"` // SHA-256 of dqn.json
	Frames     int          `json:"frames"`
	Passes     bool         `json:"passes"`
	Symmetries bool         `json:"symmetries"`
	Hidden     []int        `json:"hidden"`

	weights []nets.Tensor
}

const agentKind = "agent of a Q-learner"

// agent is what was learnt by the last checkpoint.
func (t *Training) agent() *Agent {
	c := &t.Config
	a := &Agent{
		Board: c.Board, Opponent: c.Opponent, Episodes: t.saved.Counts.Episodes, Seed: c.Seed, Config: c.Hash(),
		Frames: c.Frames, Passes: c.Passes, Symmetries: c.Symmetries, Hidden: c.Hidden,
	}
	a.weights = a.config().Spec().Pick(t.saved.State)
	return a
}

// config is what judging takes of the configuration.
func (a *Agent) config() *Config {
	return &Config{Board: a.Board, Frames: a.Frames, Hidden: a.Hidden, Passes: a.Passes, Symmetries: a.Symmetries}
}

func (a *Agent) save(path string) error { return nets.Save(path, agentKind, a, a.weights) }

// ReadAgent reads an agent's file, or that of a directory where one learns. Errors name the
// file.
func ReadAgent(path string) (*Agent, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	data, err := files.Read(path, nets.MaxFile)
	if err != nil {
		return nil, err
	}
	a, err := parseAgent(data)
	if err != nil {
		return nil, &files.Damaged{Path: path, Err: fmt.Errorf("%s %w", path, err)}
	}
	return a, nil
}

// parseAgent reads an agent.
func parseAgent(data []byte) (*Agent, error) {
	a := new(Agent)
	weights, err := nets.Decode(data, agentKind, a)
	if err != nil {
		return nil, err
	}
	if err := a.Board.Validate(); err != nil {
		return nil, fmt.Errorf("has a board that cannot be: %w", err)
	}
	if a.Frames < 1 || a.Frames > environment.MaxFrames {
		return nil, fmt.Errorf("has frames %d: must be 1 to %d", a.Frames, environment.MaxFrames)
	}
	if err := a.config().Spec().Validate(); err != nil {
		return nil, fmt.Errorf("cannot be computed: %w", err)
	}
	a.weights = weights
	return a, nil
}

// judge makes the agent ready.
func (a *Agent) judge() (*judge, error) {
	net, err := nets.FromWeights(a.config().Spec(), a.weights)
	if err != nil {
		return nil, err
	}
	return newJudge(a.config(), net), nil
}
