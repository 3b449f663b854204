package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// children generates
//
//	func childrenAVX512(own, opp, moves uint64, list *Children)
func children() {
	TEXT("childrenAVX512", NOSPLIT, "func(own, opp, moves uint64, list *Children)")
	Doc("childrenAVX512 is childrenPlain on eight children at a time. It writes beyond the",
		"last of them, up to a multiple of eight.")
	b := newBrood()
	list := GP64()
	Load(Param("list"), list)

	Label("batch")
	mine, theirs, _ := b.next()
	moves := mobility(newViews(theirs, b.unit), newViews(mine, b.unit), b.unit)
	empty := vec()
	VMOVDQA64(mine, empty)
	VPTERNLOGQ(Imm(neither), theirs, theirs, empty)
	VMOVDQU64(theirs, Mem{Base: list, Disp: offsetOwn})
	VMOVDQU64(mine, Mem{Base: list, Disp: offsetOpp})
	VMOVDQU64(and(moves, empty), Mem{Base: list, Disp: offsetMoves})
	ADDQ(Imm(8*lanesAtOnce), list)
	SUBQ(Imm(lanesAtOnce), b.left)
	JG(LabelRef("batch"))
	VZEROUPPER()
	RET()
}

// Offsets into engine.Children, whose arrays have 64 places, and search's list,
// which begins with one.
const (
	offsetOwn   = 0
	offsetOpp   = 64 * 8
	offsetMoves = 128 * 8
	offsetRank  = 192 * 8
)
