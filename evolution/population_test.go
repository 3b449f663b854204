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

// Without a start a population is drawn anywhere in the range of its genes.
func TestAPopulationFromNothing(t *testing.T) {
	for _, model := range []string{"generational", "islands", "mgg", "differential"} {
		c := oneGene(t, model, 40)
		first := population(begun(t, c))
		require.Len(t, first, 40)
		different := map[int]bool{}
		for i, individual := range first {
			assert.Equal(t, fmt.Sprintf("0.%d", i), individual.ID)
			assert.Zero(t, individual.Result, "no games yet")
			different[gene(individual.Genome)] = true
		}
		assert.Greater(t, len(different), 30)
		assert.Equal(t, first, population(begun(t, c)), "the same seed draws the same")
	}
}

// With a start it is the first genome, and the others are mutants of it in all genes, by about a tenth of
// their bounds.
func TestAPopulationFromAStart(t *testing.T) {
	start, err := weights.Named("seed-switch")
	require.NoError(t, err)
	for _, model := range []string{"generational", "islands", "mgg", "differential"} {
		c := of(t, model, 100)
		c.StartFrom("seed-switch", start)
		encoding, err := c.encoding()
		require.NoError(t, err)
		origin, err := c.Start.genome(encoding)
		require.NoError(t, err)
		first := population(begun(t, c))
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
		assert.InDelta(t, NearSigma, math.Sqrt(squares/float64(99*encoding.Genes())), 0.01)
	}
}

// Elders have the names, genes and results that the state kept.
func TestElders(t *testing.T) {
	c := oneGene(t, "generational", 3)
	state := ranked(4, 30, 20, 10)
	s := stepAfter(t, c, state)
	parents := s.parents()
	assert.Equal(t, population(state), individuals(parents))
	parents[0].genome.Mutate(rand.New(rand.NewSource(1)))
	assert.Equal(t, 30, gene(population(state)[0].Genome), "parents may vary, the state stays")
}

func TestTheBetterHalfIsTheLarger(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 5: 3} {
		members := make([]member, n)
		for i := range members {
			members[i].result = fitness.Pentanomial{i}
		}
		assert.Equal(t, members[:want], betterHalf(members))
	}
}
