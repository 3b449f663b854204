package search

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/evaluators"
)

// requireBound checks the result of a search with the window alpha…beta: the value itself if it is
// inside, otherwise a bound on that side.
func requireBound(t require.TestingT, value, found, alpha, beta int32, about string, args ...any) {
	switch {
	case found <= alpha:
		require.LessOrEqual(t, value, found, about, args)
	case found >= beta:
		require.GreaterOrEqual(t, value, found, about, args)
	default:
		require.Equal(t, value, found, about, args)
	}
}

// One searcher for all windows, so that the entries of the table are mostly bounds.
func TestMidgameKeepsItsWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	s := New(NewTable(8))
	for i := range 250 {
		p := randomPosition(rng, 1+rng.IntN(40))
		w := randomWeights(rng)
		if i%3 == 0 {
			w = coarse
		}
		depth := rng.IntN(4)
		value := int32(oracle(p, w, depth))
		s.begin(context.Background(), p.Board, compiled(w), Settings{Algorithm: Algorithm(i % 2)}) // NegaScout or AlphaBeta
		s.setLimits(0, 0)
		for range 12 {
			alpha := value + int32(rng.IntN(41)-30)
			beta := alpha + 1 + int32(rng.IntN(20))
			found := s.midgame(p.Mover, p.Opponent, p.Moves(), alpha, beta, depth)
			requireBound(t, value, found, alpha, beta, "%s, depth %d", p, depth)
		}
	}
}

func TestEndgameKeepsItsWindow(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	s := New(NewTable(8))
	for range 60 {
		p := randomPosition(rng, sortFrom+rng.IntN(4))
		s.begin(context.Background(), p.Board, compiled(seedBlank), Settings{})
		s.setLimits(0, 0)
		value := s.endgame(p.Mover, p.Opponent, p.Moves(), -64, 64)
		if p.Empties() <= 8 {
			require.EqualValues(t, perfect(p), value, "%s", p)
		}
		for range 12 {
			alpha := max(-64, min(value+int32(rng.IntN(31)-20), 63))
			beta := min(alpha+1+int32(rng.IntN(10)), 64)
			found := s.endgame(p.Mover, p.Opponent, p.Moves(), alpha, beta)
			requireBound(t, value, found, alpha, beta, "%s", p)
		}
	}
}

// Random discs around up to six empty squares, where many squares are illegal and many sides pass.
// The windows are all those of the result's parity and two odd ones.
func TestFewEmptiesKeepTheirWindow(t *testing.T) {
	s := New(NewTable(1))
	for empties := range sortFrom {
		rapid.Check(t, func(t *rapid.T) {
			requireWindows(t, s, boardWith(empties, t))
		})
	}
}

// No square is left to play on, and the value is still the disc difference.
func TestAFullBoardKeepsItsWindow(t *testing.T) {
	requireWindows(t, New(NewTable(1)), engine.Board{Mover: ^uint64(0)})
}

// requireWindows checks the endgame's value of a board with windows of all sizes.
func requireWindows(t require.TestingT, s *Searcher, b engine.Board) {
	value := int32(perfect(engine.Position{Board: b}))
	for alpha := int32(-64); alpha < 64; alpha += 2 {
		for _, beta := range []int32{alpha + 1, alpha + 2, alpha + 20, 64} {
			found := s.endgame(b.Mover, b.Opponent, b.Moves(), alpha, beta)
			requireBound(t, value, found, alpha, beta, "%+v", b)
		}
	}
}

// A bound by stable discs holds: no play gives the mover more. With random discs around seven
// empty squares many discs are stable.
func TestStableDiscsBoundTheResult(t *testing.T) {
	s := New(NewTable(1))
	s.setLimits(0, 0)
	s.ctx = t.Context()
	bounds := 0
	rapid.Check(t, func(t *rapid.T) {
		b := boardWith(7, t)
		value := int32(perfect(engine.Position{Board: b}))
		for alpha := int32(-64); alpha <= 64; alpha++ {
			if most := s.atMost(b.Opponent, b.Empty(), alpha); most <= alpha && most < 64 {
				bounds++
				require.LessOrEqual(t, value, most)
			}
			requireBound(t, value, s.endgame(b.Mover, b.Opponent, b.Moves(), alpha, alpha+1), alpha, alpha+1, "%+v", b)
		}
	})
	assert.Positive(t, bounds)
}

// An entry of a child counts if it proves a low value for the player who moves there.
func TestLookUpFindsABoundOfAChild(t *testing.T) {
	p := randomPosition(rand.New(rand.NewPCG(14, 1)), 15)
	s := New(NewTable(10))
	for _, c := range []struct {
		name  string
		bound uint8
		value int32
		stamp uint16
		want  int32
	}{
		{"no more than enough", upper, -10, s.endgameStamp, 10},
		{"no more than more than enough", upper, -12, s.endgameStamp, 12},
		{"just that", exact, -10, s.endgameStamp, 10},
		{"no more than too little", upper, -8, s.endgameStamp, -infinity},
		{"no less", lower, -10, s.endgameStamp, -infinity},
		{"of another search", upper, -10, s.midgameStamp, -infinity},
	} {
		var l list
		l.expand(p.Mover, p.Opponent, p.Moves(), wholeBoard)
		own, opp := l.Own[l.n-1], l.Opp[l.n-1]
		*s.table.endgameSlot(own, opp, 14) = entry{own: own, opp: opp, value: c.value, stamp: c.stamp, depth: 14<<2 | c.bound}
		assert.Equal(t, c.want, s.lookUp(&l, 14, 10), c.name)
	}
}

