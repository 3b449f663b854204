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
//   - w2 counts 1 more if the empty square is a corner and the direction is not along an edge: an X
//     square next to an open corner;
//   - w3 counts the empty squares among the four of the edge behind the disc, if the empty square is a
//     corner and the direction is along an edge: a C square next to an open corner.
var blank = &Scorer{
	Name:  "blank",
	About: "discs beside an empty square, and X and C squares beside an open corner",
	Features: []Feature{
		{Name: "blank.w1", Default: -1, Bound: 100, Max: 336},
		{Name: "blank.w2", Default: -4, Bound: 500, Max: 4, Most: 336},
		{Name: "blank.w3", Default: -2, Bound: 250, Max: 32, Most: 128},
	},
	Standard: true,
	Evolves:  true,
	Counts: func(black, white, playable uint64, counts []int) {
		l := layoutOf(playable)
		l.countBlanks(black, playable&^(black|white), +1, counts)
		l.countBlanks(white, playable&^(black|white), -1, counts)
	},
	compile: func(e *tabled, weights []int32) {
		l := layoutOf(e.playable)
		if e.playable == wholeBoard {
			e.addEdges(weights[2], blankEdges)
		} else if w3 := weights[2]; w3 != 0 {
			e.add(func(own, opp uint64) int32 { return w3 * l.blankEdges(own, opp) })
		}
		if w1, w2 := weights[0], weights[1]; w1 != 0 || w2 != 0 {
			inside := insideOf(l)
			e.add(func(own, opp uint64) int32 {
				n1, n2 := inside.blankCounts(own, opp)
				return w1*n1 + w2*n2
			})
		}
	},
	vector: func(v *vectorWeights, weights []int32) bool { return put(weights, &v.w1, &v.w2, &v.w3) },
}

func (l *layout) countBlanks(discs, empty uint64, sign int, counts []int) {
	is := func(set uint64, x, y int) bool {
		return x >= 0 && x < 8 && y >= 0 && y < 8 && set&engine.At(x, y).Bit() != 0
	}
	for s := range engine.SquaresOf(discs) {
		x, y := s.Col(), s.Row()
		for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			if !is(empty, x+d[0], y+d[1]) || !is(l.playable, x-d[0], y-d[1]) {
				continue
			}
			counts[0] += sign
			ahead := engine.At(x+d[0], y+d[1]).Bit()
			if end := l.endAt(ahead, s.Bit()); end != nil {
				counts[2] += sign * bits.OnesCount64(empty&end.behind)
			} else if ahead&l.corners != 0 {
				counts[1] += sign
			}
		}
	}
}

// endAt returns the end of an edge with the given corner and C square, nil if there is none.
func (l *layout) endAt(corner, c uint64) *edgeEnd {
	for i := range l.edges {
		for j := range l.edges[i].ends {
			if end := &l.edges[i].ends[j]; end.corner == corner && end.c == c {
				return end
			}
		}
	}
	return nil
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
type inside struct {
	playable, row, column, falling, rising uint64
	corners                                []xSquares
}

// xSquares are the squares around a corner that have a square behind them and are not on an edge of it.
type xSquares struct{ corner, squares uint64 }

func insideOf(l *layout) *inside {
	const cols, rows uint64 = 0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00
	playable := l.playable
	in := &inside{
		playable: playable,
		row:      playable << 1 & (playable >> 1) & cols,
		column:   playable << 8 & (playable >> 8) & rows,
		falling:  playable << 9 & (playable >> 9) & cols & rows,
		rising:   playable << 7 & (playable >> 7) & cols & rows,
	}
	for s := range engine.SquaresOf(l.corners) {
		corner := s.Bit()
		x := (corner<<1|corner>>1)&in.row | (corner<<8|corner>>8)&in.column |
			(corner<<9|corner>>9)&in.falling | (corner<<7|corner>>7)&in.rising
		for c := range engine.SquaresOf(x) {
			if l.endAt(corner, c.Bit()) != nil {
				x &^= c.Bit()
			}
		}
		if x != 0 {
			in.corners = append(in.corners, xSquares{corner, x})
		}
	}
	return in
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
	w1 = minus(ones) + 2*minus(twos) + 4*minus(fours) + 8*minus(eights)
	for i := range in.corners {
		if at := &in.corners[i]; empty&at.corner != 0 {
			w2 += minus(at.squares)
		}
	}
	return w1, w2
}

// blankEdges is the count of w3, own minus opp.
func (l *layout) blankEdges(own, opp uint64) (w3 int32) {
	empty := l.playable &^ (own | opp)
	for i := range l.edges {
		for j := range l.edges[i].ends {
			if end := &l.edges[i].ends[j]; empty&end.corner != 0 && (own|opp)&end.c != 0 {
				w3 += more(own&end.c, opp&end.c) * int32(bits.OnesCount64(empty&end.behind))
			}
		}
	}
	return w3
}

// add3 adds three bits on every square: a full adder.
func add3(a, b, c uint64) (sum, carry uint64) { return a ^ b ^ c, a&b | (a^b)&c }
