package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// strange holds extreme evaluations: they depend on whose move it is, which weights cannot, and
// the values of two boards that differ in one disc are unrelated.
var strange = map[string]Evaluation{
	"noise":       func(b engine.Board) int { return int(b.Hash()%2001) - 1000 },
	"many equals": func(b engine.Board) int { return int(b.Hash() % 3) },
	"the mover's": func(b engine.Board) int { return 100*b.DiscDiff() + len(legal(engine.Position{Board: b})) },
	"extremes": func(b engine.Board) int {
		return []int{math.MinInt, math.MaxInt, evaluators.Win, -evaluators.Win, 0}[b.Hash()%5]
	},
}

// valueOf is a plain search with an evaluation: it follows every line to the end of its depth.
func valueOf(b engine.Board, f Evaluation, depth int) int {
	switch moves := legal(engine.Position{Board: b}); {
	case b.Over():
		return int(evaluators.Finished(b))
	case depth == 0:
		return max(-evaluators.MaxScore, min(f(b), evaluators.MaxScore))
	case len(moves) == 0:
		return -valueOf(b.Swap(), f, depth)
	default:
		best := -infinity
		for _, move := range moves {
			best = max(best, -valueOf(b.Play(move), f, depth-1))
		}
		return best
	}
}

func TestSearchWithAnyEvaluationEqualsTheOracle(t *testing.T) {
	for name, f := range strange {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, 1))
			s := New(NewTable(10))
			for _, c := range []struct{ depth, positions, empties int }{
				{1, 100, 58}, {2, 60, 58}, {3, 20, 58}, {4, 5, 58}, {7, 100, 6}, // passes and finished games
			} {
				for range c.positions {
					p := randomPosition(rng, 1+rng.IntN(c.empties)).Settle()
					if p.Over() {
						continue
					}
					after := func(q engine.Position) int { return valueOf(q.Board, f, c.depth-1) }
					want := expectedRank(p, 64, c.depth, false, after)
					for _, a := range []Algorithm{NegaScout, AlphaBeta, NegaMax, MinMax} {
						r := s.Search(context.Background(), p.Board, f, Settings{Algorithm: a, Depth: c.depth})
						require.Equal(t, want[0], forgetNodes([]Result{r})[0], "%s, %s", p, a)
					}
					var got []Result
					s.Rank(context.Background(), p.Board, f, Settings{Depth: c.depth}, 64, func(r []Result) {
						if r[0].Depth == c.depth && !r[0].Exact {
							got = forgetNodes(r)
						}
					})
					if c.depth <= p.Empties() {
						require.Equal(t, want, got, "%s", p)
					}
				}
			}
		})
	}
}

// plainly returns weights as an Evaluation that computes feature by feature.
func plainly(w evaluators.Weights) Evaluation {
	return func(b engine.Board) int { return w.Score(engine.Position{Board: b}, nil) }
}

// Compiled and uncompiled weights give the same moves, values, and lines of solved games. The
// number of nodes differs, because only compiled weights refute moves.
func TestWeightsAreTheSameUncompiled(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	fast, slow := New(NewTable(12)), New(NewTable(12))
	for i := range 80 {
		w := [...]evaluators.Weights{seedBlank, coarse, randomWeights(rng)}[i%3]
		p := randomPosition(rng, 1+rng.IntN(58))
		settings := Settings{Depth: 1 + i%4, Algorithm: Algorithm(i % 2), Endgame: i % 10}
		want := fast.Search(context.Background(), p.Board, evaluators.Compile(w, 0), settings)
		got := slow.Search(context.Background(), p.Board, plainly(w), settings)
		want.Nodes, got.Nodes = 0, 0
		require.Equal(t, want, got, "%s, %s", p, settings)
		if got.Exact {
			require.Equal(t, fast.Line(p.Board, want), slow.Line(p.Board, got), "%s", p)
		}
	}
}

// With any evaluation, a won game is worth more than every estimate and a lost game less.
func TestAFinishedGameOutweighsAnyEvaluation(t *testing.T) {
	win, err := engine.ParsePosition("XO-------------------------------------------------------------- X")
	require.NoError(t, err)
	for _, says := range []int{math.MinInt, -evaluators.Win, 0, evaluators.Win, math.MaxInt} {
		f := Evaluation(func(engine.Board) int { return says })
		r := New(NewTable(8)).Search(context.Background(), win.Board, f, Settings{Depth: 3})
		assert.Equal(t, evaluators.Win+3, r.Score)
		r = New(NewTable(8)).Search(context.Background(), engine.StartBoard(), f, Settings{Depth: 2})
		assert.Equal(t, max(-evaluators.MaxScore, min(says, evaluators.MaxScore)), r.Score)
	}
}

// Values are those of the positions after the moves, in the order of squares.
func TestValuesOfAnEvaluation(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	for name, f := range strange {
		for range 40 {
			b := randomPosition(rng, 1+rng.IntN(58)).Board
			var want []int32
			for _, move := range legal(engine.Position{Board: b}) {
				want = append(want, -int32(valueOf(b.Play(move), f, 0)))
			}
			var found [64]int32
			f.Values(b.Mover, b.Opponent, b.Moves(), &found)
			require.ElementsMatch(t, want, found[:len(want)], name)
		}
	}
}

// Values of different evaluations are unrelated, and functions cannot be compared. So a searcher
// keeps values of compiled weights from search to search, and forgets them with a function or
// another type that contains one.
func TestWhichEvaluatorsValuesAreKept(t *testing.T) {
	s := New(NewTable(12))
	search := func(eval evaluators.Evaluator) Result {
		return s.Search(context.Background(), engine.StartBoard(), eval, Settings{Depth: 4})
	}
	compiled := evaluators.Compile(seedBlank, 0)
	assert.Greater(t, search(compiled).Nodes, search(compiled).Nodes)

	weight := 1
	f := Evaluation(func(b engine.Board) int { return weight * int(b.Hash()%2001) })
	holding := struct{ Evaluation }{f}
	for _, eval := range []evaluators.Evaluator{f, holding, f} {
		weight = 1
		once := search(eval)
		assert.Equal(t, once, search(eval))
		weight = -1
		assert.NotEqual(t, once.Score, search(eval).Score)
		assert.Equal(t, valueOf(engine.StartBoard(), f, 4), search(eval).Score)
	}
}

// Limits and endgames are independent of the evaluator.
func TestAnyEvaluationWithinLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	f := strange["noise"]
	for range 10 {
		p := randomPosition(rng, 12+rng.IntN(20)).Settle()
		if p.Over() {
			continue
		}
		within := func(settings Settings) Result {
			return New(NewTable(12)).Search(context.Background(), p.Board, f, settings)
		}
		r := within(Settings{Nodes: 3000})
		assert.Equal(t, within(Settings{Depth: r.Depth}).Move, r.Move)
		assert.LessOrEqual(t, r.Nodes, uint64(3100))
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	r := New(NewTable(12)).Search(cancelled, engine.StartBoard(), f, Settings{Depth: 30})
	assert.NoError(t, engine.CheckLegal(engine.Start(), r.Move))
}

func TestSearchWithAnEvaluationAllocatesNothing(t *testing.T) {
	s, f, b := New(NewTable(10)), strange["noise"], engine.StartBoard()
	assert.Zero(t, testing.AllocsPerRun(5, func() { s.Search(context.Background(), b, f, Settings{Depth: 4}) }))
}
