package evolution

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

// Of four children two have a better rank than both parents. An elite has no parents.
func TestHeredity(t *testing.T) {
	members := Population{
		{ID: "elite"},
		{parentRanks: []float64{0, 0.5}},
		{parentRanks: []float64{0.6, 1}},
		{parentRanks: []float64{0.9, 0.8}},
		{parentRanks: []float64{0.1, 0.2}},
	}
	got := heredity(members, relativeRanks(5, 1, oneGroup))
	assert.Equal(t, &Heredity{Success: 0.5, Heritability: fixed(stat.Correlation([]float64{0.25, 0.5, 0.75, 1},
		[]float64{0.25, 0.8, 0.85, 0.15}, nil))}, got)
	assert.Nil(t, heredity(members[:1], []float64{0}), "without parents")
}

func TestRelativeRanks(t *testing.T) {
	groups := []int{0, 1, 1, 0, 1, 0}
	assert.Equal(t, []float64{0, 0, 0.5, 0.5, 1, 1}, relativeRanks(6, 2, func(i int) int { return groups[i] }))
	assert.Equal(t, []float64{0, 0.25, 0.5, 0.75, 1}, relativeRanks(5, 1, oneGroup))
	assert.Equal(t, []float64{0}, relativeRanks(1, 1, oneGroup))
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
	assert.Zero(t, correlation([]float64{1, 1}, []float64{0, 1}), "a constant series")
}

// Ranks of children correlate with those of parents if the larger weight wins, but not if results are random.
func TestHeritabilityIsZeroForRandomResults(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-islands", "ga-library"} {
		c := oneGene(t, optimizer, 200)
		state, first := next(t, c, initialState(t, c), heavierWins())
		if optimizer == "ga" || optimizer == "ga-islands" {
			require.Nil(t, first.Row.Heredity, "generation 1 is the initial population")
		} else {
			require.NotNil(t, first.Row.Heredity)
		}
		_, skill := next(t, c, state, heavierWins())
		_, luck := next(t, c, state, pseudoRandom())
		if optimizer != "ga-library" { // it has two children in a generation
			assert.Greater(t, skill.Row.Heredity.Heritability, 0.3, optimizer)
		}
		assert.InDelta(t, 0, luck.Row.Heredity.Heritability, 0.25, optimizer)
	}
	c := oneGene(t, "cmaes", 20)
	_, outcome := next(t, c, initialState(t, c), heavierWins())
	assert.Nil(t, outcome.Row.Heredity)
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
		case "ga", "ga-islands":
			assert.Equal(t, 1.0, h.Age, "%s: parents are of the generation before", optimizer)
		default:
			assert.Greater(t, h.Age, 0.9, optimizer)
			assert.Less(t, h.Age, 3.1, optimizer)
		}
	}
}
