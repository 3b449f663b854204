// Package tuples values positions by the discs on small sets of squares: lines, edges,
// corners, blocks. Each set, an n-tuple, has a table with a value for every way in which
// its squares can be empty, own or the opponent's; a position is worth the sum of what it
// finds in the tables. Tuples came to Othello as patterns in Buro's Logistello (1995) and as
// n-tuples in Lucas (Learning to Play Othello with N-Tuple Systems, 2008).
//
// Values are from own's side and change sign when the two sides' discs are swapped. They do
// not depend on who is to move.
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
	orders := s.automorphisms()
	f := Folding{Of: make([]int32, s.Configurations())}
	done := make([]bool, len(f.Of))
	digits, other := make([]int, len(s.Places[0])), make([]int, len(s.Places[0]))
	var same, opposite []int
	for c := range f.Of {
		if done[c] {
			continue
		}
		split(c, digits)
		same, opposite = same[:0], opposite[:0]
		for _, order := range orders {
			for i, from := range order {
				other[i] = digits[from]
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

// automorphisms are the orders of the squares that a symmetry of the board brings about
// which takes the tuple to itself.
func (s Shape) automorphisms() (orders [][]int) {
	squares := s.Places[0]
	for k := range 8 {
		order := make([]int, 0, len(squares))
		for _, square := range squares {
			if i := slices.Index(squares, turned(square, k)); i >= 0 {
				order = append(order, i)
			}
		}
		if len(order) == len(squares) {
			orders = append(orders, order)
		}
	}
	return orders
}

// split writes a configuration's digits.
func split(c int, digits []int) {
	for i := range digits {
		digits[i] = c % 3
		c /= 3
	}
}

// join is the configuration that has those digits.
func join(digits []int) (c int) {
	for _, d := range slices.Backward(digits) {
		c = 3*c + d
	}
	return c
}
