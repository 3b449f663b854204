// Package dqn is a deep Q-learner: a network says for each square of the board what playing
// there is worth, and learns it from games against one opponent, by reward alone (Mnih et al.,
// Human-level control through deep reinforcement learning, 2015).
//
// It follows a learner of a library from which this project grew, whose settings, with its
// faults, are the preset Original. The Usual preset repairs the faults: what a position is worth
// is the most over legal moves alone, and not the most of what the same network guesses (van
// Hasselt et al., Deep Reinforcement Learning with Double Q-learning, 2016); a pass is no move;
// what is learnt in one corner holds in all.
package dqn

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
)

// Schema is the newest version of dqn.json that this program reads, and the one it writes.
const Schema = 1

// A Config is dqn.json: everything that decides what is learnt. A step is a move that the agent
// is asked for; a training step is one of its network's.
type Config struct {
	Schema   int          `json:"schema"`
	Seed     uint64       `json:"seed"`
	Board    engine.Shape `json:"board"`
	Opponent string       `json:"opponent"` // a player's spec

	Frames int   `json:"frames"` // positions that the agent sees
	Hidden []int `json:"hidden"` // widths of the hidden layers

	Round    int `json:"round"`    // episodes between which all is put down
	Games    int `json:"games"`    // that are played at a time
	Memory   int `json:"memory"`   // steps that are learnt from
	Warmup   int `json:"warmup"`   // steps before the first training step
	Every    int `json:"every"`    // steps for each training step
	Batch    int `json:"batch"`    // steps that a training step learns from
	Target   int `json:"target"`   // training steps after which the target network is renewed
	Unbeaten int `json:"unbeaten"` // games in a row without defeat that end it; 0 = it goes on

	Loss      nets.Loss      `json:"loss"`
	Optimizer nets.Optimizer `json:"optimizer"`
	Halving   int            `json:"halving"` // training steps in which the learning rate halves; 0 = it stays
	Discount  float64        `json:"discount"`
	Ahead     int            `json:"ahead"` // steps until what was seen gives way to what is guessed
	Epsilon   Epsilon        `json:"epsilon"`

	Legal      bool `json:"legal"`      // the target is the most over legal moves, not over all squares
	Double     bool `json:"double"`     // the network says which move that is, the target network what it is worth
	Symmetries bool `json:"symmetries"` // positions are learnt in all orientations, and judged by the mean of them
	Passes     bool `json:"passes"`     // the agent is asked when it must pass, which teaches the last square
	DrawsLose  bool `json:"draws_lose"` // a draw is paid as a defeat
}

// Epsilon is the share of moves that are drawn by lot: it goes from one value to another in a
// straight line.
type Epsilon struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Steps int     `json:"steps"`
}

// at is the share after so many steps.
func (e Epsilon) at(steps int) float64 {
	if steps >= e.Steps {
		return e.To
	}
	done := float64(steps) / float64(e.Steps)
	return e.From + float64((e.To-e.From)*done)
}

// A Preset is settings for a board.
type Preset string

// The presets.
const (
	Usual    Preset = "usual"
	Original Preset = "original"
)

// Presets lists them.
var Presets = []Preset{Usual, Original}

// DefaultOpponent is who is learnt against.
const DefaultOpponent = "episode"

