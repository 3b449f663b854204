package cmaes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/portable"
)

// minimize runs a number of generations to minimize a function.
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

func TestFindsMinimum(t *testing.T) {
	for name, f := range map[string]func([]float64) float64{
		"sphere": func(x []float64) (sum float64) {
			for _, v := range x {
				sum += v * v
			}
			return sum
		},
		// The axes have scales from 1 to 1000, which the separable form can learn.
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

// With many candidates it comes near the minimum even if noise dominates the ranking.
func TestNoisyRanking(t *testing.T) {
	noise := rand.New(rand.NewSource(2))
	sphere := func(x []float64) (sum float64) {
		for _, v := range x {
			sum += v * v
		}
		return sum
	}
	s := New(start(20, 1), 0.3)
	minimize(s, rand.New(rand.NewSource(1)), 100, 150,
		func(x []float64) float64 { return sphere(x) + 5*noise.NormFloat64() })
	assert.Less(t, sphere(s.Mean), 0.15*20, "the initial value is 20")
	assert.Less(t, sphere(s.Average), sphere(s.Mean), "the average has less of the noise")
}

// A state that is stored and read after each generation gives the same results as one in memory.
func TestStoredStateContinuesIdentically(t *testing.T) {
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

// The numbers must be the same on all processors, to the last bit.
func TestStateIsTheSameOnAllProcessors(t *testing.T) {
	s := New(start(3, 1), 0.5)
	minimize(s, rand.New(rand.NewSource(1)), 10, 60, func(x []float64) float64 {
		return float64(x[0]*x[0]) + float64(9*x[1]*x[1]) + float64(81*x[2]*x[2])
	})
	assert.Equal(t, &State{
		Mean:      []float64{6.738877414251733e-07, -5.46981054185758e-06, -7.257229488615533e-07},
		Average:   []float64{0.0029870439970315172, 3.420815936971137e-05, -6.630241124394309e-05},
		Sigma:     1.4098443790521047e-05,
		Variances: []float64{2.502246487919812, 0.4527551002955342, 0.04499841178465406},
		StepPath:  []float64{-0.023862561388247883, 0.35523806343354375, -0.23559809242202506},
		ShapePath: []float64{-0.0012933434224788197, 0.33752699238224815, -0.04748649724480968},
		Steps:     60,
	}, s)
}

func TestCloneIsIndependent(t *testing.T) {
	s := New(start(3, 1), 0.5)
	c := s.Clone()
	minimize(s, rand.New(rand.NewSource(1)), 8, 3, func(x []float64) float64 { return x[0] })
	assert.Equal(t, New(start(3, 1), 0.5), c)
}

func TestValidate(t *testing.T) {
	assert.NoError(t, New(start(3, 0), 0.5).Validate(3))
	assert.ErrorContains(t, New(start(3, 0), 0.5).Validate(4), "mean has 3 numbers: must have 4, one for each variable")
	for _, wrong := range []float64{0, -1, math.NaN()} {
		assert.ErrorContains(t, New(start(3, 0), wrong).Validate(3), fmt.Sprintf("sigma is %g: must be above 0", wrong))
		s := New(start(3, 0), 0.5)
		s.Variances[1] = wrong
		assert.ErrorContains(t, s.Validate(3), fmt.Sprintf("variance 2 is %g: must be above 0", wrong))
	}
}

// A candidate is the mean plus, for each variable, a normal random number times Sigma and the square root of its
// variance.
func TestAskDrawsFromTheDistribution(t *testing.T) {
	s := New([]float64{3, -1, 0}, 2)
	s.Variances = []float64{0.25, 1, 1.75}
	rng, same := rand.New(rand.NewSource(1)), rand.New(rand.NewSource(1))
	const draws = 20000
	sums, squares := make([]float64, 3), make([]float64, 3)
	for range draws {
		for i, x := range s.Ask(rng) {
			deviation := 2 * math.Sqrt(s.Variances[i])
			assert.InDelta(t, s.Mean[i]+deviation*portable.Normal(same), x, 1e-12)
			sums[i] += (x - s.Mean[i]) / deviation
			squares[i] += math.Pow((x-s.Mean[i])/deviation, 2)
		}
	}
	for i := range sums {
		assert.InDelta(t, 0, sums[i]/draws, 4/math.Sqrt(draws))
		assert.InDelta(t, 1, squares[i]/draws, 4*math.Sqrt(2.0/draws))
	}
}

// Genes are whole numbers, so all candidates of a narrow distribution may have the same value of a variable. The
// variance floor lets such a variable move again when Sigma grows.
func TestVarianceFloor(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	s := New(start(2, 0), 1)
	for range 1000 {
		var ranked [][]float64
		for range 8 {
			ranked = append(ranked, []float64{0, s.Ask(rng)[1]})
		}
		s.Tell(ranked)
	}
	require.NoError(t, s.Validate(2))
	assert.InDelta(t, 2, s.Variances[1], 1e-6, "their mean is 1")
	assert.Greater(t, s.Variances[0], 1e-11)
	assert.Less(t, s.Variances[0], 1e-9)
}

func TestRecombinationWeights(t *testing.T) {
	weights, muEff := recombination(10)
	require.Len(t, weights, 5)
	sum := 0.0
	for i, w := range weights {
		sum += w
		if i > 0 {
			assert.Less(t, w, weights[i-1])
		}
	}
	assert.InDelta(t, 1, sum, 1e-12)
	assert.InDelta(t, 3.17, muEff, 0.01) // the tutorial's example for ten
}

// Half of the candidates have weight, rounded down.
func TestNumberOfRecombinationWeights(t *testing.T) {
	for candidates, half := range map[int]int{2: 1, 3: 1, 4: 2, 7: 3, 8: 4, 256: 128} {
		weights, muEff := recombination(candidates)
		assert.Len(t, weights, half)
		assert.LessOrEqual(t, muEff, float64(half)+1e-12)
	}
}

// A scaled distribution gives scaled candidates, so their ratios do not change.
func TestRescale(t *testing.T) {
	s := New([]float64{3, -5, 1, 1}, 0.5)
	s.Average[0] = 2
	before := s.Clone()
	s.Rescale(0.5)
	assert.Equal(t, []float64{1.5, -2.5, 0.5, 0.5}, s.Mean)
	assert.Equal(t, 1.0, s.Average[0])
	x, y := before.Ask(rand.New(rand.NewSource(1))), s.Ask(rand.New(rand.NewSource(1)))
	for i := range x {
		assert.InDelta(t, x[i]/2, y[i], 1e-12)
	}
}

// Variables that are rounded to whole numbers keep varying, even if all results are ties for long.
func TestWiden(t *testing.T) {
	s := New([]float64{0, 0}, 0.1)
	s.Widen([]float64{0.05, 0.4})
	deviation := func(i int) float64 { return s.Sigma * math.Sqrt(s.Variances[i]) }
	assert.InDelta(t, 0.1, deviation(0), 1e-12, "wide enough")
	assert.InDelta(t, 0.4, deviation(1), 1e-12)
	assert.InDelta(t, 2, s.Variances[0]+s.Variances[1], 1e-12, "their mean is 1")
	before := s.Clone()
	s.Widen([]float64{0.1, 0.39})
	assert.Equal(t, before, s)

	rng := rand.New(rand.NewSource(1))
	for range 200 {
		ranked := make([][]float64, 8)
		for k := range ranked {
			ranked[k] = s.Ask(rng)
			for i := range ranked[k] {
				ranked[k][i] = math.Round(ranked[k][i])
			}
		}
		s.Tell(ranked)
		s.Widen([]float64{0.4, 0.4})
		require.NoError(t, s.Validate(2))
	}
	assert.GreaterOrEqual(t, deviation(0), 0.4-1e-12)
	assert.GreaterOrEqual(t, deviation(1), 0.4-1e-12)
}

// Move goes the given share of the way that Tell goes, later half of it, and changes neither the step size nor the
// variances.
func TestMove(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	s := New(start(5, 1), 0.5)
	var ranked [][]float64
	for range 6 {
		ranked = append(ranked, s.Ask(rng))
	}
	whole, part := s.Clone(), s.Clone()
	whole.Tell(ranked)
	part.Move(ranked, 0.25)
	for i, x := range part.Mean {
		assert.InDelta(t, 1+0.25*(whole.Mean[i]-1), x, 1e-12)
	}
	assert.Equal(t, part.Mean, part.Average, "the first average is the first mean")
	assert.Equal(t, 1, part.Steps)
	assert.Equal(t, s.Sigma, part.Sigma)
	assert.Equal(t, s.Variances, part.Variances)

	later := s.Clone()
	later.Steps = 3 * slowing
	later.Move(ranked, 0.25)
	for i, x := range later.Mean {
		assert.InDelta(t, 1+0.125*(whole.Mean[i]-1), x, 1e-12)
	}
}
