package evolution

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/weights"
)

// tiny is a run of which a generation takes a few hundredths of a second.
func tiny(seed uint64) Config {
	c := Defaults(seed)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.Turns = weights.Turns{30, 60}
	c.SetSize(6, 4)
	c.Gate.Every = 1
	return c
}

func TestConfigRefuses(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		says   string
	}{
		{func(c *Config) { c.Population = 3 }, "population is 3: must be 4 or more"},
		{func(c *Config) { genetic(c); c.Population = 3 }, "population is 3: must be above breeding's contest and elites, 3 and 2"},
		{func(c *Config) { c.Search.Depth = 0 }, "depth is 0: must be 1 to 60"},
		{func(c *Config) { c.Search.Depth = 99 }, "depth 99: must be 1 to 60"},
		{func(c *Config) { c.Turns = weights.Turns{60, 12} }, "must rise strictly"},
		{func(c *Config) { c.Scorers = []string{"tabel"} }, `unknown scorer "tabel"`},
		{func(c *Config) { c.Plies = 2 }, "too few different openings: "},
		{func(c *Config) { c.Plies = -1 }, "plies is -1"},
		{func(c *Config) { c.Ladder.Opponents = []string{"edax"} }, `ladder: unknown player "edax"`},
		{func(c *Config) { c.Gate.Elo1 = c.Gate.Elo0 }, "elo0 (0) and elo1 (0) must lie between -1000 and 1000, the smaller first"},
		{func(c *Config) { genetic(c).Crossover = 2 }, "must be 0 to 1"},
		{func(c *Config) { genetic(c).Elites = math.MaxInt }, "must be 0 to 1000"},
		{func(c *Config) { genetic(c).Contest = math.MaxUint }, "must be 1 to 1000"},
		{func(c *Config) { c.Plies, c.Gate.Pairs, c.Ladder.Pairs = 5, 1, 1000 }, "openings of the ladder: too few different openings: "},
		{func(c *Config) { c.Ladder.Opponents = []string{"alphabeta:time=1s"} }, "with a clock its games cannot be repeated"},
		{func(c *Config) { c.Ladder.Opponents = []string{"switch:file=x.json"} }, "a file may change"},
		{func(c *Config) { c.Ladder.Opponents = []string{"champion"} }, "the champion changes with the program's version"},
		{func(c *Config) { c.Gate.Elo1 = 10000 }, "gate: elo0 (0) and elo1 (10000) must lie between -1000 and 1000"},
		{func(c *Config) { c.Opponents = []string{"edax"} }, `opponents: unknown player "edax"`},
		{func(c *Config) { c.Opponents = []string{"Seed_Switch"} }, "opponent Seed_Switch: the ladder measures against seed-switch"},
		{func(c *Config) { c.Opponents = []string{"negascout:weights=seed-switch,depth=2"} }, "the ladder measures against seed-switch"},
		{func(c *Config) { c.Opponents, c.Pairs = []string{"random", "greedy", "table"}, 3 }, "pairs is 3: 3 opponents and the champion want one each, 4 or more"},
		{func(c *Config) { c.Opponents, c.Schedule = []string{"table"}, []Stage{{From: 5, Pairs: 1}} }, "pairs is 1: 1 opponents"},
	} {
		config := Defaults(1)
		c.change(&config)
		assert.ErrorContains(t, config.Validate(), c.says)
	}
	config := Defaults(1)
	assert.NoError(t, config.Validate())
}

// genetic makes a configuration one of the generational model.
func genetic(c *Config) *Breeding {
	if err := c.SetModel("generational"); err != nil {
		panic(err)
	}
	return &c.Model.(*Generational).Breeding
}

func TestConfigRoundTrips(t *testing.T) {
	config := tiny(9)
	again, err := ParseConfig(config.Marshal())
	require.NoError(t, err)
	assert.Equal(t, config, again)
	assert.Equal(t, config.Hash(), again.Hash())
}

func TestParseConfigRefuses(t *testing.T) {
	good := tiny(1)
	for _, c := range []struct{ old, new, says string }{
		{`{`, `[`, "not readable as JSON: "},
		{`"schema": 2`, `"schema": 3`, "schema 3 is newer than this program, which knows 2: update the program"},
		{`"plies": 8`, `"pleis": 8`, `unknown field "pleis"`},
		{`"plies": 8`, `"plies": "8"`, `"plies" must not be of type string`},
		{`"depth": 1`, `"depth": "1"`, `"search.depth" must not be of type string`},
		{`"every": 1`, `"every": []`, `"gate.every" must not be of type array`},
		{`"plies": 8`, `"plies": -8`, "plies is -8: must be 0 to 40"},
		{`"model": "cmaes"`, `"model": 5`, `"model" must not be of type number`},
	} {
		_, err := ParseConfig([]byte(strings.Replace(string(good.Marshal()), c.old, c.new, 1)))
		assert.ErrorContains(t, err, c.says)
	}
}

// A run.json of version 1 is good for all runs but those that breed frontier.
func TestTheFirstSchemaIsRead(t *testing.T) {
	config := tiny(9)
	config.Schema = 1
	again, err := ParseConfig(config.Marshal())
	require.NoError(t, err)
	assert.Equal(t, config.Hash(), again.Hash())
	config.Scorers = append(config.Scorers, "frontier")
	_, err = ParseConfig(config.Marshal())
	assert.ErrorContains(t, err, "frontier.w went up to 250")
}

// What was changed by hand stays when a flag changes what it would usually follow.
func TestUsualSettingsFollow(t *testing.T) {
	start, err := weights.Champion()
	require.NoError(t, err)
	config := Defaults(1)
	config.SetSize(64, 8)
	assert.Equal(t, [2]int{128, 64}, [2]int{config.Gate.Pairs, config.Ladder.Pairs})
	config.StartFrom("champion", start)
	assert.Equal(t, nearSigma, sigma(&config))
	config.StartAnywhere()
	assert.Equal(t, UsualSigma, sigma(&config))

	config.Gate.Pairs, config.Model.(*Strategy).CMAES.Sigma = 500, 0.3
	config.SetSize(16, 8)
	config.StartFrom("champion", start)
	assert.Equal(t, [2]int{500, 16}, [2]int{config.Gate.Pairs, config.Ladder.Pairs})
	assert.Equal(t, 0.3, sigma(&config))
}

func sigma(c *Config) float64 { return c.Model.(*Strategy).CMAES.Sigma }

// Every size that may be asked for works with the usual rest.
func TestGreatGenerations(t *testing.T) {
	for _, size := range [][2]int{{MaxPopulation, 8}, {MaxPopulation, 128}, {4, 1}} {
		config := Defaults(1)
		config.SetSize(size[0], size[1])
		assert.NoError(t, config.Validate(), "%v", size)
	}
}

func FuzzParseConfig(f *testing.F) {
	for _, name := range Models() {
		config := tiny(1)
		if err := config.SetModel(name); err != nil {
			f.Fatal(err)
		}
		f.Add(config.Marshal())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig(data)
		if err != nil {
			return
		}
		again, err := ParseConfig(c.Marshal())
		require.NoError(t, err)
		assert.Equal(t, c, again)
		_, err = Genesis(&c)
		assert.NoError(t, err)
	})
}
