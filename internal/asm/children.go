package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// children generates
//
//	func children…(own, opp, moves uint64, list *Children)
func children() {
	TEXT(called("children"), NOSPLIT, "func(own, opp, moves uint64, list *Children)")
	Doc(called("children")+" is expandPlain on several children at a time. It writes beyond",
		"the last of them, up to a multiple of eight.")
	keepAtMost(14)
	b := newChildBatch()
	list := GP64()
	Load(Param("list"), list)

	Label("batch")
	mine, theirs := b.next()
	move(theirs, Mem{Base: list, Disp: offsetOwn})
	move(mine, Mem{Base: list, Disp: offsetOpp})
	moves := mobility(theirs, mine)
	move(and(moves, outside(mine, theirs)), Mem{Base: list, Disp: offsetMoves})
	ADDQ(Imm(uint64(8*lanesAtOnce())), list)
	SUBQ(Imm(uint64(lanesAtOnce())), b.left)
	JG(LabelRef("batch"))
	VZEROUPPER()
	RET()
}

// Offsets into engine.Children, whose arrays have 64 entries, and search's list, which begins with a
// Children.
const (
	offsetOwn   = 0
	offsetOpp   = 64 * 8
	offsetMoves = 128 * 8
	offsetRank  = 192 * 8
)
