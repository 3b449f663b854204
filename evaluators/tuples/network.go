package tuples

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// A Network is a set of small shapes with a weight for each configuration. Configurations that are
// symmetric or differ by a swap of the colours share a weight, so the weights are few enough to
// evolve. For lookups the weights are added up into the tables of a geometry's larger shapes.
type Network struct {
	Shapes   []Shape
	Foldings []Folding
	Weights  int       // number of weights
	In       *Geometry // the geometry for lookups
	hosts    []host
}

// A host places a network's shape inside the first place of a geometry's shape.
type host struct {
	shape  int      // index of the network's shape
	within int      // index of the geometry's shape
	last   int      // index, in the larger shape, of the last square that both have
	parts  []uint16 // the smaller shape's configuration by that of the larger shape's squares up to last
}

// NewNetwork returns the network of the shapes. in is the geometry for lookups. It panics if one of the shapes fits
// into no shape of the geometry.
func NewNetwork(in *Geometry, shapes ...Shape) *Network {
	return NewFoldedNetwork(in, Shape.Fold, shapes...)
}

// NewFoldedNetwork is NewNetwork with the given folding of each shape instead of Shape.Fold.
func NewFoldedNetwork(in *Geometry, folding func(Shape) Folding, shapes ...Shape) *Network {
	n := &Network{Shapes: shapes}
	for i, s := range shapes {
		fold := folding(s)
		n.Foldings = append(n.Foldings, fold)
		n.Weights += fold.Weights
		n.hosts = append(n.hosts, in.host(i, s)...)
	}
	last := 0
	for _, h := range n.hosts {
		last = max(last, h.within)
	}
	n.In = in.First(last + 1)
	return n
}

// host finds the first shape of a geometry whose places together contain each place of a smaller
// shape exactly once. It returns the smaller shape's places in the first place of that shape.
func (g *Geometry) host(number int, s Shape) (hosts []host) {
	for within, larger := range g.Shapes {
		once := true
		for _, place := range s.Places {
			holding := 0
			for _, around := range larger.Places {
				if setOf(place)&^setOf(around) == 0 {
					holding++
				}
			}
			once = once && holding == 1
		}
		if !once {
			continue
		}
		for _, place := range s.Places {
			if setOf(place)&^setOf(larger.Places[0]) == 0 {
				hosts = append(hosts, newHost(number, within, place, larger.Places[0]))
			}
		}
		return hosts
	}
	panic(fmt.Sprintf("tuples: no place for %s", s.Name))
}

func setOf(squares []engine.Square) (set uint64) {
	for _, s := range squares {
		set |= s.Bit()
	}
	return set
}

func newHost(shape, within int, place, around []engine.Square) host {
	h := host{shape: shape, within: within}
	at := make([]int, len(place)) // indexes of the smaller shape's squares in the larger one
	for i, s := range place {
		for j, t := range around {
			if s == t {
				at[i], h.last = j, max(h.last, j)
			}
		}
	}
	h.parts = make([]uint16, power3(h.last+1))
	for c := range h.parts {
		for i, j := range at {
			h.parts[c] += uint16(c / power3(j) % 3 * power3(i))
		}
	}
	return h
}

// Values returns the values for the network's geometry: the value of a configuration is the sum of the weights of the
// network's configurations within it. Values builds each table square by square: the table for n squares is three
// copies of the table for n − 1, plus the weights of the shapes that end at square n.
func (n *Network) Values(weights []int32) Values {
	values := n.In.NewValues()
	unfolded := make([][]int16, len(n.Shapes))
	for i, fold := range n.Foldings {
		unfolded[i] = fold.Unfold(weights[:fold.Weights])
		weights = weights[fold.Weights:]
	}
	for i, larger := range n.In.Shapes {
		if !slices.ContainsFunc(n.hosts, func(h host) bool { return h.within == i }) {
			continue
		}
		table := values[n.In.Starts[i]:][:larger.Configurations()]
		for last := range larger.Places[0] {
			size := power3(last)
			copy(table[size:2*size], table[:size])
			copy(table[2*size:3*size], table[:size])
			for _, h := range n.hosts {
				if h.within != i || h.last != last {
					continue
				}
				of := unfolded[h.shape]
				for c, part := range h.parts {
					table[c] += of[part]
				}
			}
		}
	}
	return values
}

// Unfold returns the weight of each configuration. Weights must fit into 16 bits.
func (f Folding) Unfold(weights []int32) []int16 {
	values := make([]int16, len(f.Of))
	for c, w := range f.Of {
		switch {
		case w > 0:
			values[c] = int16(weights[w-1])
		case w < 0:
			values[c] = int16(-weights[-w-1])
		}
	}
	return values
}

// Straights returns all shapes of n squares in a line, 1 ≤ n ≤ 8.
func Straights(n int) (shapes []Shape) {
	seen := map[uint64]bool{}
	for s := range engine.Square(64) {
		for _, step := range [][2]int{{1, 0}, {1, 1}} { // the other directions are symmetric
			var squares []engine.Square
			name := ""
			for i := range n {
				x, y := s.Col()+i*step[0], s.Row()+i*step[1]
				if x < 8 && y < 8 {
					squares = append(squares, engine.At(x, y))
					name += engine.At(x, y).String()
				}
			}
			shapes = appendNew(shapes, seen, name, n, squares)
		}
	}
	return shapes
}

// SmallBlocks returns all shapes of 2×2 squares.
func SmallBlocks() (shapes []Shape) {
	seen := map[uint64]bool{}
	for s := range engine.Square(64) {
		if x, y := s.Col(), s.Row(); x < 7 && y < 7 {
			squares := []engine.Square{s, s + 1, s + 8, s + 9}
			shapes = appendNew(shapes, seen, fmt.Sprintf("%s%s%s%s", s, s+1, s+8, s+9), 4, squares)
		}
	}
	return shapes
}

// Outer returns shapes in the two outer rows: the edge of 8 squares, the corner of 3×2, and the 4×2 block between two
// corners.
func Outer() []Shape {
	return []Shape{
		Line("a1b1c1d1e1f1g1h1", "a1", 1, 0), Block("a1b1c1a2b2c2", "a1", 3, 2), Block("c1d1e1f1c2d2e2f2", "c1", 4, 2),
	}
}

// appendNew appends a shape if it has n squares and is not symmetric to an earlier one.
func appendNew(shapes []Shape, seen map[uint64]bool, name string, n int, squares []engine.Square) []Shape {
	if len(squares) != n || seen[setOf(squares)] {
		return shapes
	}
	s := NewShape(name, squares...)
	for _, place := range s.Places {
		seen[setOf(place)] = true
	}
	return append(shapes, s)
}
