package tournament

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"evothello/fitness"
)

// A Duel is what two players, given by index, scored against each other.
type Duel struct {
	A, B  int
	Pairs fitness.Pentanomial // from A's side
}

// A Rating is a player's strength in Elo points.
type Rating struct {
	Elo       float64 // 0 is the mean of all players
	PlusMinus float64 // half the 95 % interval
}

// Rate estimates the ratings of n ≥ 2 players from all their duels by maximum
// likelihood in the model of Bradley and Terry: A is expected to score
// 1/(1+10^(−d/400)) a game against B, d being A's rating minus B's, and a draw
// counts half.
//
// A player that lost or won every game would have an infinite rating, and if every
// pair were split the interval would be ± 0. So each player gets half a win and half
// a loss more, spread evenly over the opponents; for two players that is one pair at
// ½, as in fitness.Pentanomial.
//
// The intervals are those of the sandwich estimator (Huber 1967) with the pair as
// unit: the two games of a pair may depend on each other in any way. They hold for
// the distance from the mean of all players.
func Rate(n int, duels []Duel) []Rating {
	imagined := 1 / float64(n-1) // pairs in each duel
	theta := mat.NewVecDense(n, nil)
	step := mat.NewVecDense(n, nil)
	for range 200 {
		score, information, _ := derive(theta, duels, imagined)
		var factor mat.Cholesky
		if !factor.Factorize(information) {
			panic("tournament: players that are not connected by duels") // a round robin connects all
		}
		_ = factor.SolveVecTo(step, score) // its error warns of rounding; the next step mends that
		largest := mat.Norm(step, math.Inf(1))
		theta.AddScaledVec(theta, min(1, 0.5/largest), step) // Newton's, but short enough never to go too far
		if largest < 1e-12 {
			break
		}
	}
	return intervals(theta, duels, imagined)
}

// derive returns the gradient of the log-likelihood over pairs at ratings theta in
// natural units; its negated second derivative, made regular by the requirement
// that ratings have mean 0; and the sum of the squared gradients of single pairs.
func derive(theta *mat.VecDense, duels []Duel,
	imagined float64) (gradient *mat.VecDense, information, squares *mat.SymDense) {
	n := theta.Len()
	gradient, information, squares = mat.NewVecDense(n, nil), mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			information.SetSym(i, j, 1/float64(n))
		}
	}
	for _, d := range duels {
		expected := 1 / (1 + math.Exp(theta.AtVec(d.B)-theta.AtVec(d.A)))
		pairs, sum := imagined, imagined*(0.5-expected)
		sumSquares := imagined * (expected*expected + (1-expected)*(1-expected)) / 2
		for i, count := range d.Pairs {
			surprise := float64(i)/4 - expected
			pairs += float64(count)
			sum += float64(count) * surprise
			sumSquares += float64(count) * surprise * surprise
		}
		gradient.SetVec(d.A, gradient.AtVec(d.A)+sum)
		gradient.SetVec(d.B, gradient.AtVec(d.B)-sum)
		addDifference(information, d, pairs*expected*(1-expected))
		addDifference(squares, d, sumSquares)
	}
	return gradient, information, squares
}

// addDifference adds weight times the square of A's coordinate minus B's to a
// quadratic form.
func addDifference(form *mat.SymDense, d Duel, weight float64) {
	form.SetSym(d.A, d.A, form.At(d.A, d.A)+weight)
	form.SetSym(d.B, d.B, form.At(d.B, d.B)+weight)
	form.SetSym(d.A, d.B, form.At(d.A, d.B)-weight)
}

// intervals turns the answer into Elo points around a mean of 0.
func intervals(theta *mat.VecDense, duels []Duel, imagined float64) []Rating {
	const eloPerUnit, z95 = 400 / math.Ln10, 1.959963984540054
	n := theta.Len()
	_, information, squares := derive(theta, duels, imagined)
	var factor mat.Cholesky
	factor.Factorize(information)
	var inverse mat.SymDense
	_ = factor.InverseTo(&inverse) // as above
	var half, variance mat.Dense
	half.Mul(&inverse, squares)
	variance.Mul(&half, &inverse)
	mean := mat.Sum(theta) / float64(n)
	ratings := make([]Rating, n)
	for i := range ratings {
		ratings[i] = Rating{
			Elo:       eloPerUnit * (theta.AtVec(i) - mean),
			PlusMinus: eloPerUnit * z95 * math.Sqrt(max(0, variance.At(i, i))),
		}
	}
	return ratings
}
