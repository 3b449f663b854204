package evaluators

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// The plain code computes the maximum of the children's scores.
func TestBestChildIsTheBestChild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, b := anyWeights(t), anyPosition(t).Board
		if b.Moves() == 0 {
			return
		}
		e := Compile(w, 0)
		best, first := -int32(1)<<30, engine.NoSquare
		for s := range engine.SquaresOf(b.Moves()) {
			child := b.Play(s)
			value := -score(e, child)
			if child.Over() {
				value = -Finished(child)
			}
			if value > best {
				best, first = value, s
			}
		}
		found, move := e.BestMove(b.Mover, b.Opponent, b.Moves())
		assert.Equal(t, best, found)
		assert.Equal(t, first.Bit(), move, "of equal ones the first")
		bestChildNow := func(moves uint64, enough int32) (best int32, reached uint64) {
			return e.BestChild(b.Mover, b.Opponent, moves, -1<<30, enough)
		}
		bestChildPlain := func(moves uint64, enough int32) (best int32, reached uint64) {
			return plainly(e).bestChildPlain(b.Mover, b.Opponent, moves, enough)
		}
		for _, bestChild := range []bestChild{bestChildPlain, bestChildNow} {
			found, reached := bestChild(b.Moves(), 1<<30)
			assert.Equal(t, best, found)
			assert.Zero(t, reached)
			found, reached = bestChild(b.Moves(), best)
			assert.Equal(t, best, found)
			found, _ = bestChild(reached, 1<<30)
			assert.Equal(t, best, found, "the move that reached it")
		}
	})
}

// Without weights all moves are worth the same.
func TestOfEqualMovesTheFirstIsBest(t *testing.T) {
	b := engine.StartBoard()
	with := Compile(Weights{}, 0)
	without := *plainly(with)
	without.vector = nil
	for name, e := range map[string]interface {
		BestMove(own, opp, moves uint64) (int32, uint64)
	}{"as compiled": with, "plain": &without} {
		_, first := e.BestMove(b.Mover, b.Opponent, b.Moves())
		assert.Equal(t, b.Moves()&-b.Moves(), first, name)
	}
}

type bestChild func(moves uint64, enough int32) (best int32, reached uint64)

// BestChild agrees with Refute on each refuted child. Refute finds the refutation if the tried move
// is the right one.
func TestRefutedChildrenHaveAMoveThatIsEnough(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, b := anyWeights(t), anyPosition(t).Board
		if b.Moves() == 0 {
			return
		}
		e := Compile(w, 0)
		var list engine.Children
		list.Expand(b.Mover, b.Opponent, b.Moves())
		n := bits.OnesCount64(b.Moves())
		enough := int32(rapid.IntRange(-3000, 3000).Draw(t, "enough"))
		refuted := e.Refute(&list, n, rapid.Uint64().Draw(t, "first"), enough)
		for i := range n {
			if list.Moves[i] == 0 {
				assert.Zero(t, refuted>>i&1, "a pass")
				continue
			}
			best, reached := e.BestChild(list.Own[i], list.Opp[i], list.Moves[i], -1<<30, enough)
			if refuted>>i&1 != 0 {
				assert.Equal(t, enough, best)
			}
			// With the right move in first Refute finds it, unless that move ends the game.
			child := engine.Board{Mover: list.Own[i], Opponent: list.Opp[i]}
			if best >= enough && !child.Play(engine.Square(trailing(reached))).Over() {
				assert.NotZero(t, e.Refute(&list, n, reached, enough)>>i&1)
			}
		}
		assert.Zero(t, refuted>>n)
	})
}

// The vector code, where the processor supports it, equals the plain code: on positions from games
// and on random ones, with any weights, and with or without an early end by enough.
func TestVectorCodeEqualsPlainCode(t *testing.T) {
	check := func(t require.TestingT, e Evaluator, b engine.Board, enough int32) {
		require.NotNil(t, plainly(e).vector)
		requirePlain(t, e, b, enough)
	}
	t.Run("any position", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			w, b := vectorWeightsOnly(anyWeights(t)), anyPosition(t).Board
			if b.Moves() != 0 {
				check(t, Compile(w, 0), b, int32(rapid.IntRange(-3000, 1<<30).Draw(t, "enough")))
			}
		})
	})
	t.Run("positions of games", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		for range 300 {
			e := Compile(vectorWeightsOnly(randomWeights(rng)), 0)
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

// anyWeights draws weights within the bounds of evolution; those of networks are random.
func anyWeights(t *rapid.T) Weights {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "networks"), 1))
	return Weigh(func(s *Scorer, f *Feature) int {
		if isNetwork(s, nil) {
			return rng.IntN(2*f.Bound+1) - f.Bound
		}
		return rapid.IntRange(-f.Bound, f.Bound).Draw(t, f.Name)
	})
}

// vectorWeightsOnly drops the weights that the vector code does not support.
func vectorWeightsOnly(w Weights) Weights {
	return w.only(func(s *Scorer, _ []int32) bool { return s.vector != nil })
}

func trailing(set uint64) (n int) {
	for ; set&1 == 0; set >>= 1 {
		n++
	}
	return n
}

func BenchmarkBestChild(b *testing.B) {
	w := seedBlank()
	e := Compile(w, 0)
	w.Set("stable.w", 20)
	stable := Compile(w, 0)
	w.Set("stable.w", 0)
	w.Set("edgestability.w", 3)
	edges := Compile(w, 0)
	var boards []engine.Board
	for _, r := range references(b) {
		if r.positionForTest.Moves() != 0 {
			boards = append(boards, r.positionForTest.Board)
		}
	}
	defer engine.UsePath(engine.PathInUse())
	for _, path := range engine.Paths() {
		for name, e := range map[string]Evaluator{"standard": e, "with-stable": stable, "with-edgestability": edges} {
			b.Run(path.String()+"/"+name, func(b *testing.B) {
				engine.UsePath(path)
				var sum int32
				for i := 0; b.Loop(); i++ {
					p := &boards[i%len(boards)]
					best, _ := e.BestChild(p.Mover, p.Opponent, p.Moves(), -1<<30, 1<<30)
					sum += best
				}
			})
		}
	}
}
