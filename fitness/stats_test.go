package fitness

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The first values were computed independently, the second are from fastchess's tests.
func TestStatisticsMatchKnownValues(t *testing.T) {
	n := Pentanomial{12, 40, 60, 55, 20}
	elo, plusMinus := n.Elo()
	assert.InDelta(t, 28.864, elo, 0.001)
	assert.InDelta(t, 27.116, plusMinus, 0.001)
	nElo, _ := n.NormalizedElo()
	assert.InDelta(t, 37.732, nElo, 0.001)
	assert.InDelta(t, 0.98215, n.Superiority(), 0.00001)
	assert.InDelta(t, 0.6827, SPRT{Elo0: 0, Elo1: 5}.LLR(n), 0.0001)

	n = Pentanomial{34, 54, 63, 64, 75}
	elo, plusMinus = n.Elo()
	assert.InDelta(t, 55.58, elo, 0.01)
	assert.InDelta(t, 27.65, plusMinus, 0.01)
	nElo, plusMinus = n.NormalizedElo()
	assert.InDelta(t, 57.94, nElo, 0.01)
	assert.InDelta(t, 28.28, plusMinus, 0.01)
	assert.InDelta(t, 2.944, Bound, 0.001)
}

// With many pairs and close hypotheses the ratio is near a simple approximation.
func TestLLRApproachesItsApproximation(t *testing.T) {
	n := Pentanomial{39, 8843, 26675, 9240, 44}
	test := SPRT{Elo0: 0.2, Elo1: 0.9}
	mean, deviation, _ := n.spread()
	s0, s1 := expectedScore(test.Elo0), expectedScore(test.Elo1)
	approximate := float64(n.Pairs()) * (s1 - s0) * (2*mean - s0 - s1) / (2 * deviation * deviation)
	assert.InEpsilon(t, approximate, test.LLR(n), 0.001)
}

func TestLLRHasTheSignOfTheBetterHypothesis(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 30}
	assert.Positive(t, test.LLR(Pentanomial{5, 10, 20, 30, 40}))
	assert.Negative(t, test.LLR(Pentanomial{40, 30, 20, 10, 5}))
	decision, _ := test.Decide(Pentanomial{0, 0, 0, 0, 100})
	assert.Equal(t, Accepted, decision)
	decision, _ = test.Decide(Pentanomial{100, 0, 0, 0, 0})
	assert.Equal(t, Rejected, decision)
	decision, llr := test.Decide(Pentanomial{})
	assert.Equal(t, Undecided, decision)
	assert.Zero(t, llr)
}

func TestIntervalsAreFiniteAndNotEmpty(t *testing.T) {
	for _, n := range []Pentanomial{{}, {0, 0, 0, 0, 1}, {0, 0, 9}, {50}, {0, 0, 0, 7}} {
		low, high := n.Interval()
		if n.Pairs() > 0 {
			assert.Less(t, low, high, "%v", n)
		}
		_, plusMinus := n.Elo()
		assert.False(t, math.IsNaN(plusMinus) || math.IsInf(plusMinus, 0), "%v", n)
		nElo, plusMinus := n.NormalizedElo()
		assert.False(t, math.IsNaN(nElo) || math.IsInf(nElo, 0) || n.Pairs() > 0 && plusMinus == 0, "%v", n)
	}
}

// Superiority follows the formula even for a single pair: callers must check EnoughPairs.
func TestSuperiorityIfAllPairsHaveTheSameResult(t *testing.T) {
	assert.Equal(t, 1.0, Pentanomial{0, 0, 0, 0, 3}.Superiority())
	assert.Equal(t, 0.0, Pentanomial{3}.Superiority())
	assert.Equal(t, 0.5, Pentanomial{0, 0, 3}.Superiority())
}

func TestStatisticsAreSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var n, m Pentanomial
		for i := range n {
			n[i] = rapid.IntRange(0, 50).Draw(t, "pairs")
			m[4-i] = n[i]
		}
		assert.InDelta(t, 1, n.Score()+m.Score(), 1e-12)
		elo, err := n.Elo()
		mirrored, mirroredErr := m.Elo()
		assert.InDelta(t, elo, -mirrored, 1e-6)
		assert.InDelta(t, err, mirroredErr, 1e-6)
		test, other := SPRT{Elo0: -5, Elo1: 20}, SPRT{Elo0: -20, Elo1: 5}
		assert.InDelta(t, test.LLR(n), -other.LLR(m), 1e-6)
		low, high := n.Interval()
		assert.True(t, low <= n.Score() && n.Score() <= high)
	})
}

func TestReportsAreAlwaysJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tally Tally
		for i := range tally.Pairs {
			tally.Pairs[i] = rapid.IntRange(0, 3).Draw(t, "pairs")
		}
		report := tally.Report(&SPRT{Elo0: 0, Elo1: 10})
		assert.Equal(t, report.Pairs >= 16, report.Superiority != nil, "%v", tally.Pairs)
		assert.Equal(t, report.Superiority == nil, report.SuperiorityNote == TooFewPairs, "%v", tally.Pairs)
		_, err := json.Marshal(report)
		require.NoError(t, err)
	})
}
