package evolution

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/weights"
)

// Without a start the initial population is random over the whole range of the genes.
func TestRandomInitialPopulation(t *testing.T) {
	for _, optimizer := range []string{"ga", "ga-islands", "ga-library"} {
		c := oneGene(t, optimizer, 40)
		first := population(initialState(t, c))
		require.Len(t, first, 40)
		different := map[int]bool{}
		for i, individual := range first {
			assert.Equal(t, fmt.Sprintf("0.%d", i), individual.ID)
			assert.Zero(t, individual.Result, "no games yet")
			different[edgeGene(individual.Genome)] = true
		}
		assert.Greater(t, len(different), 30)
		assert.Equal(t, first, population(initialState(t, c)), "the same seed gives the same population")
	}
}

// With a start the first genome is the start. The others are mutants of it: all genes change by about a tenth of their
// bounds.
func TestInitialPopulationFromStart(t *testing.T) {
	start, err := weights.Named("reversi-switch")
	require.NoError(t, err)
	for _, optimizer := range []string{"ga", "ga-islands", "ga-library"} {
		c := newConfig(t, optimizer, 100)
		c.StartFrom("reversi-switch", start)
		encoding, err := c.encoding()
		require.NoError(t, err)
		origin, err := c.Start.genome(encoding)
		require.NoError(t, err)
		first := population(initialState(t, c))
		require.Len(t, first, 100)
		assert.True(t, origin.Equal(first[0].Genome))
		squares, genes := 0.0, origin.Vector()
		for i, individual := range first {
			assert.Equal(t, fmt.Sprintf("0.%d", i), individual.ID)
			assert.Equal(t, i == 0, origin.Equal(individual.Genome))
			for k, value := range individual.Genome.Vector() {
				squares += (value - genes[k]) * (value - genes[k])
			}
		}
		assert.InDelta(t, StartSigma, math.Sqrt(squares/float64(99*encoding.Genes())), 0.01)
	}
}

// Parents have the ids, genes and results of the population in the state.
func TestParentsAreCopiesOfThePopulation(t *testing.T) {
	c := oneGene(t, "ga", 3)
	state := ranked(4, 30, 20, 10)
	s := stepAfter(t, c, state)
	parents := s.parents()
	assert.Equal(t, population(state), settled(parents))
	parents[0].Genome.Mutate(rand.New(rand.NewSource(1)))
	assert.Equal(t, 30, edgeGene(population(state)[0].Genome), "changes of parents do not change the state")
}

func TestBetterHalfRoundsUp(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 5: 3} {
		members := make(Population, n)
		for i := range members {
			members[i].Result = fitness.Pentanomial{i}
		}
		assert.Equal(t, members[:want], betterHalf(members))
	}
}
