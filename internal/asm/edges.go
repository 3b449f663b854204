package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// edgeRuns counts the Edge scorer's runs of one side. From each of the four sides of the board, a carry
// that starts at a corner goes through the discs along the edge. The bits that it clears are the run.
func edgeRuns(v views) count {
	run := func(a Op) VecVirtual {
		edge := andAll(a, rows1and8)
		return andNot(edge, add(edge, andAll(edge, colA)))
	}
	// The runs are in rows 1 and 8. Rotated by two rows each they do not overlap.
	together := run(v.n)
	unite(together, rotate(run(v.t), 16), rotate(run(v.r), 32))
	together = or(together, rotate(run(v.tr), 48))
	number := func(a VecVirtual) VecVirtual { return counted(a, nil).VecVirtual }
	n := number(together)
	// A run of n discs counts n−1, and a whole edge, which both ends find, 13.
	held := number(andAll(v.n, corners))
	whole := number(andAll(together, colH&(rows1and8|rows1and8<<16|rows1and8>>48)))
	n = sub(n, add(held, held))
	return count{sub(n, whole)}
}

// cornerBlanks counts the Blank scorer's w3, mine minus theirs: for each C square next to an empty corner
// the number of empty squares among the four behind it. These are c to f of its edge, from either end.
func cornerBlanks(mine, theirs views, empty, emptyTurned VecVirtual) count {
	openB := func(empty VecVirtual) VecVirtual { return andAll(shift(empty, 1), colB&rows1and8) }
	openG := func(empty VecVirtual) VecVirtual { return andAll(shift(empty, -1), colG&rows1and8) }
	behind := func(discs Op, open, empty VecVirtual, fromB bool) VecVirtual {
		c := and(discs, open)
		if fromB { // moves bit 1 to bits 2…5
			return and(sub(shift(c, 5), shift(c, 1)), empty)
		}
		return and(sub(c, shift(c, -4)), empty) // moves bit 6 to bits 2…5
	}
	bN, gN, bT, gT := openB(empty), openG(empty), openB(emptyTurned), openG(emptyTurned)
	side := func(v views) count {
		set := behind(v.n, bN, empty, true)
		unite(set, rotate(behind(v.n, gN, empty, false), 16), rotate(behind(v.t, bT, emptyTurned, true), 32))
		return counted(or(set, rotate(behind(v.t, gT, emptyTurned, false), 48)), nil)
	}
	return side(mine).minus(side(theirs))
}

// edgeStability looks up the values of the four edges, mine minus theirs, and leaves their sum in the
// lowest 16 bits. It is for AVX-512.
func edgeStability(mine, theirs views, w Register) count {
	values, allOnes := GP64(), GP32()
	MOVQ(Mem{Base: w, Disp: offsetEdgeValues}, values)
	MOVL(I32(-1), allOnes)
	// Two edges at a time, one in the lower and one in the upper half of each lane.
	twoEdges := func(mine, theirs Op) VecVirtual {
		// In lanes that are not in use both sides may hold the same square. The index must
		// stay inside the table there as well.
		only := andNot(theirs, mine)
		first, second := edgeIndex(inRegister(mine), only, 0, 9, 14), edgeIndex(inRegister(mine), only, 56, 49, 54)
		index := ternary(choose, add(first, shift(first, -32)), add(second, shift(second, 32)), all(1<<32-1))
		found, lanes := zero(), K()
		KMOVW(allOnes, lanes)
		VPGATHERDD(Mem{Base: values, Index: index, Scale: 2}, lanes, found)
		return found
	}
	sum := vec()
	VPADDD(twoEdges(mine.n, theirs.n), twoEdges(mine.t, theirs.t), sum)
	return count{add(sum, shift(sum, -32))}
}

// edgeIndex returns the two parts, one in each half of a lane, whose sum is the index in an edgeTable of
// the edge that begins at square first, with its X squares. A square is a digit: 0 empty, 1 mine, 2
// theirs. The digits of the edge's eight squares are the bytes of a lane, which are multiplied by powers
// of 3 and added in fours. Those of the X squares are in the upper word of each half.
func edgeIndex(mine, theirs VecVirtual, first, left, right uint64) VecVirtual {
	digits := func(squares func(i uint64) uint64, ones uint64) VecVirtual {
		pick := func(discs VecVirtual, from uint64) VecVirtual { // byte i: eight bits starting at from
			var control uint64
			for i := range uint64(8) {
				control |= (squares(i) + from) % 64 << (8 * i)
			}
			out := vec()
			VPBROADCASTQ(all(control), out)
			VPMULTISHIFTQB(discs, out, out)
			return out
		}
		out := andAll(pick(theirs, 63), 2*ones)
		VPTERNLOGQ_BCST(Imm(orAnd), all(ones), pick(mine, 0), out)
		return out
	}
	const bytes, thirdBytes = 0x0101010101010101, 0x0001000000010000
	edge := digits(func(i uint64) uint64 { return first + i }, bytes)
	index := digits(func(i uint64) uint64 { return []uint64{left, right}[i/4] }, thirdBytes)
	powers := vec()
	VPBROADCASTQ(all(0x1b0903011b090301), powers) // 1, 3, 9, 27
	VPDPBUSD(powers, edge, index)
	VPBROADCASTQ(all(1|6561<<16|81<<32|19683<<48), powers)
	VPMADDWD(powers, index, index)
	return index
}
