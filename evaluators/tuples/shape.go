// Package tuples values positions by the discs on small sets of squares: lines, edges, corners and
// blocks. Each set, an n-tuple, has a table with a value for each configuration, that is, each way
// in which its squares can be empty, own or the opponent's. The value of a position is the sum of
// its table entries. Tuples came to Othello as patterns in Buro's Logistello (1995) and as n-tuples
// in Lucas (Learning to Play Othello with N-Tuple Systems, 2008).
//
// Values are for own. Values of networks change sign when the discs are swapped, and do not depend
// on the side to move (Fold). Values of pattern tables and of one network may depend on it (FoldMirrored).
package tuples

import (
	"math/bits"
	"slices"

	"evothello/engine"
)

// A Shape is a tuple of squares with all its symmetric places on the board. All places use the same table.
//
// A configuration of the squares is a number in base three. The first square is the lowest digit. An empty square is 0,
// an own disc 1, an opponent's disc 2.
type Shape struct {
	Name   string
	Places [][]engine.Square // the first is the given tuple; the others have their squares in the corresponding order
}

// NewShape returns the shape of a tuple of one to ten different squares.
func NewShape(name string, squares ...engine.Square) Shape {
	s := Shape{Name: name}
	seen := map[uint64]bool{}
	for k := range 8 {
		place, set := make([]engine.Square, len(squares)), uint64(0)
		for i, square := range squares {
			place[i] = turned(square, k)
			set |= place[i].Bit()
		}
		if !seen[set] {
			seen[set] = true
			s.Places = append(s.Places, place)
		}
	}
	return s
}

// turned returns the image of a square under a symmetry of the board.
func turned(s engine.Square, symmetry int) engine.Square {
	return engine.Square(bits.TrailingZeros64(engine.Board{Mover: s.Bit()}.Symmetry(symmetry).Mover))
}

// Configurations returns the number of configurations: 3 to the power of the number of squares.
func (s Shape) Configurations() int { return power3(len(s.Places[0])) }

func power3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// Configuration returns the configuration of a place's squares.
func Configuration(place []engine.Square, own, opp uint64) (c int) {
	for _, s := range slices.Backward(place) {
		c = 3*c + int(own>>s&1+2*(opp>>s&1))
	}
	return c
}

// A Folding assigns a weight to each configuration of a shape. Symmetric configurations share a weight; configurations
// with the discs swapped share it with the opposite sign. Of[c] is 0 for a configuration without a weight: swapping its
// discs gives a symmetric one, so its value must be 0. Otherwise it is ±(1 + the index of its weight). Weights are
// numbered in the order of their first configurations, which have a positive sign.
type Folding struct {
	Weights int
	Of      []int32
}

// Fold returns the folding of a shape.
func (s Shape) Fold() Folding {
	same := s.images()
	opposite := newImage(len(s.Places[0]), func(i int) (square int) { return i }, true)
	f := Folding{Of: make([]int32, s.Configurations())}
	var to [8]int
	for c := range f.Of {
		if f.Of[c] != 0 {
			continue
		}
		zero := false
		for i := range same {
			to[i] = same[i].of(c)
			zero = zero || opposite.of(to[i]) == c
		}
		if zero {
			continue
		}
		f.Weights++
		for _, c := range to[:len(same)] {
			f.Of[c], f.Of[opposite.of(c)] = int32(f.Weights), -int32(f.Weights)
		}
	}
	return f
}

// images returns the different permutations of the configurations by those symmetries of the board
// that map the tuple to itself.
func (s Shape) images() (all []image) {
	squares := s.Places[0]
	var seen [][]int
	for k := range 8 {
		order := make([]int, 0, len(squares))
		for _, square := range squares {
			if i := slices.Index(squares, turned(square, k)); i >= 0 {
				order = append(order, i)
			}
		}
		known := slices.ContainsFunc(seen, func(other []int) bool { return slices.Equal(order, other) })
		if len(order) == len(squares) && !known {
			seen = append(seen, order)
			all = append(all, newImage(len(squares), func(i int) int { return order[i] }, false))
		}
	}
	return all
}

// An image maps configurations under a permutation of squares or a swap of the discs. The image of a
// configuration is the sum of the images of its lower and upper digits.
type image struct{ low, high [power3of5]int32 }

const power3of5 = 243

// newImage returns the image that moves the digit at i to to(i), and that exchanges 1 and 2 if
// swapped is set.
func newImage(squares int, to func(i int) int, swapped bool) (m image) {
	for half, table := range []*[power3of5]int32{&m.low, &m.high} {
		for c := range power3(max(0, min(squares-5*half, 5))) {
			for i, rest := 5*half, c; rest != 0; i, rest = i+1, rest/3 {
				digit := rest % 3
				if swapped {
					digit = (3 - digit) % 3
				}
				table[c] += int32(digit * power3(to(i)))
			}
		}
	}
	return m
}

// FoldMirrored returns the folding of a shape where symmetric configurations share a weight, but configurations with
// the discs swapped have different weights. The value of a position then depends on the side to move.
func (s Shape) FoldMirrored() Folding {
	same := s.images()
	f := Folding{Of: make([]int32, s.Configurations())}
	for c := range f.Of {
		if f.Of[c] != 0 {
			continue
		}
		f.Weights++
		for i := range same {
			f.Of[same[i].of(c)] = int32(f.Weights)
		}
	}
	return f
}

// Swapped returns, for each configuration of a number of squares, the configuration with the discs swapped.
func Swapped(squares int) []int32 {
	swap := newImage(squares, func(i int) int { return i }, true)
	swapped := make([]int32, power3(squares))
	for c := range swapped {
		swapped[c] = int32(swap.of(c))
	}
	return swapped
}

func (m *image) of(c int) int { return int(m.low[c%power3of5] + m.high[c/power3of5]) }
