package tables

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players"
	"evothello/search"
)

func TestConfigRefuses(t *testing.T) {
	for says, change := range map[string]func(*Config){
		`"schema" is 2, want 1`:                              func(c *Config) { c.Schema = 2 },
		"depth is 0: must be 1 to 60":                        func(c *Config) { c.Search.Depth = 0 },
		"depths: depth 61: must be 1 to 60":                  func(c *Config) { c.Depths = []int{3, 61} },
		"no limit of nodes or time":                          func(c *Config) { c.Search.Time = 1 },
		"games is -1: must be 0 to 100000000":                func(c *Config) { c.Games = -1 },
		"there is nothing to train on":                       func(c *Config) { c.Games = 0 },
		"plies is 41: must be 0 to 40":                       func(c *Config) { c.Plies[1] = 41 },
		"plies is [9 8]: the smaller number must come first": func(c *Config) { c.Plies = [2]int{9, 8} },
		"opening_plies 1: training games have no openings":   func(c *Config) { c.Plies[0] = 1 },
		"random_every is 1001: must be 0 to 1000":            func(c *Config) { c.RandomMoveInterval = 1001 },
		"window is 0: must be 1 to 1000":                     func(c *Config) { c.Window = 0 },
		"fit: lookahead: depth 11: must be 0 to 10":          func(c *Config) { c.Fit.Lookahead = []int{0, 11} },
		"fit: layer: a hidden layer is trained on searches: lookahead must be above 0 in round 2 and later": func(c *Config) {
			c.Fit.Lookahead, c.Fit.Layer = []int{3, 3, 0}, 2
		},
		"fit: stages [20 20 64] must rise strictly":        func(c *Config) { c.Fit.Stages = []int{20, 20, 64} },
		"fit: stages [20] must end with 64 discs":          func(c *Config) { c.Fit.Stages = []int{20} },
		"fit: ridge is 0: must be above 0":                 func(c *Config) { c.Fit.Ridge = 0 },
		"gate: elo0 (20) and elo1 (20) must lie":           func(c *Config) { c.Gate.Elo0 = 20 },
		"openings of the gate: too few different openings": func(c *Config) { c.Gate.Plies = 3 },
		"reference.opening_plies is 99: must be 0 to 40":   func(c *Config) { c.Reference.Plies = 99 },
		"no players: give at least one, whose games":       func(c *Config) { c.Players = nil },
		"players: one of them is null: must be a recipe":   func(c *Config) { c.Players[0] = nil },
		"reference: one of them is null: must be a recipe": func(c *Config) { c.Reference.Opponents[1] = nil },
		"players: player montecarlo:":                      func(c *Config) { c.Players[0] = recipeOf("montecarlo") },
		"players: switch: a recipe has more than one of player, league, parameters and weights": func(c *Config) {
			c.Players[0] = recipeOf("random")
			c.Players[0].Name, c.Players[0].Handicap = "switch", 3
		},
	} {
		c := small(t)
		change(&c)
		assert.ErrorContains(t, c.Validate(), says)
	}
}

// Only players with the former search settings of the candidates get the new ones.
func TestSetSearch(t *testing.T) {
	c := Defaults(1)
	var err error
	c.Players, err = c.Recipes([]string{"evolved", "random"})
	require.NoError(t, err)
	c.Reference.Opponents, err = c.Recipes([]string{"evolved", "evolved:depth=2"})
	require.NoError(t, err)
	shared := c.Players[0]
	c.SetSearch(search.Settings{Depth: 5, Endgame: 12})
	assert.Equal(t, search.Settings{Depth: 5, Endgame: 12}, c.Search)
	assert.Equal(t, c.Search, *c.Players[0].Search)
	assert.Nil(t, c.Players[1].Search)
	assert.Equal(t, c.Search, *c.Reference.Opponents[0].Search)
	assert.Equal(t, search.Settings{Depth: 2, Endgame: 10}, *c.Reference.Opponents[1].Search)
	assert.Equal(t, search.Settings{Depth: 3, Endgame: 10}, *shared.Search, "recipes are shared")
}

// Any content of a file is either an error or gives a value that can be written and read again.
func FuzzFiles(f *testing.F) {
	config := small(f)
	// Validation counts the openings of fewer than 9 plies, which is slow.
	config.Plies, config.Gate.Plies, config.Reference.Plies = [2]int{9, 12}, 9, 9
	dir := trainedAs(f, config, 1, 0)
	for _, name := range []string{configFile, checkpointFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := ParseConfig(data, dir); err == nil {
			again, err := ParseConfig(c.Marshal(), dir)
			require.NoError(t, err)
			assert.Equal(t, c.Hash(), again.Hash())
		}
		if s, err := parseState(data, &config); err == nil {
			again, err := parseState(s.marshal(&config), &config)
			require.NoError(t, err)
			assert.Equal(t, s, again)
		}
	})
}

func recipeOf(spec string) *players.Recipe {
	r, err := players.ParseRecipe(spec, spec)
	if err != nil {
		panic(err)
	}
	return r
}
