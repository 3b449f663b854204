package tuples

import (
	"fmt"
	"sync"

	"evothello/engine"
)

// Patterns returns the geometry of pattern tables: the lines, edges and corners of Logistello (Buro, Improving
// heuristic mini-max search by supervised learning, 2002), which have 46 places.
var Patterns = sync.OnceValue(func() *Geometry {
	return NewGeometry(
		Line("row 2", "a2", 1, 0), Line("row 3", "a3", 1, 0), Line("row 4", "a4", 1, 0),
		Line("diagonal 8", "a1", 1, 1), Line("diagonal 7", "b1", 1, 1), Line("diagonal 6", "c1", 1, 1),
		Line("diagonal 5", "d1", 1, 1), Line("diagonal 4", "e1", 1, 1),
		NewShape("edge and X squares", named("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "b2", "g2")...),
		Block("corner 3×3", "a1", 3, 3),
		Block("corner 2×5", "a1", 5, 2),
	)
})

// Networks returns the geometry of networks of straight tuples and 2×2 blocks: all lines of two or more squares, and
// larger blocks. For each straight tuple or 2×2 block, the geometry has a shape whose places contain every place of the
// tuple or block exactly once. For straight tuples this shape is a row or a diagonal.
var Networks = sync.OnceValue(func() *Geometry {
	return NewGeometry(
		Line("row 1", "a1", 1, 0), Line("row 2", "a2", 1, 0), Line("row 3", "a3", 1, 0), Line("row 4", "a4", 1, 0),
		Line("diagonal 8", "a1", 1, 1), Line("diagonal 7", "b1", 1, 1), Line("diagonal 6", "c1", 1, 1),
		Line("diagonal 5", "d1", 1, 1), Line("diagonal 4", "e1", 1, 1), Line("diagonal 3", "f1", 1, 1),
		Line("diagonal 2", "g1", 1, 1), Block("corner 3×3", "a1", 3, 3), Block("rows 1 and 2", "c1", 4, 2),
		Block("rows 2 and 3", "c2", 4, 2), Block("rows 3 and 4", "c3", 4, 2),
		Block("block c3", "c3", 2, 2), Block("block d4", "d4", 2, 2),
	)
})

// Line returns the straight tuple from a square in a direction to the edge of the board.
func Line(name, from string, dx, dy int) Shape {
	s := named(from)[0]
	var squares []engine.Square
	for x, y := s.Col(), s.Row(); x < 8 && y < 8; x, y = x+dx, y+dy {
		squares = append(squares, engine.At(x, y))
	}
	return NewShape(name, squares...)
}

// Block returns the shape of a rectangle of squares whose top left square is from.
func Block(name, from string, columns, rows int) Shape {
	s := named(from)[0]
	var squares []engine.Square
	for i := range columns * rows {
		squares = append(squares, engine.At(s.Col()+i%columns, s.Row()+i/columns))
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
