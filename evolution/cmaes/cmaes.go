// Package cmaes implements the separable covariance matrix adaptation evolution strategy (sep-CMA-ES). It samples
// candidates from a normal distribution, and then changes the mean, the step size and the variances according to the
// ranking of the candidates. The state is plain data, so that it can be stored after any generation.
//
// It follows Hansen, The CMA Evolution Strategy: A Tutorial (arXiv 1604.00772), and Ros and Hansen, A Simple
// Modification in CMA-ES Achieving Linear Time and Space Complexity (2008), which uses only the diagonal of the
// covariance matrix. A few thousand noisy games per generation are not enough to estimate more than the diagonal.
//
// The same ranking gives the same bits on all processors. For this reason products inside sums are written as
// float64(…), which forbids fused multiply-add, and functions of package math that depend on the processor are replaced
// by those of package portable.
package cmaes

import (
	"fmt"
	"math"
	"math/rand"
	"slices"

	"evothello/internal/portable"
)

// A State is the distribution after a number of generations. Each slice has one number per variable.
type State struct {
	Mean      []float64 `json:"mean"`
	Average   []float64 `json:"average"`    // weighted average of the means, mainly of the last quarter of the steps
	Sigma     float64   `json:"sigma"`      // overall step size
	Variances []float64 `json:"variances"`  // of the variables, in units of Sigma²; their mean is 1
	StepPath  []float64 `json:"step_path"`  // evolution path for Sigma (p_σ in the tutorial)
	ShapePath []float64 `json:"shape_path"` // evolution path for the variances (p_c in the tutorial)
	Steps     int       `json:"steps"`      // number of calls of Tell
}

// New returns a distribution around mean with the same standard deviation sigma for all variables.
func New(mean []float64, sigma float64) *State {
	s := &State{
		Mean: slices.Clone(mean), Average: slices.Clone(mean), Sigma: sigma,
		Variances: make([]float64, len(mean)), StepPath: make([]float64, len(mean)), ShapePath: make([]float64, len(mean)),
	}
	for i := range s.Variances {
		s.Variances[i] = 1
	}
	return s
}

// Clone returns a deep copy.
func (s *State) Clone() *State {
	c := *s
	for _, v := range []*[]float64{&c.Mean, &c.Average, &c.Variances, &c.StepPath, &c.ShapePath} {
		*v = slices.Clone(*v)
	}
	return &c
}

// Validate returns an error unless the state has a number for each of n variables, and positive variances and sigma.
func (s *State) Validate(n int) error {
	names := []string{"mean", "average", "variances", "step_path", "shape_path"}
	for i, v := range [][]float64{s.Mean, s.Average, s.Variances, s.StepPath, s.ShapePath} {
		if len(v) != n {
			return fmt.Errorf("%s has %d numbers: must have %d, one for each variable", names[i], len(v), n)
		}
	}
	for i, v := range s.Variances {
		if !(v > 0) {
			return fmt.Errorf("variance %d is %g: must be above 0", i+1, v)
		}
	}
	if !(s.Sigma > 0) {
		return fmt.Errorf("sigma is %g: must be above 0", s.Sigma)
	}
	return nil
}

// Ask samples a candidate.
func (s *State) Ask(rng *rand.Rand) []float64 {
	x := make([]float64, len(s.Mean))
	for i := range x {
		x[i] = s.Mean[i] + float64(s.Sigma*math.Sqrt(s.Variances[i])*portable.Normal(rng))
	}
	return x
}

// Rescale multiplies all values of the distribution by a factor above 0. It is for variables where only the ratios
// matter: it keeps the distribution away from their bounds, where clipping would change ratios.
func (s *State) Rescale(factor float64) {
	s.Sigma *= factor
	for i := range s.Mean {
		s.Mean[i] *= factor
		s.Average[i] *= factor
	}
}

// minVariance is the variance floor, so that no variable freezes when rounding makes all candidates equal.
const minVariance = 1e-10

