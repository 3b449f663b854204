package evolution

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/weights"
)

// modelJSON returns the JSON of a state's optimizer.
func modelJSON(t *testing.T, s *State) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(s.Optimizer)
	require.NoError(t, err)
	return data
}

func TestRestoreRoundTrip(t *testing.T) {
	for _, optimizer := range Optimizers() {
		c := oneGene(t, optimizer, 32)
		state := initialState(t, c)
		for generation := range 4 {
			again, err := Restore(c, generation, modelJSON(t, state), state.Champions)
			require.NoError(t, err)
			assert.Equal(t, state, again, "%s, generation %d", optimizer, generation)
			state, _ = next(t, c, state, heavierWins())
		}
	}
}

// Restore rejects champions that cannot belong to the run.
func TestRestoreErrors(t *testing.T) {
	c := oneGene(t, "ga", 6)
	reference := make([]ReferenceScore, len(c.Reference.Opponents))
	promoted := func(generations ...int) (champions []Champion) {
		for _, g := range generations {
			champions = append(champions, Champion{Generation: g, ID: fmt.Sprintf("%d.mean", g), Phases: edgeWeights(g),
				Reference: reference})
		}
		return champions
	}
	ofPhases, ofReference := promoted(1, 3), promoted(1, 3)
	ofPhases[1].Phases = edgeWeights(9999)
	ofReference[1].Reference = reference[1:]
	for _, r := range []struct {
		generation int
		champions  []Champion
		says       string
	}{
		{0, nil, ""},
		{1, promoted(1), ""},
		{9, promoted(1), ""},
		{9, promoted(1, 2, 5, 9), ""},
		{-1, nil, "no champion after -1 generations"},
		{-1, promoted(1), "no champion after -1 generations"},
		{1, nil, "no champion after 1 generations"},
		{0, promoted(1), "champion 1.mean: promoted in generation 1: generations must rise from 1 to at most 0"},
		{9, promoted(2), "champion 2.mean: promoted in generation 2: generations must rise from 1 to at most 9"},
		{9, promoted(1, 10), "champion 10.mean: promoted in generation 10: generations must rise from 1 to at most 9"},
		{9, promoted(1, 5, 5), "champion 5.mean: promoted in generation 5: generations must rise from 1 to at most 9"},
		{9, promoted(1, 5, 4), "champion 4.mean: promoted in generation 4: generations must rise from 1 to at most 9"},
		{9, ofPhases, "champion 3.mean: phase 1: edge.w is 9999, outside -2000 to 2000"},
		{9, ofReference, "champion 3.mean: 2 results for 3 reference opponents"},
	} {
		state, err := Restore(c, r.generation, modelJSON(t, initialState(t, c)), r.champions)
		if r.says != "" {
			assert.EqualError(t, err, r.says)
			assert.Nil(t, state)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, r.generation, state.Generation)
		assert.Equal(t, r.champions, state.Champions)
	}
}

// Restore rejects the state of another optimizer and invalid JSON.
func TestRestoreOptimizerErrors(t *testing.T) {
	population := func(size, value int) string {
		individuals := make([]any, size)
		for i := range individuals {
			individuals[i] = map[string]any{"id": fmt.Sprintf("3.%d", i), "genes": []int{value},
				"result": fitness.Pentanomial{}}
		}
		data, err := json.Marshal(individuals)
		require.NoError(t, err)
		return string(data)
	}
	distribution := `{"mean":[0],"average":[0],"sigma":1,"variances":[1],"step_path":[0],"shape_path":[0],"steps":0}`
	for _, r := range []struct{ optimizer, state, says string }{
		{"ga", population(6, 1), ""},
		{"ga", population(5, 1), "5 genomes, but population in run.json is 6"},
		{"ga", population(7, 1), "7 genomes, but population in run.json is 6"},
		{"ga", population(6, 2001), "genome 3.0: phase 1: edge.w is 2001, outside -2000 to 2000"},
		{"ga", `[{"id":"3.0","genes":[1,2]},{},{},{},{},{}]`, "genome 3.0: 2 genes: must be 1"},
		{"ga", `{"genomes":[]}`, "the document is an object, want a list in brackets"},
		{"ga", `[{"id":"0.0","age":3}]`, `unknown field "age"`},
		{"ga", `[`, "unexpected EOF"},
		{"cmaes", distribution, ""},
		{"cmaes", `{"mean":[0,1]}`, "distribution: mean has 2 numbers: must have 1, one for each variable"},
		{"cmaes", `{"centre":[0]}`, `distribution: unknown field "centre"`},
		{"cmaes", population(6, 1), "distribution: the document is a list, want an object in braces"},
	} {
		_, err := Restore(oneGene(t, r.optimizer, 6), 0, json.RawMessage(r.state), nil)
		if r.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, r.says)
		}
	}
}

// A configuration without genes has no state. The encoding does not change after the state is made.
func TestStateNeedsGenes(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	state := initialState(t, c)
	c.Scorers = nil
	_, err := InitialState(c)
	assert.ErrorContains(t, err, "no scorers")
	_, err = Restore(c, 0, nil, nil)
	assert.ErrorContains(t, err, "no scorers")
	after, _, err := Next(t.Context(), c, state, heavierWins())
	require.NoError(t, err)
	assert.Same(t, state.encoding, after.encoding, "the encoding is that of the initial state")
}

func TestChampionAt(t *testing.T) {
	none := &State{}
	assert.Nil(t, none.CurrentChampion())
	assert.Nil(t, none.ChampionAt(5))

	state := &State{Generation: 9, Champions: []Champion{{Generation: 1}, {Generation: 4}, {Generation: 7}}}
	assert.Same(t, &state.Champions[2], state.CurrentChampion())
	assert.Nil(t, state.ChampionAt(0))
	for generation, champion := range map[int]int{1: 1, 2: 1, 3: 1, 4: 4, 6: 4, 7: 7, 9: 7} {
		assert.Equal(t, champion, state.ChampionAt(generation).Generation, "after generation %d", generation)
	}
}

func TestSwitchOfAChampion(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	frozen := c.Switch(&Champion{Generation: 5, ID: "5.mean", Phases: edgeWeights(7), Gate: fitness.Pentanomial{1}})
	assert.Equal(t, &weights.Switch{
		Schema: weights.Schema,
		Name:   "seed 1, generation 5",
		Turns:  weights.Turns{60},
		Phases: edgeWeights(7),
		Search: &c.Search,
		Origin: &weights.Origin{Seed: 1, Run: c.Hash(), Generation: 5},
	}, frozen)
	require.NoError(t, frozen.Validate())
	frozen.Search.Depth = 9
	assert.Equal(t, 1, c.Search.Depth, "the settings of the run do not change")
}
