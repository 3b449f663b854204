package evaluators

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// The squares of features that count squares are these squares, on every board.
func TestSquaresOfClasses(t *testing.T) {
	for _, shape := range engine.Shapes {
		playable := ^shape.Start.Board.Holes()
		for class, squares := range table.Squares(playable) {
			assert.Equal(t, layoutOf(playable).classes[class], squares, "%s, %s", shape.Name, table.Features[class].Name)
		}
	}
	for i, square := range squares.Squares(wholeBoard) {
		assert.Equal(t, uint64(1)<<i, square, squares.Features[i].Name)
	}
}

func TestSquaresOfEdges(t *testing.T) {
	const (
		corners = 0x8100000000000081
		edges   = 0xff818181818181ff
		x       = 0x0042000000004200
		all     = wholeBoard
	)
	for name, want := range map[string][]uint64{
		"edge": {edges}, "edgestability": {edges | x}, "blank": {all, x | corners, edges}, "number": {all},
		"possibility": {all}, "frontier": {all}, "stable": {all}, "edgecorner": {edges, edges},
	} {
		i := slices.IndexFunc(Scorers, func(s *Scorer) bool { return s.Name == name })
		require.GreaterOrEqual(t, i, 0, name)
		scorer := Scorers[i]
		got := scorer.Squares(wholeBoard)
		for i := range want {
			assert.Equal(t, want[i], got[i], "%s: %016x, want %016x", scorer.Features[i].Name, got[i], want[i])
		}
	}
}

// A board without a scorer's edges has none of its squares, and holes are never among them.
func TestSquaresAreOnTheBoard(t *testing.T) {
	for i, shape := range engine.Shapes {
		if i%10 != 1 {
			continue // some boards are enough
		}
		playable := ^shape.Start.Board.Holes()
		for _, scorer := range Scorers {
			if scorer.Sparse {
				continue
			}
			for i, squares := range scorer.Squares(playable) {
				assert.Zero(t, squares&^playable, "%s on %s", scorer.Features[i].Name, shape.Name)
			}
		}
	}
}