// Config returns the preset's settings for a board.
func (p Preset) Config(board engine.Shape, seed uint64) (Config, error) {
	c := Config{Schema: Schema, Seed: seed, Board: board, Opponent: DefaultOpponent}
	switch p {
	case Usual:
		c.Frames, c.Hidden = 1, []int{256, 256, 256}
		c.Round, c.Games = 100, 50
		c.Memory, c.Warmup, c.Every, c.Batch, c.Target = 100_000, 2_000, 8, 128, 500
		c.Loss, c.Optimizer = nets.Huber, nets.Optimizer{Method: nets.Adam, Rate: 1e-3, Decay: 0.999}
		c.Halving, c.Discount, c.Ahead = 25_000, 1, 4
		c.Epsilon = Epsilon{From: 1, To: 0.01, Steps: 50_000}
		c.Legal, c.Double, c.Symmetries = true, true, true
	case Original:
		const frames, layers = 9, 9
		width := environment.NewLayout(board, frames).Inputs()
		c.Frames, c.Hidden = frames, slices.Repeat([]int{width}, layers)
		c.Round, c.Games = 10, 1
		c.Memory, c.Warmup, c.Every, c.Batch, c.Target = 20_000, 5_000, 1, 128, 10_000
		c.Unbeaten = 200
		c.Loss, c.Optimizer = nets.Huber, nets.Optimizer{Method: nets.RMSProp, Rate: 2.5e-4, Decay: 0.95}
		c.Discount, c.Ahead = 0.99, 1
		c.Epsilon = Epsilon{From: 1, To: 0.001, Steps: 15_000}
		c.Passes, c.DrawsLose = true, true
	default:
		return Config{}, names.New("preset", string(p), []string{string(Usual), string(Original)})
	}
	return c, c.Validate()
}

// ParseConfig reads a dqn.json.
func ParseConfig(data []byte) (c Config, err error) {
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return Config{}, err
	}
	return c, c.Validate()
}

// Marshal writes the configuration as dqn.json holds it.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// Hash is the SHA-256 of dqn.json in hexadecimal.
func (c *Config) Hash() string { return files.SHA256(c.Marshal()) }

// Spec is the size of the network.
func (c *Config) Spec() nets.Spec {
	l := environment.NewLayout(c.Board, c.Frames)
	return nets.Spec{Inputs: l.Inputs(), Hidden: c.Hidden, Outputs: l.Squares()}
}

// Validate returns an error that names the first setting that cannot work, and what would.
func (c *Config) Validate() error {
	if c.Schema != Schema {
		return fmt.Errorf(`"schema" is %d, want %d`, c.Schema, Schema)
	}
	if err := c.Board.Validate(); err != nil {
		return err
	}
	for _, n := range []struct {
		name               string
		value, least, most int
	}{
		{"frames", c.Frames, 1, environment.MaxFrames},
		{"round", c.Round, 1, 10_000},
		{"games", c.Games, 1, 1_000},
		{"memory", c.Memory, 1, 10_000_000},
		{"warmup", c.Warmup, 0, 10_000_000},
		{"every", c.Every, 1, 10_000},
		{"batch", c.Batch, 1, 10_000},
		{"target", c.Target, 1, 10_000_000},
		{"unbeaten", c.Unbeaten, 0, 1_000_000},
		{"halving", c.Halving, 0, 100_000_000},
		{"ahead", c.Ahead, 1, engine.MaxBlanks + 1},
		{"epsilon steps", c.Epsilon.Steps, 1, 100_000_000},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d: must be %d to %d", n.name, n.value, n.least, n.most)
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"discount", c.Discount}, {"epsilon from", c.Epsilon.From}, {"epsilon to", c.Epsilon.To}} {
		if !(x.value >= 0 && x.value <= 1) || math.Signbit(x.value) {
			return fmt.Errorf("%s is %g: must be 0 to 1", x.name, x.value)
		}
	}
	if c.Loss != nets.Huber && c.Loss != nets.Squared {
		return fmt.Errorf("loss is %q: must be %s or %s", c.Loss, nets.Huber, nets.Squared)
	}
	if err := c.Optimizer.Validate(); err != nil {
		return err
	}
	if err := c.Spec().Validate(); err != nil {
		return err
	}
	_, err := c.opponent()
	return err
}

// opponent is who is learnt against.
func (c *Config) opponent() (*players.Contestant, error) {
	spec, err := players.ParseSpec(c.Opponent)
	if err != nil {
		return nil, err
	}
	if spec.Foreign {
		return nil, errors.New("the opponent must be a player of ours")
	}
	if err := spec.Fixed(); err != nil {
		return nil, err
	}
	contestant, err := spec.Contestant()
	if err != nil {
		return nil, err
	}
	return contestant, contestant.CheckBoard(c.Board)
}
