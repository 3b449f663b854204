package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// blank counts discs that stand next to empty squares with board behind them.
// For every disc and each of the eight directions in which both neighbours are on
// the board and the one ahead is empty:
//
//   - w1 counts 1;
//   - w2 counts 1 more if the empty square is a corner and the direction is
//     diagonal: an X square beside an open corner;
//   - w3 counts, if it is a corner and the direction is straight (a C square
//     beside an open corner), the empty ones of the four squares behind the disc.
var blank = Scorer{
	Name: "blank",
	Features: []Feature{
		{Name: "blank.w1", Default: -1, Bound: 100, Max: 336},
		{Name: "blank.w2", Default: -4, Bound: 500, Max: 4},
		{Name: "blank.w3", Default: -2, Bound: 250, Max: 32},
	},
	Standard: true,
	Evolves:  true,
	count: func(black, white uint64, counts []int) {
		countBlanks(black, ^(black | white), +1, counts)
		countBlanks(white, ^(black | white), -1, counts)
	},
	compile: func(e *Evaluator, weights []int) {
		e.addEdges(weights[2], blankEdges)
		if w1, w2 := int32(weights[0]), int32(weights[1]); w1 != 0 || w2 != 0 {
			e.add(func(own, opp uint64) int32 {
				n1, n2 := blankCounts(own, opp)
				return w1*n1 + w2*n2
			})
		}
	},
	vector: func(v *vectorWeights, weights []int) bool { return put(weights, &v.w1, &v.w2, &v.w3) },
}

func countBlanks(discs, empty uint64, sign int, counts []int) {
	isEmpty := func(x, y int) bool {
		return x >= 0 && x < 8 && y >= 0 && y < 8 && empty&engine.At(x, y).Bit() != 0
	}
	for s := range engine.Square(64) {
		if discs&s.Bit() == 0 {
			continue
		}
		x, y := s.Col(), s.Row()
		for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			aheadX, aheadY := x+d[0], y+d[1]
			behindX, behindY := x-d[0], y-d[1]
			if !isEmpty(aheadX, aheadY) || behindX < 0 || behindX > 7 || behindY < 0 || behindY > 7 {
				continue
			}
			counts[0] += sign
			atCorner := (aheadX == 0 || aheadX == 7) && (aheadY == 0 || aheadY == 7)
			switch diagonal := d[0] != 0 && d[1] != 0; {
			case atCorner && diagonal:
				counts[1] += sign
			case atCorner:
				for k := 1; k <= 4; k++ {
					if isEmpty(x-k*d[0], y-k*d[1]) {
						counts[2] += sign
					}
				}
			}
		}
	}
}

// blankEdges are the w3 counts of edges.
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

// Discs that have both neighbours on the board, per kind of direction.
const (
	innerCols uint64 = 0x7e7e7e7e7e7e7e7e
	innerRows uint64 = 0x00ffffffffffff00
	innerBoth        = innerCols & innerRows
)

// blankCounts are the compiled counts of w1 and w2, own minus opp. The open directions
// of all squares are added up at once, in planes of ones, twos, fours and eights, so
// that discs are counted once a plane and not once a direction.
func blankCounts(own, opp uint64) (w1, w2 int32) {
	empty := ^(own | opp)
	west, east := empty<<1&innerCols, empty>>1&innerCols
	north, south := empty<<8&innerRows, empty>>8&innerRows
	northEast, southWest := empty<<7&innerBoth, empty>>7&innerBoth
	northWest, southEast := empty<<9&innerBoth, empty>>9&innerBoth
	sum1, twos1 := add3(west, east, north)
	sum2, twos2 := add3(south, northEast, southWest)
	ones, twos3 := add3(sum1, sum2, northWest)
	ones, twos4 := ones^southEast, ones&southEast
	twos, fours1 := add3(twos1, twos2, twos3)
	twos, fours2 := twos^twos4, twos&twos4
	fours, eights := fours1^fours2, fours1&fours2

	minus := func(set uint64) int32 { return int32(bits.OnesCount64(own&set) - bits.OnesCount64(opp&set)) }
	const a1, h1, a8, h8 = uint64(1), uint64(1) << 7, uint64(1) << 56, uint64(1) << 63
	x := empty&a1<<9 | empty&h1<<7 | empty&a8>>7 | empty&h8>>9
	return minus(ones) + 2*minus(twos) + 4*minus(fours) + 8*minus(eights), minus(x)
}

// add3 adds three bits on every square.
func add3(a, b, c uint64) (sum, carry uint64) { return a ^ b ^ c, a&b | (a^b)&c }
