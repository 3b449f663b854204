package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// blank counts discs next to empty squares that have a square behind them on the other side.
// It looks at every disc and each of the eight directions where both neighbours are on the board
// and the one ahead is empty:
//
//   - w1 counts 1;
//   - w2 counts 1 more if the empty square is a corner and the direction is
//     diagonal: an X square next to an open corner;
//   - w3 counts the empty squares among the four behind the disc, if the empty square is a corner
//     and the direction is straight: a C square next to an open corner.
var blank = &Scorer{
	Name:  "blank",
	About: "discs beside an empty square, and X and C squares beside an open corner",
	Features: []Feature{
		{Name: "blank.w1", Default: -1, Bound: 100, Max: 336},
		{Name: "blank.w2", Default: -4, Bound: 500, Max: 4},
		{Name: "blank.w3", Default: -2, Bound: 250, Max: 32},
	},
	Standard: true,
	Evolves:  true,
	Counts: func(black, white, playable uint64, counts []int) {
		countBlanks(black, playable&^(black|white), playable, +1, counts)
		countBlanks(white, playable&^(black|white), playable, -1, counts)
	},
	compile: func(e *tabled, weights []int32) {
		inside := insideOf(e.playable)
		if e.playable == wholeBoard {
			e.addEdges(weights[2], blankEdges)
		} else if w3 := weights[2]; w3 != 0 {
			e.add(func(own, opp uint64) int32 { return w3 * inside.blankEdges(own, opp) })
		}
		if w1, w2 := weights[0], weights[1]; w1 != 0 || w2 != 0 {
			e.add(func(own, opp uint64) int32 {
				n1, n2 := inside.blankCounts(own, opp)
				return w1*n1 + w2*n2
			})
		}
	},
	vector: func(v *vectorWeights, weights []int32) bool { return put(weights, &v.w1, &v.w2, &v.w3) },
}

func countBlanks(discs, empty, playable uint64, sign int, counts []int) {
	is := func(set uint64, x, y int) bool {
		return x >= 0 && x < 8 && y >= 0 && y < 8 && set&engine.At(x, y).Bit() != 0
	}
	for s := range engine.Square(64) {
		if discs&s.Bit() == 0 {
			continue
		}
		x, y := s.Col(), s.Row()
		for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			aheadX, aheadY := x+d[0], y+d[1]
			behindX, behindY := x-d[0], y-d[1]
			if !is(empty, aheadX, aheadY) || !is(playable, behindX, behindY) {
				continue
			}
			counts[0] += sign
			atCorner := (aheadX == 0 || aheadX == 7) && (aheadY == 0 || aheadY == 7)
			switch diagonal := d[0] != 0 && d[1] != 0; {
			case atCorner && diagonal:
				counts[1] += sign
			case atCorner:
				for k := 1; k <= 4; k++ {
					if is(empty, x-k*d[0], y-k*d[1]) {
						counts[2] += sign
					}
				}
			}
		}
	}
}

// blankEdges holds the w3 counts of edges.
var blankEdges = countEdges(func(own, opp uint8) int {
	empty := ^(own | opp)
	n := 0
	if empty&0x01 != 0 {
		n += (int(own>>1&1) - int(opp>>1&1)) * bits.OnesCount8(empty&0x3c)
	}
	if empty&0x80 != 0 {
		n += (int(own>>6&1) - int(opp>>6&1)) * bits.OnesCount8(empty&0x3c)
	}
	return n
})

// inside holds a board's squares, and for each of the four directions of lines (rows, columns,
// and the diagonals of a1 and h1) the squares with both neighbours on the board.
type inside struct{ playable, row, column, falling, rising uint64 }

func insideOf(playable uint64) *inside {
	const cols, rows uint64 = 0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00
	return &inside{
		playable: playable,
		row:      playable << 1 & (playable >> 1) & cols,
		column:   playable << 8 & (playable >> 8) & rows,
		falling:  playable << 9 & (playable >> 9) & cols & rows,
		rising:   playable << 7 & (playable >> 7) & cols & rows,
	}
}

// blankCounts is the compiled count of w1 and w2, own minus opp. It adds up the open directions of
// all squares at once, in bit planes of ones, twos, fours and eights. So it counts discs once per
// plane, not once per direction.
func (in *inside) blankCounts(own, opp uint64) (w1, w2 int32) {
	empty := in.playable &^ (own | opp)
	west, east := empty<<1&in.row, empty>>1&in.row
	north, south := empty<<8&in.column, empty>>8&in.column
	northEast, southWest := empty<<7&in.rising, empty>>7&in.rising
	northWest, southEast := empty<<9&in.falling, empty>>9&in.falling
	sum1, twos1 := add3(west, east, north)
	sum2, twos2 := add3(south, northEast, southWest)
	ones, twos3 := add3(sum1, sum2, northWest)
	ones, twos4 := ones^southEast, ones&southEast
	twos, fours1 := add3(twos1, twos2, twos3)
	twos, fours2 := twos^twos4, twos&twos4
	fours, eights := fours1^fours2, fours1&fours2

	minus := func(set uint64) int32 { return int32(bits.OnesCount64(own&set) - bits.OnesCount64(opp&set)) }
	const a1, h1, a8, h8 = uint64(1), uint64(1) << 7, uint64(1) << 56, uint64(1) << 63
	x := (empty&a1<<9|empty&h8>>9)&in.falling | (empty&h1<<7|empty&a8>>7)&in.rising
	return minus(ones) + 2*minus(twos) + 4*minus(fours) + 8*minus(eights), minus(x)
}

// blankEdges is the count of w3, own minus opp, on a board whose edges may have holes.
func (in *inside) blankEdges(own, opp uint64) (w3 int32) {
	empty := in.playable &^ (own | opp)
	for _, e := range &edgeEnds {
		if empty&e.corner != 0 && in.playable&e.behind != 0 {
			disc := int32(bits.OnesCount64(own&e.c) - bits.OnesCount64(opp&e.c))
			w3 += disc * int32(bits.OnesCount64(empty&e.four))
		}
	}
	return w3
}

// edgeEnds holds the two ends of each edge: the corner, the C square next to it, the square behind
// the C square, and the four squares from there on.
var edgeEnds = func() (ends [8]struct{ corner, c, behind, four uint64 }) {
	for i, end := range [8][4]int{
		{0, 0, 1, 0}, {0, 0, 0, 1}, {7, 0, -1, 0}, {7, 0, 0, 1},
		{0, 7, 1, 0}, {0, 7, 0, -1}, {7, 7, -1, 0}, {7, 7, 0, -1},
	} {
		at := func(k int) uint64 { return engine.At(end[0]+k*end[2], end[1]+k*end[3]).Bit() }
		e := &ends[i]
		e.corner, e.c, e.behind = at(0), at(1), at(2)
		e.four = at(2) | at(3) | at(4) | at(5)
	}
	return ends
}()

// add3 adds three bits on every square: a full adder.
func add3(a, b, c uint64) (sum, carry uint64) { return a ^ b ^ c, a&b | (a^b)&c }
