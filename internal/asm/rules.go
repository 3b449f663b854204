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

// mobility returns own's moves, before occupied squares are taken out.
func mobility(own, opp views, unit VecVirtual) VecVirtual {
	// Along rows, and columns turned into rows, a carry runs through the opponent's
	// discs behind each own disc and comes out on the square beyond.
	beyond := func(own, opp VecVirtual) VecVirtual {
		in := andAll(opp, innerCols)
		return andNot(add(in, and(shift(own, 1), in)), in)
	}
	upDown := or(beyond(own.t, opp.t), reverse(beyond(own.tr, opp.tr)))
	moves := reverse(or(beyond(own.r, opp.r), turn(upDown, unit)))
	in := andAll(opp.n, innerCols)
	moves = or(moves, beyond(own.n, opp.n))
	for _, n := range []int{7, 9} {
		pairUp := and(in, shift(in, n))
		pairDown := shift(pairUp, -n)
		up, down := spread(own.n, in, pairUp, n), spread(own.n, in, pairDown, -n)
		unite(moves, shift(up, n), shift(down, -n))
	}
	return moves
}

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
	inner          VecVirtual // opp without the columns a and h
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
	b.inner = andAll(b.opp, innerCols)
	return b
}

// next plays the next moves, each in its lane. Lanes without a move play
// nowhere; lanes is the mask of the others.
func (b *brood) next() (mine, theirs VecVirtual, lanes Register) {
	lanes = K()
	mask := GP64()
	MOVQ(I32(-1), mask)
	BZHIQ(b.left, mask, mask)
	KMOVB(mask.As32(), lanes)
	move, one := vec(), vec()
	VPMOVZXBQ(b.squares.AsX(), move)
	VPBROADCASTQ(all(1), one)
	VPSLLVQ_Z(move, one, lanes, move)
	VALIGND(Imm(lanesAtOnce/4), b.squares, b.squares, b.squares)
	mine, theirs = b.play(move)
	return mine, theirs, lanes
}

// play returns the discs after each lane's move.
func (b *brood) play(move VecVirtual) (mine, theirs VecVirtual) {
	flips := b.flips(move)
	mine = vec() // own ^ flips ^ move
	VMOVDQA64(b.own, mine)
	VPTERNLOGQ(Imm(xor3), flips, move, mine)
	return mine, xor(b.opp, flips)
}

// flips returns what the moves turn over: runs of opp with own behind them.
func (b *brood) flips(move VecVirtual) VecVirtual {
	flips := vec()
	VPXORQ(flips, flips, flips)
	for _, d := range []struct {
		n  int
		in VecVirtual
	}{{1, b.inner}, {7, b.inner}, {8, b.opp}, {9, b.inner}} {
		pairUp := and(d.in, shift(d.in, d.n))
		pairDown := shift(pairUp, -d.n)
		for _, way := range []struct {
			n    int
			pair VecVirtual
		}{{d.n, pairUp}, {-d.n, pairDown}} {
			run, closed := spread(move, d.in, way.pair, way.n), K()
			VPTESTMQ(shift(run, way.n), b.own, closed)
			VPORQ(run, flips, closed, flips)
		}
	}
	return flips
}

// bothMobilities returns the moves of both sides, and the empty squares.
func bothMobilities(mine, theirs views, unit VecVirtual) (mineMoves, theirMoves, empty VecVirtual) {
	empty = vec()
	VMOVDQA64(mine.n, empty)
	VPTERNLOGQ(Imm(neither), theirs.n, theirs.n, empty)
	return and(mobility(mine, theirs, unit), empty), and(mobility(theirs, mine, unit), empty), empty
}
