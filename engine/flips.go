package engine

import "math/bits"

// Flips returns the discs of opp that own flips by playing on the empty square s, 0 if the move is
// illegal. It packs each of the four lines through s into a byte and looks up the enclosed discs in
// two tables. That takes half the time of following eight rays.
func Flips(own, opp uint64, s Square) uint64 {
	x, y := uint(s)&7, uint(s)>>3&7
	row, d := 8*y, &diagonals[s&63]
	return along(x, own>>row, opp>>row)<<row |
		upright[along(y, packColumn(own>>x), packColumn(opp>>x))]<<x |
		along(x, packRows(own&d[0]), packRows(opp&d[0]))*colA&d[0] |
		along(x, packRows(own&d[1]), packRows(opp&d[1]))*colA&d[1]
}

// LastFlips counts the discs that own flips by playing on the only empty square s.
func LastFlips(own uint64, s Square) int {
	x, y := uint(s)&7, uint(s)>>3&7
	d := &diagonals[s&63]
	// Squares beyond the end of a diagonal look like the opponent's. That is correct: no own
	// disc ends a run there.
	return int(lastFlips[x][own>>(8*y)&0xff] + lastFlips[y][packColumn(own>>x)] +
		lastFlips[x][packRows(own&d[0])] + lastFlips[x][packRows(own&d[1])])
}

// along returns the discs that a move on square x of a line flips there. The line is the lowest byte
// of own and opp.
func along(x uint, own, opp uint64) uint64 {
	return uint64(enclosed[x][closing[x][opp>>1&63]&uint8(own)])
}

// packColumn converts column a to a byte, row 1 first.
func packColumn(discs uint64) uint64 { return (discs & colA) * 0x0102040810204080 >> 56 }

// packRows converts a set with at most one disc per column to a byte.
func packRows(discs uint64) uint64 { return discs * colA >> 56 }

// closing holds the squares where an own disc would enclose some of opp's, by the square of the move
// on a line and opp's discs on the line's six inner squares.
var closing = func() (sets [8][64]uint8) {
	for x := range 8 {
		for opp := range 64 {
			for _, step := range [2]int{-1, 1} {
				end := x + step
				for end > 0 && end < 7 && opp<<1>>end&1 != 0 {
					end += step
				}
				if end >= 0 && end < 8 && end != x+step {
					sets[x][opp] |= 1 << end
				}
			}
		}
	}
	return sets
}()

// enclosed holds the squares between a move's square and such discs. There is at most one such disc
// on either side.
var enclosed = func() (sets [8][256]uint8) {
	for x := range 8 {
		for ends := range 256 {
			for end := range 8 {
				if ends>>end&1 == 0 {
					continue
				}
				for between := min(x, end) + 1; between < max(x, end); between++ {
					sets[x][ends] |= 1 << between
				}
			}
		}
	}
	return sets
}()

// lastFlips counts the flips of a move on a square of a line, by the squares of the mover's discs.
// The opponent holds all other squares.
var lastFlips = func() (counts [8][256]uint8) {
	for x := range uint(8) {
		for own := range uint64(256) {
			counts[x][own] = uint8(bits.OnesCount64(along(x, own, ^own)))
		}
	}
	return counts
}()

// upright converts a byte to a column a, lowest bit first.
var upright = func() (columns [256]uint64) {
	for line := range columns {
		for bit := range 8 {
			columns[line] |= uint64(line>>bit&1) << (8 * bit)
		}
	}
	return columns
}()

// diagonals holds the two diagonals through each square.
var diagonals = func() (sets [64][2]uint64) {
	for s := range Square(64) {
		for t := range Square(64) {
			if s.Col()-t.Col() == s.Row()-t.Row() {
				sets[s][0] |= t.Bit()
			}
			if s.Col()-t.Col() == t.Row()-s.Row() {
				sets[s][1] |= t.Bit()
			}
		}
	}
	return sets
}()
