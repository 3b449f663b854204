package engine

import "math/bits"

// axes are the four axes of lines. shift is the distance between two squares of a line. up and down
// exclude the columns that a step would enter from another row.
var axes = [4]struct {
	shift uint
	up    uint64 // squares that a step to higher squares may enter
	down  uint64 // squares that a step to lower squares may enter
}{
	{1, ^colA, ^colH}, {8, ^uint64(0), ^uint64(0)}, {9, ^colA, ^colH}, {7, ^colH, ^colA},
}

// Lines describes the lines of squares on a board of any shape within 8×8.
type Lines struct {
	squares uint64       // of the board
	ends    [4]uint64    // squares at an end of their line on each axis
	short   [4][2]uint64 // squares with fewer than two squares beyond them, up and down each axis
}

// NewLines returns the lines of the board with the given squares.
func NewLines(squares uint64) *Lines {
	l := &Lines{squares: squares}
	for i, a := range axes {
		l.ends[i] = squares &^ (squares << a.shift & a.up & (squares >> a.shift & a.down))
		up, down := squares&a.up, squares&a.down
		l.short[i] = [2]uint64{^(up >> a.shift & (up >> (2 * a.shift))), ^(down << a.shift & (down << (2 * a.shift)))}
	}
	return l
}

// Safe returns the squares where a disc is never flipped: like corners they are at an end of their
// line on all axes.
func (l *Lines) Safe() uint64 { return l.ends[0] & l.ends[1] & l.ends[2] & l.ends[3] }

// Edges returns the edges of the board. An edge is a line of three squares or more where every square is at an end of
// its lines on the three other axes, so its discs are flipped along the edge only. Both ends of an edge are Safe.
// Boards that are not rectangles may also have diagonal edges.
func (l *Lines) Edges() (edges [][]Square) {
	for i := range axes {
		border := l.squares
		for j := range axes {
			if j != i {
				border &= l.ends[j]
			}
		}
		for first := range SquaresOf(border &^ l.after(border, i)) {
			edge := []Square{first}
			for next := l.after(first.Bit(), i); next&border != 0; next = l.after(next, i) {
				edge = append(edge, Square(bits.TrailingZeros64(next)))
			}
			last := edge[len(edge)-1]
			if len(edge) >= 3 && (first.Bit()|last.Bit())&^l.ends[i] == 0 {
				edges = append(edges, edge)
			}
		}
	}
	return edges
}

// after returns the board's squares one step up an axis from a set.
func (l *Lines) after(set uint64, axis int) uint64 {
	return l.squares & (set << axes[axis].shift) & axes[axis].up
}

// Stable returns discs of one side that can never be flipped. On each axis such a disc is at an end
// of its line, on a full line, or next to another such disc.
func (l *Lines) Stable(discs, empty uint64) (stable uint64) {
	var fixed [4]uint64 // squares where no disc can be flipped along the axis
	for i, a := range axes {
		up, down := l.squares&a.up, l.squares&a.down
		high, low := empty, empty
		high |= up & (high << a.shift)
		low |= down & (low >> a.shift)
		up &= up << a.shift
		down &= down >> a.shift
		high |= up & (high << (2 * a.shift))
		low |= down & (low >> (2 * a.shift))
		up &= up << (2 * a.shift)
		down &= down >> (2 * a.shift)
		high |= up & (high << (4 * a.shift))
		low |= down & (low >> (4 * a.shift))
		fixed[i] = l.ends[i] | ^(high | low)
	}
	for {
		// Bits that wrap into another row reach only ends of lines.
		more := discs & (fixed[0] | stable<<1 | stable>>1) & (fixed[1] | stable<<8 | stable>>8) &
			(fixed[2] | stable<<9 | stable>>9) & (fixed[3] | stable<<7 | stable>>7)
		if more == stable {
			return stable
		}
		stable = more
	}
}

// Dead returns the empty squares where neither side can ever move. In each direction there are too
// few squares for a move, or the neighbour is a stable disc, which cannot be flipped.
func (l *Lines) Dead(empty, stable uint64) (dead uint64) {
	dead = empty
	for i, a := range axes {
		dead &= (l.short[i][0] | stable>>a.shift) & (l.short[i][1] | stable<<a.shift)
	}
	return dead
}
