package tournament

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/fitness"
)

func TestRatingsByHand(t *testing.T) {
	// With three players each result has half an imaginary pair at ½. With it A scores (0.75+0.25)/1.5 = 2/3 against B, B
	// the same against C, and A (1.75+0.25)/2.5 = 4/5 against C. The odds are 2, 2 and 4, which fit exactly.
	results := []MatchResult{
		{A: 0, B: 1, Pairs: fitness.Pentanomial{0, 0, 0, 1, 0}},
		{A: 1, B: 2, Pairs: fitness.Pentanomial{0, 0, 0, 1, 0}},
		{A: 2, B: 0, Pairs: fitness.Pentanomial{1, 1, 0, 0, 0}},
	}
	ratings := Rate(3, results)
	step := 400 * math.Log10(2)
	assert.InDelta(t, step, ratings[0].Elo, 1e-9)
	assert.InDelta(t, 0, ratings[1].Elo, 1e-9)
	assert.InDelta(t, -step, ratings[2].Elo, 1e-9)
}

func TestIntervalsByHand(t *testing.T) {
	// Ten pairs won, ten lost and the imaginary one are 21 pairs with variance ¼ around ½. The error of the difference is
	// that of the score divided by the slope of the logistic curve, ¼. The error of a player is half of it.
	ratings := Rate(2, []MatchResult{{A: 0, B: 1, Pairs: fitness.Pentanomial{10, 0, 0, 0, 10}}})
	want := fitness.Z95 * math.Sqrt(0.25/21) / 0.25 * 400 / math.Ln10 / 2
	for _, r := range ratings {
		assert.InDelta(t, 0, r.Elo, 1e-9)
		assert.InDelta(t, want, r.PlusMinus, 1e-9)
	}
	split := Rate(2, []MatchResult{{A: 0, B: 1, Pairs: fitness.Pentanomial{0, 0, 20, 0, 0}}})
	assert.Less(t, split[0].PlusMinus, ratings[0].PlusMinus, "results with less variance have narrower intervals")
	assert.Positive(t, split[0].PlusMinus, "but not of width 0")
}

func TestRatingAfterOnlyLosses(t *testing.T) {
	var results []MatchResult
	for b := 1; b < 4; b++ {
		results = append(results, MatchResult{A: 0, B: b, Pairs: fitness.Pentanomial{50, 0, 0, 0, 0}})
		for c := b + 1; c < 4; c++ {
			results = append(results, MatchResult{A: b, B: c, Pairs: fitness.Pentanomial{10, 10, 10, 10, 10}})
		}
	}
	ratings := Rate(4, results)
	assert.Less(t, ratings[0].Elo, -500.0)
	assert.Greater(t, ratings[0].Elo, -2000.0)
	assert.Greater(t, ratings[0].PlusMinus, 150.0, "the interval is wide")
}

func TestRatingsAreConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "players")
		results := drawResults(t, n)
		ratings := Rate(n, results)
		sum := 0.0
		for _, r := range ratings {
			require.False(t, math.IsNaN(r.Elo) || math.IsInf(r.Elo, 0), "%v", ratings)
			require.Greater(t, r.PlusMinus, 0.0)
			sum += r.Elo
		}
		require.InDelta(t, 0, sum, 1e-6, "the mean is 0")

		// The order of players and results does not matter, nor which player of a result is A.
		names := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}[:n]).Draw(t, "names")
		renamed := make([]MatchResult, len(results))
		for i, d := range results {
			swapped := fitness.Tally{Pairs: d.Pairs}.Swapped().Pairs
			renamed[len(results)-1-i] = MatchResult{A: names[d.B], B: names[d.A], Pairs: swapped}
		}
		again := Rate(n, renamed)
		for i, r := range ratings {
			require.InDelta(t, r.Elo, again[names[i]].Elo, 1e-6)
			require.InDelta(t, r.PlusMinus, again[names[i]].PlusMinus, 1e-6)
		}

		// Better results never make worse ratings.
		a, b := results[0].A, results[0].B
		results[0].Pairs[4]++
		better := Rate(n, results)
		require.GreaterOrEqual(t, better[a].Elo-better[b].Elo, ratings[a].Elo-ratings[b].Elo-1e-6)
	})
}

func TestRatingsDependOnDifferencesOnly(t *testing.T) {
	// Adding a constant to all ratings does not change the gradient.
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "players")
		results := drawResults(t, n)
		here, there := make([]float64, n), make([]float64, n)
		for i := range n {
			here[i] = rapid.Float64Range(-3, 3).Draw(t, "rating")
			there[i] = here[i] + 2
		}
		a, _, _ := derivatives(here, results, 0.5)
		b, _, _ := derivatives(there, results, 0.5)
		require.InDeltaSlice(t, a, b, 1e-9)
	})
}

// TestIntervalCoverage simulates tournaments between players of known strength. The two games of a pair often have the
// same result. The true ratings must be inside the 95 % intervals in 95 % of the cases.
func TestIntervalCoverage(t *testing.T) {
	truth := []float64{-180, -60, 40, 200}
	rng := rand.New(rand.NewPCG(1, 2))
	const tournaments = 1000
	inside := 0
	for range tournaments {
		var results []MatchResult
		for a := range truth {
			for b := range a {
				results = append(results, MatchResult{A: a, B: b, Pairs: playedAtRandom(rng, truth[a]-truth[b], 50)})
			}
		}
		for i, r := range Rate(len(truth), results) {
			if math.Abs(r.Elo-truth[i]) < r.PlusMinus {
				inside++
			}
		}
	}
	share := float64(inside) / float64(tournaments*len(truth))
	assert.InDelta(t, 0.95, share, 0.015)
}

// playedAtRandom simulates pairs. In half of them both games have the same result.
func playedAtRandom(rng *rand.Rand, elo float64, pairs int) (n fitness.Pentanomial) {
	expected := 1 / (1 + math.Pow(10, -elo/400))
	for range pairs {
		first, second := rng.Float64() < expected, rng.Float64() < expected
		if rng.IntN(2) == 0 {
			second = first
		}
		points := 0
		for _, won := range [2]bool{first, second} {
			if won {
				points += 2
			}
		}
		n[points]++
	}
	return n
}

// drawResults draws the results of a round robin, some of them one-sided.
func drawResults(t *rapid.T, n int) (results []MatchResult) {
	for a := range n {
		for b := a + 1; b < n; b++ {
			d := MatchResult{A: a, B: b}
			for i := range d.Pairs {
				d.Pairs[i] = rapid.SampledFrom([]int{0, 0, 1, 7, 300}).Draw(t, "pairs")
			}
			results = append(results, d)
		}
	}
	return results
}
