package engine

import "math/bits"

// Children holds the positions after each move of one side, in the order of the moves' squares. Each child has the
// discs of its side to move, the discs of the other side, and the legal moves. Entries behind the last child are
// undefined.
type Children struct {
	Own, Opp, Moves [64]uint64
}

// Expand writes the children of a position. moves is the set of own's legal moves, at least one.
func (c *Children) Expand(own, opp, moves uint64) {
	switch path {
	case AVX512:
		childrenAVX512(own, opp, moves, c)
	case AVX2:
		childrenAVX2(own, opp, moves, c)
	default:
		c.expandPlain(own, opp, moves)
	}
}

func (c *Children) expandPlain(own, opp, moves uint64) {
	for n := 0; moves != 0; n++ {
		flips := Flips(own, opp, Square(bits.TrailingZeros64(moves)))
		c.Own[n], c.Opp[n] = opp^flips, own^flips^moves&-moves
		c.Moves[n] = Mobility(c.Own[n], c.Opp[n])
		moves &= moves - 1
	}
}
