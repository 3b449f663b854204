package tournament

import (
	"math"
	"slices"

	"evothello/fitness"
	"evothello/internal/portable"
)

// A MatchResult is the result of two players against each other. A and B are indices of players.
type MatchResult struct {
	A, B  int
	Pairs fitness.Pentanomial // result for A
}

// A Rating is a player's strength in Elo points.
type Rating struct {
	Elo       float64 // points above the mean of all players
	PlusMinus float64 // half of the 95 % interval
}

// Rate estimates the ratings of n ≥ 2 players from the results of a round robin. It is the maximum likelihood
// estimate in the Bradley-Terry model: the expected score of A per game against B is 1/(1+10^(−d/400)), where
// d is A's rating minus B's, and a draw counts half.
//
// Without a correction, a player that lost or won every game would have an infinite rating, and the interval
// would be ± 0 if every pair were split. So each player gets half an imaginary win and half an imaginary
// loss, spread evenly over the opponents. For two players that is one pair that scores ½, as in
// fitness.Pentanomial.
//
// The intervals are from the sandwich estimator (Huber 1967) with pairs as units, so the two games of a pair
// may depend on each other. They are intervals of the distance from the mean of all players.
func Rate(n int, results []MatchResult) []Rating {
	imaginary := 1 / float64(n-1) // imaginary pairs in each result
	theta := make([]float64, n)
	for range 200 {
		step, information, _ := derivatives(theta, results, imaginary)
		if !information.Decompose() {
			panic("tournament: players that are not connected by results") // a round robin connects all
		}
		information.Solve(step)
		largest := max(slices.Max(step), -slices.Min(step))
		for i := range theta {
			theta[i] += min(1, 0.5/largest) * step[i] // Newton's step, limited so that it converges
		}
		if largest < 1e-12 {
			break
		}
	}
	return intervals(theta, results, imaginary)
}

// derivatives returns, at ratings theta in natural units, the gradient of the log-likelihood over pairs; its negated
// second derivative, made regular by the condition that the mean rating is 0; and for each result the sum of the
// squared gradients of single pairs by the difference of the ratings.
func derivatives(theta []float64, results []MatchResult,
	imaginary float64) (gradient []float64, information portable.Triangle, squares []float64) {
	n := len(theta)
	gradient, information, squares = make([]float64, n), portable.NewTriangle(n), make([]float64, len(results))
	for _, row := range information {
		for j := range row {
			row[j] = 1 / float64(n)
		}
	}
	for k, d := range results {
		expected := 1 / (1 + math.Exp(theta[d.B]-theta[d.A]))
		pairs, sum := imaginary, imaginary*(0.5-expected)
		squares[k] = imaginary * (expected*expected + (1-expected)*(1-expected)) / 2
		for i, count := range d.Pairs {
			residual := float64(i)/4 - expected
			pairs += float64(count)
			sum += float64(count) * residual
			squares[k] += float64(count) * residual * residual
		}
		gradient[d.A] += sum
		gradient[d.B] -= sum
		curve := pairs * expected * (1 - expected)
		information[d.A][d.A] += curve
		information[d.B][d.B] += curve
		information[max(d.A, d.B)][min(d.A, d.B)] -= curve
	}
	return gradient, information, squares
}

// intervals converts theta to ratings in Elo points with mean 0, and computes their intervals.
func intervals(theta []float64, results []MatchResult, imaginary float64) []Rating {
	const eloPerUnit = 400 / math.Ln10
	_, information, squares := derivatives(theta, results, imaginary)
	information.Decompose()
	mean, _ := fitness.Mean(theta)
	ratings := make([]Rating, len(theta))
	for i := range ratings {
		row := make([]float64, len(theta)) // of the inverse
		row[i] = 1
		information.Solve(row)
		variance := 0.0
		for k, d := range results {
			difference := row[d.A] - row[d.B]
			variance += squares[k] * difference * difference
		}
		ratings[i] = Rating{Elo: eloPerUnit * (theta[i] - mean), PlusMinus: eloPerUnit * fitness.Z95 * math.Sqrt(variance)}
	}
	return ratings
}
