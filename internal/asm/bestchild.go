package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bestChild generates
//
//	func bestChildAVX512(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64)
func bestChild() {
	TEXT("bestChildAVX512", NOSPLIT, "func(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64)")
	Doc("bestChildAVX512 is bestChildPlain on eight children at a time. If a child is a finished",
		"game it gives up and returns finished ≠ 0.")
	b := newBrood()
	enough, target, w := GP32(), newTarget(), GP64()
	Load(Param("enough"), enough)
	Load(Param("w"), w)
	best, zero := GP32(), GP64()
	MOVL(I32(-1<<30), best)
	XORQ(zero, zero)
	finish := func(best, reached, finished Op) {
		Store(best.(Register), ReturnIndex(0))
		Store(reached.(Register), ReturnIndex(1))
		Store(finished.(Register), ReturnIndex(2))
		VZEROUPPER()
		RET()
	}

	Label("batch")
	mine, theirs, lanes := b.next()
	score, over := scores(mine, theirs, b.unit, w, lanes, func(squares uint64) {
		set := GP64()
		MOVQ(U64(squares), set)
		TESTQ(b.occupied, set)
	})
	done := GP32()
	KMOVB(over, done)
	TESTL(done, done)
	JNZ(LabelRef("finished"))
	hits := reaching(score, target, lanes)
	KTESTB(hits, hits)
	JNZ(LabelRef("enough"))

	// The greatest score of the lanes in use.
	low := vec()
	VPBROADCASTQ(all(uint64(1<<64-1<<30)), low)
	VPBLENDMQ(score, low, lanes, low)
	x, y := XMM(), XMM()
	wide := YMM()
	VPMOVQD(low, wide)
	VEXTRACTI128(Imm(1), wide, y)
	VPMAXSD(wide.AsX(), y, x)
	VPSHUFD(Imm(0x4e), x, y)
	VPMAXSD(x, y, x)
	VPSHUFD(Imm(0xb1), x, y)
	VPMAXSD(x, y, x)
	top := GP32()
	VMOVD(x, top)
	CMPL(top, best)
	CMOVLGT(top, best)
	SUBQ(Imm(lanesAtOnce), b.left)
	JG(LabelRef("batch"))
	finish(best, zero, zero)

	Label("enough")
	// Of the moves, that whose lane reached enough: the moves of the batches before
	// have been counted off.
	moves, index, lane, one := GP64(), GP64(), GP32(), GP64()
	Load(Param("moves"), moves)
	POPCNTQ(moves, index)
	SUBQ(b.left, index)
	KMOVB(hits, lane)
	TZCNTL(lane, lane)
	ADDQ(lane.As64(), index)
	MOVQ(U32(1), one)
	SHLXQ(index, one, one)
	PDEPQ(moves, one, one)
	finish(enough, one, zero)

	Label("finished")
	finish(best, zero, done.As64())
}

// refute generates
//
//	func refuteAVX512(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64)
func refute() {
	TEXT("refuteAVX512", NOSPLIT, "func(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64)")
	Doc("refuteAVX512 is refutePlain on eight children at a time.")
	list, n, w := GP64(), GP64(), GP64()
	Load(Param("list"), list)
	Load(Param("n"), n)
	Load(Param("w"), w)
	first, unit, target := vec(), vec(), newTarget()
	preferred := GP64()
	Load(Param("first"), preferred)
	VPBROADCASTQ(preferred, first)
	VPBROADCASTQ(all(0x8040201008040201), unit)
	refuted, done := GP64(), GP64()
	XORQ(refuted, refuted)
	XORQ(done, done)

	Label("batch")
	b := &brood{own: loaded(list, offsetOwn), opp: loaded(list, offsetOpp), unit: unit}
	move, lanes := likely(loaded(list, offsetMoves), first), K()
	VPTESTMQ(move, move, lanes) // who must pass is not refuted
	square := vec()
	VPLZCNTQ(move, square)
	VPXORQ_BCST(all(63), square, square)
	mine, theirs := b.play(move, square)
	discs := or(mine, theirs)
	score, over := scores(mine, theirs, unit, w, lanes, func(squares uint64) {
		some := K()
		VPTESTMQ_BCST(all(squares), discs, some)
		KTESTB(some, some)
	})
	hits := reaching(score, target, lanes)
	KANDNB(hits, over, hits) // nor is a finished game
	bits := GP64()
	KMOVB(hits, bits.As32())
	SHLXQ(done, bits, bits)
	ORQ(bits, refuted)
	ADDQ(Imm(8*lanesAtOnce), list)
	ADDQ(Imm(lanesAtOnce), done)
	CMPQ(done, n)
	JL(LabelRef("batch"))
	BZHIQ(n, refuted, refuted) // what lies behind the last child is undefined
	Store(refuted, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// likely picks one of the moves in each lane: of the first kind of square on which
// there is one, the first.
func likely(moves, first VecVirtual) VecVirtual {
	move := and(moves, first)
	for _, squares := range []uint64{corners, ^uint64(xSquares | cSquares), ^uint64(xSquares), 1<<64 - 1} {
		none := K()
		VPTESTNMQ(move, move, none)
		VPANDQ_BCST(all(squares), moves, none, move)
	}
	zero := vec()
	VPXORQ(zero, zero, zero)
	return and(move, sub(zero, move))
}

// newTarget loads the parameter enough for reaching.
func newTarget() VecVirtual {
	enough, target := GP64(), vec()
	Load(Param("enough"), enough)
	SHLQ(Imm(32), enough)
	VPBROADCASTQ(enough, target)
	return target
}

// reaching returns those of the lanes whose score is at least the target.
func reaching(score, target VecVirtual, lanes Register) Register {
	const notLess = 5
	hits := K()
	VPCMPQ(Imm(notLess), target, shift(score, 32), lanes, hits)
	return hits
}
