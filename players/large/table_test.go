package large

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/evaluators"
)

// randomPosition returns a position from a random game that has a move and at least empties empty squares.
func randomPosition(rng *rand.Rand, size, empties int) large.Position {
	for {
		p := large.Start(size)
		for p.Empties() > empties && !p.Over() {
			p = p.Settle()
			p = p.Play(p.Moves().Pick(rng))
		}
		if !p.Over() {
			return p.Settle()
		}
	}
}

// Counts of edges and blanks on 6×6 squares equal those of package evaluators there.
func TestScorersMatchThoseOfSmallerBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		at := randomPosition(rng, 4+2*rng.IntN(3), 4+rng.IntN(30))
		w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
			if !s.Standard {
				return 0
			}
			return rng.IntN(21) - 10
		})
		moves, replies := at.Moves(), at.Swap().Moves()
		want := w.Score(at.Eight(), nil)
		if at.Side == engine.White {
			want = -want
		}
		require.Equal(t, want, newEvaluation(at.Size, w).score(&at.Board, &moves, &replies), at)
	}
}

// The classes of squares are those of the Table scorer on 8×8, and those of the reversi library on other
// sizes.
func TestTableLayout(t *testing.T) {
	for s := range engine.Square(64) {
		var w evaluators.Weights
		w.Set("table."+squareClass(8, large.At(s.Col(), s.Row())), 1)
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
				for _, s := range []large.Square{large.At(x, y), large.At(last-x, y), large.At(x, last-y),
					large.At(last-x, last-y)} {
					assert.Equal(t, name, squareClass(size, s), "%s of %d", s, size)
				}
			}
		}
	}
}
