package dqn

import (
	"fmt"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// An Agent is a trained Q-network with the settings needed to play, the content of its file.
type Agent struct {
	Board      engine.Shape `json:"board"`
	Opponent   string       `json:"opponent"` // in training
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

// agent returns the agent of the last checkpoint.
func (t *Training) agent() *Agent {
	c := &t.Config
	a := &Agent{
		Board: c.Board, Opponent: c.Opponent, Episodes: t.saved.Counts.Episodes, Seed: c.Seed, Config: c.Hash(),
		Frames: c.Frames, Passes: c.Passes, Symmetries: c.Symmetries, Hidden: c.Hidden,
	}
	a.weights = a.config().Spec().Pick(t.saved.State)
	return a
}

// config returns the part of the configuration that evaluation needs.
func (a *Agent) config() *Config {
	return &Config{Board: a.Board, Frames: a.Frames, Hidden: a.Hidden, Passes: a.Passes, Symmetries: a.Symmetries}
}

func (a *Agent) encode() ([]byte, error) { return nets.Encode(agentKind, a, a.weights) }

// ReadAgent reads an agent from its file or its training directory. Errors name the file.
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

// parseAgent decodes an agent.
func parseAgent(data []byte) (*Agent, error) {
	a := new(Agent)
	weights, err := nets.Decode(data, agentKind, a)
	if err != nil {
		return nil, err
	}
	if err := a.Board.Validate(); err != nil {
		return nil, fmt.Errorf("has an invalid board: %w", err)
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

// evaluator returns the evaluator of the agent's network.
func (a *Agent) evaluator() (*evaluator, error) {
	net, err := nets.FromWeights(a.config().Spec(), a.weights)
	if err != nil {
		return nil, err
	}
	return newEvaluator(a.config(), net), nil
}
