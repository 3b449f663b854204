package evolution

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/genome"
	"evothello/weights"
)

// tiny returns a configuration whose generations take a few hundredths of a second.
func tiny(seed uint64) Config {
	c := Defaults(seed)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.Turns = weights.Turns{30, 60}
	c.SetSize(6, 4)
	c.Gate.Every = 1
	return c
}

func TestValidateErrors(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { _ = c.SetOptimizer("cmaes"); c.Population = 3 }, "population is 3: must be 4 or more"},
		{func(c *Config) { c.Population = 2 },
			"population is 2: must be larger if optimizer.parents is 0.5, because at least two genomes must be parents"},
		{func(c *Config) { useGA(c).Elites = 3; c.Population = 3 },
			"population is 3: must be above optimizer.elites, which is 3"},
		{func(c *Config) { c.Search.Depth = 0 }, "depth is 0: must be 1 to 60"},
		{func(c *Config) { c.Search.Depth = 99 }, "depth 99: must be 1 to 60"},
		{func(c *Config) { c.Turns = weights.Turns{60, 12} }, "must rise strictly"},
		{func(c *Config) { c.Scorers = []string{"tabel"} }, `unknown scorer "tabel"`},
		{func(c *Config) { c.Plies = 2 }, "too few different openings: "},
		{func(c *Config) { c.Plies = -1 }, "plies is -1"},
		{func(c *Config) { c.RandomEvery = 1001 }, "random_every is 1001: must be 0 to 1000"},
		{func(c *Config) { c.Reference.Opponents = []string{"edax"} }, `reference: unknown player "edax"`},
		{func(c *Config) { c.Gate.Elo1 = c.Gate.Elo0 },
			"elo0 (-10) and elo1 (-10) must lie between -1000 and 1000, the smaller first"},
		{func(c *Config) { useGA(c).Crossover = 2 }, "optimizer.crossover is 2: must be 0 to 1"},
		{func(c *Config) { useGA(c).Elites = math.MaxInt }, "must be 0 to 1000"},
		{func(c *Config) { useGA(c).Parents = 0.001 },
			"population is 256: must be larger if optimizer.parents is 0.001, because at least two genomes must be parents"},
		{func(c *Config) { useGA(c); c.Shared = []string{"edge"} },
			"optimizer.scale is 0.4: must be 0 with shared, limits, networks or parameters"},
		{func(c *Config) { c.Plies, c.Gate.Pairs = 5, 100 },
			"openings of the gate: too few different openings: only 92 with 5 plies for 100 pairs"},
		{func(c *Config) { c.Plies, c.Gate.Pairs, c.Reference.Pairs = 5, 1, 100 },
			"openings of the reference opponents: too few different openings: only 74 with 5 plies for 100 pairs"},
		{func(c *Config) { c.Schema = 0 }, `"schema" is missing, want "schema": 3`},
		{func(c *Config) { c.Schema = 2 }, `"schema" is 2, want 3`},
		{func(c *Config) { c.Reference.Opponents = []string{"alphabeta:time=1s"} },
			"games with a time limit cannot be repeated"},
		{func(c *Config) { c.Reference.Opponents = []string{"switch:file=x.json"} }, "a file may change"},
		{func(c *Config) { c.Reference.Opponents = []string{"strongest"} },
			"the champion changes with the program's version"},
		{func(c *Config) { c.Gate.Elo1 = 10000 }, "gate.elo1 is 10000: must be -1000 to 1000"},
		{func(c *Config) { c.Opponents = []string{"edax"} }, `opponents: unknown player "edax"`},
		{func(c *Config) { c.Opponents = []string{"Reversi_Switch"} },
			"opponent Reversi_Switch has the same evaluation as the reference opponent reversi-switch"},
		{func(c *Config) { c.Opponents = []string{"negascout:weights=reversi-switch,depth=2"} },
			"has the same evaluation as the reference opponent reversi-switch"},
		{func(c *Config) { c.Opponents, c.Pairs = []string{"random", "greedy", "table"}, 3 },
			"pairs is 3: must be 4 or more, one for each of 3 opponents and the champion"},
		{func(c *Config) { c.Opponents, c.Schedule = []string{"table"}, []ScheduleEntry{{From: 5, Pairs: 1}} },
			"pairs is 1: must be 2 or more"},
	} {
		config := Defaults(1)
		c.change(&config)
		assert.ErrorContains(t, config.Validate(), c.says)
	}
	config := Defaults(1)
	assert.NoError(t, config.Validate())
}

