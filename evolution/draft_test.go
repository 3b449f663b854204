package evolution

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/genome"
	"evothello/internal/settings"
	"evothello/weights"
)

func TestConfigRoundTrips(t *testing.T) {
	start, err := weights.Named("reversi-edge")
	require.NoError(t, err)
	for _, optimizer := range Optimizers() {
		for _, change := range []func(*Config){
			func(*Config) {},
			func(c *Config) { c.StartFrom("reversi-edge", start) },
			func(c *Config) { c.Rounds, c.Opponents = 2, []string{"table"} },
			func(c *Config) { c.Depths, c.Limits = []int{1, 2}, map[string]genome.Range{"edge.w": {0, 100}} },
			func(c *Config) { c.Schedule = []ScheduleEntry{{From: 3, Depth: 2}, {From: 9, Endgame: 5, Pairs: 6}} },
		} {
			config := newConfig(t, optimizer, 32)
			change(config)
			require.NoError(t, config.SetOptimizer(optimizer)) // its defaults depend on the change
			switch optimizer {
			case "cmaes-mirrored", "spsa": // need one round and no opponents
				config.Rounds, config.Opponents = 1, nil
			case "differential":
				config.Rounds = 1
			}
			again, err := ParseConfig(config.Marshal(), nil)
			require.NoError(t, err)
			assert.Equal(t, *config, again)
			assert.Equal(t, config.Hash(), again.Hash())
		}
	}
}

func TestRunJSON(t *testing.T) {
	c := oneGene(t, "ga-islands", 20)
	assert.JSONEq(t, `{
		"schema": 3, "seed": 1, "population": 20, "turns": [60], "scorers": ["edge"],
		"search": {"search": "negascout", "depth": 1, "endgame": 4},
		"opening_plies": 8, "pairs": 4, "rounds": 1, "panel": 8,
		"optimizer": {
			"name": "ga-islands", "parents": 0.5, "elites": 0, "crossover": 1, "alpha": 0.5, "mutation": 0, "step": 0.1, "scale": 0,
			"islands": 4, "every": 10, "migrants": 2
		},
		"gate": {"every": 1, "pairs": 20, "elo0": -10, "elo1": 20},
		"reference": {"pairs": 10, "opponents": ["reversi-blank", "reversi-switch", "alphabeta"]}
	}`, string(c.Marshal()))
}

// Missing fields have their defaults, which depend on the fields that are given.
func TestMissingFieldsHaveDefaults(t *testing.T) {
	parse := func(text string) *Config {
		c, err := ParseConfig([]byte(text), nil)
		require.NoError(t, err, text)
		return &c
	}
	shape, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	board, err := json.Marshal(shape)
	require.NoError(t, err)
	defaults := Defaults(7)
	assert.Equal(t, defaults.Hash(), parse(`{"seed": 7}`).Hash())

	c := parse(`{"population": 16, "opening_plies": 9}`)
	assert.Equal(t, [5]int{16, 128, 512, 256, 9}, [5]int{c.Population, c.Pairs, c.Gate.Pairs, c.Reference.Pairs, c.Plies})
	c = parse(`{"population": 16, "pairs": 8, "gate": {"pairs": 500}}`)
	assert.Equal(t, [4]int{8, 500, 16, 4}, [4]int{c.Pairs, c.Gate.Pairs, c.Reference.Pairs, c.Gate.Every})

	assert.Equal(t, NetworkSigma, sigma(parse(`{"scorers": ["table", "lines2"], "optimizer": {"name": "cmaes"}}`)))
	assert.Equal(t, DefaultSigma, sigma(parse(`{"scorers": ["table"], "optimizer": {"name": "cmaes"}}`)))
	assert.Equal(t, 0.2, sigma(parse(`{"scorers": ["lines2"], "optimizer": {"name": "cmaes", "sigma": 0.2}}`)))
	assert.Equal(t, 0.2, parse(`{"optimizer": {"alpha": 0.2}}`).Optimizer.(*GA).Alpha)
	assert.Equal(t, 5, parse(`{"optimizer": {"name": "ga", "elites": 5}}`).Optimizer.(*GA).Elites)

	assert.Equal(t, []string{"reversi-blank", "alphabeta"}, parse(`{"opponents": ["reversi-switch"]}`).Reference.Opponents)
	assert.Equal(t, []string{"reversi-blank", "reversi-switch", "alphabeta", "wpc"},
		parse(`{"search": {"depth": 1, "endgame": 0}}`).Reference.Opponents)
	assert.NotContains(t, parse(`{"search": {"depth": 1, "endgame": 0}, "opponents": ["wpc"]}`).Reference.Opponents, "wpc")
	assert.Equal(t, []string{"table", "possibility", "edge", "blank"}, parse(`{"board": `+string(board)+`}`).Scorers)
	assert.Equal(t, DefaultSigma, sigma(parse(`{"optimizer": {"name": "cmaes"}}`)), "defaults do not change between calls")
	parse(`{"turns": [30, 60]}`)
	assert.Equal(t, weights.Turns{12, 24, 36, 48, 60}, parse(`{}`).Turns)
}

