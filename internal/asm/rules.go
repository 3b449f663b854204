package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// reverse mirrors columns a–h: bit-reverses every byte.
func reverse(a VecVirtual) VecVirtual {
	out := vec()
	VGF2P8AFFINEQB_BCST(Imm(0), all(0x8040201008040201), a, out)
	return out
}

// turn rotates the board by a quarter: the rows of the result are the columns of
// a, read from row 8 to row 1. With the board as the matrix the affine instruction
// picks out one column a byte.
func turn(a, unit VecVirtual) VecVirtual {
	out := vec()
	VGF2P8AFFINEQB(Imm(0), a, unit, out)
	return out
}

// views are one side's discs as seen from the four sides of the board.
type views struct{ n, r, t, tr VecVirtual }

func newViews(a, unit VecVirtual) views {
	tr := turn(a, unit)
	return views{n: a, r: reverse(a), t: reverse(tr), tr: tr}
}

// straightMoves returns the squares beyond rows and columns of opp's discs behind
// one of own's: own's moves but for the diagonals, before occupied squares are taken
// out.
func straightMoves(own, opp views, unit VecVirtual) VecVirtual {
	// Along rows, and columns turned into rows, a carry runs through the opponent's
	// discs behind each own disc and comes out on the square beyond.
	beyond := func(own, opp VecVirtual) VecVirtual {
		in := andAll(opp, innerCols)
		return andNot(add(in, and(shift(own, 1), in)), in)
	}
	upDown := or(beyond(own.t, opp.t), reverse(beyond(own.tr, opp.tr)))
	moves := reverse(or(beyond(own.r, opp.r), turn(upDown, unit)))
	return or(moves, beyond(own.n, opp.n))
}

// mobility returns own's moves, before occupied squares are taken out.
func mobility(own, opp views, unit VecVirtual) VecVirtual {
	moves := straightMoves(own, opp, unit)
	in := andAll(opp.n, innerCols)
	for _, n := range diagonals {
		pairUp := and(in, shift(in, n))
		pairDown := shift(pairUp, -n)
		up, down := spread(own.n, in, pairUp, n), spread(own.n, in, pairDown, -n)
		unite(moves, shift(up, n), shift(down, -n))
	}
	return moves
}

// diagonals are the steps along the two kinds of diagonals.
var diagonals = []int{7, 9}

// spread returns the runs of in that start next to own in direction n; pair is
// in & (in shifted by n).
func spread(own, in, pair VecVirtual, n int) VecVirtual {
	run := and(shift(own, n), in)
	join(run, shift(run, n), in)
	join(run, shift(run, 2*n), pair)
	join(run, shift(run, 2*n), pair)
	return run
}

// A brood is the children of a position in the making: a few moves at a time.
type brood struct {
	own, opp, unit VecVirtual // the position in every lane
	left           GPVirtual  // moves not treated yet
	squares        VecVirtual // and their squares as bytes, in order
	occupied       GPVirtual  // squares that have a disc in some child
}

// newBrood loads the parameters own, opp and moves.
func newBrood() *brood {
	b := &brood{own: vec(), opp: vec(), unit: vec(), left: GP64(), squares: ZMM()}
	own, opp, moves := GP64(), GP64(), GP64()
	Load(Param("own"), own)
	Load(Param("opp"), opp)
	Load(Param("moves"), moves)
	VPBROADCASTQ(own, b.own)
	VPBROADCASTQ(opp, b.opp)
	VPBROADCASTQ(all(0x8040201008040201), b.unit)
	indexes := GLOBL("indexes", RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(i))
	}
	VMOVDQU64(indexes, b.squares)
	k := K()
	KMOVQ(moves, k)
	VPCOMPRESSB_Z(b.squares, k, b.squares)
	POPCNTQ(moves, b.left)
	b.occupied = GP64()
	MOVQ(moves, b.occupied)
	ORQ(own, b.occupied)
	ORQ(opp, b.occupied)
	return b
}

// next plays the next moves, each in its lane; lanes is the mask of those that have
// one, and in the others anything may come out.
func (b *brood) next() (mine, theirs VecVirtual, lanes Register) {
	lanes = K()
	mask := GP64()
	MOVQ(I32(-1), mask)
	BZHIQ(b.left, mask, mask)
	KMOVB(mask.As32(), lanes)
	square, move := vec(), vec()
	VPMOVZXBQ(b.squares.AsX(), square)
	VPBROADCASTQ(all(1), move)
	VPSLLVQ(square, move, move)
	VALIGND(Imm(lanesAtOnce/4), b.squares, b.squares, b.squares)
	mine, theirs = b.play(move, square)
	return mine, theirs, lanes
}

