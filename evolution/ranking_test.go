package evolution

import (
	"math"
	"math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The numbers of a whole generation, as the comment of ranking has them. They count what Apply returns.
func TestRankingOfAGeneration(t *testing.T) {
	const population, generations = 64, 500
	individuals := make(eaopt.Individuals, population)
	encoding, err := oneGene(t, "ga", 4).encoding()
	require.NoError(t, err)
	for i := range individuals {
		individuals[i].Genome = encoding.Start()
	}
	weights := logRanks(population / 2)
	mean, worst, far := make([]float64, len(weights)), 0.0, 0
	for seed := range int64(generations) {
		r, rng := &ranking{parents: len(weights)}, rand.New(rand.NewSource(seed))
		drawn := make([]float64, len(weights))
		for range population / 2 {
			_, couple, err := r.Apply(2, individuals, rng)
			require.NoError(t, err)
			drawn[couple[0]]++
			drawn[couple[1]]++
		}
		for parent, n := range drawn {
			mean[parent] += n / generations
			difference := math.Abs(n - weights[parent]*population)
			if worst = max(worst, difference); difference >= 1 {
				far++
			}
		}
	}
	for parent, n := range mean {
		assert.InDelta(t, weights[parent]*population, n, 0.3)
	}
	assert.InDelta(t, 7.2, mean[0], 0.05)
	assert.InDelta(t, 7.5, weights[0]*population, 0.05)
	assert.InDelta(t, 0.03, float64(far)/float64(generations*len(weights)), 0.005)
	assert.Less(t, worst, 4.0)
}

// Each parent is in each filling of the queue according to its rank weight, with a difference of less than one.
func TestRankingFrequencies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		population := rapid.IntRange(2, 200).Draw(t, "population")
		parents := rapid.IntRange(1, population).Draw(t, "parents")
		r := &ranking{parents: parents}
		rng := rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed")))
		drawn := make([]float64, parents)
		drawn[r.next(population, rng)]++
		for range len(r.queue) {
			drawn[r.next(population, rng)]++
		}
		for parent, w := range logRanks(parents) {
			if got, want := drawn[parent], w*float64(population); got <= want-1 || got >= want+1 {
				t.Fatalf("parent %d drawn %g times instead of %g", parent, got, want)
			}
		}
	})
	assert.Equal(t, []float64{1}, logRanks(1))
	assert.InDeltaSlice(t, []float64{0.804, 0.196}, logRanks(2), 0.001)
}

// A second parent that is the first one is drawn up to five times more, and then taken.
func TestRankingTriesToDrawDifferentParents(t *testing.T) {
	population := make(eaopt.Individuals, 20)
	encoding, err := oneGene(t, "ga", 4).encoding()
	require.NoError(t, err)
	for i := range population {
		population[i].Genome = encoding.Start()
	}
	only := &ranking{parents: 1}
	_, drawn, err := only.Apply(2, population, rand.New(rand.NewSource(1)))
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, drawn)
	assert.Len(t, only.queue, 20-7, "one and six draws")

	all := &ranking{parents: 20}
	for seed := range int64(20) {
		_, drawn, err = all.Apply(2, population, rand.New(rand.NewSource(seed)))
		require.NoError(t, err)
		assert.NotEqual(t, drawn[0], drawn[1])
	}
}

func TestRankingNeedsParents(t *testing.T) {
	assert.EqualError(t, (&ranking{}).Validate(), "0 parents: must be 1 or more")
	assert.NoError(t, (&ranking{parents: 1}).Validate())
}
