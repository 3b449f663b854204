package search

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// The n best moves at every depth, and at the end of the game, whatever the
// searcher remembers; ties are frequent with coarse weights.
func TestRankEqualsTheOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	s := New(NewTable(10))
	for i := range 120 {
		w := [...]*evaluators.Weights{&seedBlank, &coarse, randomWeights(rng)}[i%3]
		p := randomPosition(rng, 2+rng.IntN(57)).Settle()
		if p.Over() {
			continue
		}
		n, depth, solved := []int{1, 2, 3, 5, 64}[i%5], 0, false // 64: all moves
		settings := Settings{Algorithm: Algorithm(i % 2), Depth: 3, Endgame: i % 7}
		s.Rank(context.Background(), p.Board, evaluators.Compile(w), settings, n, func(got []Result) {
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

// expectedRank is what Rank must find: the n best moves by the value of what follows.
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

// Limits end the deepening after depth 1 at the earliest, a cancelled context
// before.
func TestRankKeepsItsLimits(t *testing.T) {
	s, e := New(NewTable(10)), evaluators.Compile(&seedBlank)
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
