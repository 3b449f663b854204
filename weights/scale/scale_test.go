package scale

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// after returns the board after a number of random moves.
func after(moves int) engine.Board {
	rng := rand.New(rand.NewPCG(7, 0))
	p := engine.Start()
	for range moves {
		p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle()
	}
	return p.Board
}

func TestDiscsOfTheShippedWeights(t *testing.T) {
	for _, name := range []string{"strongest", "reversi-switch", "reversi-blank"} {
		w, err := weights.Named(name)
		require.NoError(t, err)
		s := Of(w)
		for _, moves := range []int{10, 20, 30, 40, 50} {
			b := after(moves)
			worth := s.Discs(b, 1000)
			t.Logf("%s: 1000 points after %d moves are %.1f discs", name, moves, worth)
			assert.Positive(t, worth)
			assert.InDelta(t, -worth, s.Discs(b, -1000), 1e-9)
			assert.Equal(t, 64.0, s.Discs(b, evaluators.MaxScore))
			assert.InDelta(t, s.Discs(b, 10), 10/s.PointsPerDisc(b), 1e-9)
			assert.InDelta(t, s.PointsPerDisc(b), s.PointsPerDiscByPhase()[s.of.Phase(b)], 0)
		}
	}
}

// Doubled weights give the same discs for doubled points.
func TestTwiceTheWeightsHalfTheScale(t *testing.T) {
	w, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	twice := *w
	twice.Phases = append(twice.Phases[:0:0], w.Phases...)
	for p, w := range w.Phases {
		twice.Phases[p] = evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int { return 2 * w.Get(f.Name) })
	}
	b := after(20)
	assert.InDelta(t, Of(w).Discs(b, 500), Of(&twice).Discs(b, 1000), 1e-9)
}

// Weights that are all 0 predict nothing, so their points are worth no discs.
func TestScaleOfZeroWeights(t *testing.T) {
	none := &weights.Switch{Turns: weights.Turns{60}, Phases: make([]evaluators.Weights, 1)}
	s := Of(none)
	assert.Zero(t, s.Discs(after(20), 1000))
	assert.Zero(t, s.PointsPerDisc(after(20)))
	assert.True(t, s.Within(after(20), 1000, 0))
}

// Odd and even depths expect the same result on average: the weights' opinion on whose turn it is
// is corrected.
func TestResultsDoNotDependOnTheDepthsParity(t *testing.T) {
	for _, name := range []string{"strongest", "reversi-switch"} {
		w, err := weights.Named(name)
		require.NoError(t, err)
		s, compiled, searcher := Of(w), w.Compile(), search.New(search.NewTable(search.DefaultTableBits))
		rng := rand.New(rand.NewPCG(99, 0)) // other games than the scale's
		var expected, plain [2]float64
		n := 0.0
		for range 40 {
			searcher.NewGame()
			p := engine.Start()
			for ply := range 44 {
				move := engine.RandomSquare(rng, p.Moves())
				for depth := 4; depth <= 5 && ply >= plies; depth++ {
					r := searcher.Search(t.Context(), p.Board, compiled.At(p.Board), search.Settings{Depth: depth})
					if evaluators.Outcome(r.Score) == 0 {
						expected[depth%2] += s.Result(p.Board, r.Score, depth)
						plain[depth%2] += s.Discs(p.Board, r.Score)
						n += 0.5
					}
					move = r.Move
				}
				if p = p.Play(move).Settle(); p.Over() {
					break
				}
			}
		}
		t.Logf("%s: depths 4 and 5 expect %.2f and %.2f discs on average, uncorrected %.2f and %.2f",
			name, expected[0]/n, expected[1]/n, plain[0]/n, plain[1]/n)
		assert.InDelta(t, expected[0]/n, expected[1]/n, 0.8)
		const noise = 0.3 // discs, where there is little to correct
		assert.Less(t, math.Abs(expected[0]-expected[1])/n, math.Abs(plain[0]-plain[1])/n+noise)
	}
}

func TestWithinIsDiscsExactly(t *testing.T) {
	w, err := weights.Strongest()
	require.NoError(t, err)
	s, b := Of(w), after(24)
	for discs := range 10 {
		within := 0 // the most points that are worth no more
		for s.Within(b, within+1, discs) {
			within++
		}
		assert.LessOrEqual(t, s.Discs(b, within), float64(discs))
		assert.Greater(t, s.Discs(b, within+1), float64(discs))
	}
	assert.False(t, s.Within(b, evaluators.MaxScore, 64))
}

func BenchmarkScale(b *testing.B) {
	w, err := weights.Strongest()
	require.NoError(b, err)
	for b.Loop() {
		Of(w)
	}
}

func ExampleScale_Discs() {
	w, _ := weights.Named(weights.EvolvedName)
	p, _ := engine.ParsePosition("f5d6c3d3c4f4f6")
	fmt.Printf("%.1f discs\n", Of(w).Discs(p.Board, 500))
	// Output: 2.6 discs
}
