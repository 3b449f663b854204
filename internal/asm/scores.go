package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets into vectorWeights.
const (
	offsetTable    = 0  // four column groups: 8 low parts, 8 high parts
	offsetBase     = 64 // int64: what the table sums start with
	offsetMobility = 72
	offsetW1       = 80
	offsetW2       = 88
	offsetW3       = 96
	offsetEdge     = 104
	offsetFrontier = 112

	offsetEdgeStability = 120
	offsetEdgeValues    = 128 // where the edges' values lie
)

// scores evaluates positions from mine's side, in the lower half of each lane, and
// returns those of the lanes whose game is over. anyTaken compares with 0 the
// discs on the given squares.
func scores(mine, theirs, unit VecVirtual, w, lanes Register, anyTaken func(squares uint64)) (VecVirtual, Register) {
	mineViews, theirViews := newViews(mine, unit), newViews(theirs, unit)
	mineMoves, theirMoves, empty := bothMobilities(mineViews, theirViews, unit)
	over, anyMoves := K(), or(mineMoves, theirMoves)
	VPTESTNMQ(anyMoves, anyMoves, lanes, over)

	score := tableScore(mine, theirs, w)
	weigh := func(count VecVirtual, offset int) {
		VPDPWSSD_BCST(Mem{Base: w, Disp: offset}, count, score) // of two 16-bit halves each
	}
	weigh(sub(popcount(mineMoves), popcount(theirMoves)), offsetMobility)
	w1, w2 := blanks(mine, theirs, empty)
	weigh(w1, offsetW1)
	weigh(w2, offsetW2)
	CMPQ(Mem{Base: w, Disp: offsetFrontier}, Imm(0)) // few players use it
	JE(LabelRef("noFrontier"))
	weigh(sub(popcount(and(empty, around(theirs))), popcount(and(empty, around(mine)))), offsetFrontier)
	Label("noFrontier")
	CMPQ(Mem{Base: w, Disp: offsetEdgeStability}, Imm(0))
	JE(LabelRef("noEdgeStability"))
	anyTaken(border | xSquares)
	JZ(LabelRef("noEdgeStability"))
	weigh(edgeStability(mineViews, theirViews, w), offsetEdgeStability)
	Label("noEdgeStability")
	// Runs need a disc in a corner, and w3 one on a C square: most positions have
	// neither, and no move there.
	anyTaken(corners)
	JZ(LabelRef("noRuns"))
	weigh(sub(edgeRuns(mineViews), edgeRuns(theirViews)), offsetEdge)
	Label("noRuns")
	anyTaken(cSquares)
	JZ(LabelRef("noCornerBlanks"))
	weigh(cornerBlanks(mineViews, theirViews, empty, reverse(turn(empty, unit))), offsetW3)
	Label("noCornerBlanks")
	return score, over
}

// tableScore sums the square weights of mine minus theirs. Discs are counted per
// row and pair of mirrored columns, 0 to 2 in a byte; theirs count as 2 minus
// their number, so that no byte is negative, and the sums start at what that
// makes too much. A weight is split as 128·high + low to fit signed bytes.
func tableScore(mine, theirs VecVirtual, w Register) VecVirtual {
	low, high := vec(), vec()
	VPBROADCASTQ(Mem{Base: w, Disp: offsetBase}, low)
	VPXORQ(high, high, high)
	for g, columns := range []uint64{colA | colH, colB | colG, colA<<2 | colA<<5, colA<<3 | colA<<4} {
		a, b := vec(), vec()
		VPOPCNTB(andAll(mine, columns), a)
		not := vec()
		VPANDNQ_BCST(all(columns), theirs, not)
		VPOPCNTB(not, b)
		VPADDB(a, b, a)
		weights := vec()
		VPBROADCASTQ(Mem{Base: w, Disp: offsetTable + 16*g}, weights)
		VPDPBUSD(weights, a, low)
		VPBROADCASTQ(Mem{Base: w, Disp: offsetTable + 16*g + 8}, weights)
		VPDPBUSD(weights, a, high)
	}
	VPSLLD(Imm(7), high, high)
	VPADDD(high, low, low)
	VPADDD(shift(low, -32), low, low)
	return low
}

// blanks counts the Blank scorer's w1 and w2, mine minus theirs. For w1 the open
// directions of all squares are added up at once, in planes of ones, twos, fours
// and eights, so that discs are counted once a plane and not once a direction.
func blanks(mine, theirs, empty VecVirtual) (w1, w2 VecVirtual) {
	x := vec() // the X squares beside open corners
	VPXORQ(x, x, x)
	open := func(n int, inner, xUp, xDown uint64) (ones, twos VecVirtual) { // in directions n and −n
		up, down := shift(empty, n), shift(empty, -n)
		if xUp != 0 {
			VPTERNLOGQ_BCST(Imm(orAnd), all(xUp), up, x)
			VPTERNLOGQ_BCST(Imm(orAnd), all(xDown), down, x)
		}
		ones = ternary(xorAnd, up, down, all(inner))
		VPTERNLOGQ_BCST(Imm(and3), all(inner), down, up)
		return ones, up
	}
	a, aa := open(1, innerCols, 0, 0)
	b, bb := open(8, innerRows, 0, 0)
	c, cc := open(7, innerBoth, 1<<14, 1<<49)
	d, dd := open(9, innerBoth, 1<<9, 1<<54)
	sum, carry := add3(a, b, c)
	ones, carry2 := xor(sum, d), and(sum, d)
	sum, carry3 := add3(aa, bb, cc)
	sum, carry4 := add3(sum, dd, carry)
	twos, carry5 := xor(sum, carry2), and(sum, carry2)
	fours, eights := add3(carry3, carry4, carry5)

	minus := func(plane VecVirtual) VecVirtual {
		return sub(popcount(and(mine, plane)), popcount(and(theirs, plane)))
	}
	w1 = minus(eights)
	for _, plane := range []VecVirtual{fours, twos, ones} {
		w1 = add(add(w1, w1), minus(plane))
	}
	return w1, minus(x)
}

