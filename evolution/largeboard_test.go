package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// largeConfig returns a small configuration on 10×10.
func largeConfig() Config {
	c := Defaults(1)
	c.SetBoard(engine.Large(10))
	_ = c.SetOptimizer(DefaultOptimizer)
	return c
}

func TestRunsOnLargeBoards(t *testing.T) {
	c := largeConfig()
	require.NoError(t, c.Validate())
	deepest := largeConfig()
	deepest.Search.Depth, deepest.Search.Endgame = 8, 18
	assert.NoError(t, deepest.Validate())
	assert.Equal(t, []string{"table", "possibility", "edge", "blank"}, c.Scorers)
	assert.Equal(t, " on 10x10", c.OnBoard())
	assert.Equal(t, []int{19, 38, 57, 76, 96}, []int(c.LastMoves()))
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c.Marshal(), again.Marshal())
	assert.Equal(t, engine.Large(10), again.HomeBoard())
	_, err = ParseConfig([]byte(`{"seed": 1, "board": {"name": "10x10", "size": 11}}`), nil)
	assert.ErrorContains(t, err, "board 10x10: size is 11: must be even, 10 to 26, and match the name")
}

func TestWhatLargeBoardsDoNotHave(t *testing.T) {
	for says, change := range map[string]func(*Config){
		"scorer frontier works only on boards up to 8×8: on 10x10 evolve some of table, possibility, edge, blank": func(
			c *Config) {
			c.Scorers = []string{"table", "frontier"}
		},
		"scorer squares works only on boards up to 8×8":     func(c *Config) { c.Scorers = []string{"squares"} },
		"depth 9: must be 1 to 8 on boards larger than 8×8": func(c *Config) { c.Search.Depth = 9 },
		"depth 12: must be 1 to 8 on boards larger than 8×8": func(c *Config) {
			c.Schedule = []ScheduleEntry{{From: 2, Depth: 12}}
		},
		"endgame 20: must be 0 to 18 on boards larger than 8×8": func(c *Config) { c.Search.Endgame = 20 },
		"opponents: player strongest plays only on boards up to 8×8": func(c *Config) {
			c.Opponents = []string{"strongest"}
		},
		"reference: player edge: games with a time limit cannot be repeated; give depth": func(c *Config) {
			c.Reference.Opponents = []string{"edge"}
		},
	} {
		c := largeConfig()
		change(&c)
		assert.ErrorContains(t, c.Validate(), says)
	}
}
