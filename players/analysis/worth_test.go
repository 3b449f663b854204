package analysis

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/weights"
)

// slowWorth computes the value of one square by the definition, without compiled weights.
func slowWorth(
	s *weights.Switch, phase int, positions []engine.Position, square engine.Square,
) (half float64, discs int) {
	score := func(black, white uint64) int {
		return s.Phases[phase].Score(engine.Position{Board: engine.Board{Mover: black, Opponent: white}}, nil)
	}
	sum := 0
	for _, p := range positions {
		black, white := p.Black(), p.White()
		if s.Phase(p.Board) != phase {
			continue
		}
		for like := range engine.SquaresOf(black | white) {
			if classOf(like) == classOf(square) {
				sum += score(black|like.Bit(), white&^like.Bit()) - score(black&^like.Bit(), white|like.Bit())
				discs++
			}
		}
	}
	return float64(sum) / float64(2*max(discs, 1)), discs
}

// classOf returns the weight of the scorer table for a disc on a square.
func classOf(square engine.Square) int {
	table := evaluators.Scorers[0]
	return slices.Index(table.Count(engine.Position{Board: engine.Board{Mover: square.Bit()}}, nil), 1)
}

func TestWorthMatchesTheDefinition(t *testing.T) {
	i := -1
	everything := evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
		if i++; f.Name == evaluators.PatternsWeight {
			return 0 // there are no pattern tables
		}
		return (7 - 3*i) % 500
	})
	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	all := weights.New(weights.Turns{60}, nil, []evaluators.Weights{everything}, nil)
	for _, s := range []*weights.Switch{evolved, all} {
		positions := slices.Collect(sample(engine.Start(), 9))
		got := worths(s, slices.Values(positions))
		require.Len(t, got, len(s.Phases))
		for phase, worth := range got {
			for _, name := range []string{"a1", "b1", "g2", "c3", "e4", "h5"} {
				square, err := engine.ParseSquare(name)
				require.NoError(t, err)
				want, discs := slowWorth(s, phase, positions, square)
				assert.InDelta(t, want, worth.Squares[square], 0.5, "phase %d, %s", phase+1, name)
				assert.Equal(t, discs, worth.Discs[square])
				sum := 0
				for _, share := range worth.Shares {
					sum += share.Squares[square]
				}
				assert.InDelta(t, worth.Squares[square], sum, float64(len(worth.Shares)+1)/2, "the shares add up")
			}
		}
	}
}

func TestTheTablesShareIsItsWeights(t *testing.T) {
	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	for phase, worth := range SquareValuesByPhase(evolved) {
		require.Equal(t, "table", worth.Shares[0].Scorer)
		for square := range engine.Square(64) {
			require.Positive(t, worth.Discs[square], "%s is taken somewhere", square)
			weight := evolved.Phases[phase].Of(evaluators.Scorers[0])[classOf(square)]
			assert.EqualValues(t, weight, worth.Shares[0].Squares[square])
		}
	}
}

// The values are the same on every processor.
func TestWorthIsReproducible(t *testing.T) {
	blank, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	worth := SquareValuesByPhase(blank)[0]
	assert.Equal(t, []int{489, 192}, worth.Squares[:2])
	assert.Equal(t, []int{9605, 20740}, worth.Discs[:2])
}

func TestSquaresWithoutDiscsAreUnknown(t *testing.T) {
	s := &weights.Switch{Turns: weights.Turns{0, 60}, Phases: make([]evaluators.Weights, 2)}
	first := SquareValuesByPhase(s)[0]
	const a1, d4 = engine.Square(0), engine.Square(27)
	got := []int{first.Discs[a1], first.Discs[d4]}
	assert.Equal(t, []int{0, SampleGames / 3 * 4}, got, "four discs lie on the board of the first move")
	assert.Zero(t, first.Squares[a1])
}
