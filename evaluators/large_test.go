package evaluators

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// Counts on 4×4 to 8×8 squares equal those of boards within 8×8.
func TestScorersOfLargeBoardsMatchOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		at := engine.LargeStart(4 + 2*rng.IntN(3))
		for left := 4 + rng.IntN(30); at.Empties() > left && !at.Over(); at = at.Settle() {
			at = at.Play(at.RandomMove(rng))
		}
		w := Weigh(func(s *Scorer, f *Feature) int {
			if !s.Standard {
				return 0
			}
			return rng.IntN(21) - 10
		})
		b := at.Large()
		moves, replies := b.Moves(), b.Swap().Moves()
		want := w.Score(within8x8(at), nil)
		if at.Side == engine.White {
			want = -want
		}
		require.Equal(t, want, CompileLarge(w, b.Size).Score(&b, &moves, &replies), at)
	}
}

// within8x8 returns a position on up to 8×8 squares in the middle of 8×8, with holes around them.
func within8x8(at engine.Position) engine.Position {
	margin := 4 - at.Columns()/2
	squares := bytes.Repeat([]byte("#"), 64)
	for y := range at.Columns() {
		copy(squares[8*(y+margin)+margin:], at.Squares()[at.Columns()*y:][:at.Columns()])
	}
	p, err := engine.ParsePosition(string(squares) + " " + at.Side.Letter())
	if err != nil {
		panic(err)
	}
	return p
}

// The classes of squares are those of the Table scorer on 8×8, and those of the reversi library on other
// sizes.
func TestLargeTableLayout(t *testing.T) {
	for s := range engine.Square(64) {
		var w Weights
		w.Set("table."+squareClass(8, engine.At(s.Col(), s.Row())), 1)
		assert.Equal(t, 1, w.Score(engine.Position{Board: engine.Board{Mover: s.Bit()}}, nil), s)
	}
	for size, want := range map[int]string{
		4: `corner c
			c b1`,
		6: `corner c a2
			c x o1
			a2 o1 b1`,
		10: `corner c a2 b3 b3
			c x o1 o2 o2
			a2 o1 a1 b2 b2
			b3 o2 b2 x o1
			b3 o2 b2 o1 b1`,
		12: `corner c a2 b3 b3 b3
			c x o1 o2 o2 o2
			a2 o1 a1 b2 b2 b2
			b3 o2 b2 x o1 o2
			b3 o2 b2 o1 a1 b2
			b3 o2 b2 o2 b2 b1`,
	} {
		for y, row := range strings.Split(want, "\n") {
			for x, name := range strings.Fields(row) {
				last := size - 1
				for _, s := range []engine.Square{engine.At(x, y), engine.At(last-x, y), engine.At(x, last-y),
					engine.At(last-x, last-y)} {
					assert.Equal(t, name, squareClass(size, s), "%s of %d", s, size)
				}
			}
		}
	}
}
