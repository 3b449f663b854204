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
			for name, change := range map[string]func(*Record){
				"the winner":     func(g *Record) { g.Discs = -g.Discs - 2 },
				"a forfeit":      func(g *Record) { g.ForfeitReason = "it was tired" },
				"timed moves":    func(g *Record) { g.Times[engine.White].Moves++ },
				"no moves":       func(g *Record) { g.Moves = nil },
				"an early end":   func(g *Record) { g.Moves = g.Moves[:len(g.Moves)-1] },
				"a late end":     func(g *Record) { g.Moves = append(g.Moves, 0) },
				"a move twice":   func(g *Record) { last(g, g.Moves[len(g.Moves)-2]) },
				"a pass":         func(g *Record) { last(g, engine.Pass) },
				"no square":      func(g *Record) { last(g, 1<<14) },
				"a square below": func(g *Record) { last(g, -5) },
				"the opening":    func(g *Record) { slices.Reverse(g.Moves[:6]) },
			} {
				wrong := right
				game := &wrong.Games[1]
				game.Moves = slices.Clone(game.Moves)
				change(game)
				assert.Error(t, p.Replay(&wrong, true), "%s on %d columns", name, p.Opening.From.Columns())
			}
			other := right
			other.Games[0], other.Games[1] = right.Games[0], Record{}
			assert.Error(t, p.Replay(&other, true))
		}
	}
}

// last replaces the last move of a game.
func last(g *Record, move engine.Square) { g.Moves[len(g.Moves)-1] = move }

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
