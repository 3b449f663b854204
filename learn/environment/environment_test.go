package environment

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// opponent returns a built-in player that does not search.
func opponent(t require.TestingT, name string) players.Player {
	spec, err := players.ParseSpec(name)
	require.NoError(t, err)
	c, err := spec.Contestant()
	require.NoError(t, err)
	return c.New(nil)
}

func board(t require.TestingT, name string) engine.Shape {
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// Random games on every board: the agent has a step whenever it can move, sees the board from its own
// side, and gets the reward of the final board. Retrace gives the same episode.
func TestGamesFollowTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(engine.Shapes).Draw(t, "board")
		settings := Settings{Frames: rapid.IntRange(1, 4).Draw(t, "frames"), Passes: rapid.Bool().Draw(t, "passes")}
		e, err := New(shape, opponent(t, "episode"), settings)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lots"), 0))
		side := engine.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		o, err := e.Reset(context.Background(), side, 1)
		require.NoError(t, err)
		var reward float64
		steps := 0
		for done := e.Done(); !done; steps++ {
			at := e.Position()
			assert.Equal(t, side, at.Side)
			assert.Equal(t, at.Board, o[0])
			s := engine.Pass
			if legal := e.Legal(); legal != 0 {
				s = engine.RandomSquare(rng, legal)
			} else {
				assert.True(t, settings.Passes)
			}
			before := o
			o, reward, done, err = e.Step(context.Background(), s)
			require.NoError(t, err)
			assert.Equal(t, before[:settings.Frames-1], o[1:])
			if !done {
				assert.Zero(t, reward)
			}
		}
		final, want := e.Game().Final(), Draw
		assert.True(t, final.Over())
		if winner, discs := final.Winner(); discs > 0 {
			want = map[bool]float64{true: Win, false: Loss}[winner == side]
		}
		assert.Equal(t, want, reward)
		lived := e.Episode()
		assert.Len(t, lived.Actions, steps)
		assert.Len(t, lived.Positions, steps+1)
		again, err := e.Replay(side, slices.Clone(e.Game().Moves))
		require.NoError(t, err)
		assert.Equal(t, lived, again)
		_, err = e.Replay(side, lived.Actions[:0])
		assert.ErrorContains(t, err, "the game is unfinished")
	})
}

func TestIllegalStepsChangeNothing(t *testing.T) {
	e, err := New(board(t, "Square-6"), opponent(t, "random"), Settings{})
	require.NoError(t, err)
	_, _, _, err = e.Step(context.Background(), 0)
	assert.ErrorIs(t, err, ErrDone)
	_, err = e.Reset(context.Background(), engine.Black, 1)
	require.NoError(t, err)
	before := e.Position()
	for _, s := range []engine.Square{0, 27, engine.Pass, engine.NoSquare} {
		_, _, _, err := e.Step(context.Background(), s)
		assert.Error(t, err)
		assert.Equal(t, before, e.Position())
	}
	for _, frames := range []int{-1, 17} {
		_, err = New(board(t, "Square-6"), opponent(t, "random"), Settings{Frames: frames})
		assert.Error(t, err)
	}
}

// The planes of the first position on 6×6, for Black: its discs, White's, the moves of both.
func TestPlanes(t *testing.T) {
	l := NewLayout(board(t, "Square-6"), 2)
	assert.Equal(t, 2*4*36, l.Inputs())
	into := make([]float32, l.Inputs())
	into[7] = 5 // Fill must clear old values
	l.Fill(into, Observation{board(t, "Square-6").Start.Board, {}}, 0)
	ones := func(plane int) (squares string) {
		for i, x := range into[36*plane : 36*(plane+1)] {
			if x != 0 {
				assert.EqualValues(t, 1, x)
				squares += l.Square(i).String()
			}
		}
		return squares
	}
	assert.Equal(t, "e4d5", ones(0))
	assert.Equal(t, "d4e5", ones(1))
	assert.Equal(t, "d3c4f5e6", ones(2))
	assert.Equal(t, "e3f4c5d6", ones(3))
	for plane := 4; plane < 8; plane++ {
		assert.Empty(t, ones(plane), "there was no position before")
	}
}

// Fill under a symmetry gives the planes of the transformed board, and Mapped transforms its moves.
func TestSymmetries(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(engine.Shapes).Draw(t, "board")
		l := NewLayout(shape, 1)
		b := shape.Start.Board
		k := rapid.SampledFrom(shape.Symmetries()).Draw(t, "symmetry")
		direct, mapped := make([]float32, l.Inputs()), make([]float32, l.Inputs())
		l.Fill(direct, Observation{b.Symmetry(k)}, 0)
		l.Fill(mapped, Observation{b}, k)
		assert.Equal(t, direct, mapped)
		mask := make([]float32, l.Squares())
		l.FillMask(mask, b.Moves(), k)
		assert.Equal(t, direct[2*l.Squares():3*l.Squares()], mask)
		for i := range l.Squares() {
			assert.Equal(t, i, l.Action(l.Square(i)))
		}
		assert.Equal(t, 64-bits.OnesCount64(shape.Start.Holes()), l.Squares())
	})
}

// failing is an opponent whose Move returns an error.
type failing struct{}

func (failing) NewGame(uint64) {}
func (failing) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{Move: 0}, nil
}

func TestErrorsOfTheOpponent(t *testing.T) {
	e, err := New(board(t, "Square-6"), failing{}, Settings{})
	require.NoError(t, err)
	_, err = e.Reset(context.Background(), engine.White, 1)
	assert.Error(t, err)
	assert.True(t, e.Done())
}
