// Package cmaes is the separable covariance matrix adaptation evolution strategy:
// it draws candidates from a normal distribution, learns from their ranking and
// moves and reshapes the distribution. Its state is plain data, so that a run can
// be stored after any generation.
//
// It follows Hansen, The CMA Evolution Strategy: A Tutorial (arXiv 1604.00772), and
// Ros and Hansen, A Simple Modification in CMA-ES Achieving Linear Time and Space
// Complexity (2008), which keeps only the diagonal of the matrix: with a few
// thousand noisy games a generation there is no more than that to be learnt.
//
// Products that are added stand in float64(…), which forbids processors to fuse the
// two operations, and what package math computes differently on each is package
// portable's: the same ranking leads to the same bits on all of them.
package cmaes

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"evothello/internal/portable"
)

// A State is the distribution after a number of generations. All slices have a
// number for each variable.
type State struct {
	Mean      []float64 `json:"mean"`
	Average   []float64 `json:"average"`   // of the mean over about the last quarter of all steps
	Sigma     float64   `json:"sigma"`     // overall step size
	Variances []float64 `json:"variances"` // of each variable, in units of Sigma², 1 on average
	StepPath  []float64 `json:"step_path"` // where the mean has been going, with the scales taken out
	ShapePath []float64 `json:"shape_path"`
	Steps     int       `json:"steps"` // how often Tell was called
}

// New returns a distribution around mean with the same step size for all.
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

// Clone returns a copy.
func (s *State) Clone() *State {
	c := *s
	for _, v := range []*[]float64{&c.Mean, &c.Average, &c.Variances, &c.StepPath, &c.ShapePath} {
		*v = slices.Clone(*v)
	}
	return &c
}

// Validate returns an error if the state is not one of n variables.
func (s *State) Validate(n int) error {
	for _, v := range [][]float64{s.Mean, s.Average, s.Variances, s.StepPath, s.ShapePath} {
		if len(v) != n {
			return fmt.Errorf("%d numbers for %d variables", len(v), n)
		}
	}
	for _, v := range s.Variances {
		if !(v > 0) {
			return errors.New("a variance is not positive")
		}
	}
	if !(s.Sigma > 0) {
		return errors.New("sigma is not positive")
	}
	return nil
}

// Ask draws a candidate.
func (s *State) Ask(rng *rand.Rand) []float64 {
	x := make([]float64, len(s.Mean))
	for i := range x {
		x[i] = s.Mean[i] + float64(s.Sigma*math.Sqrt(s.Variances[i])*portable.Normal(rng))
	}
	return x
}

// Shrink multiplies everything by the factor that brings the mean's variables down to a size in
// the root mean square, if they are larger. Where only ratios of variables mean anything that
// changes nothing, and the distribution does not drift to bounds that would spoil ratios.
func (s *State) Shrink(size float64) {
	squares := 0.0
	for _, x := range s.Mean {
		squares += float64(x * x)
	}
	now := math.Sqrt(squares / float64(len(s.Mean)))
	if now <= size {
		return
	}
	factor := size / now
	s.Sigma *= factor
	for i := range s.Mean {
		s.Mean[i] *= factor
		s.Average[i] *= factor
	}
}

// leastVariance is the variance floor, so that no coordinate freezes when rounding makes all
// candidates equal.
const leastVariance = 1e-10

// Tell moves the distribution by a generation's candidates, best first. They may
// differ a little from what Ask drew: rounded, say, or brought within bounds.
func (s *State) Tell(ranked [][]float64) {
	n := float64(len(s.Mean))
	weights, mass := recombination(len(ranked))
	// The learning rates of the tutorial's table 1; the shape's are (n + 2) / 3
	// times as fast, because only the diagonal is learnt.
	stepRate := (mass + 2) / (n + mass + 5)
	damping := 1 + float64(2*max(0, math.Sqrt((mass-1)/(n+1))-1)) + stepRate
	pathRate := (4 + mass/n) / (n + 4 + 2*mass/n)
	faster := (n + 2) / 3
	one := faster * 2 / (float64((n+1.3)*(n+1.3)) + mass)
	many := min(1-one, faster*2*(mass-2+1/mass)/(float64((n+2)*(n+2))+mass))

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
			math.Sqrt(stepRate*(2-stepRate)*mass)*moved/math.Sqrt(s.Variances[i])
		length += float64(s.StepPath[i] * s.StepPath[i])
	}
	length = math.Sqrt(length)
	expected := math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n)) // length of a normal vector
	// A step path that is still too long says that the step size is about to grow;
	// the shape waits for that.
	steady := 0.0
	if length/math.Sqrt(1-portable.Exp(2*float64(s.Steps)*portable.Log(1-stepRate))) < (1.4+2/(n+1))*expected {
		steady = 1
	}
	for i := range s.Mean {
		moved := (s.Mean[i] - old[i]) / s.Sigma
		s.ShapePath[i] = float64((1-pathRate)*s.ShapePath[i]) + float64(steady*math.Sqrt(pathRate*(2-pathRate)*mass)*moved)
		spread := 0.0
		for k, w := range weights {
			d := (ranked[k][i] - old[i]) / s.Sigma
			spread += float64(w * d * d)
		}
		path := float64(s.ShapePath[i]*s.ShapePath[i]) + float64((1-steady)*pathRate*(2-pathRate)*s.Variances[i])
		s.Variances[i] = max(leastVariance, float64((1-one-many)*s.Variances[i])+float64(one*path)+float64(many*spread))
	}
	s.Sigma *= portable.Exp(stepRate / damping * (length/expected - 1))
	s.settle()
}

// settle brings the variances' mean back to 1, for else they and Sigma drift apart
// for ever, and takes the new mean into the average. Where noise keeps the mean
// moving about the best place, the average of where it has been is nearer to it
// (Polyak and Juditsky 1992).
func (s *State) settle() {
	scale := 0.0
	for _, v := range s.Variances {
		scale += v / float64(len(s.Variances))
	}
	s.Sigma *= math.Sqrt(scale)
	late := 4 / float64(s.Steps+3)
	for i := range s.Mean {
		s.Variances[i] /= scale
		s.ShapePath[i] /= math.Sqrt(scale)
		s.Average[i] += float64(late * (s.Mean[i] - s.Average[i]))
	}
}

// Weights returns the weights of the better half of candidates, best first, by which Tell moves the mean.
func Weights(candidates int) []float64 {
	weights, _ := recombination(candidates)
	return weights
}

// recombination returns the weights of the better half, which fall with the
// logarithm of the rank, and their effective number.
func recombination(candidates int) (weights []float64, mass float64) {
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
