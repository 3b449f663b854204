package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// stable counts discs that can never be flipped. A disc counts if it cannot be enclosed on any of
// the four lines through it: the line, up to a hole or the edge, has no empty square, or ends with
// the disc, or continues with a counted disc of the same colour. Other discs may be safe for
// reasons that only a search finds.
var stable = &Scorer{
	Name:     "stable",
	About:    "discs that can never be flipped, as far as full lines, corners and other such discs prove it",
	Features: []Feature{{Name: "stable.w", Bound: 1000, Max: 64}},
	Counts: func(black, white, playable uint64, counts []int) {
		counts[0] = bits.OnesCount64(findStable(black, white, playable)) -
			bits.OnesCount64(findStable(white, black, playable))
	},
	Compile: func(weights []int32, playable uint64) Term {
		weight := weights[0]
		if playable == wholeBoard {
			return func(own, opp uint64) int32 { return weight * int32(stableCount(own, opp)) }
		}
		return func(own, opp uint64) int32 {
			return weight * int32(bits.OnesCount64(findStable(own, opp, playable))-
				bits.OnesCount64(findStable(opp, own, playable)))
		}
	},
}

// findStable returns own's stable discs. It adds one after the other until there are no more.
func findStable(own, opp, playable uint64) (known uint64) {
	for before := ^known; known != before; {
		before = known
		for s := range engine.SquaresOf(own &^ known) {
			if cannotFlip(s, own|opp, known, playable) {
				known |= s.Bit()
			}
		}
	}
	return known
}

// cannotFlip reports whether a disc is stable. discs are all discs, known are the discs of its
// colour that are known to be stable.
func cannotFlip(s engine.Square, discs, known, playable uint64) bool {
	for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		ahead, behind := lineFrom(s, d[0], d[1], playable), lineFrom(s, -d[0], -d[1], playable)
		full := (ahead|behind)&^discs == 0
		ends := ahead == 0 || behind == 0
		goesOn := known&(ahead|behind)&around(s.Bit()) != 0
		if !full && !ends && !goesOn {
			return false
		}
	}
	return true
}

// lineFrom returns the squares beyond s in direction (dx, dy), up to the edge of the board or a
// hole.
func lineFrom(s engine.Square, dx, dy int, playable uint64) (set uint64) {
	for x, y := s.Col()+dx, s.Row()+dy; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+dx, y+dy {
		if playable&engine.At(x, y).Bit() == 0 {
			break
		}
		set |= engine.At(x, y).Bit()
	}
	return set
}

// stableCount is the compiled count, own minus opp.
func stableCount(own, opp uint64) int {
	const corners, rows1and8, colsAandH uint64 = 0x8100000000000081, 0xff000000000000ff, 0x8181818181818181
	const border = rows1and8 | colsAandH
	discs := own | opp
	rows, columns := fullRows(discs), fullColumns(discs)
	if discs&corners == 0 && (rows == 0 || columns == 0) {
		// The first disc found is safe without the help of others: inside the board its row
		// and its column are full, and on an edge the edge is full.
		return 0
	}
	safe := [4]uint64{
		rows | colsAandH, columns | rows1and8,
		^onDiagonals(^discs, 9, &toRight, &toLeft) | border,
		^onDiagonals(^discs, 7, &toLeft, &toRight) | border,
	}
	return bits.OnesCount64(spreadStable(own, &safe)) - bits.OnesCount64(spreadStable(opp, &safe))
}

// spreadStable returns a side's stable discs. safe holds the squares that are safe along each
// direction of lines: rows, columns, and the diagonals of a1 and h1. Bits that a shift wraps round
// the edge of the board reach only squares that are safe in that direction anyway.
func spreadStable(discs uint64, safe *[4]uint64) (known uint64) {
	for now := discs & safe[0] & safe[1] & safe[2] & safe[3]; now != known; {
		known = now
		now = discs & (safe[0] | known<<1 | known>>1) & (safe[1] | known<<8 | known>>8) &
			(safe[2] | known<<9 | known>>9) & (safe[3] | known<<7 | known>>7)
	}
	return known
}

// fullRows returns the squares of rows without an empty square.
func fullRows(discs uint64) uint64 {
	discs &= discs >> 1
	discs &= discs >> 2
	discs &= discs >> 4
	return discs & 0x0101010101010101 * 0xff
}

// fullColumns returns the squares of columns without an empty square.
func fullColumns(discs uint64) uint64 {
	discs &= bits.RotateLeft64(discs, 8)
	discs &= bits.RotateLeft64(discs, 16)
	return discs & bits.RotateLeft64(discs, 32)
}

// Columns that a set can be in after a shift by 1, 2 and 4 columns.
var (
	toRight = [3]uint64{0xfefefefefefefefe, 0xfcfcfcfcfcfcfcfc, 0xf0f0f0f0f0f0f0f0}
	toLeft  = [3]uint64{0x7f7f7f7f7f7f7f7f, 0x3f3f3f3f3f3f3f3f, 0x0f0f0f0f0f0f0f0f}
)

// onDiagonals returns the diagonals through the squares of a set, in one direction. n is the
// distance of neighbouring bits on a diagonal.
func onDiagonals(set uint64, n int, up, down *[3]uint64) uint64 {
	above, below := set, set
	for i, distance := range [3]int{n, 2 * n, 4 * n} {
		above |= above << distance & up[i]
		below |= below >> distance & down[i]
	}
	return above | below
}
