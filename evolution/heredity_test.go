package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Of four offspring and an elite, two stand better than both of their parents.
func TestHeredity(t *testing.T) {
	members := []member{
		{id: "elite"},
		{parents: []float64{0, 0.5}},
		{parents: []float64{0.6, 1}},
		{parents: []float64{0.9, 0.8}},
		{parents: []float64{0.1, 0.2}},
	}
	got := heredity(members, standings(5, 1, together))
	assert.Equal(t, &Heredity{Success: 0.5, Heritability: fixed(stat.Correlation([]float64{0.25, 0.5, 0.75, 1},
		[]float64{0.25, 0.8, 0.85, 0.15}, nil))}, got)
	assert.Nil(t, heredity(members[:1], []float64{0}), "no genome has parents")
}

func TestStandings(t *testing.T) {
	groups := []int{0, 1, 1, 0, 1, 0}
	assert.Equal(t, []float64{0, 0, 0.5, 0.5, 1, 1}, standings(6, 2, func(i int) int { return groups[i] }))
	assert.Equal(t, []float64{0, 0.25, 0.5, 0.75, 1}, standings(5, 1, together))
	assert.Equal(t, []float64{0}, standings(1, 1, together))
}

func TestCorrelation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		x := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "x")
		y := rapid.SliceOfN(rapid.Float64Range(0, 1), n, n).Draw(t, "y")
		if stat.Variance(x, nil) > 1e-6 && stat.Variance(y, nil) > 1e-6 {
			assert.InDelta(t, stat.Correlation(x, y, nil), correlation(x, y), 1e-9)
		}
	})
	assert.Zero(t, correlation([]float64{1, 1}, []float64{0, 1}), "nothing varies")
}

// Where the heavier gene wins offspring take after their parents; where lots decide they do not.
func TestHeritabilityTellsSkillFromLuck(t *testing.T) {
	for _, model := range []string{"generational", "islands", "mgg", "differential"} {
		c := oneGene(t, model, 200)
		state, first := next(t, c, begun(t, c), moreOnEdges())
		if model == "generational" || model == "islands" {
			require.Nil(t, first.Row.Heredity, "those of generation 0 play before they have offspring")
		} else {
			require.NotNil(t, first.Row.Heredity)
		}
		_, skill := next(t, c, state, moreOnEdges())
		_, luck := next(t, c, state, byLot())
		if model != "differential" { // whose challengers have no gene of their targets here
			assert.Greater(t, skill.Row.Heredity.Heritability, 0.3, model)
		}
		assert.InDelta(t, 0, luck.Row.Heredity.Heritability, 0.25, model)
	}
	c := oneGene(t, "cmaes", 20)
	_, outcome := next(t, c, begun(t, c), moreOnEdges())
	assert.Nil(t, outcome.Row.Heredity)
}
