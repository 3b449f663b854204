package evaluators

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// anyTables returns pattern tables of three stages with random weights and a hidden layer.
func anyTables(t testing.TB, rng *rand.Rand) *patterns.Tables {
	var stages []patterns.Stage
	for _, discs := range []int{20, 40, 64} {
		weights := make([]int16, patterns.Folding().Weights)
		for i := range weights {
			weights[i] = int16(rng.IntN(2001) - 1000)
		}
		mobility := rng.IntN(2*patterns.MaxMobility+1) - patterns.MaxMobility
		s := patterns.Stage{Discs: discs, Mobility: mobility, Weights: patterns.Pack(weights)}
		for k := range tuples.HiddenUnits {
			s.Layer.Biases[k], s.Layer.Outputs[k] = int16(rng.IntN(200)-100), int16(rng.IntN(2000)-1000)
		}
		stages = append(stages, s)
	}
	vectors := make([]byte, tuples.HiddenUnits*patterns.Folding().Weights)
	for i := range vectors {
		vectors[i] = byte(118 + rng.IntN(21))
	}
	tables, err := patterns.New(stages, vectors)
	require.NoError(t, err)
	return tables
}

// With pattern tables and other weights, the score of a leaf equals the plain count, by the leaf's
// stage and with every instruction set.
func TestPatternTablesScoreLikeTheirCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	tables := anyTables(t, rng)
	for game := range 40 {
		w := Defaults()
		w.Set(PatternsWeight, rng.IntN(201)-100)
		w.Set("stable.w", game%2) // which the vector code does not support
		if game%3 == 0 {
			w.Set("lines2.a1b1=ox", 900)
		}
		e := CompilePhases([]Weights{w}, 0, tables)[0]
		for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			want := w.Score(p, tables)
			if p.Side == engine.White {
				want = -want
			}
			require.EqualValues(t, want, score(e, p.Board))
			best := -1 << 30
			for s := range engine.SquaresOf(p.Moves()) {
				after := p.Play(s)
				switch score := w.Score(after, tables); {
				case after.Over():
					best = max(best, -int(Finished(after.Board)))
				case p.Side == engine.White:
					best = max(best, -score)
				default:
					best = max(best, score)
				}
			}
			require.EqualValues(t, best, bestScore(e, p.Board))
			requirePlain(t, e.(*staged).after(p.Discs()+1), p.Board, 1<<30)
			requirePlain(t, e.(*staged).after(p.Discs()+1), p.Board, int32(rng.IntN(20001)-10000))
		}
	}
}

// If no child is worth more than low, BestChild may return a bound: at least the best value, and at most low.
func TestValuesBelowLowMayBeBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var w Weights
	w.Set(PatternsWeight, 1)
	e := CompilePhases([]Weights{w}, 0, anyTables(t, rng))[0]
	bounds := 0
	for range 40 {
		for p := engine.Start(); !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			best := bestScore(e, p.Board)
			low := best + int32(rng.IntN(4*patterns.MaxCorrection)-2*patterns.MaxCorrection)
			enough := low + 1 + int32(rng.IntN(100))
			got, reached := e.BestChild(p.Mover, p.Opponent, p.Moves(), low, enough)
			if best > low {
				require.Equal(t, min(best, enough), got)
				require.Equal(t, best >= enough, reached != 0)
				continue
			}
			require.True(t, best <= got && got <= low, "%d, low %d, best %d", got, low, best)
			if got > best {
				bounds++
			}
		}
	}
	assert.NotZero(t, bounds)
}

// bestScore is the score of the best move.
func bestScore(e Evaluator, b engine.Board) int32 {
	best, _ := e.BestChild(b.Mover, b.Opponent, b.Moves(), -1<<30, 1<<30)
	return best
}

func TestTablesAreUsedWhereTheyCount(t *testing.T) {
	var w Weights
	assert.False(t, w.UsesTables())
	w.Set(PatternsWeight, 1)
	assert.True(t, w.UsesTables())
	assert.IsType(t, &staged{}, CompilePhases([]Weights{w}, 0, anyTables(t, rand.New(rand.NewPCG(7, 1))))[0])
	assert.Equal(t, []int{0}, patternTables.Count(engine.Start(), nil))
}
