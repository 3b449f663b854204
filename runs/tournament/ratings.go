package tournament

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"evothello/fitness"
)

// A MatchResult is the result of two players against each other. A and B are indices of players.
type MatchResult struct {
	A, B  int
	Pairs fitness.Pentanomial // from A's side
}

// A Rating is a player's strength in Elo points.
type Rating struct {
	Elo       float64 // 0 is the mean of all players
	PlusMinus float64 // half the 95 % interval
}

// Rate estimates the ratings of n ≥ 2 players from the results of a round robin. It is the maximum likelihood estimate
// in the Bradley-Terry model: the expected score of A per game against B is 1/(1+10^(−d/400)), where d is A's rating
// minus B's, and a draw counts half.
//
// A player that lost or won every game would have an infinite rating, and if every pair were split, the interval would
// be ± 0. So each player gets half an imaginary win and half an imaginary loss, spread evenly over the opponents. For
// two players that is one pair that scores ½, as in fitness.Pentanomial.
//
// The intervals are from the sandwich estimator (Huber 1967) with pairs as units, so the two games of a pair may depend
// on each other. They are intervals of the distance from the mean of all players.
func Rate(n int, results []MatchResult) []Rating {
	imaginary := 1 / float64(n-1) // imaginary pairs in each result
	theta := mat.NewVecDense(n, nil)
	step := mat.NewVecDense(n, nil)
	for range 200 {
		score, information, _ := derivatives(theta, results, imaginary)
		var factor mat.Cholesky
		if !factor.Factorize(information) {
			panic("tournament: players that are not connected by results") // a round robin connects all
		}
		_ = factor.SolveVecTo(step, score) // its error warns of rounding, which the next step corrects
		largest := mat.Norm(step, math.Inf(1))
		theta.AddScaledVec(theta, min(1, 0.5/largest), step) // Newton's step, limited so that it converges
		if largest < 1e-12 {
			break
		}
	}
	return intervals(theta, results, imaginary)
}

// derivatives returns, at ratings theta in natural units, the gradient of the log-likelihood over pairs; its negated
// second derivative, made regular by the condition that the mean rating is 0; and the sum of the squared gradients of
// single pairs.
func derivatives(theta *mat.VecDense, results []MatchResult,
	imaginary float64) (gradient *mat.VecDense, information, squares *mat.SymDense) {
	n := theta.Len()
	gradient, information, squares = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			information.SetSym(i, j, 1/float64(n))
		}
	}
	for _, d := range results {
		expected := 1 / (1 + math.Exp(theta.AtVec(d.B)-theta.AtVec(d.A)))
		pairs, sum := imaginary, imaginary*(0.5-expected)
		sumSquares := imaginary * (expected*expected + (1-expected)*(1-expected)) / 2
		for i, count := range d.Pairs {
			residual := float64(i)/4 - expected
			pairs += float64(count)
			sum += float64(count) * residual
			sumSquares += float64(count) * residual * residual
		}
		gradient.SetVec(d.A, gradient.AtVec(d.A)+sum)
		gradient.SetVec(d.B, gradient.AtVec(d.B)-sum)
		addDifference(information, d, pairs*expected*(1-expected))
		addDifference(squares, d, sumSquares)
	}
	return gradient, information, squares
}

// addDifference adds to a quadratic form: weight times the square of A's coordinate minus B's.
func addDifference(form *mat.SymDense, d MatchResult, weight float64) {
	form.SetSym(d.A, d.A, form.At(d.A, d.A)+weight)
	form.SetSym(d.B, d.B, form.At(d.B, d.B)+weight)
	form.SetSym(d.A, d.B, form.At(d.A, d.B)-weight)
}

// intervals converts theta to ratings in Elo points with mean 0, and computes their intervals.
func intervals(theta *mat.VecDense, results []MatchResult, imaginary float64) []Rating {
	const eloPerUnit = 400 / math.Ln10
	n := theta.Len()
	_, information, squares := derivatives(theta, results, imaginary)
	var factor mat.Cholesky
	factor.Factorize(information)
	var inverse mat.SymDense
	_ = factor.InverseTo(&inverse) // its error warns of rounding
	var half, variance mat.Dense
	half.Mul(&inverse, squares)
	variance.Mul(&half, &inverse)
	mean := mat.Sum(theta) / float64(n)
	ratings := make([]Rating, n)
	for i := range ratings {
		ratings[i] = Rating{
			Elo:       eloPerUnit * (theta.AtVec(i) - mean),
			PlusMinus: eloPerUnit * fitness.Z95 * math.Sqrt(max(0, variance.At(i, i))),
		}
	}
	return ratings
}
