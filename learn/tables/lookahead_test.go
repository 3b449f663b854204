package tables

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/search"
)

// Targets are the mean of two searches by plain MinMax, and near the end of the game the exact result.
func TestTargetsOfALookahead(t *testing.T) {
	games := randomGames(21, 6)
	earlier, _, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{30, 64}})
	require.NoError(t, err)
	plain := search.Evaluation(func(b engine.Board) int {
		own, opp := b.Sets()
		ownMoves, oppMoves := engine.Mobilities(own, opp)
		return earlier.Value(own, opp, ownMoves, oppMoves)
	})
	searcher := search.New(search.NewTable(12))
	all, read, held, err := lookAhead(t.Context(), from(games[:2]), &FitOptions{From: earlier, Lookahead: 2})
	require.NoError(t, err)
	assert.Equal(t, [2]int{2, 0}, [2]int{read, held})
	samples, exact := 0, 0
	for discs, some := range all {
		for _, s := range some {
			samples++
			b := engine.Board{Mover: s.own, Opponent: s.opp}
			require.Equal(t, discs, bits.OnesCount64(s.own|s.opp))
			if b.Empties() <= lookaheadExact {
				exact++
				r := searcher.Search(t.Context(), b, plain, search.Settings{Depth: 1, Endgame: lookaheadExact})
				require.InDelta(t, r.Score, s.discs(), 0)
				continue
			}
			sum := 0
			for depth := 2; depth <= 3; depth++ {
				r := searcher.Search(t.Context(), b, plain, search.Settings{Algorithm: search.MinMax, Depth: depth})
				require.Zero(t, evaluators.Outcome(r.Score))
				sum += r.Score
			}
			require.EqualValues(t, max(-64*patterns.Unit, min(sum/2, 64*patterns.Unit)), s.target)
		}
	}
	moves := len(games[0].Moves) + len(games[1].Moves)
	assert.Greater(t, samples, moves/sampleInterval, "positions aside from the games as well")
	assert.NotZero(t, exact)
}

// With lookahead the tables include what having the move is worth: from depth to depth their values
// change less than those of tables that were fitted to results.
func TestLookaheadMakesDepthsAgree(t *testing.T) {
	games := randomGames(22, 800)
	stages := []int{24, 44, 64}
	results, _, err := Fit(t.Context(), from(games), FitOptions{Stages: stages})
	require.NoError(t, err)
	hashes := map[string]bool{}
	var ahead *patterns.Tables
	for _, workers := range []int{1, 3} {
		options := FitOptions{Stages: stages, From: results, Lookahead: 1, Ridge: 50, Workers: workers, Passes: 8}
		tables, report, err := Fit(t.Context(), from(games), options)
		require.NoError(t, err)
		assert.Equal(t, len(games), report.Games)
		ahead, hashes[tables.Hash()] = tables, true
	}
	assert.Len(t, hashes, 1)
	before, _ := disagreement(t, results)
	after, odd := disagreement(t, ahead)
	t.Logf("depths 2 and 3 disagree by %.2f discs, with lookahead by %.2f; %.2f in the mean", before, after, odd)
	assert.Less(t, after, 0.7*before)
	assert.InDelta(t, 0, odd, 0.1*before, "neither the odd nor the even depth is higher")
}

// A round with lookahead uses the games of this round alone, and the tables of the round before.
func TestRoundsWithLookahead(t *testing.T) {
	c := small(t)
	c.SetGames(40)
	c.Fit.Lookahead = []int{0, 1}
	dir := trainedAs(t, c, 2, 2)
	l, err := Open(dir)
	require.NoError(t, err)
	var games []int
	for _, r := range l.State.Rounds {
		games = append(games, r.Fitted.Report.Games)
	}
	assert.Equal(t, []int{40, 40}, games)
	assert.Empty(t, Format.Kind().Check(files.At(dir)))
	assert.Equal(t, compared(t, dir), compared(t, trainedAs(t, c, 2, 1)), "any number of workers")
}

func TestCandidatesOfLookaheadNeedOnlyNotBeWeaker(t *testing.T) {
	c := Defaults(1)
	c.Fit.Lookahead = []int{0, 3}
	assert.Equal(t, fitness.SPRT{Elo0: 0, Elo1: 20}, c.promotionTest(1))
	assert.Equal(t, fitness.SPRT{Elo0: -20, Elo1: 0}, c.promotionTest(2))
}

// disagreement returns by how many discs depths 2 and 3 disagree in the mean, and by how many depth 3 is above.
func disagreement(t *testing.T, tables *patterns.Tables) (change, above float64) {
	eval := alone(tables)
	searcher := search.New(search.NewTable(12))
	sum, signed, n := 0, 0, 0
	for _, g := range randomGames(23, 20) {
		for i, p := range g.Positions() {
			if i < 10 || i > 40 {
				continue
			}
			two := searcher.Search(t.Context(), p.Board, eval, search.Settings{Depth: 2}).Score
			three := searcher.Search(t.Context(), p.Board, eval, search.Settings{Depth: 3}).Score
			sum += max(two-three, three-two)
			signed += three - two
			n++
		}
	}
	return float64(sum) / float64(n) / patterns.Unit, float64(signed) / float64(n) / patterns.Unit
}
