// Package tuples values positions by the discs on small sets of squares: lines, edges,
// corners, blocks. Each set, an n-tuple, has a table with a value for every way in which
// its squares can be empty, own or the opponent's; a position is worth the sum of what it
// finds in the tables. Tuples came to Othello as patterns in Buro's Logistello (1995) and as
// n-tuples in Lucas (Learning to Play Othello with N-Tuple Systems, 2008).
//
// Values are from own's side. Those of networks change sign when the two sides' discs are
// swapped, and do not depend on who is to move (Fold); those of tables learnt from games may
// (FoldMirrored).
package tuples

import (
	"math/bits"
	"slices"

	"evothello/engine"
)

// A Shape is a tuple of squares, and all places to which the symmetries of the board take it,
// which share a table.
//
// A configuration of its squares is a number in base three: the first square is the lowest
// digit; an empty square is 0, an own disc 1, an opponent's 2.
type Shape struct {
	Name   string
	Places [][]engine.Square // each in the order of the first, which is the shape as it was given
}

// NewShape finds the places of a tuple of up to ten squares, no two the same.
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

// turned is where one of the board's symmetries takes a square.
func turned(s engine.Square, symmetry int) engine.Square {
	return engine.Square(bits.TrailingZeros64(engine.Board{Mover: s.Bit()}.Symmetry(symmetry).Mover))
}

// Configurations is the number of configurations: 3 to the number of squares.
func (s Shape) Configurations() int { return power3(len(s.Places[0])) }

func power3(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// Configuration is the configuration of some squares.
func Configuration(place []engine.Square, own, opp uint64) (c int) {
	for _, s := range slices.Backward(place) {
		c = 3*c + int(own>>s&1+2*(opp>>s&1))
	}
	return c
}

// A Folding says which configurations of a shape share a weight: those that the shape's own
// symmetries take to each other, and, with the opposite sign, those with the two sides'
// discs swapped. Of[c] is 0 for a configuration that is worth nothing because it is its own
// opposite, else 1 + the number of its weight, or minus that. Weights are numbered in the order in which
// their configurations first appear, there with a plus sign.
type Folding struct {
	Weights int
	Of      []int32
}

// Fold finds the folding of a shape.
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

// images are what the board's symmetries that take the tuple to itself make of its
// configurations, each once.
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

// An image is what configurations become when the squares are put into another order, or
// the discs swapped: the sum of what their lower and upper digits become.
type image struct{ low, high [power3of5]int32 }

const power3of5 = 243

// newImage is the image under which the digit at i goes to another place, and 1 and 2 change
// places if they are swapped.
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

// FoldMirrored finds the folding of a shape whose configurations share a weight where its own
// symmetries take them to each other, but not with the discs swapped: what a position is
// worth then depends on whose move it is.
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

// Swapped is each configuration of so many squares with the discs swapped.
func Swapped(squares int) []int32 {
	swap := newImage(squares, func(i int) int { return i }, true)
	swapped := make([]int32, power3(squares))
	for c := range swapped {
		swapped[c] = int32(swap.of(c))
	}
	return swapped
}

func (m *image) of(c int) int { return int(m.low[c%power3of5] + m.high[c/power3of5]) }
