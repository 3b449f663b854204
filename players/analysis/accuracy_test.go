package analysis

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

func TestErrorsOfValues(t *testing.T) {
	a := Accuracy{
		Depths:  Depths{First: 1, Values: [][]float64{{3, 2}, {-1, 5}, {20, 16}, {1, math.NaN()}, {9, 9}}},
		Results: []int{2, 6, 16, 0, 1},
		empties: []int{8, 9, 10, 10, 11},
	}
	assert.Equal(t, []Errors{
		{Depth: 1, Positions: 4, RMS: math.Sqrt(float64(1+49+16+1) / 4), Mean: float64(1-7+4+1) / 4, Close: 2, WrongSide: 1},
		{Depth: 2, Positions: 3, RMS: math.Sqrt(float64(1) / 3), Mean: -float64(1) / 3, Close: 2},
	}, a.Errors(8, 10))
	assert.Equal(t, []Errors{{Depth: 1}, {Depth: 2}}, a.Errors(12, 60), "no position")
}

// Results are those of best play, which plain minimax finds, with any number of workers.
func TestAccuracy(t *testing.T) {
	c := championValuer(t)
	var positions []engine.Position
	for seed := range uint64(6) {
		positions = append(positions, randomPosition(seed, 6))
	}
	a, err := c.Accuracy(t.Context(), positions, 1, 2, 2, func(int) {})
	require.NoError(t, err)
	values, err := c.Depths(t.Context(), positions, 1, 2, 1, func(int) {})
	require.NoError(t, err)
	assert.Equal(t, values, a.Depths)
	for i, p := range positions {
		nothing := search.Evaluation(func(engine.Board) int { return 0 })
		want := search.New(search.NewTable(10)).Search(t.Context(), p.Board, nothing,
			search.Settings{Algorithm: search.MinMax, Depth: 1, Endgame: 6})
		assert.Equal(t, want.Score, a.Results[i], p)
	}
}
