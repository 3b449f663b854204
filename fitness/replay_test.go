package fitness

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// Only whole games by the rules are possible results, on boards of both kinds.
func TestReplay(t *testing.T) {
	for _, pairs := range [][]Pair{testPairs(t, 6, "table", "random"), largePairs(t, 4, "reversi-edge:depth=1",
		"greedy")} {
		results, err := Local{Timed: true}.Play(t.Context(), pairs, nil)
		require.NoError(t, err)
		for i := range pairs {
			p, right := &pairs[i], results[i]
			require.NoError(t, p.Replay(&right, true))
			onLarge := len(right.Games[0].LargeMoves) > 0
			for name, change := range map[string]func(*Record){
				"the winner":     func(g *Record) { g.Discs = -g.Discs - 2 },
				"a forfeit":      func(g *Record) { g.ForfeitReason = "it was tired" },
				"timed moves":    func(g *Record) { g.Times[engine.White].Moves++ },
				"no moves":       func(g *Record) { g.Moves, g.LargeMoves = nil, nil },
				"an early end":   func(g *Record) { cut(&g.Moves); cut(&g.LargeMoves) },
				"a late end":     func(g *Record) { g.Moves, g.LargeMoves = append(g.Moves, 0), append(g.LargeMoves, 0) },
				"a move twice":   func(g *Record) { repeat(g.Moves); repeat(g.LargeMoves) },
				"no square":      func(g *Record) { last(g.Moves, engine.Pass); last(g.LargeMoves, 1<<14) },
				"a square below": func(g *Record) { last(g.Moves, -5); last(g.LargeMoves, -5) },
				"the opening": func(g *Record) {
					slices.Reverse(g.Moves[:min(8, len(g.Moves))])
					slices.Reverse(g.LargeMoves[:min(8, len(g.LargeMoves))])
				},
			} {
				wrong := right
				game := &wrong.Games[1]
				game.Moves, game.LargeMoves = slices.Clone(game.Moves), slices.Clone(game.LargeMoves)
				change(game)
				assert.Error(t, p.Replay(&wrong, true), "%s, large: %v", name, onLarge)
			}
			other := right
			other.Games[0], other.Games[1] = right.Games[0], Record{}
			assert.Error(t, p.Replay(&other, true))
		}
	}
}

func cut[S any](moves *[]S) { *moves = (*moves)[:max(0, len(*moves)-1)] }

func repeat[S any](moves []S) {
	if n := len(moves); n > 0 {
		moves[n-1] = moves[n-2]
	}
}

func last[S any](moves []S, square S) {
	if n := len(moves); n > 0 {
		moves[n-1] = square
	}
}

// A player that forfeits loses all squares when it is its turn.
func TestForfeitsAreReplayed(t *testing.T) {
	p := testPairs(t, 1, "table", "random")[0]
	short := Record{Moves: p.Opening.Moves, ForfeitReason: "no answer"}
	short.Discs = blackResult(-64, p.Opening.Start.Settle().Side)
	r := PairResult{Games: [2]Record{short, short}}
	require.NoError(t, p.Replay(&r, false))
	r.Games[1].Discs = -short.Discs
	assert.Error(t, p.Replay(&r, false))
}
