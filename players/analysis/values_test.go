package analysis

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

func championValuer(t *testing.T) *Valuer {
	w, err := weights.Strongest()
	require.NoError(t, err)
	return NewValuer(w)
}

func newSearcher() *search.Searcher { return search.New(search.NewTable(16)) }

func TestValuesDeepen(t *testing.T) {
	c, at := championValuer(t), engine.Start().Play(37)
	var all []Values
	best := c.Values(t.Context(), newSearcher(), at, search.Settings{Depth: 6}, func(v Values) { all = append(all, v) })
	require.Len(t, all, 6)
	for i, v := range all {
		assert.Equal(t, i+1, v.Depth)
		assert.Len(t, v.Moves, 3)
		for j, m := range v.Moves {
			assert.NoError(t, engine.CheckLegal(at, m.Square))
			assert.False(t, m.Exact)
			if j > 0 {
				assert.LessOrEqual(t, m.Discs, v.Moves[j-1].Discs)
			}
		}
	}
	assert.Equal(t, all[5].Moves[0].Square, best.Move)
}

// Near the end values are exact, and the best of them is the value of the position.
func TestValuesAreExactNearTheEnd(t *testing.T) {
	c, at := championValuer(t), randomPosition(1, 10)
	var last Values
	best := c.Values(t.Context(), newSearcher(), at, search.Settings{Depth: 2, Endgame: 12}, func(v Values) { last = v })
	require.True(t, best.Exact)
	assert.Equal(t, at.Empties(), last.Depth)
	for _, m := range last.Moves {
		assert.True(t, m.Exact)
		reply := c.Best(t.Context(), newSearcher(), at.Play(m.Square), search.Settings{Depth: 1, Endgame: 12})
		assert.Equal(t, m.Discs, float64(-reply.Score))
	}
}

func TestValueOfASearchResult(t *testing.T) {
	blank, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	c, b := NewValuer(blank), engine.StartBoard()
	assert.Equal(t, Value{Discs: -7, Exact: true}, c.Value(b, search.Result{Score: -7, Exact: true}))
	assert.Equal(t, Value{Discs: 64, Won: 1}, c.Value(b, search.Result{Score: 1<<25 + 3}))
	assert.Equal(t, Value{Discs: -64, Won: -1}, c.Value(b, search.Result{Score: -1<<25 - 3}))
	even, odd := c.Value(b, search.Result{Score: 300, Depth: 4}), c.Value(b, search.Result{Score: 300, Depth: 5})
	assert.Equal(t, 300, even.Points)
	assert.Less(t, odd.Discs, even.Discs, "the weights prefer the side that has moved")
	assert.InDelta(t, 3.6, (even.Discs+odd.Discs)/2, 0.1)
	assert.InDelta(t, 3.6, c.Discs(b, 300), 0.1)
}

// The line of a solved position ends with its score.
func TestSolvedLine(t *testing.T) {
	c, s := championValuer(t), newSearcher()
	passes := 0
	for seed := range uint64(50) {
		at := randomPosition(seed, 12)
		if at.Over() {
			continue
		}
		best := c.Best(t.Context(), s, at, search.Settings{Depth: 1, Endgame: 12})
		require.True(t, best.Exact)
		end := at
		for _, move := range c.Line(t.Context(), s, at, best) {
			if move == engine.Pass {
				passes++
				assert.True(t, end.MustPass(), at)
			} else {
				assert.NoError(t, engine.CheckLegal(end, move), at)
			}
			end = end.Play(move)
		}
		require.True(t, end.Over(), at)
		got := end.FinalDiff()
		if end.Side != at.Side {
			got = -got
		}
		assert.Equal(t, best.Score, got, at)
	}
	assert.Positive(t, passes)
}

func TestExpectedLine(t *testing.T) {
	c, s, at := championValuer(t), newSearcher(), engine.Start()
	best := c.Best(t.Context(), s, at, search.Settings{Depth: 6})
	line := c.Line(t.Context(), s, at, best)
	require.NotEmpty(t, line)
	assert.Equal(t, best.Move, line[0])
	_, err := engine.ParseTranscript(engine.Transcript(line))
	assert.NoError(t, err)
}

// Line searches moves that are missing in the transposition table, of a searcher used for other positions
// or a new one.
func TestLineWithoutEntries(t *testing.T) {
	c := championValuer(t)
	for depth, want := range map[int]int{1: 1, 3: 3, 7: 7, 12: 8} {
		line := c.Line(t.Context(), newSearcher(), engine.Start(), search.Result{Move: engine.At(3, 2), Depth: depth})
		assert.GreaterOrEqual(t, len(line), min(want, 8), depth)
		assert.Equal(t, "d3", line[0].String())
		_, err := engine.ParseTranscript(engine.Transcript(line))
		assert.NoError(t, err)
	}
	for seed := range uint64(30) { // over passes, and to the end of games
		at := randomPosition(seed, 5)
		if at.Over() {
			continue
		}
		best := c.Best(t.Context(), newSearcher(), at, search.Settings{Depth: 4})
		end := at
		line := c.Line(t.Context(), newSearcher(), at, best)
		for _, move := range line {
			assert.NoError(t, engine.CheckLegal(end, move), at)
			end = end.Play(move)
		}
		assert.True(t, end.Over() || len(line) >= best.Depth, at)
	}
}

func TestCancelledValues(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := championValuer(t)
	c.Values(ctx, newSearcher(), engine.Start(), search.Settings{Depth: 60}, func(Values) { t.Error("a report") })
	at := randomPosition(1, 10)
	best := c.Best(t.Context(), newSearcher(), at, search.Settings{Depth: 1, Endgame: 12})
	assert.Equal(t, []engine.Square{best.Move}, c.Line(ctx, newSearcher(), at, best))
}

// randomPosition plays random moves to a number of empty squares or the end of the game.
func randomPosition(seed uint64, empties int) engine.Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := engine.Start()
	for p.Empties() > empties && !p.Over() {
		p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle()
	}
	return p
}

// The value for Black is the value of the side to move, with the sign of Black, also after a pass and at the end.
func TestForBlack(t *testing.T) {
	c, s, settings := championValuer(t), newSearcher(), search.Settings{Depth: 3, Endgame: 6}
	value := func(position string) Value {
		p, err := engine.ParsePosition(position)
		require.NoError(t, err)
		_, v := c.ForBlack(t.Context(), s, p, settings)
		return v
	}
	p, err := engine.ParsePosition("f5d6c3d3")
	require.NoError(t, err)
	_, want := c.Settled(t.Context(), s, p, settings)
	assert.Equal(t, want, value("f5d6c3d3"))
	swapped := strings.NewReplacer("X", "O", "O", "X").Replace(p.Squares()) + " O"
	assert.Equal(t, Value{Discs: -want.Discs, Points: -want.Points}, value(swapped))

	const blacksOnly = "XO--------------------------------------------------------------"
	assert.Equal(t, 1, value(blacksOnly+" X").Won)
	assert.Equal(t, value(blacksOnly+" X"), value(blacksOnly+" O"), "White must pass")
	assert.Equal(t, Value{Discs: -64, Exact: true}, value(strings.Repeat("O", 60)+"---- X"))
	assert.Equal(t, Value{Exact: true}, value(strings.Repeat("OX", 32)+" O"))
}
