package cmaes

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// minimize runs a number of generations on a function to be made small.
func minimize(s *State, rng *rand.Rand, population, generations int, f func([]float64) float64) {
	for range generations {
		candidates := make([][]float64, population)
		values := map[*float64]float64{}
		for i := range candidates {
			candidates[i] = s.Ask(rng)
			values[&candidates[i][0]] = f(candidates[i])
		}
		slices.SortStableFunc(candidates, func(a, b []float64) int { return cmp.Compare(values[&a[0]], values[&b[0]]) })
		s.Tell(candidates)
	}
}

func start(n int, at float64) []float64 {
	mean := make([]float64, n)
	for i := range mean {
		mean[i] = at
	}
	return mean
}

func TestFindsTheMinimum(t *testing.T) {
	for name, f := range map[string]func([]float64) float64{
		"sphere": func(x []float64) (sum float64) {
			for _, v := range x {
				sum += v * v
			}
			return sum
		},
		// Axes of scales from 1 to 1000: what the separable form learns.
		"ellipsoid": func(x []float64) (sum float64) {
			for i, v := range x {
				d := v * math.Pow(1000, float64(i)/float64(len(x)-1))
				sum += d * d
			}
			return sum
		},
	} {
		s := New(start(20, 1), 0.5)
		minimize(s, rand.New(rand.NewSource(1)), 16, 600, f)
		assert.Less(t, f(s.Mean), 1e-9, name)
		require.NoError(t, s.Validate(20))
	}
}

// With the ranking mostly luck it still gets near, if there are many candidates.
func TestLearnsInNoise(t *testing.T) {
	noise := rand.New(rand.NewSource(2))
	sphere := func(x []float64) (sum float64) {
		for _, v := range x {
			sum += v * v
		}
		return sum
	}
	s := New(start(20, 1), 0.3)
	minimize(s, rand.New(rand.NewSource(1)), 100, 150, func(x []float64) float64 { return sphere(x) + 5*noise.NormFloat64() })
	assert.Less(t, sphere(s.Mean), 0.15*20, "it began at 20")
	assert.Less(t, sphere(s.Average), sphere(s.Mean), "the average has less of the noise")
}

// A state that was written and read goes on as if it had not been.
func TestStoredStatesGoOnTheSame(t *testing.T) {
	f := func(x []float64) float64 { return math.Abs(x[0]) + x[1]*x[1] }
	straight, stored := New(start(2, 3), 1), New(start(2, 3), 1)
	for generation := range 20 {
		minimize(straight, rand.New(rand.NewSource(int64(generation))), 8, 1, f)
		data, err := json.Marshal(stored)
		require.NoError(t, err)
		stored = &State{}
		require.NoError(t, json.Unmarshal(data, stored))
		minimize(stored, rand.New(rand.NewSource(int64(generation))), 8, 1, f)
	}
	assert.Equal(t, straight, stored)
}

func TestCloneIsApart(t *testing.T) {
	s := New(start(3, 1), 0.5)
	c := s.Clone()
	minimize(s, rand.New(rand.NewSource(1)), 8, 3, func(x []float64) float64 { return x[0] })
	assert.Equal(t, New(start(3, 1), 0.5), c)
}

func TestValidate(t *testing.T) {
	assert.NoError(t, New(start(3, 0), 0.5).Validate(3))
	assert.ErrorContains(t, New(start(3, 0), 0.5).Validate(4), "3 numbers for 4 variables")
	assert.ErrorContains(t, New(start(3, 0), 0).Validate(3), "sigma is not positive")
	s := New(start(3, 0), 0.5)
	s.Variances[1] = math.NaN()
	assert.ErrorContains(t, s.Validate(3), "a variance is not positive")
}

func TestRecombinationWeights(t *testing.T) {
	weights, mass := recombination(10)
	require.Len(t, weights, 5)
	sum := 0.0
	for i, w := range weights {
		sum += w
		if i > 0 {
			assert.Less(t, w, weights[i-1])
		}
	}
	assert.InDelta(t, 1, sum, 1e-12)
	assert.InDelta(t, 3.17, mass, 0.01) // the tutorial's example for ten
}
