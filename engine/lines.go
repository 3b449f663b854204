package engine

// The four axes of lines, as the distance between two squares of a line; and the columns
// that a step up the axis does not enter, as it would come from another row.
var axes = [4]struct {
	shift uint
	up    uint64 // squares that a step to higher squares may enter
	down  uint64 // and to lower ones
}{
	{1, ^colA, ^colH}, {8, ^uint64(0), ^uint64(0)}, {9, ^colA, ^colH}, {7, ^colH, ^colA},
}

// Lines are the lines of discs on a board of any shape.
type Lines struct {
	squares uint64       // of the board
	ends    [4]uint64    // squares at an end of their lines on each axis
	short   [4][2]uint64 // squares beyond which there are fewer than two, up and down each axis
}

// NewLines looks at a board with those squares.
func NewLines(squares uint64) *Lines {
	l := &Lines{squares: squares}
	for i, a := range axes {
		l.ends[i] = squares &^ (squares << a.shift & a.up & (squares >> a.shift & a.down))
		up, down := squares&a.up, squares&a.down
		l.short[i] = [2]uint64{^(up >> a.shift & (up >> (2 * a.shift))), ^(down << a.shift & (down << (2 * a.shift)))}
	}
	return l
}

// Safe returns the squares on which a disc is never turned over: they are at an end on all
// axes, as corners are.
func (l *Lines) Safe() uint64 { return l.ends[0] & l.ends[1] & l.ends[2] & l.ends[3] }

// Stable returns discs of one side that can never be turned over: those which on each axis
// lie at an end of their line, on a full line, or beside another such disc.
func (l *Lines) Stable(discs, empty uint64) (stable uint64) {
	var fixed [4]uint64 // squares on which the axis takes no disc
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
		// What wraps round into another row arrives at an end of its lines.
		more := discs & (fixed[0] | stable<<1 | stable>>1) & (fixed[1] | stable<<8 | stable>>8) &
			(fixed[2] | stable<<9 | stable>>9) & (fixed[3] | stable<<7 | stable>>7)
		if more == stable {
			return stable
		}
		stable = more
	}
}

// Dead returns empty squares where neither side can ever move: in each direction there are
// too few squares, or a stable disc comes first, which cannot be flipped.
func (l *Lines) Dead(empty, stable uint64) (dead uint64) {
	dead = empty
	for i, a := range axes {
		dead &= (l.short[i][0] | stable>>a.shift) & (l.short[i][1] | stable<<a.shift)
	}
	return dead
}
