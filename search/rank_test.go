package search

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// Rank finds the n best moves at every depth and at the end of the game, with any contents of the
// table. Coarse weights make ties frequent.
func TestRankEqualsTheOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	s := New(NewTable(10))
	for i := range 120 {
		w := [...]evaluators.Weights{seedBlank, coarse, randomWeights(rng)}[i%3]
		p := randomPosition(rng, 2+rng.IntN(57)).Settle()
		if p.Over() {
			continue
		}
		n, depth, solved := []int{1, 2, 3, 5, 64}[i%5], 0, false // 64: all moves
		settings := Settings{Algorithm: Algorithm(i % 2), Depth: 3, Endgame: i % 7}
		s.Rank(context.Background(), p.Board, evaluators.Compile(w, 0), settings, n, func(got []Result) {
			value, want := func(q engine.Position) int { return oracle(q, w, depth-1) }, 0
			if solved = got[0].Exact; solved {
				value, want = perfect, p.Empties()
			} else {
				depth++
				want = depth
			}
			require.Equal(t, expectedRank(p, n, want, solved, value), forgetNodes(got), "%s", p)
		})
		require.Equal(t, min(3, p.Empties()), depth)
		require.Equal(t, p.Empties() <= max(3, settings.Endgame), solved)
	}
}

// expectedRank returns the right result of Rank: the n best moves by the value of the next position.
func expectedRank(p engine.Position, n, depth int, exact bool, value func(engine.Position) int) (best []Result) {
	for _, move := range legal(p) {
		best = append(best, Result{Move: move, Score: -value(p.Play(move)), Depth: depth, Exact: exact})
	}
	slices.SortStableFunc(best, func(a, b Result) int { return cmp.Compare(b.Score, a.Score) })
	return best[:min(n, len(best))]
}

func forgetNodes(results []Result) []Result {
	for i := range results {
		results[i].Nodes = 0
	}
	return results
}

// Limits end the deepening after depth 1 at the earliest. A cancelled context ends it before.
func TestRankKeepsItsLimits(t *testing.T) {
	s, e := New(NewTable(10)), evaluators.Compile(seedBlank, 0)
	deepest := func(ctx context.Context, settings Settings) (depth int) {
		s.NewGame()
		s.Rank(ctx, engine.StartBoard(), e, settings, 4, func(r []Result) { depth = r[0].Depth })
		return depth
	}
	assert.Equal(t, 1, deepest(context.Background(), Settings{Nodes: 1}))
	assert.Equal(t, 1, deepest(context.Background(), Settings{Time: 1}))
	assert.Equal(t, 6, deepest(context.Background(), Settings{Nodes: 5000}))
	ctx, cancel := context.WithCancel(context.Background())
	s.Rank(ctx, engine.StartBoard(), e, Settings{Depth: 60}, 1, func(r []Result) {
		if r[0].Depth == 3 {
			cancel()
		}
		assert.LessOrEqual(t, r[0].Depth, 3)
	})
	assert.Zero(t, deepest(ctx, Settings{Depth: 5}))
}

// Nodes are counted from the beginning. All moves of a report have the same count.
func TestRankCountsNodes(t *testing.T) {
	b, s := middle(t, 12), New(NewTable(12))
	nodes := uint64(0)
	s.Rank(context.Background(), b, compiled(seedBlank), Settings{Depth: 5, Endgame: 12}, 3, func(r []Result) {
		assert.Len(t, r, 3)
		assert.Greater(t, r[0].Nodes, nodes)
		nodes = r[0].Nodes
		for _, one := range r {
			assert.Equal(t, nodes, one.Nodes)
		}
		if r[0].Depth == 1 {
			assert.EqualValues(t, 1+bits.OnesCount64(b.Moves()), nodes, "the root and what its moves lead to")
		}
	})
}

// A depth or a solution that would exceed the limit is not reported.
func TestRankReportsWhatItFinished(t *testing.T) {
	b := middle(t, 12)
	reports := func(settings Settings) (all [][]Result) {
		New(NewTable(12)).Rank(context.Background(), b, compiled(seedBlank), settings, 2, func(r []Result) {
			all = append(all, r)
		})
		return all
	}
	all := reports(Settings{Depth: 5, Endgame: 12})
	require.Len(t, all, 6)
	assert.True(t, all[5][0].Exact)
	assert.Equal(t, all[:5], reports(Settings{Depth: 5, Endgame: 11}), "too many empties to solve")
	assert.Equal(t, all[:5], reports(Settings{Depth: 5}))
	for finished := 1; finished < len(all); finished++ {
		last, next := all[finished-1][0].Nodes, all[finished][0].Nodes
		for _, limit := range []uint64{last, (last + next) / 2} {
			assert.Equal(t, all[:finished], reports(Settings{Nodes: limit, Depth: 5, Endgame: 12}), "%d nodes", limit)
		}
		assert.Equal(t, all[:finished+1], reports(Settings{Nodes: next + 1, Depth: 5, Endgame: 12}))
	}
}

// The clock and cancellation apply to Rank as to Search. If the time is over from the beginning,
// Rank reports depth 1, and if ctx is cancelled, nothing.
func TestRankLooksAtTheClock(t *testing.T) {
	b := middle(t, 30)
	for _, c := range []struct {
		limit           time.Duration
		cancelAt, looks int
		some            bool
	}{
		{limit: 1, looks: 3, some: true},
		{limit: 40 * time.Millisecond, looks: 40, some: true},
		{limit: time.Hour, cancelAt: 40, looks: 40, some: true},
		{limit: time.Hour, cancelAt: 1, looks: 1, some: false},
	} {
		synctest.Test(t, func(t *testing.T) {
			clock, depth := newClock(c.cancelAt), 0
			New(NewTable(12)).Rank(clock, b, compiled(seedBlank), Settings{Time: c.limit}, 2, func(r []Result) {
				depth = r[0].Depth
			})
			assert.Equal(t, c.looks, clock.looks)
			assert.Equal(t, c.some, depth >= 1)
		})
	}
}
