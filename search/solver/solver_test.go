package solver

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/search/solver/solvertest"
)

func shapeNamed(t require.TestingT, name string) engine.Shape {
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// everything is the bracket without any proof.
var everything = Bracket{AtLeast: -64, AtMost: 64}

// anyPosition draws a position with at most a number of empties, on a board that ships with the
// program, perhaps with additional holes.
func anyPosition(t *rapid.T, empties int) (engine.Shape, engine.Position) {
	shape := rapid.SampledFrom(engine.Shapes).Draw(t, "shape")
	holes := rapid.Uint64().Draw(t, "holes") & rapid.Uint64().Draw(t, "fewer") & shape.Start.Empty()
	shape.Start.Mover |= holes
	shape.Start.Opponent |= holes
	p := shape.Start.Settle()
	for p.Empties() > empties && !p.Over() {
		moves := p.Moves()
		n := rapid.IntRange(0, bits.OnesCount64(moves)-1).Draw(t, "move")
		for range n {
			moves &= moves - 1
		}
		p = p.Play(engine.Square(bits.TrailingZeros64(moves))).Settle()
	}
	return shape, p
}

// On any board, from any position and with any number of threads, the value equals that of plain
// minimax, and the line is legal play to an end with that value.
func TestValuesAreThoseOfMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, p := anyPosition(t, rapid.IntRange(0, 9).Draw(t, "empties"))
		want := solvertest.Oracle{}.Ask(p).Best
		if p.Side == engine.White {
			want = -want
		}
		s := New(shape, 1<<14, rapid.IntRange(1, 3).Draw(t, "threads"))
		value := s.Solve(t.Context(), p.Board, everything, nil)
		require.True(t, value.Solved())
		require.Equal(t, want, value.AtLeast, "%v on %v", p, shape)
		line := s.Line(t.Context(), p.Board, value.AtLeast)
		end := p
		for _, move := range line {
			end = end.Settle()
			require.NoError(t, engine.CheckLegal(end, move))
			end = end.Play(move)
		}
		require.True(t, end.Over())
		if end.Side != p.Side {
			end = end.Pass()
		}
		require.Equal(t, want, end.DiscDiff())
	})
}

// Techniques for many empties, such as looking ahead, mirroring positions and sharing work, change
// no value: a position's value is that of its best move, computed by another solver with a tiny
// table.
func TestValuesOfManyEmptiesAgree(t *testing.T) {
	for _, c := range []struct {
		shape   string
		empties int
	}{{"Square-6", 18}, {"Diamond", 18}, {"Plus", 22}, {"Octagon", 16}, {"Xhole", 22}, {"Square-8", 16}, {"X", 28}} {
		t.Run(c.shape, func(t *testing.T) {
			t.Parallel()
			shape := shapeNamed(t, c.shape)
			rng := rand.New(rand.NewPCG(1, 2))
			p := shape.Start
			for p.Empties() > c.empties {
				p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle()
			}
			value := New(shape, 1<<22, 2).Solve(t.Context(), p.Board, everything, nil)
			best := -infinity
			alone := New(shape, 1<<14, 1)
			for move := range engine.SquaresOf(p.Moves()) {
				best = max(best, -alone.Solve(t.Context(), p.Play(move).Board, everything, nil).AtLeast)
			}
			assert.Equal(t, value.AtLeast, best)
		})
	}
}

// Symmetric positions share an entry, and its move is mirrored back.
func TestSymmetriesAreUndone(t *testing.T) {
	for k := range 8 {
		for move := range int8(64) {
			assert.Equal(t, move, mirrored(mirrored(move, k), inverse(k)), "symmetry %d", k)
		}
	}
	assert.EqualValues(t, -1, mirrored(-1, 5))
}

// An interrupted search reports its facts, and another search continues from them.
func TestSearchContinuesFromFacts(t *testing.T) {
	shape := shapeNamed(t, "Rectangle")
	whole := New(shape, 1<<22, 2)
	value := whole.Solve(t.Context(), shape.Start.Board, everything, nil)
	require.Equal(t, Bracket{AtLeast: 29, AtMost: 29, Asked: value.Asked}, value)

	known := everything
	var facts []Fact
	stopped := 0
	for !known.Solved() && stopped < 100 {
		s := New(shape, 1<<20, 2)
		s.AddFacts(facts)
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		known = s.Solve(ctx, shape.Start.Board, known, func(Bracket) {
			if asked++; asked > 1 {
				cancel()
			}
		})
		facts = s.Facts()
		stopped++
		cancel()
	}
	assert.Greater(t, stopped, 2)
	assert.Equal(t, 29, known.AtLeast)
	for _, f := range facts {
		assert.LessOrEqual(t, f.AtLeast, f.AtMost)
		assert.GreaterOrEqual(t, f.Nodes, uint64(factFrom))
	}
}