// play returns the discs after each lane's move, given as a set and as a number.
func (b *brood) play(move, square VecVirtual) (mine, theirs VecVirtual) {
	flips := b.flips(move, square)
	mine = vec() // own ^ flips ^ move
	VMOVDQA64(b.own, mine)
	VPTERNLOGQ(Imm(xor3), flips, move, mine)
	return mine, xor(b.opp, flips)
}

// flips returns what the moves turn over. On each line through the move's square
// the run above it is found by a carry that goes through opp's discs and
// all squares off the line, the run below it by the highest square that ends it.
func (b *brood) flips(move, square VecVirtual) VecVirtual {
	flips, top := vec(), vec()
	VPXORQ(flips, flips, flips)
	VPBROADCASTQ(all(1<<63), top)
	above, below := add(move, move), vec()
	VPADDQ_BCST(all(1<<64-1), move, below)
	for _, line := range lines(square) {
		sum := add(ternary(orNot, b.opp, line, line), above)
		closed := K()
		VPTESTMQ(sum, and(b.own, line), closed)
		VPTERNLOGQ(Imm(andAndNot), b.opp, line, sum) // what the carry cleared
		VPORQ(sum, flips, closed, flips)

		end := ternary(andNotAnd, line, b.opp, below)
		VPLZCNTQ(end, end)
		VPSRLVQ(end, top, end)
		VPTESTMQ(end, b.own, closed)
		VPTERNLOGQ(Imm(orAnd), line, sub(move, add(end, end)), closed, flips)
	}
	return flips
}

// lines returns, for a square in each lane, its row, column and diagonals.
func lines(square VecVirtual) []VecVirtual {
	row, column := shift(square, -3), andAll(square, 7)
	pick := func(table []uint64, index VecVirtual) VecVirtual { // by the lowest bits of index
		out := vec()
		if len(table) == 8 {
			VPERMQ(vectors(table), index, out)
			return out
		}
		low := vec()
		VMOVDQU64(vectors(table[:8]), low)
		VMOVDQA64(index, out)
		VPERMI2Q(vectors(table[8:]), low, out)
		return out
	}
	var rows, columns [8]uint64
	var falling, rising [16]uint64 // by row − column, modulo 16, and row + column
	for s := range 64 {
		r, c, bit := s/8, s%8, uint64(1)<<s
		rows[r] |= bit
		columns[c] |= bit
		falling[(r-c)&15] |= bit
		rising[r+c] |= bit
	}
	return []VecVirtual{
		pick(rows[:], row),
		pick(columns[:], column),
		pick(falling[:], sub(row, column)),
		pick(rising[:], add(row, column)),
	}
}

// bothMobilities returns the moves of both sides, and the empty squares.
func bothMobilities(mine, theirs views, unit VecVirtual) (mineMoves, theirMoves, empty VecVirtual) {
	mineMoves, theirMoves = straightMoves(mine, theirs, unit), straightMoves(theirs, mine, unit)
	for _, n := range diagonals {
		diagonalMoves(mine.n, theirs.n, n, mineMoves, theirMoves)
	}
	empty = vec()
	VMOVDQA64(mine.n, empty)
	VPTERNLOGQ(Imm(neither), theirs.n, theirs.n, empty)
	return and(mineMoves, empty), and(theirMoves, empty), empty
}

// diagonalMoves adds to both sides' moves those along one kind of diagonals, whose
// step is n. Bit i of a link set is about the neighbours i and i+n. A disc has a move
// behind it, of the other colour than its own, if the run of its colour that begins
// with it ends in a disc of the other.
func diagonalMoves(mine, theirs VecVirtual, n int, mineMoves, theirMoves VecVirtual) {
	// Runs lie within the columns b to g, so that no link leads around the board.
	mineIn, theirsIn := andAll(mine, innerCols), andAll(theirs, innerCols)
	mineNextIn, theirsNextIn := shift(mineIn, -n), shift(theirsIn, -n)
	differ := and(mine, shift(theirs, -n))
	join(differ, theirs, shift(mine, -n))
	same := and(mineIn, mineNextIn)
	join(same, theirsIn, theirsNextIn)
	pairUp := and(same, shift(same, -n))
	pairDown := shift(pairUp, n)

	ends := func(pair VecVirtual, n int) VecVirtual { // of runs in the direction of −n
		out := ternary(orAnd, differ, same, shift(differ, n))
		join(out, pair, shift(out, 2*n))
		join(out, pair, shift(out, 2*n))
		return out
	}
	up := shift(ends(pairUp, -n), -n)
	join(mineMoves, up, theirsNextIn)
	join(theirMoves, up, mineNextIn)
	down := shift(ends(pairDown, n), 2*n)
	join(mineMoves, down, shift(theirsIn, n))
	join(theirMoves, down, shift(mineIn, n))
}
