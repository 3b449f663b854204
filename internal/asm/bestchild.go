package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// bestChild generates
//
//	func bestChild…(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64)
func bestChild() {
	TEXT(called("bestChild"), NOSPLIT, "func(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64)")
	Doc(called("bestChild")+" is bestChildPlain on several children at a time. If a child is",
		"a finished game it gives up and returns finished ≠ 0.")
	keepAtMost(22)
	b := newBrood()
	target, w, best := newTarget(), GP64(), GP32()
	Load(Param("w"), w)
	MOVL(I32(-1<<30), best)
	finish := func(results ...Register) {
		for i := range 3 {
			if i == len(results) {
				none := GP64()
				XORQ(none, none)
				results = append(results, none)
			}
			Store(results[i], ReturnIndex(i))
		}
		VZEROUPPER()
		RET()
	}

	Label("batch")
	mine, theirs := b.next()
	var discs Op
	if !wide {
		discs = kept(or(mine, theirs))
	}
	score, over := scores(mine, theirs, w, func(squares uint64) {
		if wide {
			set := GP64()
			MOVQ(U64(squares), set)
			TESTQ(b.occupied, set)
		} else {
			VPTEST(all(squares), inRegister(discs))
		}
	})
	b.confine(over)
	JNZ(LabelRef("finished"))
	hits := reaching(score, target)
	b.confine(hits)
	JNZ(LabelRef("enough"))
	top := b.greatest(score)
	CMPL(top, best)
	CMOVLGT(top, best)
	SUBQ(Imm(uint64(lanesAtOnce())), b.left)
	JG(LabelRef("batch"))
	finish(best)

	Label("enough")
	Load(Param("enough"), best)
	finish(best, b.reached(hits))

	Label("finished")
	none := GP64()
	XORQ(none, none)
	finish(best, none, over.As64())
}

// confine takes those lanes out that are not in use, and compares what is left with 0.
func (b *brood) confine(lanes GPVirtual) {
	if wide {
		ANDL(b.lanes.As32(), lanes)
	} else {
		TESTL(lanes, lanes)
	}
}

// greatest returns the greatest score of the lanes in use.
func (b *brood) greatest(score VecVirtual) GPVirtual {
	x, y, top := XMM(), XMM(), GP32()
	if wide {
		low, half := filled(uint64(1<<64-1<<30)), YMM()
		VPBLENDMQ(score, low, b.inUse, low)
		VPMOVQD(low, half)
		score = half
	}
	VEXTRACTI128(Imm(1), score.AsY(), y)
	VPMAXSD(score.AsX(), y, x)
	VPSHUFD(Imm(0x4e), x, y)
	VPMAXSD(x, y, x)
	if wide { // there, scores lie side by side
		VPSHUFD(Imm(0xb1), x, y)
		VPMAXSD(x, y, x)
	}
	VMOVD(x, top)
	return top
}

// refute generates
//
//	func refute…(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64)
func refute() {
	TEXT(called("refute"), NOSPLIT, "func(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64)")
	Doc(called("refute") + " is refutePlain on several children at a time.")
	keepAtMost(12)
	list, n, w := GP64(), GP64(), GP64()
	Load(Param("list"), list)
	Load(Param("n"), n)
	Load(Param("w"), w)
	preferred, target := everywhere("first"), newTarget()
	if wide {
		unit = filled(0x8040201008040201)
	}
	refuted, done := GP64(), GP64()
	XORQ(refuted, refuted)
	XORQ(done, done)

	Label("batch")
	move := likely(loaded(list, offsetMoves), preferred)
	pass := zeroLanes(move) // who must pass is not refuted
	b := &brood{own: kept(loaded(list, offsetOwn)), opp: kept(loaded(list, offsetOpp))}
	var square VecVirtual
	if wide {
		square = vec()
		VPLZCNTQ(move, square)
		VPXORQ_BCST(all(63), square, square)
	}
	mine, theirs := b.play(move, square)
	discs := kept(or(mine, theirs))
	score, over := scores(mine, theirs, w, func(squares uint64) {
		if wide {
			some := K()
			VPTESTMQ_BCST(all(squares), discs, some)
			KTESTB(some, some)
		} else {
			VPTEST(all(squares), inRegister(discs))
		}
	})
	hits := reaching(score, target)
	ORL(pass, over) // nor is a finished game
	ANDNL(hits, over, hits)
	SHLXQ(done, hits.As64(), hits.As64())
	ORQ(hits.As64(), refuted)
	ADDQ(Imm(uint64(8*lanesAtOnce())), list)
	ADDQ(Imm(uint64(lanesAtOnce())), done)
	CMPQ(done, n)
	JL(LabelRef("batch"))
	BZHIQ(n, refuted, refuted) // what lies behind the last child is undefined
	Store(refuted, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// likely picks one of the moves in each lane: of the first kind of square on which
// there is one, the first.
func likely(moves VecVirtual, first Op) VecVirtual {
	move := and(moves, first)
	for _, squares := range []uint64{corners, ^uint64(xSquares | cSquares), ^uint64(xSquares), board} {
		if wide {
			none := K()
			VPTESTNMQ(move, move, none)
			VPANDQ_BCST(all(squares), moves, none, move)
		} else {
			join(move, isZero(move), andAll(moves, squares))
		}
	}
	return and(move, sub(zero(), move))
}

// newTarget loads the parameter enough for reaching.
func newTarget() Op {
	enough, target := GP64(), vec()
	Load(Param("enough"), enough)
	SHLQ(Imm(32), enough)
	if wide {
		VPBROADCASTQ(enough, target)
		return target
	}
	DECQ(enough) // AVX2 knows no comparison but greater
	x := XMM()
	VMOVQ(enough, x)
	VPBROADCASTQ(x, target)
	return kept(target)
}

// reaching returns those of the lanes whose score is at least the target.
func reaching(score VecVirtual, target Op) GPVirtual {
	hits := GP32()
	if wide {
		const notLess = 5
		k := K()
		VPCMPQ(Imm(notLess), target, shift(score, 32), k)
		KMOVB(k, hits)
		return hits
	}
	more := vec()
	VPCMPGTQ(target, shift(score, 32), more)
	VMOVMSKPD(more, hits)
	return hits
}
