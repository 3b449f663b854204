package evolution

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

const tuned = `{"seed": 3, "parameters": [{"name": "corner", "least": -100, "greatest": 100},
	{"name": "edge", "group": "the rest", "least": 0, "greatest": 4, "start": 1.5, "decimals": 1}]`

func TestParametersInRunJSON(t *testing.T) {
	c, err := ParseConfig([]byte(tuned+"}"), nil)
	require.NoError(t, err)
	assert.True(t, c.Tunes())
	assert.Equal(t, [4]int{6, 5, 20, 10}, [4]int{c.Population, c.Pairs, c.Gate.Pairs, c.Reference.Pairs})
	better := fitness.Pentanomial{2, 0, 9, 0, 9}
	decision, _ := c.Gate.Decide(better)
	assert.Equal(t, fitness.Accepted, decision, "%d pairs are enough", better.Pairs())
	assert.Equal(t, []string{"random", "greedy", "table"}, c.Reference.Opponents)
	assert.NotContains(t, string(c.Marshal()), "scorers")
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c, again)

	for text, says := range map[string]string{
		`, "scorers": ["edge"]`:                       "parameters replace scorers, turns, shared, limits and start",
		`, "turns": [60]`:                             "parameters replace",
		`, "optimizer": {"name": "ga", "scale": 0.4}`: "must be 0 with shared, limits, networks or parameters",
	} {
		_, err := ParseConfig([]byte(tuned+text+"}"), nil)
		assert.ErrorContains(t, err, says, text)
	}
	for text, says := range map[string]string{
		`{"parameters": []}`:                          "0 parameters: must be 1 to 1000",
		`{"parameters": [{"name": "a", "least": 4}]}`: `parameter "a": "greatest" is missing`,
	} {
		_, err := ParseConfig([]byte(text), nil)
		assert.ErrorContains(t, err, says, text)
	}
}

func TestTunedPopulation(t *testing.T) {
	for parameters, want := range map[int]int{1: 4, 2: 6, 5: 8, 10: 10, 40: 14, 1000: 24} {
		assert.Equal(t, want, tunedPopulation(parameters))
	}
}

// Without opponents of a reference the games need not be Othello, so a command plays them, and no opponents do.
func TestParametersOfAnyGame(t *testing.T) {
	for text, flag := range map[string]string{"": "--program", `, "reference": {"opponents": []}`: "--match"} {
		c, err := ParseConfig([]byte(tuned+text+"}"), nil)
		require.NoError(t, err)
		assert.Equal(t, flag == "--match", c.PlaysAnyGame())
		assert.Equal(t, flag, c.PlayerFlag()[0])
	}
	_, err := ParseConfig([]byte(tuned+`, "reference": {"opponents": []}, "opponents": ["table"]}`), nil)
	assert.ErrorContains(t, err, "opponents must be empty, because without reference.opponents a match command plays")
}

// The mean of a parameter's gene is its place in the range, from -1 to 1, and the deviation a share of half the range.
func TestGenesOfParameters(t *testing.T) {
	c, err := ParseConfig([]byte(tuned+`, "optimizer": {"name": "cmaes"}}`), nil)
	require.NoError(t, err)
	state, err := InitialState(&c)
	require.NoError(t, err)
	genes := state.Genes()
	require.Len(t, genes, 2)
	assert.InDelta(t, 0, genes[0].Mean, 1e-9, "0 in -100 to 100")
	assert.InDelta(t, -0.25, genes[1].Mean, 1e-9, "1.5 in 0 to 4")
	for _, g := range genes {
		assert.InDelta(t, c.Optimizer.(*Strategy).Sigma, g.Deviation, 1e-9)
	}
}

// Each optimizer evolves parameters, and its champions can be restored.
func TestEachOptimizerEvolvesParameters(t *testing.T) {
	for _, optimizer := range Optimizers() {
		c, err := ParseConfig([]byte(tuned+`, "population": 16, "pairs": 8, "optimizer": {"name": "`+optimizer+`"}}`), nil)
		require.NoError(t, err, optimizer)
		c.Gate.Every = 1
		state, err := InitialState(&c)
		require.NoError(t, err, optimizer)
		for range 2 {
			var outcome *Outcome
			state, outcome, err = Next(context.Background(), &c, state, pseudoRandom())
			require.NoError(t, err, optimizer)
			assert.Len(t, outcome.Row.Genes, 2, "groups")
		}
		champion := state.CurrentChampion()
		require.NotNil(t, champion)
		assert.Len(t, champion.Parameters, 2)
		assert.Nil(t, champion.Phases)
		for _, g := range state.Genes() {
			assert.InDelta(t, 0, g.Mean, 1, "%s: %s lies between its least and its greatest value", optimizer, g.Name)
		}
		state.Champions[len(state.Champions)-1].Parameters["edge"] = 4.1
		assert.ErrorContains(t, champion.encode(&c, state.encoding), "the rest: edge is 4.1, outside 0 to 4")
	}
}

// Parameters with few values still vary after many generations of ties, whatever their place in the range.
func TestParametersWithFewValuesKeepVarying(t *testing.T) {
	ties := &fakeArena{discs: func(fitness.Pair) int { return 0 }}
	for _, optimizer := range []string{"cmaes", "cmaes-mirrored", "spsa"} {
		for _, start := range []string{"0", "2", "-3", "4"} {
			c, err := ParseConfig([]byte(`{"seed": 3, "parameters": [{"name": "depth", "least": -3, "greatest": 4, "start": `+
				start+`}, {"name": "corner", "least": -100, "greatest": 100}], "population": 16, "pairs": 2,
				"optimizer": {"name": "`+optimizer+`"}}`), nil)
			require.NoError(t, err)
			state, err := InitialState(&c)
			require.NoError(t, err)
			values := map[float64]bool{}
			for generation := range 60 {
				s := newStep(&c, state, ties)
				members, err := c.Optimizer.generate(s)
				require.NoError(t, err)
				for _, m := range members {
					if generation >= 55 {
						values[c.Parameters.Values(m.Genome)["depth"]] = true
					}
				}
				state, _, err = Next(context.Background(), &c, state, ties)
				require.NoError(t, err)
			}
			assert.Greater(t, len(values), 1, "%s from %s", optimizer, start)
		}
	}
}
