package evaluators

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// Each scorer counts when it alone has weights: in the vector code if that knows it, otherwise beside
// that code.
func TestNoScorerIsLeftOutInVectors(t *testing.T) {
	for _, s := range Scorers {
		t.Run(s.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 1))
			for range 12 {
				w := Weigh(func(of *Scorer, f *Feature) int {
					if of != s {
						return 0
					}
					return (1 + rng.IntN(f.Bound)) * (1 - 2*rng.IntN(2))
				})
				require.NoError(t, w.Validate())
				e := Compile(w, 0)
				require.NotNil(t, plainly(e).vector)
				for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
					requirePlain(t, e, p.Board, 1<<30)
					requirePlain(t, e, p.Board, int32(rng.IntN(2001)-1000))
					best, _ := e.BestChild(p.Mover, p.Opponent, p.Moves(), -1<<30, 1<<30)
					require.Equal(t, bestCount(p, w), int(best), "%s with %v", p, w)
				}
			}
		})
	}
}

// bestCount is the value of the best move for the mover, with features counted separately.
func bestCount(p engine.Position, w Weights) int {
	best := -1 << 30
	for s := range engine.SquaresOf(p.Moves()) {
		after := p.Play(s)
		if after.Over() {
			best = max(best, -int(Finished(after.Board)))
			continue
		}
		score := w.Score(after, nil)
		if p.Side == engine.White {
			score = -score
		}
		best = max(best, score)
	}
	return best
}

// requirePlain compares BestChild and Refute to their plain versions, with each instruction set of
// this processor.
func requirePlain(t require.TestingT, e Evaluator, b engine.Board, enough int32) {
	defer engine.UsePath(engine.PathInUse())
	moves := b.Moves()
	plain, plainReached := plainly(e).bestChildPlain(b.Mover, b.Opponent, moves, enough)
	var list engine.Children
	list.Expand(b.Mover, b.Opponent, moves)
	n, first := bits.OnesCount64(moves), b.Opponent<<8
	plainRefuted := plainly(e).refutePlain(&list, n, first, -enough)
	var values []int32
	for set := moves; set != 0; set &= set - 1 {
		value, _ := plainly(e).bestChildPlain(b.Mover, b.Opponent, set&-set, 1<<30)
		values = append(values, value)
	}
	var firstReached uint64
	for i, path := range engine.Paths() {
		engine.UsePath(path)
		var found [64]int32
		e.Values(b.Mover, b.Opponent, moves, &found)
		require.Equal(t, values, found[:n], "%s: %+v", path, b)
		best, reached := e.BestChild(b.Mover, b.Opponent, moves, -1<<30, enough)
		require.Equal(t, plain, best, "%s: %+v, enough %d", path, b, enough)
		if compiled, is := e.(*tabled); is && compiled.hidden != nil {
			requireReached(t, plainly(e), b, reached, best, enough)
			if i == 0 {
				firstReached = reached
			}
			require.Equal(t, firstReached, reached, "%s: %+v, enough %d: other searches", path, b, enough)
		} else {
			require.Equal(t, plainReached, reached, "%s: %+v, enough %d", path, b, enough)
		}
		require.Equal(t, plainRefuted, e.Refute(&list, n, first, -enough), "%s: %+v, enough %d", path, b, -enough)
	}
}

// requireReached requires that a move reaches enough if the best one does. With a hidden layer that is the most
// promising move rather than the first.
func requireReached(t require.TestingT, plain *counted, b engine.Board, reached uint64, best, enough int32) {
	if best < enough {
		require.Zero(t, reached)
		return
	}
	value, _ := plain.afterMove(b.Mover, b.Opponent, reached)
	require.GreaterOrEqual(t, value, enough, "%+v", b)
}

// A scorer without vector code counts as soon as it has a weight, at any place in the list.
func TestANewScorerIsNotLeftOut(t *testing.T) {
	const c3 = 18
	madeUp := &Scorer{
		Name:     "c3",
		Features: []Feature{{Name: "c3.w", Max: 1}},
		Counts: func(black, white, _ uint64, counts []int) {
			counts[0] = int(black>>c3&1) - int(white>>c3&1)
		},
		compile: func(e *tabled, weights []int32) {
			weight := weights[0]
			e.add(func(own, opp uint64) int32 { return weight * (int32(own>>c3&1) - int32(opp>>c3&1)) })
		},
	}
	for place := range len(Scorers) + 1 {
		scorers := slices.Insert(slices.Clone(Scorers), place, madeUp)
		weighing := func(weight int) *tabled {
			var values []int32
			for _, s := range scorers {
				if s == madeUp {
					values = append(values, int32(weight))
				} else {
					values = append(values, Defaults().Of(s)...)
				}
			}
			return compile(NewWeights(scorers, values), wholeBoard)
		}
		without, with := weighing(0), weighing(1000)
		assert.NotNil(t, without.vector)
		assert.NotNil(t, with.vector)
		for _, r := range references(t) {
			b := r.positionForTest.Board
			c3Count := int32(b.Mover>>c3&1) - int32(b.Opponent>>c3&1)
			require.Equal(t, score(without, b)+1000*c3Count, score(with, b))
			if b.Moves() != 0 {
				requirePlain(t, with, b, 1<<30)
			}
		}
	}
}

// Weights that are too large for the vector code give the same scores, only slower.
func TestLargeWeightsAreScoredPlainly(t *testing.T) {
	for _, c := range []struct {
		weights map[string]int
		fit     bool
	}{
		{map[string]int{"table.corner": 1<<14 - 1}, true},
		{map[string]int{"table.corner": 1 << 14}, false},
		{map[string]int{"table.corner": 1 << 14, "number.w": -1}, true},
		{map[string]int{"table.x": -1 << 14}, true},
		{map[string]int{"table.x": -1 << 14, "number.w": -1}, false},
		{map[string]int{"possibility.w": 1<<15 - 1, "frontier.w": -1 << 15}, true},
		{map[string]int{"possibility.w": 1 << 15}, false},
		{map[string]int{"edge.w": -1<<15 - 1}, false},
		{map[string]int{"blank.w1": 1, "blank.w2": 1, "blank.w3": 1 << 15}, false},
		{map[string]int{"edgestability.w": 11_000}, true}, // larger ones would outweigh a won game
	} {
		w := named(c.weights)
		require.NoError(t, w.Validate())
		assert.Equal(t, c.fit, newVectorWeights(w) != nil, "%v", c.weights)
		e := Compile(w, 0)
		for _, r := range references(t) {
			if b := r.positionForTest.Board; b.Moves() != 0 {
				requirePlain(t, e, b, 1<<30)
			}
		}
	}
}

// plainly is an evaluator of positions after moves to which tables are a term like any other.
func plainly(e Evaluator) *counted {
	if e, has := e.(*tabled); has {
		plain := e.counted
		sum := e.sum
		if slices.ContainsFunc(e.tables, func(t tables) bool { return t.ofMover }) {
			sum = func(own, opp uint64) int32 { return -e.sum(opp, own) } // the opponent of own is to move
		}
		plain.terms = append(slices.Clip(plain.terms), sum)
		if e.hidden != nil {
			plain.terms = append(plain.terms, e.hidden.value)
		}
		return &plain
	}
	return e.(*counted)
}
