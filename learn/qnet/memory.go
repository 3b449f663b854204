package qnet

import (
	"math/rand/v2"
	"sort"

	"evothello/engine"
	"evothello/learn/environment"
)

// A Game is a finished game of the network. It needs only the moves, from which observations and reward are computed.
type Game struct {
	Side  engine.Side `json:"side"` // the network's side
	Moves string      `json:"moves"`
}

// memory is the replay memory: the last Config.Memory steps and the games that they belong to. The first
// steps of the oldest game may be out of it.
type memory struct {
	config *Config
	tracer *environment.Environment
	games  []storedGame // the oldest first
	next   int          // number of the next step
}

// A storedGame is a game in the replay memory.
type storedGame struct {
	Game
	environment.Episode
	first int // number of its first step
}

func newMemory(c *Config) (*memory, error) {
	tracer, err := environment.New(c.Board, nil, c.environment())
	return &memory{config: c, tracer: tracer}, err
}

func (c *Config) environment() environment.Settings {
	return environment.Settings{Frames: c.Frames, Passes: c.Passes}
}

// add adds a game and removes the oldest games that no longer fit.
func (m *memory) add(g Game) error {
	episode, err := m.tracer.Replay(g.Side, g.Moves)
	if err != nil {
		return err
	}
	m.games = append(m.games, storedGame{g, episode, m.next})
	m.next += len(episode.Actions)
	for len(m.games) > 1 && m.next-m.games[1].first >= m.config.Memory {
		m.games = m.games[1:]
	}
	return nil
}

// size returns the number of steps in memory.
func (m *memory) size() int {
	if len(m.games) == 0 {
		return 0
	}
	return min(m.next-m.games[0].first, m.config.Memory)
}

// A sample is a step of a game in memory.
type sample struct {
	game *storedGame
	step int
}

// draw draws n random steps, with replacement.
func (m *memory) draw(rng *rand.Rand, n int) []sample {
	all := make([]sample, n)
	for i := range all {
		number := m.next - 1 - rng.IntN(m.size())
		after := sort.Search(len(m.games), func(i int) bool { return m.games[i].first > number })
		g := &m.games[after-1]
		all[i] = sample{g, number - g.first}
	}
	return all
}

// reward returns the discounted reward if the game ends within Config.Steps steps. Otherwise it returns
// the step from which the rest of the value is estimated.
func (p sample) reward(c *Config) (reward float64, later int, ended bool) {
	left := len(p.game.Actions) - p.step
	if left > c.Steps {
		return 0, p.step + c.Steps, false
	}
	reward = p.game.Reward
	if c.DrawsLose && reward == environment.Draw {
		reward = environment.Loss
	}
	for range left - 1 {
		reward *= c.Discount
	}
	return reward, 0, true
}
