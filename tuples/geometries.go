package tuples

import (
	"fmt"
	"sync"

	"evothello/engine"
)

// Patterns is the geometry of learnt tables: Logistello's lines, edges and corners (Buro,
// Improving heuristic mini-max search by supervised learning, 2002), 46 places.
var Patterns = sync.OnceValue(func() *Geometry {
	return NewGeometry(
		Line("row 2", "a2", 1, 0), Line("row 3", "a3", 1, 0), Line("row 4", "a4", 1, 0),
		Line("diagonal 8", "a1", 1, 1), Line("diagonal 7", "b1", 1, 1), Line("diagonal 6", "c1", 1, 1),
		Line("diagonal 5", "d1", 1, 1), Line("diagonal 4", "e1", 1, 1),
		NewShape("edge and X squares", named("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2")...),
		NewShape("corner 3×3", named("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")...),
		NewShape("corner 2×5", named("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2")...),
	)
})

// Lines is the geometry of networks of straight tuples and small blocks: all lines of two
// squares or more, and blocks of 3×3 so that each of 2×2 is in one of them.
var Lines = sync.OnceValue(func() *Geometry {
	return NewGeometry(
		Line("row 1", "a1", 1, 0), Line("row 2", "a2", 1, 0), Line("row 3", "a3", 1, 0), Line("row 4", "a4", 1, 0),
		Line("diagonal 8", "a1", 1, 1), Line("diagonal 7", "b1", 1, 1), Line("diagonal 6", "c1", 1, 1),
		Line("diagonal 5", "d1", 1, 1), Line("diagonal 4", "e1", 1, 1), Line("diagonal 3", "f1", 1, 1), Line("diagonal 2", "g1", 1, 1),
		block("corner block", "a1"), block("edge block", "c1"), block("inner block", "c3"),
	)
})

// Line is the straight tuple from a square in a direction to the edge of the board.
func Line(name, from string, dx, dy int) Shape {
	s := named(from)[0]
	var squares []engine.Square
	for x, y := s.Col(), s.Row(); x < 8 && y < 8; x, y = x+dx, y+dy {
		squares = append(squares, engine.At(x, y))
	}
	return NewShape(name, squares...)
}

// block is the tuple of 3×3 squares of which the named one is the first.
func block(name, from string) Shape {
	s := named(from)[0]
	var squares []engine.Square
	for i := range 9 {
		squares = append(squares, engine.At(s.Col()+i%3, s.Row()+i/3))
	}
	return NewShape(name, squares...)
}

func named(names ...string) (squares []engine.Square) {
	for _, name := range names {
		s, err := engine.ParseSquare(name)
		if err != nil {
			panic(fmt.Sprintf("tuples: %v", err))
		}
		squares = append(squares, s)
	}
	return squares
}
