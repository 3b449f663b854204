package dqn

import (
	"math/rand/v2"
	"sort"

	"evothello/engine"
	"evothello/learn/environment"
)

// A Game is a finished one, by what was played: the rest follows from it.
type Game struct {
	Side  engine.Side `json:"side"` // the agent's
	Moves string      `json:"moves"`
}

// memory is the last games, as many as have so many steps; of the oldest only the last steps
// count.
type memory struct {
	config *Config
	tracer *environment.Environment
	games  []remembered // the oldest first
	next   int          // the number of the next step
}

// A remembered game.
type remembered struct {
	Game
	environment.Episode
	first int // the number of its first step
}

func newMemory(c *Config) (*memory, error) {
	tracer, err := environment.New(c.Board, nil, c.environment())
	return &memory{config: c, tracer: tracer}, err
}

func (c *Config) environment() environment.Settings {
	return environment.Settings{Frames: c.Frames, Passes: c.Passes}
}

// add puts a game into memory. What is beyond its size is forgotten.
func (m *memory) add(g Game) error {
	game, err := engine.ParseTranscriptFrom(m.config.Board.Start, g.Moves)
	if err != nil {
		return err
	}
	lived, err := m.tracer.Retrace(g.Side, game.Moves)
	if err != nil {
		return err
	}
	m.games = append(m.games, remembered{g, lived, m.next})
	m.next += len(lived.Actions)
	for len(m.games) > 1 && m.next-m.games[1].first >= m.config.Memory {
		m.games = m.games[1:]
	}
	return nil
}

// size is how many steps are remembered.
func (m *memory) size() int {
	if len(m.games) == 0 {
		return 0
	}
	return min(m.next-m.games[0].first, m.config.Memory)
}

// A picked step of a game.
type picked struct {
	game *remembered
	step int
}

// pick draws steps by lot. Each may be drawn again.
func (m *memory) pick(rng *rand.Rand, n int) []picked {
	all := make([]picked, n)
	for i := range all {
		number := m.next - 1 - rng.IntN(m.size())
		after := sort.Search(len(m.games), func(i int) bool { return m.games[i].first > number })
		g := &m.games[after-1]
		all[i] = picked{g, number - g.first}
	}
	return all
}

// reward is what a step's game brings within so many steps, and whether it ends by then; if
// not, the game stands after them as it was seen later.
func (p picked) reward(c *Config) (reward float64, later int, ended bool) {
	left := len(p.game.Actions) - p.step
	if left > c.Ahead {
		return 0, p.step + c.Ahead, false
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
