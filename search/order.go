package search

import (
	"math/bits"

	"evothello/engine"
)

// A child is a move with the position after it, seen by the opponent, who is to
// move there and has the moves given.
type child struct {
	own, opp uint64
	moves    uint64
	move     int8
	rank     int32 // searched first where highest
}

// maxMoves is above the most legal moves any position has (33 are known).
const maxMoves = 60

// firstRank puts the move that the transposition table remembers before all.
const firstRank = 1 << 20

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

// expand fills list with the children of a position, ranked: the remembered move,
// then those that leave the opponent few moves, then good squares.
func expand(list *[maxMoves]child, own, opp, moves uint64, remembered int8) []child {
	n := 0
	for ; moves != 0; moves &= moves - 1 {
		move := bits.TrailingZeros64(moves)
		flips := engine.Flips(own, opp, engine.Square(move))
		c := &list[n]
		n++
		c.own, c.opp = opp^flips, own^flips^moves&-moves
		c.moves = engine.Mobility(c.own, c.opp)
		c.move = int8(move)
		c.rank = squareRank[move] - 6*int32(bits.OnesCount64(c.moves))
		if c.move == remembered {
			c.rank = firstRank
		}
	}
	return list[:n]
}

// pick moves the highest ranked child to the front.
func pick(children []child) *child {
	best := 0
	for i := 1; i < len(children); i++ {
		if children[i].rank > children[best].rank {
			best = i
		}
	}
	children[0], children[best] = children[best], children[0]
	return &children[0]
}
