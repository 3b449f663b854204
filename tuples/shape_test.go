package tuples

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/engine"
)

// The numbers of weights are those that a person finds who counts them.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name            string
		squares         []engine.Square
		places, weights int
	}{
		{"a square off the diagonals", named("c1"), 8, 1},
		{"a square on a diagonal", named("c3"), 4, 1},
		{"two squares that no symmetry swaps", named("a1", "b1"), 8, 4},
		{"the middle of an edge", named("d1", "e1"), 4, 2}, // x-, xx; xo is its own opposite
		{"a block on the diagonal", named("a1", "b1", "a2", "b2"), 4, 26},
		{"the edge and its X squares", named("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"), 4, 14762},
	} {
		s := NewShape(c.name, c.squares...)
		assert.Len(t, s.Places, c.places, c.name)
		assert.Equal(t, c.weights, s.Fold().Weights, c.name)
	}
}

// Configurations that fold onto one weight are those of positions that a symmetry or a swap
// of the discs takes to each other.
func TestFolding(t *testing.T) {
	s := NewShape("corner", named("a1", "b1", "a2")...)
	f := s.Fold()
	at := func(digits ...int) int32 { return f.Of[join(digits)] }
	assert.Zero(t, at(0, 0, 0))
	assert.Zero(t, at(0, 1, 2), "mirrored and swapped it is itself")
	assert.Equal(t, at(1, 1, 0), at(1, 0, 1), "mirrored")
	assert.Equal(t, at(1, 1, 0), -at(2, 2, 0), "swapped")
	assert.Equal(t, at(1, 2, 0), -at(2, 0, 1), "both")
	seen := map[int32]bool{}
	for _, w := range f.Of {
		if w > 0 {
			seen[w] = true
		}
	}
	assert.Len(t, seen, f.Weights)
}
