// Package dqn trains deep Q-networks: the network predicts the value of a move to each square of the
// board. It is trained by games against one opponent, with the result as the only reward (Mnih et al.,
// Human-level control through deep reinforcement learning, 2015).
//
// It follows the Q-learner of the reversi library. The preset Original has the settings of that library,
// including its weaknesses. The preset Usual removes them. Its value of a position is the maximum over
// legal moves only, with the move chosen by one network and evaluated by another (van Hasselt et al.,
// Deep Reinforcement Learning with Double Q-learning, 2016). A pass is not an action. Symmetries of the
// board augment the training data.
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

// A Config is the content of dqn.json: all settings that affect the trained agent. A step is a move of
// the agent in a game; a training step is a step of the optimizer.
type Config struct {
	Schema   int          `json:"schema"`
	Seed     uint64       `json:"seed"`
	Board    engine.Shape `json:"board"`
	Opponent string       `json:"opponent"` // a player's spec

	Frames int   `json:"frames"` // last positions in an observation
	Hidden []int `json:"hidden"` // widths of the hidden layers

	Round    int `json:"round"`    // episodes in a round; training can stop between rounds
	Games    int `json:"games"`    // games played at a time
	Memory   int `json:"memory"`   // steps in the replay memory
	Warmup   int `json:"warmup"`   // steps before the first training step
	Every    int `json:"every"`    // steps for each training step
	Batch    int `json:"batch"`    // steps in the batch of a training step
	Target   int `json:"target"`   // training steps between updates of the target network
	Unbeaten int `json:"unbeaten"` // training ends after that many games without a loss; 0 means never

	Loss      nets.Loss      `json:"loss"`
	Optimizer nets.Optimizer `json:"optimizer"`
	Halving   int            `json:"halving"` // training steps in which the learning rate halves; 0 = constant
	Discount  float64        `json:"discount"`
	Steps     int            `json:"ahead"` // n of n-step returns: steps before the network's value is used
	Epsilon   Epsilon        `json:"epsilon"`

	Legal      bool `json:"legal"`      // the target is the maximum over legal moves, not over all squares
	Double     bool `json:"double"`     // the network chooses that move, the target network evaluates it
	Symmetries bool `json:"symmetries"` // batches use random symmetries; evaluation is a mean over all
	Passes     bool `json:"passes"`     // a pass is a step of the agent, with the last square as the action
	DrawsLose  bool `json:"draws_lose"` // a draw has the reward of a loss
}

// Epsilon is the share of random moves. It changes linearly from one value to another.
type Epsilon struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Steps int     `json:"steps"`
}

// at returns the share after that many steps.
func (e Epsilon) at(steps int) float64 {
	if steps >= e.Steps {
		return e.To
	}
	done := float64(steps) / float64(e.Steps)
	return e.From + float64((e.To-e.From)*done)
}

// A Preset is the name of a set of settings.
type Preset string

// The presets.
const (
	Usual    Preset = "usual"    // recommended
	Original Preset = "original" // as in the reversi library
)

// Presets lists the presets.
var Presets = []Preset{Usual, Original}

// DefaultOpponent is the spec of the default opponent.
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
		c.Halving, c.Discount, c.Steps = 25_000, 1, 4
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
		c.Discount, c.Steps = 0.99, 1
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

// Marshal returns the content of dqn.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// Hash returns the SHA-256 of dqn.json in hexadecimal.
func (c *Config) Hash() string { return files.SHA256(c.Marshal()) }

// Spec returns the shape of the network.
func (c *Config) Spec() nets.Spec {
	l := environment.NewLayout(c.Board, c.Frames)
	return nets.Spec{Inputs: l.Inputs(), Hidden: c.Hidden, Outputs: l.Squares()}
}

// Validate returns an error that names the first invalid setting and its valid values.
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
		{"ahead", c.Steps, 1, engine.MaxEmptiesAtStart + 1},
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

// opponent returns the opponent as a player. One without reproducible moves is an error.
func (c *Config) opponent() (*players.Contestant, error) {
	spec, err := players.ParseSpec(c.Opponent)
	if err != nil {
		return nil, err
	}
	if spec.External {
		return nil, errors.New("the opponent must be a built-in player, not an external program")
	}
	if err := spec.CheckRepeatable(); err != nil {
		return nil, err
	}
	contestant, err := spec.Contestant()
	if err != nil {
		return nil, err
	}
	return contestant, contestant.CheckBoard(c.Board)
}
