package fitness

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The first values were computed independently, the second are from fastchess's tests. The ends of our intervals are
// those of the score's interval; half their distance is the ± of fastchess.
func TestStatisticsMatchKnownValues(t *testing.T) {
	n := Pentanomial{12, 40, 60, 55, 20}
	assert.InDelta(t, 28.864, float64(n.Elo().Points), 0.001)
	assert.InDelta(t, 27.116, n.Elo().HalfWidth(), 0.001)
	nElo, _, _ := n.NormalizedElo()
	assert.InDelta(t, 37.732, nElo, 0.001)
	assert.InDelta(t, 0.98215, n.Superiority(), 0.00001)
	assert.InDelta(t, 0.6827, SPRT{Elo0: 0, Elo1: 5}.LLR(n), 0.0001)

	n = Pentanomial{34, 54, 63, 64, 75}
	assert.InDelta(t, 55.58, float64(n.Elo().Points), 0.01)
	assert.InDelta(t, 27.65, n.Elo().HalfWidth(), 0.01)
	nElo, plusMinus, _ := n.NormalizedElo()
	assert.InDelta(t, 57.94, nElo, 0.01)
	assert.InDelta(t, 28.28, plusMinus, 0.01)
	assert.InDelta(t, 2.944, Bound, 0.001)

	e := Pentanomial{39, 8843, 26675, 9240, 44}.Elo()
	assert.InDelta(t, float64(e.Points-e.Low), float64(e.High-e.Points), 0.1, "symmetric near ½")
}

// An interval of Elo has the ends of the score's interval, and never excludes the difference that it is about.
func TestElo(t *testing.T) {
	for _, c := range []struct {
		n          Pentanomial
		shown      string
		json       string // of the ends and nElo
		normalized string
	}{
		{Pentanomial{0, 0, 0, 0, 1}, "+110 to ∞", `null`, `"nelo":null,"nelo_error":null,"nelo_note":"all pairs are equal"`},
		{Pentanomial{1}, "-∞ to -110", `null`, `"nelo":null,"nelo_error":null,"nelo_note":"all pairs are equal"`},
		{Pentanomial{0, 0, 0, 0, 100}, "+804 to ∞", `null`, `"nelo_note":"all pairs are equal"`},
		{Pentanomial{0, 0, 50}, "+0 (-13 to +13)", `0`, `"nelo_note":"all pairs are equal"`},
		{Pentanomial{0, 0, 1, 0, 3}, "+338 (+117 to ∞)", `338`, `"nelo":425.5`},
		{Pentanomial{12, 40, 60, 55, 20}, "+29 (+2 to +56)", `28.8`, `"nelo":37.7`},
	} {
		assert.Equal(t, c.shown, c.n.Elo().String(), "%v", c.n)
		low, high := c.n.Interval()
		assert.Equal(t, []EloPoints{eloOf(low), eloOf(high)}, []EloPoints{c.n.Elo().Low, c.n.Elo().High})
		document, err := json.Marshal((&Tally{Pairs: c.n}).Report(nil))
		require.NoError(t, err)
		assert.Contains(t, string(document), `"elo":`+c.json, "%v", c.n)
		assert.Contains(t, string(document), c.normalized, "%v", c.n)
	}
	assert.Equal(t, "-29 (-56 to -2)", Pentanomial{12, 40, 60, 55, 20}.Elo().Negated().String())
	assert.Equal(t, "+0", Elo{}.Negated().String(), "no negative zero")
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
		elo, stdErr := n.Normal()
		assert.False(t, math.IsNaN(elo+stdErr) || math.IsInf(elo+stdErr, 0) || stdErr == 0, "%v", n)
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
		assert.Equal(t, n.Elo().String(), m.Elo().Negated().String())
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
