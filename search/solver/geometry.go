package solver

import (
	"math/bits"

	"evothello/engine"
)

// A Geometry holds precomputed data of a board's shape.
type Geometry struct {
	*engine.Lines
	squares    uint64     // the board without holes
	size       int        // number of squares
	seen       [64]uint64 // from each square, along the eight directions, up to the next hole
	safe       uint64     // squares where a disc is never flipped
	symmetries []int      // of the board, without the identity
}

// NewGeometry computes the Geometry of a board.
func NewGeometry(shape engine.Shape) *Geometry {
	g := &Geometry{squares: ^shape.Holes(), size: shape.Start.Size(), symmetries: shape.Symmetries()[1:]}
	for s := range engine.SquaresOf(g.squares) {
		for _, step := range [8][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}, {-1, 0}, {0, -1}, {-1, -1}, {-1, 1}} {
			g.seen[s] |= g.ray(s, step[0], step[1])
		}
	}
	g.Lines = engine.NewLines(g.squares)
	g.safe = g.Safe()
	return g
}

// ray returns the squares from s, without s, in one direction up to a hole or the edge.
func (g *Geometry) ray(s engine.Square, dx, dy int) (squares uint64) {
	for col, row := s.Col()+dx, s.Row()+dy; col >= 0 && col < 8 && row >= 0 && row < 8; col, row = col+dx, row+dy {
		bit := engine.At(col, row).Bit()
		if g.squares&bit == 0 {
			break
		}
		squares |= bit
	}
	return squares
}

// canonical returns the least of a position's forms under the board's symmetries, and the
// symmetry that leads to it.
func (g *Geometry) canonical(own, opp uint64) (leastOwn, leastOpp uint64, symmetry int) {
	b := engine.Board{Mover: own, Opponent: opp}
	least := b
	for _, k := range g.symmetries {
		if c := b.Symmetry(k); c.Mover < least.Mover || c.Mover == least.Mover && c.Opponent < least.Opponent {
			least, symmetry = c, k
		}
	}
	return least.Mover, least.Opponent, symmetry
}

// mirrored returns the image of a move under a symmetry; −1 stays −1.
func mirrored(move int8, symmetry int) int8 {
	if move < 0 || symmetry == 0 {
		return move
	}
	return int8(bits.TrailingZeros64(engine.Board{Mover: 1 << move}.Symmetry(symmetry).Mover))
}

// inverse returns the inverse of a symmetry. The symmetries that transpose do so last, so that a
// reversal of rows before is a reversal of columns after.
func inverse(symmetry int) int { return [8]int{0, 1, 2, 3, 4, 6, 5, 7}[symmetry] }
