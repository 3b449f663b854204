package search

import (
	"math/bits"

	"evothello/engine"
)

//go:generate go run ../internal/asm search avx512 -out avx512_amd64.s -stubs avx512_amd64.go -pkg search
//go:generate go run ../internal/asm search avx2 -out avx2_amd64.s -stubs avx2_amd64.go -pkg search

// A list is the children of a position and the order in which to search them.
type list struct {
	engine.Children
	rank  [64]int64 // the highest is searched first; made by ranked, so all differ
	n     int
	moves uint64 // the moves to the children
	taken uint64 // squares that cannot be played on: discs and holes
}

// wholeBoard is the set of squares of a board without holes.
const wholeBoard = ^uint64(0)

const (
	firstRank = 1 << 48  // the rank of the transposition table's move, above all others
	taken     = -1 << 50 // the rank of children that have been searched
)

// ranked returns the rank of child i. Its low bits encode i: among equal ranks the first child has
// the highest, and next can decode the child.
func ranked(rank, i int) int64 { return int64(rank)<<6 | int64(63-i) }

// squareRank is the value of squares for the midgame's ordering: corners highest, squares next to
// them lowest.
var squareRank = mirrored([4][4]int8{
	{18, -8, 4, 2},
	{-8, -16, 0, 0},
	{4, 0, 2, 1},
	{2, 0, 1, 0},
})

// endgameSquareRank is the value of squares for the endgame's ordering.
var endgameSquareRank = mirrored([4][4]int8{
	{8, -4, 1, 1},
	{-4, -7, 0, 1},
	{1, 0, 1, 0},
	{1, 1, 0, 0},
})

// mirrored extends the quarter at a1 to the whole board.
func mirrored(quarter [4][4]int8) (rank [64]int8) {
	for s := range engine.Square(64) {
		rank[s] = quarter[min(s.Row(), 7-s.Row())][min(s.Col(), 7-s.Col())]
	}
	return rank
}

// expand lists the children of a position on a board with the given squares.
func (l *list) expand(own, opp, moves, playable uint64) {
	l.Children.Expand(own, opp, moves)
	l.n, l.moves, l.taken = bits.OnesCount64(moves), moves, own|opp|^playable
	if playable != wholeBoard {
		for i := range l.n {
			l.Moves[i] &= playable
		}
	}
}

// move returns the move to child i: the square of its additional disc.
func (l *list) move(i int) int8 {
	return int8(bits.TrailingZeros64((l.Own[i] | l.Opp[i]) &^ l.taken))
}

// rankForMidgame ranks the children: first the remembered move, unless it is −1, then by few
// replies and few exposed discs of the mover, then by good squares.
func (l *list) rankForMidgame(remembered int8) {
	exposed := engine.Exposed(^l.taken)
	switch engine.PathInUse() {
	case engine.AVX512:
		rankAVX512(l, l.moves, exposed, &squareRank)
	case engine.AVX2:
		rankAVX2(l, l.moves, exposed, &squareRank)
	default:
		l.rankPlain(exposed)
	}
	l.putFirst(remembered)
}

func (l *list) rankPlain(exposed uint64) {
	moves := l.moves
	for i := range l.n {
		l.rank[i] = ranked(int(squareRank[bits.TrailingZeros64(moves)])-6*bits.OnesCount64(l.Moves[i])-
			3*(bits.OnesCount64(l.Opp[i]&exposed)-bits.OnesCount64(l.Own[i]&exposed)), i)
		moves &= moves - 1
	}
}

// addValues adds the values of the children for the mover to their ranks. Values have any unit, so their
// spread decides what they weigh: twice as much as the ranks so far.
func (l *list) addValues(values *[64]int32) {
	lowValue, highValue := values[0], values[0]
	lowRank, highRank := l.rank[0]>>6, l.rank[0]>>6
	for i := range l.n {
		lowValue, highValue = min(lowValue, values[i]), max(highValue, values[i])
		lowRank, highRank = min(lowRank, l.rank[i]>>6), max(highRank, l.rank[i]>>6)
	}
	valueWeight, rankWeight := 2*(highRank-lowRank)+1, int64(highValue)-int64(lowValue)+1
	for i := range l.n {
		l.rank[i] = (int64(values[i])*valueWeight+l.rank[i]>>6*rankWeight)<<6 | int64(63-i)
	}
}

// putFirst gives a move the highest rank, if it is in the list.
func (l *list) putFirst(move int8) {
	if move >= 0 && l.moves>>move&1 != 0 {
		i := l.index(move)
		l.rank[i&63] = firstRank | int64(63-i)
	}
}

// take marks the child of a move as searched.
func (l *list) take(move int8) { l.rank[l.index(move)&63] = taken }

// index returns the index of a move's child.
func (l *list) index(move int8) int { return bits.OnesCount64(l.moves & (1<<move - 1)) }

// rankForEndgame ranks for the fastest proof: first the remembered move, then by few replies
// (replies in corners count double), odd quadrants, few exposed discs and good squares. The
// weights are those with the fewest nodes on the FFO positions.
func (l *list) rankForEndgame(remembered int8) {
	const corners uint64 = 0x8100000000000081
	exposed, odd := engine.Exposed(^l.taken), engine.OddQuadrants(^l.taken)
	moves := l.moves
	for i := range l.n {
		move := bits.TrailingZeros64(moves)
		moves &= moves - 1
		l.rank[i] = ranked(int(endgameSquareRank[move])+5*int(odd>>move&1)-
			9*(bits.OnesCount64(l.Moves[i])+bits.OnesCount64(l.Moves[i]&corners))-
			bits.OnesCount64(l.Opp[i]&exposed)+3*bits.OnesCount64(l.Own[i]&exposed), i)
	}
	l.putFirst(remembered)
}

// next takes the child with the highest rank; there must be one left. It has no branches that
// depend on ranks, because the processor could not predict them.
func (l *list) next() int {
	even, odd := int64(taken), int64(taken)
	n := l.n
	l.rank[n&63] = taken // it is compared if n is odd
	for i := 0; i < n; i += 2 {
		a, b := even-l.rank[i&63], odd-l.rank[(i+1)&63]
		even -= a & (a >> 63) // the maximum of both
		odd -= b & (b >> 63)
	}
	i := 63 - max(even, odd)&63
	l.rank[i] = taken
	return int(i)
}
