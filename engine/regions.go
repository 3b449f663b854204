package engine

import "math/bits"

// quadrants are the quarters of the board. Endgame searches first try moves in quadrants with an odd
// number of empties: the side that moves there first tends to move there last.
var quadrants = [4]uint64{0x000000000f0f0f0f, 0x00000000f0f0f0f0, 0x0f0f0f0f00000000, 0xf0f0f0f000000000}

// OddQuadrants returns the squares of those quarters of the board that have an odd number of empty squares.
func OddQuadrants(empty uint64) (odd uint64) {
	for _, q := range quadrants {
		odd |= q & -uint64(bits.OnesCount64(q&empty)&1)
	}
	return odd
}

// Neighbours holds, for each square, the set of the 3 to 8 squares next to it.
var Neighbours = func() (all [64]uint64) {
	for s := range Square(64) {
		for t := range Square(64) {
			dx, dy := s.Col()-t.Col(), s.Row()-t.Row()
			if s != t && dx*dx <= 1 && dy*dy <= 1 {
				all[s] |= t.Bit()
			}
		}
	}
	return all
}()

// Exposed returns the squares where a disc may soon be flipped: it is next to an empty square, and not at the end of
// the line through both. Holes count as squares.
func Exposed(empty uint64) uint64 {
	const innerRows uint64 = 0x00ffffffffffff00
	return (empty<<1|empty>>1)&inner | (empty<<8|empty>>8)&innerRows |
		(empty<<7|empty>>7|empty<<9|empty>>9)&(inner&innerRows)
}
