package tournament

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"evothello/fitness"
)

func TestRatingsByHand(t *testing.T) {
	// Of three players each duel has half an imagined pair at ½. With it A scores
	// (0.75+0.25)/1.5 = 2/3 against B, B the same against C, and A (1.75+0.25)/2.5 =
	// 4/5 against C: odds of 2, 2 and 4, which fit together without a rest.
	duels := []Duel{
		{A: 0, B: 1, Pairs: fitness.Pentanomial{0, 0, 0, 1, 0}},
		{A: 1, B: 2, Pairs: fitness.Pentanomial{0, 0, 0, 1, 0}},
		{A: 2, B: 0, Pairs: fitness.Pentanomial{1, 1, 0, 0, 0}},
	}
	ratings := Rate(3, duels)
	step := 400 * math.Log10(2)
	assert.InDelta(t, step, ratings[0].Elo, 1e-9)
	assert.InDelta(t, 0, ratings[1].Elo, 1e-9)
	assert.InDelta(t, -step, ratings[2].Elo, 1e-9)
}

func TestIntervalsByHand(t *testing.T) {
	// Ten pairs won and ten lost and the imagined one: 21 pairs of variance ¼ around
	// ½. The error of the difference is that of the score over the slope of the
	// logistic curve, ¼, and a player's is half of it.
	ratings := Rate(2, []Duel{{A: 0, B: 1, Pairs: fitness.Pentanomial{10, 0, 0, 0, 10}}})
	want := 1.959963984540054 * math.Sqrt(0.25/21) / 0.25 * 400 / math.Ln10 / 2
	for _, r := range ratings {
		assert.InDelta(t, 0, r.Elo, 1e-9)
		assert.InDelta(t, want, r.PlusMinus, 1e-9)
	}
	split := Rate(2, []Duel{{A: 0, B: 1, Pairs: fitness.Pentanomial{0, 0, 20, 0, 0}}})
	assert.Less(t, split[0].PlusMinus, ratings[0].PlusMinus, "pairs that are all split say more")
	assert.Positive(t, split[0].PlusMinus, "but not everything")
}

func TestOneWhoLostEverythingHasARating(t *testing.T) {
	var duels []Duel
	for b := 1; b < 4; b++ {
		duels = append(duels, Duel{A: 0, B: b, Pairs: fitness.Pentanomial{50, 0, 0, 0, 0}})
		for c := b + 1; c < 4; c++ {
			duels = append(duels, Duel{A: b, B: c, Pairs: fitness.Pentanomial{10, 10, 10, 10, 10}})
		}
	}
	ratings := Rate(4, duels)
	assert.Less(t, ratings[0].Elo, -500.0)
	assert.Greater(t, ratings[0].Elo, -2000.0)
	assert.Greater(t, ratings[0].PlusMinus, 150.0, "how much weaker cannot be known")
}

func TestRatingsAreFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "players")
		duels := drawDuels(t, n)
		ratings := Rate(n, duels)
		sum := 0.0
		for _, r := range ratings {
			require.False(t, math.IsNaN(r.Elo) || math.IsInf(r.Elo, 0), "%v", ratings)
			require.Greater(t, r.PlusMinus, 0.0)
			sum += r.Elo
		}
		require.InDelta(t, 0, sum, 1e-6, "the mean is 0")

		// Names change nothing: the players in another order, the duels from the
		// other side and in another order.
		names := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6}[:n]).Draw(t, "names")
		renamed := make([]Duel, len(duels))
		for i, d := range duels {
			renamed[len(duels)-1-i] = Duel{A: names[d.B], B: names[d.A], Pairs: fitness.Tally{Pairs: d.Pairs}.Swapped().Pairs}
		}
		again := Rate(n, renamed)
		for i, r := range ratings {
			require.InDelta(t, r.Elo, again[names[i]].Elo, 1e-6)
			require.InDelta(t, r.PlusMinus, again[names[i]].PlusMinus, 1e-6)
		}

		// Better results never make worse ratings.
		a, b := duels[0].A, duels[0].B
		duels[0].Pairs[4]++
		better := Rate(n, duels)
		require.GreaterOrEqual(t, better[a].Elo-better[b].Elo, ratings[a].Elo-ratings[b].Elo-1e-6)
	})
}

func TestRatingsDependOnDifferencesOnly(t *testing.T) {
	// What is derived at ratings is derived at the same ratings plus a constant.
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "players")
		duels := drawDuels(t, n)
		here, there := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			r := rapid.Float64Range(-3, 3).Draw(t, "rating")
			here.SetVec(i, r)
			there.SetVec(i, r+2)
		}
		a, _, _ := derive(here, duels, 0.5)
		b, _, _ := derive(there, duels, 0.5)
		require.True(t, mat.EqualApprox(a, b, 1e-9))
	})
}

// TestIntervalsHoldWhatTheyPromise plays tournaments between players of known
// strength whose two games of a pair tend to end alike, and counts how often the
// truth is inside.
func TestIntervalsHoldWhatTheyPromise(t *testing.T) {
	truth := []float64{-180, -60, 40, 200}
	rng := rand.New(rand.NewPCG(1, 2))
	const tournaments = 1000
	inside := 0
	for range tournaments {
		var duels []Duel
		for a := range truth {
			for b := range a {
				duels = append(duels, Duel{A: a, B: b, Pairs: playedAtRandom(rng, truth[a]-truth[b], 50)})
			}
		}
		for i, r := range Rate(len(truth), duels) {
			if math.Abs(r.Elo-truth[i]) < r.PlusMinus {
				inside++
			}
		}
	}
	share := float64(inside) / float64(tournaments*len(truth))
	assert.InDelta(t, 0.95, share, 0.015)
}

// playedAtRandom lets every other pair's games end alike.
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

// drawDuels draws the outcome of a round robin, one-sided ones among them.
func drawDuels(t *rapid.T, n int) (duels []Duel) {
	for a := range n {
		for b := a + 1; b < n; b++ {
			d := Duel{A: a, B: b}
			for i := range d.Pairs {
				d.Pairs[i] = rapid.SampledFrom([]int{0, 0, 1, 7, 300}).Draw(t, "pairs")
			}
			duels = append(duels, d)
		}
	}
	return duels
}
