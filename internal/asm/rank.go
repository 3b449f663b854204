package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rank generates
//
//	func rankAVX512(l *list, moves, exposed uint64, squares *[64]int8)
func rank() {
	TEXT("rankAVX512", NOSPLIT, "func(l *list, moves, exposed uint64, squares *[64]int8)")
	Doc("rankAVX512 is rankPlain on eight children at a time. It writes beyond the last of",
		"them, up to a multiple of eight.")
	list, moves, set, table, left := GP64(), GP64(), GP64(), GP64(), GP64()
	Load(Param("l"), list)
	Load(Param("moves"), moves)
	Load(Param("exposed"), set)
	Load(Param("squares"), table)
	POPCNTQ(moves, left)
	exposed, squares, index, k := vec(), vec(), vec(), K()
	VPBROADCASTQ(set, exposed)
	KMOVQ(moves, k)
	VMOVDQU64(Mem{Base: table}, squares)
	VPCOMPRESSB_Z(squares, k, squares) // the ranks of the moves' squares
	countdown := GLOBL("countdown", RODATA|NOPTR)
	for i := range lanesAtOnce {
		DATA(8*i, U64(63-i))
	}
	VMOVDQU64(countdown, index)

	Label("batch")
	show := func(offset int) VecVirtual {
		return popcount(and(exposed, loaded(list, offset)))
	}
	replies := popcount(loaded(list, offsetMoves))
	sum := add(add(replies, replies), sub(show(offsetOpp), show(offsetOwn)))
	square := vec()
	VPMOVSXBQ(squares.AsX(), square)
	ranks := sub(square, add(add(sum, sum), sum))
	VMOVDQU64(or(shift(ranks, 6), index), Mem{Base: list, Disp: offsetRank})
	VALIGND(Imm(lanesAtOnce/4), squares, squares, squares)
	VPSUBQ_BCST(all(lanesAtOnce), index, index)
	ADDQ(Imm(8*lanesAtOnce), list)
	SUBQ(Imm(lanesAtOnce), left)
	JG(LabelRef("batch"))
	VZEROUPPER()
	RET()
}
