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

func TestStrategyRefuses(t *testing.T) {
	for _, c := range []struct {
		sigma      float64
		population int
		says       string
	}{
		{1e-9, 4, ""},
		{1, 4, ""},
		{0, 4, "model.sigma is 0: must be above 0"},
		{1.1, 4, "model.sigma is 1.1: must be 0 to 1"},
		{-1, 4, "model.sigma is -1: must be 0 to 1"},
		{math.NaN(), 4, "model.sigma is NaN: must be 0 to 1"},
		{0.5, 3, "population is 3: must be 4 or more"},
	} {
		config := of(t, "cmaes", c.population)
		config.Model.(*Strategy).CMAES.Sigma = c.sigma
		if err := config.Validate(); c.says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, c.says)
		}
	}
}

// The first distribution lies around nothing, or around the start.
func TestTheFirstDistribution(t *testing.T) {
	c := of(t, "cmaes", 8)
	encoding, err := c.encoding()
	require.NoError(t, err)
	assert.Equal(t, cmaes.New(make([]float64, encoding.Genes()), UsualSigma), begun(t, c).Model)

	c = oneGene(t, "cmaes", 8)
	c.StartFrom("mine", &weights.Switch{Turns: weights.Turns{60}, Phases: edges(600)})
	assert.Equal(t, cmaes.New([]float64{0.3}, NearSigma), begun(t, c).Model, "600 of 2000")
}

// Members are what the distribution gives one after the other.
func TestTheStrategyAsks(t *testing.T) {
	c := oneGene(t, "cmaes", 8)
	state := begun(t, c)
	s := bred(t, c, state)
	require.Len(t, s.members, 8)
	rng := c.random("breed", 1)
	for i, m := range s.members {
		assert.Equal(t, fmt.Sprintf("1.%d", i), m.id)
		assert.Equal(t, s.encoding.FromVector(state.Model.(*cmaes.State).Ask(rng)).Vector(), m.genome.Vector())
	}
}

// It is told the members as they rank; the candidate is the average of its means. The
// state before stays as it was.
func TestTheStrategyLearns(t *testing.T) {
	c := oneGene(t, "cmaes", 5)
	s := stepAfter(t, c, begun(t, c))
	var vectors [][]float64
	for i, v := range []int{2000, 1600, 1000, 0, -1000} {
		s.members = append(s.members, s.child(i, valued(t, s, v)))
		vectors = append(vectors, []float64{float64(v) / 2000})
	}
	was := s.was.Model.(*cmaes.State)
	before, want := was.Clone(), was.Clone()
	want.Tell(vectors)
	state, candidate := c.Model.learn(s)
	assert.Equal(t, want, state)
	assert.Equal(t, before, was)
	assert.Equal(t, int(math.Round(2000*want.Average[0])), gene(candidate))
	assert.Greater(t, gene(candidate), 1000, "towards the best")
}