// In the midgame the entry must also be of exactly the depth; with a clock a deeper one counts too.
func TestFindChildNeedsTheDepth(t *testing.T) {
	p := randomPosition(rand.New(rand.NewPCG(14, 2)), 30)
	s := New(NewTable(10))
	for _, c := range []struct {
		name    string
		depth   uint8
		bound   uint8
		value   int32
		stamp   uint16
		clocked bool
		want    int32
	}{
		{"enough", 3, upper, -10, s.midgameStamp, false, 10},
		{"more than enough", 3, exact, -12, s.midgameStamp, false, 12},
		{"too little", 3, upper, -8, s.midgameStamp, false, -infinity},
		{"the other bound", 3, lower, -10, s.midgameStamp, false, -infinity},
		{"of an endgame", 3, upper, -10, s.endgameStamp, false, -infinity},
		{"deeper", 4, upper, -10, s.midgameStamp, false, -infinity},
		{"deeper with a clock", 4, upper, -10, s.midgameStamp, true, 10},
		{"shallower with a clock", 2, upper, -10, s.midgameStamp, true, -infinity},
	} {
		var l list
		l.expand(p.Mover, p.Opponent, p.Moves(), wholeBoard)
		own, opp := l.Own[l.n-1], l.Opp[l.n-1]
		s.clocked = c.clocked
		*s.table.slot(own, opp) = entry{own: own, opp: opp, value: c.value, stamp: c.stamp, depth: c.depth<<2 | c.bound}
		value, move := s.findChild(&l, 3, 10)
		assert.Equal(t, c.want, value, c.name)
		if value > -infinity {
			assert.Equal(t, l.move(l.n-1), move, c.name)
		}
	}
}

// boardWith draws a board with a number of empty squares.
func boardWith(empties int, t *rapid.T) engine.Board {
	p, err := engine.ParsePosition(rapid.StringMatching("(X{8}|O{8}|[XO]{8}){8}").Draw(t, "discs") + " X")
	require.NoError(t, err)
	for _, s := range rapid.SliceOfNDistinct(rapid.IntRange(0, 63), empties, empties, rapid.ID).Draw(t, "empty") {
		p.Mover &^= 1 << s
		p.Opponent &^= 1 << s
	}
	return p.Board
}

// Games can end early: when neither side can move, the empty squares count for the winner.
func TestEndgameKnowsFinishedGames(t *testing.T) {
	s := New(NewTable(1))
	for _, c := range []struct {
		board string
		want  int32
	}{
		{strings.Repeat("XXXXXXXX", 8), 64},
		{strings.Repeat("OOOOOOOO", 7) + "OOOOOOO-", -64},
		{strings.Repeat("XXXXXXXX", 7) + "XXXX----", 64},
		{strings.Repeat("OOOOOOOO", 7) + "OOO-----", -64},
		{strings.Repeat("XXXXXXXX", 7) + "XX------", 64},
		{strings.Repeat("XXXXXXXX", 7) + "X-------", 64},
		{strings.Repeat("XX----OO", 8), 0},
		{strings.Repeat("XXX---OO", 8), 32},
		{strings.Repeat("XX---OOO", 8), -32},
	} {
		p, err := engine.ParsePosition(c.board + " X")
		require.NoError(t, err)
		require.True(t, p.Over())
		assert.Equal(t, c.want, s.endgame(p.Mover, p.Opponent, 0, -64, 64), c.board)
		assert.Equal(t, -c.want, s.endgame(p.Opponent, p.Mover, 0, -64, 64), c.board)
	}
}

// The only move ends the game, so the search visits just two positions.
func TestSearchingToAnEarlyEnd(t *testing.T) {
	p, err := engine.ParsePosition("XO" + strings.Repeat("-", 62) + " X")
	require.NoError(t, err)
	c1 := engine.At(2, 0)
	for depth := 1; depth <= 4; depth++ {
		want := Result{Move: c1, Score: evaluators.Win + 3, Depth: depth, Nodes: 2}
		assert.Equal(t, want, find(context.Background(), p.Board, Settings{Depth: depth}))
	}
	want := Result{Move: c1, Score: 64, Exact: true, Depth: 62, Nodes: 2}
	assert.Equal(t, want, find(context.Background(), p.Board, Settings{Depth: 1, Endgame: 62}))
}

// Neither side can move on a8, because its lines hold only one side's discs: the square counts for the winner.
func TestTheLastSquareIsTheWinners(t *testing.T) {
	const a8, seen uint64 = 1 << 56, 0xfe03050911214181
	s := New(NewTable(1))
	for _, c := range []struct {
		discs int
		want  int32
	}{{31, -2}, {32, 2}, {33, 4}} {
		own := seen
		for square := uint64(1); bits.OnesCount64(own) < c.discs; square <<= 1 {
			own |= square
		}
		b := engine.Board{Mover: own, Opponent: ^(own | a8)}
		require.True(t, b.Over())
		assert.Equal(t, c.want, s.endgame(b.Mover, b.Opponent, 0, -64, 64))
		assert.Equal(t, -c.want, s.endgame(b.Opponent, b.Mover, 0, -64, 64))
	}
}