// The minimum and the maximum of each number are valid, numbers beyond them are not.
func TestNumbersHaveLimits(t *testing.T) {
	for _, c := range []struct {
		name        string
		number      func(*Config) *int
		least, most int
	}{
		{"population", func(c *Config) *int { return &c.Population }, 3, MaxPopulation},
		{"pairs", func(c *Config) *int { return &c.Pairs }, 1, 100000},
		{"panel", func(c *Config) *int { return &c.Panel }, 1, 1000},
		{"gate.every", func(c *Config) *int { return &c.Gate.Every }, 1, 1000000},
		{"gate.pairs", func(c *Config) *int { return &c.Gate.Pairs }, 1, 100000},
		{"reference.pairs", func(c *Config) *int { return &c.Reference.Pairs }, 1, 100000},
		{"opening_plies", func(c *Config) *int { return &c.Plies }, 0, fitness.MaxPlies},
	} {
		for _, n := range []int{c.least - 1, c.least, c.most, c.most + 1} {
			config := Defaults(1)
			*c.number(&config) = n
			err := config.Validate()
			if n < c.least || n > c.most {
				assert.ErrorContains(t, err, fmt.Sprintf("%s is %d: must be ", c.name, n))
			} else if err != nil { // the board has too few openings
				assert.ErrorIs(t, err, fitness.ErrTooFewOpenings, "%s is %d", c.name, n)
			}
		}
	}
}

// useGA sets the genetic algorithm and returns its settings.
func useGA(c *Config) *Reproduction {
	if err := c.SetOptimizer("ga"); err != nil {
		panic(err)
	}
	return &c.Optimizer.(*GA).Reproduction
}

func sigma(c *Config) float64 { return c.Optimizer.(*Strategy).CMAES.Sigma }

// Small populations have more pairs per genome, within limits.
func TestDefaultPairs(t *testing.T) {
	for population, pairs := range map[int]int{0: 128, 1: 128, 16: 128, 17: 120, 64: 32, 255: 8, 256: 8,
		MaxPopulation: 8} {
		assert.Equal(t, pairs, DefaultPairs(population), "%d genomes", population)
	}
	c := Defaults(7)
	assert.Equal(t, [4]int{256, 8, 512, 256}, [4]int{c.Population, c.Pairs, c.Gate.Pairs, c.Reference.Pairs})
}

// The gate has a quarter of a generation's pairs, 1 to 2000, and the reference opponents an eighth, 1 to 256.
func TestDefaultMatchPairs(t *testing.T) {
	for _, c := range []struct{ population, pairs, gate, reference int }{
		{1, 1, 1, 1},
		{4, 4, 4, 2},
		{5, 5, 6, 3},
		{64, 8, 128, 64},
		{64, 9, 144, 72},
		{1000, 8, 2000, 256},
		{1001, 8, 2000, 256},
		{math.MaxInt, 1, 1024, 256}, // too large, but must not overflow
	} {
		gate, reference := defaultMatchPairs(c.population, c.pairs)
		assert.Equal(t, [2]int{c.gate, c.reference}, [2]int{gate, reference}, "%d × %d", c.population, c.pairs)
	}
}

// The smallest and largest populations are valid with default settings.
func TestAllPopulationSizesAreValid(t *testing.T) {
	for _, size := range [][2]int{{MaxPopulation, 8}, {MaxPopulation, 128}, {4, 1}} {
		config := Defaults(1)
		config.SetSize(size[0], size[1])
		assert.NoError(t, config.Validate(), "%v", size)
	}
}

// The order is that of evaluators.Scorers, not that of the configuration.
func TestEvolvingScorers(t *testing.T) {
	c := Config{Scorers: []string{"edge", "blank"}}
	var names []string
	for _, s := range c.EvolvingScorers() {
		names = append(names, s.Name)
	}
	assert.ElementsMatch(t, c.Scorers, names)
	assert.True(t, slices.IsSortedFunc(names, func(a, b string) int {
		return slices.Index(genome.AllScorers(), a) - slices.Index(genome.AllScorers(), b)
	}))
}

// A configuration for another board contains the board, and has defaults for it.
func TestConfigOnOtherBoards(t *testing.T) {
	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	square4, err := engine.ShapeNamed("Square-4")
	require.NoError(t, err)
	c := tiny(1)
	standard := c.Marshal()
	c.SetBoard(diamond)
	assert.Equal(t, []string{"table", "possibility", "edge", "blank"}, c.Scorers)
	assert.Equal(t, weights.Turns{18, 36}, c.LastMoves())
	require.NoError(t, c.Validate())
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c, again)
	assert.Contains(t, string(c.Marshal()), `"board": {
  "name": "Diamond",`)
	c.SetBoard(square4)
	assert.Equal(t, 6, c.Plies, "short games have shorter openings")
	c.SetBoard(engine.Standard())
	assert.Equal(t, string(standard), string(c.Marshal()))
	for _, board := range engine.Shapes {
		defaults := Defaults(1)
		defaults.SetBoard(board)
		assert.NoError(t, defaults.Validate(), "%s: the defaults are valid", board.Name)
	}

	_, err = ParseConfig(bytes.Replace(standard, []byte(`"seed"`),
		[]byte(`"board": {"name": "odd", "board": "XO"}, "seed"`), 1), nil)
	assert.ErrorContains(t, err, "board odd: it has 2 characters: want 64")
}
