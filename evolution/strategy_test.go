package evolution

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution/cmaes"
	"evothello/weights"
)

func TestStrategyValidation(t *testing.T) {
	for _, c := range []struct {
		sigma      float64
		population int
		says       string
	}{
		{1e-9, 4, ""},
		{1, 4, ""},
		{0, 4, "optimizer.sigma is 0: must be above 0"},
		{1.1, 4, "optimizer.sigma is 1.1: must be 0 to 1"},
		{-1, 4, "optimizer.sigma is -1: must be 0 to 1"},
		{math.NaN(), 4, "optimizer.sigma is NaN: must be 0 to 1"},
		{0.5, 3, "population is 3: must be 4 or more"},
	} {
		config := newConfig(t, "cmaes", c.population)
		config.Optimizer.(*Strategy).CMAES.Sigma = c.sigma
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// The mean of the initial distribution is 0, or the start.
func TestInitialDistribution(t *testing.T) {
	c := newConfig(t, "cmaes", 8)
	encoding, err := c.encoding()
	require.NoError(t, err)
	assert.Equal(t, cmaes.New(make([]float64, encoding.Genes()), DefaultSigma), initialState(t, c).Optimizer)

	c = oneGene(t, "cmaes", 8)
	c.StartFrom("mine", &weights.Switch{Turns: weights.Turns{60}, Phases: edgeWeights(600)})
	assert.Equal(t, cmaes.New([]float64{0.3}, StartSigma), initialState(t, c).Optimizer, "600 of 2000")
	c.narrowed = 0.5
	assert.Equal(t, cmaes.New([]float64{0.3}, StartSigma/2), initialState(t, c).Optimizer, "a small restart")
}

// Members are successive samples of the distribution.
func TestStrategySamples(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	state := initialState(t, c)
	s := generated(t, c, state)
	require.Len(t, s.members, 8)
	rng := c.random(variation, 1)
	for i, m := range s.members {
		assert.Equal(t, fmt.Sprintf("1.%d", i), m.ID)
		assert.Equal(t, s.encoding.FromVector(state.Optimizer.(*cmaes.State).Ask(rng)).Vector(), m.Genome.Vector())
	}
}

// The distribution is updated with the members in order of rank. The candidate is the average of its means. The
// previous state does not change.
func TestStrategyUpdates(t *testing.T) {
	c := oneGene(t, "cmaes", 5)
	s := stepAfter(t, c, initialState(t, c))
	var vectors [][]float64
	for i, v := range []int{2000, 1600, 1000, 0, -1000} {
		s.members = append(s.members, s.child(i, newEdgeGenome(t, s, v)))
		vectors = append(vectors, []float64{float64(v) / 2000})
	}
	previous := s.previous.Optimizer.(*cmaes.State)
	before, want := previous.Clone(), previous.Clone()
	want.Tell(vectors)
	state, candidate := c.Optimizer.update(s)
	assert.Equal(t, want, state)
	assert.Equal(t, before, previous)
	assert.Equal(t, int(math.Round(2000*want.Average[0])), edgeGene(candidate))
	assert.Greater(t, edgeGene(candidate), 1000, "the average moves towards the best")
}
