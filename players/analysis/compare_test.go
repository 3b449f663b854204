package analysis

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

// A comparison has the values of the analysis, and lines that lead to positions of these values.
func TestCompare(t *testing.T) {
	settings := search.Settings{Depth: 5, Endgame: 10}
	for _, player := range []string{weights.StrongestName, weights.EvolvedName} {
		w, err := weights.Named(player)
		require.NoError(t, err)
		valuer, searcher := NewValuer(w), search.New(search.NewTable(16))
		ends := map[bool]int{}
		for game := range 3 {
			g := randomGame(rand.New(rand.NewPCG(uint64(game), 2)))
			moves, err := NewWith(searcher, w, settings).Analyse(context.Background(), g)
			require.NoError(t, err)
			InDiscs(moves, valuer.Scale())
			for i := game; i < len(moves); i += 5 {
				m := &moves[i]
				c, err := valuer.Compare(context.Background(), searcher, m.Before, m.Played, settings)
				require.NoError(t, err)
				require.Len(t, c.Moves, m.Choices())
				require.Equal(t, m.Best, c.Best.Square)
				require.Equal(t, m.Played, c.Played.Square)
				if m.InDiscs {
					require.InDelta(t, m.LostDiscs(), c.Best.Discs-c.Played.Discs, 1e-9)
				}
				for _, line := range []Line{c.Best, c.Played} {
					ends[checkLine(t, w, m.Before, &line, settings.Depth)]++
				}
			}
		}
		assert.Greater(t, min(ends[true], ends[false]), 5)
	}
}

// checkLine fails unless a line is legal, and its end has the line's value. It reports whether the game is over then.
func checkLine(t *testing.T, w *weights.Switch, at engine.Position, line *Line, depth int) (over bool) {
	side, root, moves := at.Side, at, 0
	require.Equal(t, line.Square, line.Play[0])
	for _, move := range line.Play {
		require.NoError(t, engine.CheckLegal(at, move))
		at = at.Play(move)
		if move != engine.Pass {
			moves++
		}
	}
	sign := 1
	if side == engine.White {
		sign = -1
	}
	switch black := (engine.Position{Board: at.Board}); {
	case line.Exact:
		require.True(t, at.Over())
		require.Equal(t, line.Discs, float64(black.FinalDiff()*sideSign(at.Side, side)))
	case line.Won != 0:
		require.True(t, at.Over())
	default:
		require.Equal(t, depth, moves)
		phase := w.At(root.Board)
		require.Equal(t, line.Points, sign*phase.Score(at, w.PatternTables()))
	}
	return at.Over()
}

// sideSign is 1 if both sides are the same, else −1.
func sideSign(a, b engine.Side) int {
	if a == b {
		return 1
	}
	return -1
}

// The best move gets no other move and no reasons, even if another one is as good.
func TestCompareTheBestMove(t *testing.T) {
	valuer := NewValuer(seedSwitch(t))
	searcher := search.New(search.NewTable(16))
	for _, move := range []string{"d3", "c4", "f5", "e6"} {
		square, err := engine.ParseSquare(move)
		require.NoError(t, err)
		c, err := valuer.Compare(context.Background(), searcher, engine.Start(), square, search.Settings{Depth: 3})
		require.NoError(t, err)
		assert.Equal(t, square, c.Best.Square)
		assert.Equal(t, c.Best, c.Played)
		assert.Empty(t, c.Reasons)
	}
}

func TestCompareCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	searcher := search.New(search.NewTable(16))
	c, err := NewValuer(seedSwitch(t)).Compare(ctx, searcher, engine.Start(), 19, search.Settings{Depth: 6})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, c)
}
