package cmaes

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// constants are the constants of the tutorial's table 1, with their names there.
type constants struct {
	w                     []float64
	muEff, cSigma, dSigma float64
	cC, c1, cMu           float64
}

// constantsOf returns the constants for n variables and λ candidates. faster multiplies the learning rates of the
// covariance matrix: it is 1 in the tutorial and (n + 2) / 3 in Ros and Hansen's separable form. (Later editions of the
// tutorial add ¼ to the numerator of cMu.)
func constantsOf(n, lambda, faster float64) (k constants) {
	sum, squares := 0.0, 0.0
	for i := 1.0; i <= math.Floor(lambda/2); i++ {
		k.w = append(k.w, math.Log((lambda+1)/2)-math.Log(i))
		sum += k.w[len(k.w)-1]
	}
	for i := range k.w {
		k.w[i] /= sum
		squares += k.w[i] * k.w[i]
	}
	k.muEff = 1 / squares
	k.cSigma = (k.muEff + 2) / (n + k.muEff + 5)
	k.dSigma = 1 + 2*math.Max(0, math.Sqrt((k.muEff-1)/(n+1))-1) + k.cSigma
	k.cC = (4 + k.muEff/n) / (n + 4 + 2*k.muEff/n)
	k.c1 = faster * 2 / (math.Pow(n+1.3, 2) + k.muEff)
	k.cMu = math.Min(1-k.c1, faster*2*(k.muEff-2+1/k.muEff)/(math.Pow(n+2, 2)+k.muEff))
	return k
}

// The values are those of other implementations of the tutorial for ten variables.
func TestTextbookConstants(t *testing.T) {
	k := constantsOf(10, 10, 1)
	assert.InDeltaSlice(t, []float64{0.4563, 0.2708, 0.1622, 0.0852, 0.0255}, k.w, 0.00005)
	assert.InDelta(t, 3.167, k.muEff, 0.0005)
	assert.InDelta(t, 0.2844, k.cSigma, 0.00005)
	assert.InDelta(t, 1.2844, k.dSigma, 0.00005)
	assert.InDelta(t, 0.2950, k.cC, 0.00005)
	assert.InDelta(t, 0.01528, k.c1, 0.000005)
	assert.InDelta(t, 0.02015, k.cMu, 0.000005)
}

// A textbook is the distribution of the tutorial, but c is only the diagonal of its matrix. Unlike State, it does not
// normalize c.
type textbook struct {
	m, pSigma, pC, c []float64
	sigma            float64
	g                int
}

// tell is figure 6 of the tutorial with simple loops. It reports whether the path pC moves, which is hσ.
func (b *textbook) tell(x [][]float64) (moves bool) {
	n := float64(len(b.m))
	k := constantsOf(n, float64(len(x)), (n+2)/3)
	old := slices.Clone(b.m)
	y := make([]float64, len(old)) // movement of the mean
	for j := range y {
		b.m[j] = 0
		for i, w := range k.w {
			b.m[j] += w * x[i][j]
		}
		y[j] = (b.m[j] - old[j]) / b.sigma
	}
	b.g++

	length := 0.0
	for j := range y {
		b.pSigma[j] = (1-k.cSigma)*b.pSigma[j] + math.Sqrt(k.cSigma*(2-k.cSigma)*k.muEff)/math.Sqrt(b.c[j])*y[j]
		length += b.pSigma[j] * b.pSigma[j]
	}
	length = math.Sqrt(length)
	normal := math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
	h := 0.0
	if length/math.Sqrt(1-math.Pow(1-k.cSigma, float64(2*b.g))) < (1.4+2/(n+1))*normal {
		h = 1
	}

	for j := range y {
		b.pC[j] = (1-k.cC)*b.pC[j] + h*math.Sqrt(k.cC*(2-k.cC)*k.muEff)*y[j]
		rankMu := 0.0
		for i, w := range k.w {
			rankMu += w * math.Pow((x[i][j]-old[j])/b.sigma, 2)
		}
		rankOne := b.pC[j] * b.pC[j]
		lost := (1 - h) * k.cC * (2 - k.cC) // correction if the path does not move
		b.c[j] = (1+k.c1*lost-k.c1-k.cMu)*b.c[j] + k.c1*rankOne + k.cMu*rankMu
	}
	b.sigma *= math.Exp(k.cSigma / k.dSigma * (length/normal - 1))
	return h == 1
}