// Tell updates the distribution with the candidates of a generation, best first. They may differ slightly from the
// results of Ask, for example by rounding or clipping to bounds.
func (s *State) Tell(ranked [][]float64) {
	n := float64(len(s.Mean))
	weights, muEff := recombination(len(ranked))
	// The learning rates of the tutorial's table 1. Those of the variances are (n + 2) / 3 times as large, as in the
	// separable form.
	stepRate := (muEff + 2) / (n + muEff + 5)
	damping := 1 + float64(2*max(0, math.Sqrt((muEff-1)/(n+1))-1)) + stepRate
	pathRate := (4 + muEff/n) / (n + 4 + 2*muEff/n)
	faster := (n + 2) / 3
	rankOneRate := faster * 2 / (float64((n+1.3)*(n+1.3)) + muEff)
	rankMuRate := min(1-rankOneRate, faster*2*(muEff-2+1/muEff)/(float64((n+2)*(n+2))+muEff))

	s.Steps++
	old := s.Mean
	s.Mean = make([]float64, len(old))
	length := 0.0
	for i := range s.Mean {
		for k, w := range weights {
			s.Mean[i] += float64(w * ranked[k][i])
		}
		moved := (s.Mean[i] - old[i]) / s.Sigma
		s.StepPath[i] = float64((1-stepRate)*s.StepPath[i]) +
			math.Sqrt(stepRate*(2-stepRate)*muEff)*moved/math.Sqrt(s.Variances[i])
		length += float64(s.StepPath[i] * s.StepPath[i])
	}
	length = math.Sqrt(length)
	expected := math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n)) // expected length of a standard normal vector
	// If the step path is too long, the step size is about to grow, and the shape path does not move (h_σ = 0).
	pathMoves := 0.0
	if length/math.Sqrt(1-portable.Exp(2*float64(s.Steps)*portable.Log(1-stepRate))) < (1.4+2/(n+1))*expected {
		pathMoves = 1
	}
	for i := range s.Mean {
		moved := (s.Mean[i] - old[i]) / s.Sigma
		s.ShapePath[i] = float64((1-pathRate)*s.ShapePath[i]) +
			float64(pathMoves*math.Sqrt(pathRate*(2-pathRate)*muEff)*moved)
		spread := 0.0
		for k, w := range weights {
			d := (ranked[k][i] - old[i]) / s.Sigma
			spread += float64(w * d * d)
		}
		path := float64(s.ShapePath[i]*s.ShapePath[i]) + float64((1-pathMoves)*pathRate*(2-pathRate)*s.Variances[i])
		s.Variances[i] = max(minVariance, float64((1-rankOneRate-rankMuRate)*s.Variances[i])+
			float64(rankOneRate*path)+float64(rankMuRate*spread))
	}
	s.Sigma *= portable.Exp(stepRate / damping * (length/expected - 1))
	s.normalize()
	s.average()
}

// slowing is the number of steps after which the share of Move has fallen to the root of a half.
const slowing = 75

// Move moves the mean by a share of the step that Tell would take, and updates the average. Everything else stays.
// Large differences between candidates show in fewer evaluations, so a small share of a large step is less noisy than a
// whole small step (Rechenberg, Evolutionsstrategie '94, 1994: mutate large, inherit small). The share falls with the
// square root of the number of steps, as is usual in stochastic approximation: after 225 steps it is half as large.
func (s *State) Move(ranked [][]float64, share float64) {
	weights, _ := recombination(len(ranked))
	share *= math.Sqrt(slowing / float64(slowing+s.Steps))
	s.Steps++
	for i, old := range s.Mean {
		step := 0.0
		for k, w := range weights {
			step += float64(w * (ranked[k][i] - old))
		}
		s.Mean[i] += float64(share * step)
	}
	s.average()
}

// average adds the new mean to the average. With noise the mean moves around the optimum, and the average of the means
// is nearer to the optimum (Polyak and Juditsky 1992).
func (s *State) average() {
	rate := 4 / float64(s.Steps+3)
	for i := range s.Mean {
		s.Average[i] += float64(rate * (s.Mean[i] - s.Average[i]))
	}
}

// normalize scales the variances to a mean of 1, because otherwise they and Sigma drift apart.
func (s *State) normalize() {
	scale := 0.0
	for _, v := range s.Variances {
		scale += v / float64(len(s.Variances))
	}
	s.Sigma *= math.Sqrt(scale)
	for i := range s.Variances {
		s.Variances[i] /= scale
		s.ShapePath[i] /= math.Sqrt(scale)
	}
}

// Widen raises the standard deviation of each variable to at least the variable's number in least. Variables that are
// rounded to whole numbers of some unit need about half a unit. With less, all candidates are equal, and Sigma falls
// until no variable ever changes (Hansen, A CMA-ES for Mixed-Integer Nonlinear Optimization, 2011).
func (s *State) Widen(least []float64) {
	wide := true
	for i, l := range least {
		if variance := float64(l/s.Sigma) * (l / s.Sigma); s.Variances[i] < variance {
			s.Variances[i], wide = variance, false
		}
	}
	if !wide {
		s.normalize()
	}
}

// Weights returns the recombination weights of the better half of the candidates, best first. Tell moves the mean to
// the candidates' average with these weights.
func Weights(candidates int) []float64 {
	weights, _ := recombination(candidates)
	return weights
}

// recombination returns the recombination weights of the better half, which are logarithmic in the rank, and their
// effective number (μ_eff in the tutorial).
func recombination(candidates int) (weights []float64, muEff float64) {
	half := max(candidates/2, 1)
	sum, squares := 0.0, 0.0
	for k := range half {
		w := portable.Log(float64(candidates+1)/2) - portable.Log(float64(k+1))
		weights = append(weights, w)
		sum += w
		squares += float64(w * w)
	}
	for k := range weights {
		weights[k] /= sum
	}
	return weights, sum * sum / squares
}
