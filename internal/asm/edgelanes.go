package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// AVX2 looks up edges lane by lane. It is slow at transposing columns to rows and at many table lookups
// at once.

// An edgeReader holds the bytes of all edges in memory.
type edgeReader struct {
	mine, theirs Op  // squares by lane
	columns      Mem // four lanes' bytes each: column a of mine and of theirs, then column h of both
	ternary      GPVirtual
}

func newEdgeReader(mine, theirs Op) *edgeReader {
	// In lanes that are not in use both sides may hold the same square. The index must stay
	// inside the table there as well.
	clean := andNot(theirs, inRegister(mine))
	r := &edgeReader{mine: mine, theirs: kept(clean), columns: AllocLocal(16), ternary: GP64()}
	for i, set := range []VecVirtual{shift(mine, 7), shift(clean, 7), inRegister(mine), clean} {
		column := GP32()
		VPMOVMSKB(set, column)
		MOVL(column, r.columns.Offset(4*i))
	}
	LEAQ(NewDataAddr(Symbol{Name: "·ternary"}, 0), r.ternary)
	return r
}

// index returns the index of an edge, numbered as for edgeByte, in a table by configuration.
func (r *edgeReader) index(lane, edge int) GPVirtual {
	own, opp := r.mine.(Mem).Offset(8*lane+7*edge), r.theirs.(Mem).Offset(8*lane+7*edge)
	if edge >= 2 {
		own = r.columns.Offset(8*(edge-2) + lane)
		opp = own.Offset(4)
	}
	digit := func(discs Mem) GPVirtual {
		n := GP32()
		MOVBLZX(discs, n)
		MOVWLZX(Mem{Base: r.ternary, Index: n.As64(), Scale: 2}, n)
		return n
	}
	index, twice := digit(own), digit(opp)
	LEAQ(Mem{Base: index.As64(), Index: twice.As64(), Scale: 2}, index.As64())
	return index
}

// edgeScoresByLane adds the scores of w3 and edge for the four edges to the score. Few positions have a
// disc on a square that counts.
func edgeScoresByLane(
	score VecVirtual, mine, theirs Op, w Register, anyTaken func(squares uint64),
) {
	anyTaken(corners | cSquares)
	JZ(LabelRef("noEdges"))
	table := GP64()
	MOVQ(Mem{Base: w, Disp: offsetEdgeScores}, table)
	TESTQ(table, table)
	JZ(LabelRef("noEdges"))
	r := newEdgeReader(mine, theirs)
	sums := together(func(lane int) Register {
		sum := GP32()
		XORL(sum, sum)
		for edge := range 4 {
			ADDL(Mem{Base: table, Index: r.index(lane, edge).As64(), Scale: 4}, sum)
		}
		return sum.As64()
	})
	VPADDD(sums, score, score)
	Label("noEdges")
}

// edgeStabilityByLane adds the values of the four edges with their X squares to the score.
func edgeStabilityByLane(score VecVirtual, mine, theirs Op, w Register) {
	values, byX := GP64(), GP64()
	MOVQ(Mem{Base: w, Disp: offsetEdgeValues}, values)
	MOVQ(Mem{Base: w, Disp: offsetEdgeXIndex}, byX)
	r := newEdgeReader(mine, theirs)
	sums := together(func(lane int) Register {
		x, opp, sum, squares := GP64(), GP64(), GP32(), GP64()
		MOVQ(U64(xSquares), squares)
		MOVQ(r.mine.(Mem).Offset(8*lane), x)
		PEXTQ(squares, x, x)
		MOVQ(r.theirs.(Mem).Offset(8*lane), opp)
		PEXTQ(squares, opp, opp)
		SHLQ(Imm(4), opp)
		ORQ(opp, x)
		XORL(sum, sum)
		for edge := range 4 {
			index, offset, value := r.index(lane, edge), GP32(), GP32()
			MOVWLZX(Mem{Base: byX, Index: x, Scale: 2, Disp: 512 * edge}, offset)
			ADDL(offset, index)
			MOVWLZX(Mem{Base: values, Index: index.As64(), Scale: 2}, value)
			ADDL(value, sum)
		}
		MOVWLZX(sum.As16(), sum)
		return sum.As64()
	})
	weights := vec()
	VPBROADCASTW(Mem{Base: w, Disp: offsetEdgeStability}, weights)
	VPMADDWD(weights, sums, sums)
	VPADDD(sums, score, score)
}
