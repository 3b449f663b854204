package tuples

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/engine"
)

// The numbers of weights are counted by hand.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name            string
		squares         []engine.Square
		places, weights int
	}{
		{"a square off the diagonals", named("c1"), 8, 1},
		{"a square on a diagonal", named("c3"), 4, 1},
		{"two squares that no symmetry swaps", named("a1", "b1"), 8, 4},
		{"the middle of an edge", named("d1", "e1"), 4, 2}, // x- and xx; xo is its own opposite
		{"a block on the diagonal", named("a1", "b1", "a2", "b2"), 4, 26},
		{"the edge and its X squares", named("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2"), 4, 14762},
	} {
		s := NewShape(c.name, c.squares...)
		assert.Len(t, s.Places, c.places, c.name)
		assert.Equal(t, c.weights, s.Fold().Weights, c.name)
	}
}

// Configurations share a weight if their positions are symmetric or differ by a swap of the discs.
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

// foldByHand is a slow Fold that compares all configurations square by square.
func foldByHand(s Shape) Folding {
	squares := s.Places[0]
	digits, other := make([]int, len(squares)), make([]int, len(squares))
	f := Folding{Of: make([]int32, s.Configurations())}
	done := make([]bool, len(f.Of))
	for c := range f.Of {
		if done[c] {
			continue
		}
		split(c, digits)
		var same, opposite []int
		for k := range 8 {
			mapped := true
			for i, square := range squares {
				to := slices.Index(squares, turned(square, k))
				if mapped = mapped && to >= 0; mapped {
					other[to] = digits[i]
				}
			}
			if !mapped {
				continue
			}
			same = append(same, join(other))
			for i := range other {
				other[i] = (3 - other[i]) % 3
			}
			opposite = append(opposite, join(other))
		}
		zero := slices.Contains(opposite, c)
		if !zero {
			f.Weights++
		}
		for i := range same {
			done[same[i]], done[opposite[i]] = true, true
			if !zero {
				f.Of[same[i]], f.Of[opposite[i]] = int32(f.Weights), -int32(f.Weights)
			}
		}
	}
	return f
}

func TestFoldingsAreThoseByHand(t *testing.T) {
	for _, g := range []*Geometry{Patterns(), Networks(), NewGeometry(NewShape("a square", 0))} {
		for _, s := range g.Shapes {
			assert.Equal(t, foldByHand(s), s.Fold(), s.Name)
		}
	}
}

// split writes a configuration's digits to digits.
func split(c int, digits []int) {
	for i := range digits {
		digits[i] = c % 3
		c /= 3
	}
}

// join returns the configuration with the given digits.
func join(digits []int) (c int) {
	for _, d := range slices.Backward(digits) {
		c = 3*c + d
	}
	return c
}

func BenchmarkFold(b *testing.B) {
	for range b.N {
		for _, s := range Patterns().Shapes {
			s.Fold()
		}
	}
}
