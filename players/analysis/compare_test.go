package analysis

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
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
					ends[line.End.Over()]++
					checkLine(t, w, m.Before, &line, settings.Depth)
				}
			}
		}
		assert.Greater(t, min(ends[true], ends[false]), 5)
	}
}

// checkLine fails unless a line is legal, and its end has the line's value.
func checkLine(t *testing.T, w *weights.Switch, at engine.Position, line *Line, depth int) {
	side, root, moves := at.Side, at, 0
	require.Equal(t, line.Square, line.Play[0])
	for _, move := range line.Play {
		require.NoError(t, engine.CheckLegal(at, move))
		at = at.Play(move)
		if move != engine.Pass {
			moves++
		}
	}
	require.Equal(t, at, line.End)
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

// The named features change by the counts of plain scorers, and without tables or networks they and the
// rest add up to the whole loss.
func TestChanges(t *testing.T) {
	w := &weights.Switch{Schema: weights.Schema, Turns: weights.Turns{60}, Phases: make([]evaluators.Weights, 1)}
	points := &w.Phases[0]
	require.NoError(t, points.UnmarshalJSON([]byte(`{"table.corner":300,"table.c":0,"table.a1":0,"table.a2":0,
		"table.b1":0,"table.b2":0,"table.b3":0,"table.x":-200,"table.o1":0,"table.o2":0,
		"possibility.w":20,"stable.w":50,"frontier.w":10}`)))
	valuer := NewValuer(w)
	g := randomGame(rand.New(rand.NewPCG(4, 4)))
	positions := g.Positions()
	seen := map[string]int{}
	for i := range len(positions) - 8 {
		at, better, worse := positions[i], positions[i+6], positions[i+4]
		all, loss := valuer.changes(at, better, worse)
		sum := 0.0
		for _, r := range all {
			seen[r.Feature]++
			sum += r.Discs
			assert.GreaterOrEqual(t, r.Count, 0)
			assert.Equal(t, r.Feature == "corners" && r.Count > 0, len(r.Squares) > 0)
		}
		if len(all) == len(namedFeatures) {
			assert.InDelta(t, loss, sum, 1e-6)
		}
	}
	for _, name := range []string{"mobility", "corners", "stable", "frontier"} {
		assert.Positive(t, seen[name], name)
	}
}

func TestWeightiest(t *testing.T) {
	named := func(discs ...float64) (all []Reason) {
		for _, d := range discs {
			all = append(all, Reason{Discs: d})
		}
		return all
	}
	for _, c := range []struct {
		all  []Reason
		loss float64
		want []Reason
	}{
		{named(2, 6), 10, named(6, 2)},
		{named(1, 6), 10, named(6)}, // less than a fifth
		{named(3, 2, 9), 10, named(9, 3)},
		{named(3, 1.9), 10, nil}, // less than half
		{named(3, 2), 10, named(3, 2)},
		{named(-3, 5), 10, named(5)},
		{named(-3, -5), 10, nil},
		{named(5), 0, nil},
		{nil, 10, nil},
	} {
		assert.Equal(t, c.want, weightiest(c.all, c.loss), "%v of %v", c.all, c.loss)
	}
}

// In finished games the reasons are discs in corners and on edges.
func TestPlaces(t *testing.T) {
	rows := func(first string) engine.Position {
		p, err := engine.ParsePosition(first + "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X")
		require.NoError(t, err)
		return p
	}
	better, worse := rows("XXXXOOOO"), rows("OOXOOOOO")
	a1 := []engine.Square{0}
	want := []Reason{{"corners", 1, a1, 2}, {"edges", 4, nil, 4}}
	assert.Equal(t, want, placesOf(engine.Black, better, worse))
	assert.Empty(t, placesOf(engine.White, better, worse))
	line := func(end engine.Position, square engine.Square, discs float64) *Line {
		return &Line{MoveValue{square, Value{Discs: discs, Exact: true}}, nil, end}
	}
	valuer := NewValuer(seedSwitch(t))
	start := engine.Start()
	assert.Equal(t, []Reason{want[1], want[0]}, valuer.reasons(start, line(better, 1, -56), line(worse, 2, -62)))
	assert.Empty(t, valuer.reasons(start, line(better, 1, -40), line(worse, 2, -62)), "they explain 6 of 22")
	assert.Empty(t, valuer.reasons(start, line(better, 1, -56), line(start, 2, -62)), "one game goes on")
}
