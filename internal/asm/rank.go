package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// rank generates
//
//	func rank…(l *list, moves, exposed uint64, squares *[64]int8)
func rank() {
	TEXT(called("rank"), NOSPLIT, "func(l *list, moves, exposed uint64, squares *[64]int8)")
	Doc(called("rank")+" is rankPlain on several children at a time. It writes beyond the",
		"last of them, up to a multiple of eight.")
	keepAtMost(1)
	list, table, left, index := GP64(), GP64(), GP64(), vec()
	b := &childBatch{moves: GP64(), squares: vec()}
	Load(Param("l"), list)
	Load(Param("moves"), b.moves)
	Load(Param("squares"), table)
	exposed := everywhere("exposed")
	POPCNTQ(b.moves, left)
	if wide {
		k := K()
		KMOVQ(b.moves, k)
		VMOVDQU64(Mem{Base: table}, b.squares)
		VPCOMPRESSB_Z(b.squares, k, b.squares) // the ranks of the moves' squares
	}
	countdown := GLOBL("countdown", RODATA|NOPTR)
	for i := range lanesAtOnce() {
		DATA(8*i, U64(uint64(63-i)))
	}
	move(countdown, index)
	bits := bitCounts()

	Label("batch")
	show := func(offset int) count {
		return counted(and(loaded(list, offset), exposed), bits)
	}
	replies := counted(loaded(list, offsetMoves), bits)
	sum := replies.plus(replies).plus(show(offsetOpp).minus(show(offsetOwn))).number()
	var square VecVirtual
	if wide {
		square = vec()
		VPMOVSXBQ(b.squares.AsX(), square)
		VALIGND(Imm(2), b.squares, b.squares, b.squares)
	} else {
		square = b.take(func(rank GPVirtual) {
			TZCNTQ(b.moves, rank)
			MOVBQSX(Mem{Base: table, Index: rank, Scale: 1}, rank)
		})
	}
	ranks := sub(square, add(add(sum, sum), sum))
	move(or(shift(ranks, 6), index), Mem{Base: list, Disp: offsetRank})
	either(VPSUBQ_BCST, VPSUBQ)(all(uint64(lanesAtOnce())), index, index)
	ADDQ(Imm(uint64(8*lanesAtOnce())), list)
	SUBQ(Imm(uint64(lanesAtOnce())), left)
	JG(LabelRef("batch"))
	VZEROUPPER()
	RET()
}