func TestEachFieldIsDescribed(t *testing.T) {
	for _, optimizer := range Optimizers() {
		c := newConfig(t, optimizer, 32)
		start, err := weights.Named("reversi-edge")
		require.NoError(t, err)
		c.StartFrom("reversi-edge", start)
		var said map[string]any
		require.NoError(t, json.Unmarshal(c.Marshal(), &said))
		described := map[string]bool{}
		for _, f := range settings.Fields(c) {
			assert.NotEmpty(t, f.Meaning, f.Name)
			if f.Range != "" {
				_, err := fmt.Sscanf(f.Range, "%g to %g", new(float64), new(float64))
				assert.NoError(t, err, "the range of %s is one that is checked", f.Name)
			}
			described[f.Name] = true
		}
		for name, value := range said {
			if fields, is := value.(map[string]any); is && name != "start" {
				for field := range fields {
					assert.True(t, described[name+"."+field] || described[name+"."+field+"."+"every"], "%s.%s of %s", name, field,
						optimizer)
				}
				continue
			}
			assert.True(t, described[name], name)
		}
	}
}

func TestParseConfigErrors(t *testing.T) {
	good := tiny(1)
	for _, c := range []struct{ old, new, says string }{
		{`{`, `[`, "not readable as JSON: "},
		{`"schema": 3`, `"schema": 4`, "schema 4 is newer than this program, which reads up to 3: update the program"},
		{`"schema": 3`, `"schema": 2`, `"schema" is 2, want 3`},
		{`"opening_plies": 8`, `"opening_pleis": 8`, `unknown field "opening_pleis"; evolve config lists all fields`},
		{`"name": "ga"`, `"name": "cmaes"`, `"optimizer": cmaes has no setting "alpha"`},
		{`"name": "ga"`, `"name": "cmeas"`, "did you mean cmaes?"},
		{`"opening_plies": 8`, `"opening_plies": "8"`, `"opening_plies" is a text, want a whole number in digits`},
		{`"depth": 1`, `"depth": "1"`, `"search.depth" is a text, want a whole number in digits`},
		{`"every": 1`, `"every": []`, `"gate.every" is a list, want a whole number in digits`},
		{`"opening_plies": 8`, `"opening_plies": -8`, "opening_plies is -8: must be 0 to 40"},
		{`"optimizer": {`, `"optimizer": 5, "x": {`, `"optimizer" is a number, want an object in braces`},
	} {
		_, err := ParseConfig([]byte(strings.Replace(string(good.Marshal()), c.old, c.new, 1)), nil)
		assert.ErrorContains(t, err, c.says)
	}
}

// Reading a run.json, as status does, counts no openings. A run that begins has enough.
func TestParseConfigCountsNoOpenings(t *testing.T) {
	few := Defaults(1)
	few.Plies, few.Gate.Pairs, few.Schedule = 5, 100, []ScheduleEntry{{From: 5, Pairs: 157}}
	stored, err := ParseConfig(few.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, few.Hash(), stored.Hash())
	assert.ErrorContains(t, stored.Validate(), "openings of the gate: too few different openings")
}

func TestHash(t *testing.T) {
	c := tiny(9)
	assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256(c.Marshal())), c.Hash())
	other := tiny(10)
	assert.NotEqual(t, c.Hash(), other.Hash())
}

func FuzzParseConfig(f *testing.F) {
	for _, name := range Optimizers() {
		config := tiny(1)
		if err := config.SetOptimizer(name); err != nil {
			f.Fatal(err)
		}
		f.Add(config.Marshal())
		f.Add([]byte(`{"population": 32, "optimizer": {"name": "` + name + `"}, "opponents": ["table"]}`))
	}
	for _, text := range []string{`null`, `{"optimizer": null}`, `{"optimizer": {"name": ""}, "Optimizer": {}}`,
		`{"turns": null, "gate": null}`, `{"opponents": []}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseConfig(data, nil)
		if err != nil {
			return
		}
		again, err := ParseConfig(c.Marshal(), nil)
		require.NoError(t, err)
		assert.Equal(t, string(c.Marshal()), string(again.Marshal()), "an empty list is the same as none")
		_, err = InitialState(&c)
		assert.NoError(t, err)
	})
}