// around adds to each set of squares all their neighbours.
func around(set VecVirtual) VecVirtual {
	row := vec()
	VMOVDQA64(set, row)
	VPTERNLOGQ_BCST(Imm(orAnd), all(1<<64-1-colA), shift(set, 1), row)
	VPTERNLOGQ_BCST(Imm(orAnd), all(1<<64-1-colH), shift(set, -1), row)
	return ternary(orOr, row, shift(row, 8), shift(row, -8))
}

// edgeRuns counts the Edge scorer's runs of one side. From each of the four sides
// of the board a carry set loose at a corner runs through the discs along the
// edge; what it clears is the run.
func edgeRuns(v views) VecVirtual {
	run := func(a VecVirtual) VecVirtual {
		edge := andAll(a, rows1and8)
		return andNot(edge, add(edge, andAll(edge, colA)))
	}
	// The runs fill rows 1 and 8; turned by two rows each they do not overlap.
	together := run(v.n)
	unite(together, rotate(run(v.t), 16), rotate(run(v.r), 32))
	together = or(together, rotate(run(v.tr), 48))
	count := popcount(together)
	// A run of n discs counts n−1, and a whole edge, found from both ends, 13.
	held := popcount(andAll(v.n, corners))
	whole := popcount(andAll(together, colH&(rows1and8|rows1and8<<16|rows1and8>>48)))
	count = sub(count, add(held, held))
	return sub(count, whole)
}

// cornerBlanks counts the Blank scorer's w3, mine minus theirs: for each C square
// beside an empty corner the empty ones of the four squares behind it, which are
// c to f of its edge from either end.
func cornerBlanks(mine, theirs views, empty, emptyTurned VecVirtual) VecVirtual {
	openB := func(empty VecVirtual) VecVirtual { return andAll(shift(empty, 1), colB&rows1and8) }
	openG := func(empty VecVirtual) VecVirtual { return andAll(shift(empty, -1), colG&rows1and8) }
	behind := func(discs, open, empty VecVirtual, fromB bool) VecVirtual {
		c := and(discs, open)
		if fromB { // bit 1 to bits 2…5
			return and(sub(shift(c, 5), shift(c, 1)), empty)
		}
		return and(sub(c, shift(c, -4)), empty) // bit 6 to bits 2…5
	}
	bN, gN, bT, gT := openB(empty), openG(empty), openB(emptyTurned), openG(emptyTurned)
	side := func(v views) VecVirtual {
		set := behind(v.n, bN, empty, true)
		unite(set, rotate(behind(v.n, gN, empty, false), 16), rotate(behind(v.t, bT, emptyTurned, true), 32))
		return popcount(or(set, rotate(behind(v.t, gT, emptyTurned, false), 48)))
	}
	return sub(side(mine), side(theirs))
}

// edgeStability looks up the values of the four edges, mine minus theirs, and leaves
// their sum in the lowest 16 bits.
func edgeStability(mine, theirs views, w Register) VecVirtual {
	values, allOnes := GP64(), GP32()
	MOVQ(Mem{Base: w, Disp: offsetEdgeValues}, values)
	MOVL(I32(-1), allOnes)
	// Two edges at a time, one in the lower and one in the upper half of each lane.
	twoEdges := func(mine, theirs VecVirtual) VecVirtual {
		// In lanes that are not in use both sides may hold a square, and the index
		// must not leave the table there either.
		theirs = andNot(theirs, mine)
		first, second := edgeIndex(mine, theirs, 0, 9, 14), edgeIndex(mine, theirs, 56, 49, 54)
		index := ternary(choose, add(first, shift(first, -32)), add(second, shift(second, 32)), all(1<<32-1))
		found, lanes := vec(), K()
		VPXORQ(found, found, found)
		KMOVW(allOnes, lanes)
		VPGATHERDD(Mem{Base: values, Index: index, Scale: 2}, lanes, found)
		return found
	}
	sum := vec()
	VPADDD(twoEdges(mine.n, theirs.n), twoEdges(mine.t, theirs.t), sum)
	return add(sum, shift(sum, -32))
}

// edgeIndex returns the two parts, one in each half of a lane, that add up to the
// place in an edgeTable of the edge that begins at square first and its X squares. A
// square is a digit, 0 if it is empty, 1 if mine and 2 if theirs; the edge's eight go
// to the bytes of a lane, to be weighted by powers of 3 and added by fours, the X
// squares' to the upper word of each half.
func edgeIndex(mine, theirs VecVirtual, first, left, right uint64) VecVirtual {
	digits := func(squares func(i uint64) uint64, ones uint64) VecVirtual {
		pick := func(discs VecVirtual, from uint64) VecVirtual { // byte i: eight bits from there on
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
