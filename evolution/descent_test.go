package evolution

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Three generations by hand: an elite, a mutant that was a parent at once, and a genome of unknown birth.
func TestDescent(t *testing.T) {
	births := map[int]*Births{
		1: {nil, [][]string{{"1.0", "0.0", "0.1"}, {"1.1", "0.1", "0.1"}}},
		2: {[]string{"2.0", "2.1"}, [][]string{{"2.0", "1.0", "2.9"}, {"2.9", "1.1"}, {"2.1", "0.2", "1.0"}}},
	}
	of := func(generation int) *Births { return births[generation] }
	d := NewDescent(2, of)
	require.NotNil(t, d)
	assert.Equal(t, 2, d.Champion)
	assert.Equal(t, []Ancestors{
		{Generation: 2, Number: 2, Effective: 2, Largest: Share{"2.0", 0.5}},
		{Generation: 1, Number: 3, Effective: 1 / (0.25 + 2*0.0625), Largest: Share{"1.0", 0.5}},
		{Generation: 0, Number: 3, Effective: 1 / (0.5*0.5 + 2*0.25*0.25), Largest: Share{"0.1", 0.5}},
	}, d.Ancestors)
	assert.Equal(t, []Share{{"0.1", 0.5}, {"0.0", 0.25}, {"0.2", 0.25}}, d.Founders)
	assert.Nil(t, NewDescent(3, of), "of an optimizer without parents")
	assert.Nil(t, NewDescent(3, func(int) *Births { return &Births{} }), "without a candidate")

	delete(births, 1) // of an earlier version
	cut := NewDescent(2, of)
	assert.Equal(t, d.Ancestors[:2], cut.Ancestors)
	assert.Equal(t, []Share{{"1.0", 0.5}, {"0.2", 0.25}, {"1.1", 0.25}}, cut.Founders)
}

// Each genome from which a champion descends was there, and all parts of it come from generation 0.
func TestDescentsOfAllOptimizer(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-islands", "ga-library"} {
		c := newConfig(t, optimizer, 24)
		c.Gate.Every = 1
		if m, is := c.Optimizer.(*Library); is {
			m.Large.Every, m.Children = 3, 4
		}
		if m, is := c.Optimizer.(*GA); is {
			m.Elites = 2
		}
		births, present := map[int]*Births{}, map[int]map[string]bool{}
		state, outcome := initialState(t, c), (*Outcome)(nil)
		for range 7 {
			state, outcome = next(t, c, state, pseudoRandom())
			births[state.Generation] = outcome.Births
			present[state.Generation] = map[string]bool{}
			for _, individual := range state.Optimizer.(Population) {
				present[state.Generation][individual.ID] = true
			}
			assert.NotNil(t, outcome.Row.Selection, optimizer)
		}
		var noted []string // those of the last generation that may have offspring
		for id := range present[7] {
			is := func(b []string) bool { return b[0] == id }
			if birth(id) < 7 || slices.ContainsFunc(births[7].Born, is) {
				noted = append(noted, id)
			}
		}
		assert.GreaterOrEqual(t, len(noted), 12, optimizer)
		births[7].Candidate = noted
		d := NewDescent(7, func(g int) *Births { return births[g] })
		require.Len(t, d.Ancestors, 8)
		sum := 0.0
		for _, founder := range d.Founders {
			sum += founder.Part
			assert.Zero(t, birth(founder.ID), "%s: %s", optimizer, founder.ID)
		}
		assert.InDelta(t, 1, sum, 1e-9)
		for _, a := range d.Ancestors {
			assert.LessOrEqual(t, a.Effective, float64(a.Number)+1e-9)
			if a.Generation > 0 && a.Generation < 7 {
				assert.True(t, present[a.Generation][a.Largest.ID], "%s: %s in generation %d", optimizer, a.Largest.ID,
					a.Generation)
			}
		}
		for generation := 1; generation < 7; generation++ {
			candidate := births[generation].Candidate
			assert.Equal(t, optimizer == "ga-islands", len(candidate) == 3, "the better half of an island")
			for _, id := range candidate {
				assert.LessOrEqual(t, birth(id), generation)
			}
		}
	}
}

// Where the heavier gene wins the parents are better than the rest; age counts generations.
func TestSelection(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-islands", "ga-library", "cmaes", "cmaes-mirrored", "spsa"} {
		c := oneGene(t, optimizer, 40)
		state, first := next(t, c, initialState(t, c), heavierWins())
		require.NotNil(t, first.Row.Selection)
		if optimizer != "ga-library" { // of its 40 genomes one family is selected
			assert.Greater(t, *first.Row.Selection, 0.03, optimizer)
		}
		state, _ = next(t, c, state, heavierWins()) // its parents were drawn in generation 0
		_, third := next(t, c, state, heavierWins())
		switch h := third.Row.Heredity; optimizer {
		case "cmaes", "cmaes-mirrored", "spsa":
			assert.Nil(t, h)
			assert.Empty(t, third.Births)
		case "ga", "ga-islands":
			assert.Equal(t, 1.0, h.Age, "%s: parents are of the generation before", optimizer)
		default:
			assert.Greater(t, h.Age, 0.9, optimizer)
			assert.Less(t, h.Age, 3.1, optimizer)
		}
	}
}
