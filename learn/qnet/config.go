// Package qnet trains deep Q-networks: the network predicts the value of a move to each square of the
// board. It is trained by games against one opponent, with the result as the only reward (Mnih et al.,
// Human-level control through deep reinforcement learning, 2015).
//
// It follows the Q-learner of the reversi library. The preset Original has the settings of that library,
// including its weaknesses. The preset Usual removes them. Its value of a position is the maximum over
// legal moves only, with the move chosen by one network and evaluated by another (van Hasselt et al.,
// Deep Reinforcement Learning with Double Q-learning, 2016). A pass is not an action. Symmetries of the
// board augment the training data.
package qnet

import (
	"errors"
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/internal/settings"
	"evothello/learn/environment"
	"evothello/learn/nets"
	"evothello/players"
)

// Schema is the newest version of qnet.json that this program reads, and the one it writes.
const Schema = 1

// A Config is the content of qnet.json: all settings that affect the trained network. A step is a move of
// the network in a game; a training step is a step of the optimizer. Package settings reads the tags.
type Config struct {
	Schema   int          `json:"schema" is:"version of the format"`
	Seed     uint64       `json:"seed" is:"random seed"`
	Board    engine.Shape `json:"board" is:"board of training and play"`
	Opponent string       `json:"opponent" flag:"opponent PLAYER" is:"player in all training games"` // a player's spec

	Frames int   `json:"frames" flag:"frames FRAMES" is:"latest positions of a game that the network sees" range:"1 to 16"`
	Hidden []int `json:"hidden" flag:"hidden WIDTHS,…" is:"widths of the hidden layers"`

	Round    int `json:"round" is:"episodes in a round; training can stop between rounds" range:"1 to 10000"`
	Games    int `json:"games" is:"games played at a time" range:"1 to 1000"`
	Memory   int `json:"memory" is:"steps in the replay memory" range:"1 to 10000000"`
	Warmup   int `json:"warmup" is:"steps before the first training step" range:"0 to 10000000"`
	Every    int `json:"every" is:"steps for each training step" range:"1 to 10000"`
	Batch    int `json:"batch" is:"steps in the batch of a training step" range:"1 to 10000"`
	Target   int `json:"target" is:"training steps between updates of the target network" range:"1 to 10000000"`
	Unbeaten int `json:"unbeaten" is:"games without a loss that end training; 0 means never" range:"0 to 1000000"`

	Loss      nets.Loss      `json:"loss" is:"huber or squared"`
	Optimizer nets.Optimizer `json:"optimizer" is:"optimizer"`
	Halving   int            `json:"halving" is:"training steps in which the rate halves; 0 keeps it" range:"0 to 100000000"`
	Discount  float64        `json:"discount" is:"value of a reward one step later" range:"0 to 1"`
	Steps     int            `json:"ahead" is:"n of n-step returns: steps before the network's value counts" range:"1 to 61"`
	Epsilon   Epsilon        `json:"epsilon" is:"share of random moves"`

	Legal      bool `json:"legal" is:"the target is the maximum over legal moves, not over all squares"`
	Double     bool `json:"double" is:"the network chooses that move, the target network evaluates it"`
	Symmetries bool `json:"symmetries" is:"batches use random symmetries; evaluation is a mean over all"`
	Passes     bool `json:"passes" is:"a pass is a step of the network, with the last square as the action"`
	DrawsLose  bool `json:"draws_lose" is:"a draw has the reward of a loss"`
}

// Epsilon is the settings for the share of random moves, which changes linearly from the value From to the value To.
type Epsilon struct {
	From  float64 `json:"from" is:"share of random moves at first" range:"0 to 1"`
	To    float64 `json:"to" is:"share of random moves at last" range:"0 to 1"`
	Steps int     `json:"steps" is:"steps from the first to the last share" range:"1 to 100000000"`
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

// Config returns the preset's settings for a board. Original has layers as wide as the input, so on a large board
// Validate may return an error for these settings.
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
		c.Loss, c.Optimizer = nets.Squared, nets.Optimizer{Method: nets.RMSProp, Rate: 2.5e-4, Decay: 0.95}
		c.Discount, c.Steps = 0.99, 1
		c.Epsilon = Epsilon{From: 1, To: 0.001, Steps: 15_000}
		c.Passes, c.DrawsLose = true, true
	default:
		return Config{}, names.New("preset", string(p), []string{string(Usual), string(Original)})
	}
	return c, nil
}

// ParseConfig reads a qnet.json.
func ParseConfig(data []byte) (c Config, err error) {
	if err := files.DecodeJSON(data, Schema, &c); err != nil {
		return Config{}, err
	}
	return c, c.Validate()
}

// Marshal returns the content of qnet.json.
func (c *Config) Marshal() []byte { return files.EncodeJSON(c) }

// Hash returns the SHA-256 of qnet.json in hexadecimal.
func (c *Config) Hash() string { return files.SHA256(c.Marshal()) }

// Spec returns the shape of the network: its inputs, hidden layers and outputs.
func (c *Config) Spec() nets.Spec {
	l := environment.NewLayout(c.Board, c.Frames)
	return nets.Spec{Inputs: l.Inputs(), Hidden: c.Hidden, Outputs: l.Squares()}
}

// Validate returns nil, or an error with the first invalid setting and its valid values.
func (c *Config) Validate() error {
	if err := files.CheckSchema(c.Schema, Schema); err != nil {
		return err
	}
	if err := c.Board.Validate(); err != nil {
		return err
	}
	if err := settings.Check(c); err != nil {
		return err
	}
	if c.Loss != nets.Huber && c.Loss != nets.Squared {
		return fmt.Errorf("loss is %q: must be %s or %s", c.Loss, nets.Huber, nets.Squared)
	}
	if err := c.Optimizer.Validate(); err != nil {
		return err
	}
	if err := c.Spec().Validate(); err != nil {
		return fmt.Errorf("hidden: %w", err)
	}
	_, err := c.opponent()
	return err
}

// opponent returns the opponent as a player. One without reproducible moves is an error.
func (c *Config) opponent() (*players.Contestant, error) {
	spec, err := players.SpecOn(c.Board, c.Opponent)
	if err != nil {
		return nil, err
	}
	if spec.External {
		return nil, errors.New("the opponent must be a built-in player, not an external program")
	}
	if err := spec.CheckRepeatable(); err != nil {
		return nil, err
	}
	return spec.ContestantOn(c.Board)
}
