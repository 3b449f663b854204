package solver

// The four axes of lines, as the distance between two squares of a line; and the columns
// that a step up the axis does not enter, as it would come from another row.
var axes = [4]struct {
	shift uint
	up    uint64 // squares that a step to higher squares may enter
	down  uint64 // and to lower ones
}{
	{1, ^colA, ^colH}, {8, ^uint64(0), ^uint64(0)}, {9, ^colA, ^colH}, {7, ^colH, ^colA},
}

const (
	colA uint64 = 0x0101010101010101
	colH        = colA << 7
)

// Stable returns discs of one side that can never be turned over: those which on each axis
// lie at an end of their line, on a full line, or beside another such disc.
func (g *Geometry) Stable(discs, empty uint64) (stable uint64) {
	var fixed [4]uint64 // squares on which the axis takes no disc
	for i, a := range axes {
		up, down := g.squares&a.up, g.squares&a.down
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
		fixed[i] = g.lineEnds[i] | ^(high | low)
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

// Dead returns empty squares on which nobody can ever play, as in each direction there are
// too few squares, or a stable disc comes first, which cannot be turned over.
func (g *Geometry) Dead(empty, stable uint64) (dead uint64) {
	dead = empty
	for i, a := range axes {
		dead &= (g.short[i][0] | stable>>a.shift) & (g.short[i][1] | stable<<a.shift)
	}
	return dead
}

// exposed returns the squares beside an empty one with board behind, where a disc may be
// turned over soon.
func exposed(empty uint64) uint64 {
	const innerCols, innerRows = 0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00
	return (empty<<1|empty>>1)&innerCols | (empty<<8|empty>>8)&innerRows |
		(empty<<7|empty>>7|empty<<9|empty>>9)&(innerCols&innerRows)
}
