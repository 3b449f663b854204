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
	TEXT(called("bestChild"), NOSPLIT, "func(own, opp, moves uint64, enough int32, w *vectorWeights) "+
		"(best int32, reached, finished uint64)")
	Doc(called("bestChild")+" is bestChildPlain on several children at a time. If a child is",
		"a finished game it gives up and returns finished ≠ 0.")
	keepAtMost(22)
	b := newChildBatch()
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
	score, over := b.scores(mine, theirs, w)
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

// childScores generates
//
//	func childScores…(own, opp, moves uint64, w *vectorWeights, out *scored) (finished uint64)
func childScores() {
	TEXT(called("childScores"), NOSPLIT, "func(own, opp, moves uint64, w *vectorWeights, out *scored) (finished uint64)")
	Pragma("noescape")
	Doc(called("childScores")+" scores up to eight children, for own, and notes opp's discs in each. If one is",
		"a finished game it gives up and returns finished ≠ 0.")
	keepAtMost(22)
	b := newChildBatch()
	w, out := GP64(), GP64()
	Load(Param("w"), w)
	Load(Param("out"), out)

	Label("batch")
	mine, theirs := b.next()
	move(theirs, Mem{Base: out, Disp: offsetTheirs})
	score, over := b.scores(mine, theirs, w)
	JNZ(LabelRef("finished"))
	move(score, Mem{Base: out, Disp: offsetScores})
	ADDQ(Imm(uint64(8*lanesAtOnce())), out)
	SUBQ(Imm(uint64(lanesAtOnce())), b.left)
	JG(LabelRef("batch"))
	Label("finished")
	Store(over.As64(), ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// Offsets into scored and replied of package evaluators, which package tuples calls Children and Replies. Arrays
// have eight entries.
const (
	offsetScores = 0
	offsetTheirs = 8 * 8
	offsetDiscs  = 16 * 8
)

// scores scores the batch, and tests whether any game in use is finished: it compares these lanes with 0.
func (b *childBatch) scores(mine, theirs VecVirtual, w Register) (score VecVirtual, over GPVirtual) {
	var discs Op
	if !wide {
		discs = kept(or(mine, theirs))
	}
	score, over = scores(mine, theirs, w, func(squares uint64) {
		if wide {
			set := GP64()
			MOVQ(U64(squares), set)
			TESTQ(b.occupied, set)
		} else {
			VPTEST(all(squares), inRegister(discs))
		}
	})
	b.confine(over)
	return score, over
}

// confine clears the lanes that are not in use, and compares the result with 0.
func (b *childBatch) confine(lanes GPVirtual) {
	if wide {
		ANDL(b.lanes.As32(), lanes)
	} else {
		TESTL(lanes, lanes)
	}
}

// greatest returns the greatest score of the lanes in use.
func (b *childBatch) greatest(score VecVirtual) GPVirtual {
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
	if wide { // with AVX-512 the scores are adjacent
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
	TEXT(called("refute"), NOSPLIT, "func(list *children, n int, first uint64, enough int32, w *vectorWeights) "+
		"(refuted uint64)")
	Doc(called("refute") + " is refutePlain on several children at a time.")
	keepAtMost(12)
	target := newTarget()
	list := GP64()
	Load(Param("list"), list)
	eachReply(list, func(VecVirtual, Op, GPVirtual) {}, func(score VecVirtual, nothing, hits, _ GPVirtual) {
		reached := reaching(score, target)
		ANDNL(reached, nothing, hits)
	})
}

// replyScores generates
//
//	func replyScores…(list *children, from, n int, first uint64, w *vectorWeights, out *replied) (some uint64)
func replyScores() {
	TEXT(called("replyScores"), NOSPLIT, "func(list *children, from, n int, first uint64, w *vectorWeights, "+
		"out *replied) (some uint64)")
	Pragma("noescape")
	Doc(called("replyScores")+" plays the move of refutePlain in n ≤ 8 children, starting at index from. It stores",
		"the score, the other side's discs and all discs, and returns the set of children with a score.")
	keepAtMost(12)
	out := func(done GPVirtual, offset int) Mem { // loaded again each time, because registers are few
		base := GP64()
		Load(Param("out"), base)
		return Mem{Base: base, Index: done, Scale: 8, Disp: offset}
	}
	list, from := GP64(), GP64()
	Load(Param("list"), list)
	Load(Param("from"), from)
	LEAQ(Mem{Base: list, Index: from, Scale: 8}, list)
	eachReply(list, func(theirs VecVirtual, discs Op, done GPVirtual) {
		move(inRegister(discs), out(done, offsetDiscs))
		move(theirs, out(done, offsetTheirs))
	}, func(score VecVirtual, nothing, hits, done GPVirtual) {
		move(score, out(done, offsetScores))
		MOVL(nothing, hits)
		NOTL(hits)
		ANDL(I32(1<<lanesAtOnce()-1), hits)
	})
}

// eachReply plays a likely move in each child of a list, calls note for it, and returns the children that
// judge adds to hits. judge gets the lanes without a score in nothing. done is the number of children
// before the batch.
func eachReply(
	list GPVirtual, note func(theirs VecVirtual, discs Op, done GPVirtual),
	judge func(score VecVirtual, nothing, hits, done GPVirtual),
) {
	n, w := GP64(), GP64()
	Load(Param("n"), n)
	Load(Param("w"), w)
	preferred := everywhere("first")
	if wide {
		unit = filled(0x8040201008040201)
	}
	found, done := GP64(), GP64()
	XORQ(found, found)
	XORQ(done, done)

	Label("batch")
	played := likely(loaded(list, offsetMoves), preferred)
	pass := zeroLanes(played) // a child where the side to move must pass is not refuted
	b := &childBatch{own: kept(loaded(list, offsetOwn)), opp: kept(loaded(list, offsetOpp))}
	var square VecVirtual
	if wide {
		square = vec()
		VPLZCNTQ(played, square)
		VPXORQ_BCST(all(63), square, square)
	}
	mine, theirs := b.play(played, square)
	discs := kept(or(mine, theirs))
	note(theirs, discs, done)
	score, nothing := scores(mine, theirs, w, func(squares uint64) {
		if wide {
			some := K()
			VPTESTMQ_BCST(all(squares), discs, some)
			KTESTB(some, some)
		} else {
			VPTEST(all(squares), inRegister(discs))
		}
	})
	ORL(pass, nothing) // neither is a finished game
	hits := GP32()
	judge(score, nothing, hits, done)
	SHLXQ(done, hits.As64(), hits.As64())
	ORQ(hits.As64(), found)
	ADDQ(Imm(uint64(8*lanesAtOnce())), list)
	ADDQ(Imm(uint64(lanesAtOnce())), done)
	CMPQ(done, n)
	JL(LabelRef("batch"))
	BZHIQ(n, found, found) // entries behind the last child are undefined
	Store(found, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// likely chooses one move in each lane: the first one on the best kind of square.
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
	DECQ(enough) // AVX2 can only compare for greater
	x := XMM()
	VMOVQ(enough, x)
	VPBROADCASTQ(x, target)
	return kept(target)
}

// reaching returns the lanes whose score is at least the target.
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
