package analysis

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestSummarise(t *testing.T) {
	choice := engine.Start() // with four legal moves
	late, err := engine.ParsePosition("XXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXO--OOX- X")
	require.NoError(t, err)
	require.Equal(t, 3, late.Empties())
	move := func(number int, lost float64) Move {
		return Move{Number: number, Before: choice, Unit: Points, BestValue: int(100 * lost), BestDiscs: lost, InDiscs: true}
	}
	typical := move(2, 0)
	typical.TypicalDiscs = 6
	end := move(5, 4)
	end.Before = late
	white := move(1, 9)
	white.Side = engine.White
	for _, c := range []struct {
		moves          []Move
		accuracy       float64
		phases         [3]float64
		best, worst    int
		avoided, worse float64
	}{
		{[]Move{move(1, 0)}, 100, [3]float64{}, 0, 0, 0, 0},
		{[]Move{move(1, 4), move(3, 0)}, 75, [3]float64{4, 0, 0}, 0, 1, 0, 4},
		{[]Move{typical, move(3, 8), end}, 58.33, [3]float64{8, 0, 4}, 2, 3, 6, 8},
		{[]Move{{Number: 1, Before: choice, Unit: Outcome, BestValue: 1}, move(2, 0)}, 50, [3]float64{}, 0, 0, 0, 0},
		{[]Move{{Number: 1, Before: choice, Unit: Outcome}, move(2, 4)}, 75, [3]float64{4, 0, 0}, 0, 2, 0, 4},
		{[]Move{white, move(2, 4)}, 50, [3]float64{4, 0, 0}, 0, 2, 0, 4},
	} {
		s := Summarise(c.moves, engine.Black, 60)
		require.NotNil(t, s.Accuracy)
		assert.Equal(t, c.accuracy, *s.Accuracy)
		assert.Equal(t, c.phases, s.ByPhase)
		for number, got := range map[*Notable]Notable{s.Best: {c.best, c.avoided}, s.Worst: {c.worst, c.worse}} {
			if number == nil {
				assert.Zero(t, got)
			} else {
				assert.Equal(t, got, *number)
			}
		}
	}
	unknown := []Move{{Number: 1, Before: choice, Unit: Points, BestValue: 7}}
	assert.Nil(t, Summarise(unknown, engine.Black, 60).Accuracy, "points without a scale")
	assert.Nil(t, Summarise(nil, engine.Black, 60).Accuracy)
}

func TestPhasesAreThirds(t *testing.T) {
	for empties, want := range map[int]int{60: 0, 41: 0, 40: 1, 21: 1, 20: 2, 1: 2} {
		discs := ^uint64(0) << empties
		m := Move{Before: engine.Position{Board: engine.Board{Mover: discs}}}
		assert.Equal(t, want, phaseOf(&m, 60), empties)
	}
}
