package evaluators

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// The plain twin is itself no more than the maximum of the children's scores.
func TestBestChildIsTheBestChild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, b := anyWeights(t), anyPosition(t).Board
		if b.Moves() == 0 {
			return
		}
		e := Compile(&w)
		best := -int32(1) << 30
		for s := range engine.Square(64) {
			if b.Moves()&s.Bit() == 0 {
				continue
			}
			switch child := b.Play(s); {
			case child.Over():
				best = max(best, -Finished(child))
			default:
				best = max(best, -score(e, child))
			}
		}
		assert.Equal(t, best, e.bestChildPlain(b.Mover, b.Opponent, b.Moves(), 1<<30))
		assert.Equal(t, best, e.BestChild(b.Mover, b.Opponent, b.Moves(), 1<<30))
	})
}

// The vector code, where the processor has it, is the plain code, on positions
// from games and on any others, with any weights, whether or not the search has
// enough early.
func TestVectorCodeEqualsPlainCode(t *testing.T) {
	check := func(t require.TestingT, e *Evaluator, b engine.Board, enough int32) {
		moves := b.Moves()
		plain := e.bestChildPlain(b.Mover, b.Opponent, moves, enough)
		require.Equal(t, plain, e.BestChild(b.Mover, b.Opponent, moves, enough), "%+v, enough %d", b, enough)
	}
	t.Run("any position", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			w, b := anyWeights(t), anyPosition(t).Board
			if b.Moves() != 0 {
				check(t, Compile(&w), b, int32(rapid.IntRange(-3000, 1<<30).Draw(t, "enough")))
			}
		})
	})
	t.Run("positions of games", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for range 300 {
			var w Weights
			for i, f := range Features {
				w[i] = rng.IntN(2*f.Bound+1) - f.Bound
			}
			e := Compile(&w)
			for p := engine.Start(); !p.Over(); p = p.Settle() {
				check(t, e, p.Board, 1<<30)
				check(t, e, p.Board, int32(rng.IntN(4000)-2000))
				moves := p.Moves()
				for range rng.IntN(40) {
					if rest := moves & (moves - 1); rest != 0 {
						moves = rest
					} else {
						moves = p.Moves()
					}
				}
				p = p.Play(engine.Square(trailing(moves)))
			}
		}
	})
}

func TestWeightsTooLargeForTheVectorCodeAreScoredPlainly(t *testing.T) {
	w := Weights{iTable: 1 << 14}
	require.NoError(t, w.Validate())
	assert.Nil(t, newVectorWeights(&w))
	b := engine.StartBoard()
	assert.Equal(t, Compile(&w).bestChildPlain(b.Mover, b.Opponent, b.Moves(), 1<<30), Compile(&w).BestChild(b.Mover, b.Opponent, b.Moves(), 1<<30))
	w[iTable] = 1<<14 - 1
	assert.NotNil(t, newVectorWeights(&w))
}

func anyWeights(t *rapid.T) (w Weights) {
	for i, f := range Features {
		w[i] = rapid.IntRange(-f.Bound, f.Bound).Draw(t, f.Name)
	}
	return w
}

func trailing(set uint64) (n int) {
	for ; set&1 == 0; set >>= 1 {
		n++
	}
	return n
}

func BenchmarkBestChild(b *testing.B) {
	w := Weights{50, -20, 0, -1, -1, -1, -1, -25, -5, -5, 5, 100, -5, -20, -10}
	e := Compile(&w)
	var boards []engine.Board
	for _, r := range references(b) {
		if r.positionForTest.Moves() != 0 {
			boards = append(boards, r.positionForTest.Board)
		}
	}
	for _, c := range []struct {
		name string
		best func(own, opp, moves uint64, enough int32) int32
	}{{"plain", e.bestChildPlain}, {"fastest", e.BestChild}} {
		b.Run(c.name, func(b *testing.B) {
			var sum int32
			for i := 0; b.Loop(); i++ {
				p := &boards[i%len(boards)]
				sum += c.best(p.Mover, p.Opponent, p.Moves(), 1<<30)
			}
		})
	}
}