func newTextbook(n int, mean, sigma float64) *textbook {
	return &textbook{m: start(n, mean), pSigma: start(n, 0), pC: start(n, 0), c: start(n, 1), sigma: sigma}
}

// requireSame compares all numbers. Sigma and the variances may differ by a factor, because State normalizes the
// variances. So it compares the standard deviations, sigma √c, and the path pC in units of the variables.
func (b *textbook) requireSame(t *testing.T, s *State) {
	same := func(want, got float64, what string) {
		require.InDelta(t, want, got, 1e-9*(1+math.Abs(want)), "%s after %d steps in %d variables", what, b.g, len(b.m))
	}
	mean := 0.0
	for j := range b.m {
		same(b.m[j], s.Mean[j], "mean")
		same(b.pSigma[j], s.StepPath[j], "step path")
		same(b.sigma*b.pC[j], s.Sigma*s.ShapePath[j], "shape path")
		same(b.sigma*math.Sqrt(b.c[j]), s.Sigma*math.Sqrt(s.Variances[j]), "deviation")
		mean += s.Variances[j] / float64(len(b.m))
	}
	same(1, mean, "mean variance")
	require.Equal(t, b.g, s.Steps)
}

// The ranking is random, but all candidates are shifted in one direction from the mean. In iterations with a large
// shift the path pC does not move.
func TestTellMatchesTheTextbook(t *testing.T) {
	var moved, waited int
	for _, size := range []struct{ variables, candidates int }{
		{1, 4}, {2, 2}, {3, 7}, {5, 64}, {10, 10}, {20, 400}, {80, 16}, {80, 256},
	} {
		rng := rand.New(rand.NewSource(int64(size.candidates)))
		k := constantsOf(float64(size.variables), float64(size.candidates), 1)
		for range 10 {
			s, b := New(start(size.variables, 1), 0.3), newTextbook(size.variables, 1, 0.3)
			ahead := 3 * rng.Float64() / math.Sqrt(k.muEff)
			for range 10 {
				ranked := make([][]float64, size.candidates)
				for i := range ranked {
					ranked[i] = s.Ask(rng)
					for j := range ranked[i] {
						ranked[i][j] += ahead * s.Sigma * math.Sqrt(s.Variances[j])
					}
				}
				s.Tell(ranked)
				if b.tell(ranked) {
					moved++
				} else {
					waited++
				}
				b.requireSame(t, s)
			}
		}
	}
	assert.Greater(t, moved, 100)
	assert.Greater(t, waited, 100)
	k := constantsOf(20, 400, 22.0/3)
	assert.Equal(t, 1-k.c1, k.cMu, "one of the sizes has so many candidates that cMu has its maximum")
}

// In the average the mean after step k has the weight k (k + 1) (k + 2). So the last quarter of the steps has two
// thirds of the weight, and the initial mean has none.
func TestAverageWeights(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	s := New(start(3, 100), 0.3)
	sums, shares := start(3, 0), 0.0
	for step := range 40 {
		minimize(s, rng, 8, 1, func(x []float64) float64 { return x[0] - x[1] })
		k := float64(step + 1)
		share := k * (k + 1) * (k + 2)
		shares += share
		for i := range sums {
			sums[i] += share * s.Mean[i]
			assert.InEpsilon(t, sums[i]/shares, s.Average[i], 1e-12)
		}
	}
}
