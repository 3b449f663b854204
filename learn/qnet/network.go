package qnet

import (
	"fmt"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/environment"
	"evothello/learn/nets"
)

// A Network is the content of a network's file: a trained Q-network with the settings that it needs to play.
type Network struct {
	Board      engine.Shape `json:"board"`
	Opponent   string       `json:"opponent"` // spec of the opponent in training
	Episodes   int          `json:"episodes"`
	Seed       uint64       `json:"seed"`
	Config     string       `json:"config"` // SHA-256 of qnet.json
	Frames     int          `json:"frames"`
	Passes     bool         `json:"passes"`
	Symmetries bool         `json:"symmetries"`
	Hidden     []int        `json:"hidden"`

	weights []nets.Tensor
}

const networkKind = "Q-network"

// network returns the network of the last checkpoint.
func (t *Training) network() *Network {
	c := &t.Config
	n := &Network{
		Board: c.Board, Opponent: c.Opponent, Episodes: t.saved.Counts.Episodes, Seed: c.Seed, Config: c.Hash(),
		Frames: c.Frames, Passes: c.Passes, Symmetries: c.Symmetries, Hidden: c.Hidden,
	}
	n.weights = n.config().Spec().Pick(t.saved.State)
	return n
}

// config returns the part of the configuration that evaluation needs.
func (n *Network) config() *Config {
	return &Config{Board: n.Board, Frames: n.Frames, Hidden: n.Hidden, Passes: n.Passes, Symmetries: n.Symmetries}
}

func (n *Network) encode() ([]byte, error) { return nets.Encode(networkKind, n, n.weights) }

// ReadNetwork reads a network from its file or its training directory. Errors name the file.
func ReadNetwork(path string) (*Network, error) {
	path, err := Format.PlayerFile(path)
	if err != nil {
		return nil, err
	}
	data, err := files.Read(path, nets.MaxFile)
	if err != nil {
		return nil, err
	}
	n, err := parseNetwork(data)
	if err != nil {
		return nil, &files.Damaged{Path: path, Err: fmt.Errorf("%s %w", path, err)}
	}
	return n, nil
}

// parseNetwork decodes a network.
func parseNetwork(data []byte) (*Network, error) {
	n := new(Network)
	weights, err := nets.Decode(data, networkKind, n)
	if err != nil {
		return nil, err
	}
	if err := n.Board.Validate(); err != nil {
		return nil, fmt.Errorf("has an invalid board: %w", err)
	}
	if n.Frames < 1 || n.Frames > environment.MaxFrames {
		return nil, fmt.Errorf("has %d frames: must be 1 to %d", n.Frames, environment.MaxFrames)
	}
	if err := n.config().Spec().Validate(); err != nil {
		return nil, fmt.Errorf("has an invalid network: %w", err)
	}
	n.weights = weights
	return n, nil
}

// evaluator returns the network's evaluator.
func (n *Network) evaluator() (*evaluator, error) {
	net, err := nets.FromWeights(n.config().Spec(), n.weights)
	if err != nil {
		return nil, err
	}
	return newEvaluator(n.config(), net), nil
}
