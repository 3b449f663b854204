package search

import (
	"math"
	"math/bits"

	"evothello/engine"
)

// A list is the children of a position and the order in which to search them.
type list struct {
	engine.Children
	n    int
	move [64]int8
	rank [64]int32 // searched first where highest
}

const (
	firstRank = 1 << 20       // puts the move that the transposition table remembers before all
	taken     = math.MinInt32 // marks children that have been searched
)

// squareRank is the ordering's idea of the squares: corners first, squares next
// to them last.
var squareRank = func() (rank [64]int32) {
	quarter := [4][4]int32{
		{18, -8, 4, 2},
		{-8, -16, 0, 0},
		{4, 0, 2, 1},
		{2, 0, 1, 0},
	}
	for s := range engine.Square(64) {
		rank[s] = quarter[min(s.Row(), 7-s.Row())][min(s.Col(), 7-s.Col())]
	}
	return rank
}()

// expand fills in the children of a position, ranked: the remembered move, then
// those that leave the opponent few moves, then good squares.
func (l *list) expand(own, opp, moves uint64, remembered int8) {
	l.Children.Expand(own, opp, moves)
	exposed := beside(^(own | opp))
	n := 0
	for ; moves != 0; moves &= moves - 1 {
		move := bits.TrailingZeros64(moves)
		l.move[n&63] = int8(move)
		l.rank[n&63] = squareRank[move&63] - 6*int32(bits.OnesCount64(l.Moves[n&63])) -
			3*int32(bits.OnesCount64(l.Opp[n&63]&exposed)-bits.OnesCount64(l.Own[n&63]&exposed))
		if int8(move) == remembered {
			l.rank[n&63] = firstRank
		}
		n++
	}
	l.n = n
}

// next takes the highest ranked child that is left, the first of equals. There
// must be one.
func (l *list) next() int {
	best, rank := 0, int32(taken)
	for i, r := range l.rank[:l.n] {
		if r > rank {
			best, rank = i, r
		}
	}
	l.rank[best] = taken
	return best
}

// beside returns the squares with an empty one next to them and board behind.
func beside(empty uint64) uint64 {
	const innerCols, innerRows = 0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00
	return (empty<<1|empty>>1)&innerCols | (empty<<8|empty>>8)&innerRows |
		(empty<<7|empty>>7|empty<<9|empty>>9)&(innerCols&innerRows)
}
