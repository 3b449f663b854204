package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets into vectorWeights.
const (
	offsetTable    = 0  // four column groups: 8 low parts, 8 high parts
	offsetBase     = 64 // int64: the start of the table's sums
	offsetMobility = 72
	offsetW1       = 80
	offsetW2       = 88
	offsetW3       = 96
	offsetEdge     = 104
	offsetFrontier = 112

	offsetEdgeStability = 120
	offsetEdgeValues    = 128 // pointer to the edges' values
	offsetEdgeScores    = 136 // pointer to the scores of w3 and edge by edge
	offsetEdgeXIndex    = 144 // pointer to what X squares add to an edge's index
	offsetOnlyMobility  = 152
)

// scores evaluates positions for mine, in the lower half of each lane, and returns the lanes whose game is
// over. anyTaken compares the discs on the given squares with 0.
func scores(mineNow, theirsNow VecVirtual, w Register, anyTaken func(squares uint64)) (VecVirtual, GPVirtual) {
	mineViews, theirViews := newViews(mineNow), newViews(theirsNow)
	mine, theirs := mineViews.kept, theirViews.kept
	mineMoves, theirMoves, empty := bothMobilities(mineViews, theirViews)
	over := zeroLanes(or(mineMoves, theirMoves))

	at := func(offset int) Mem { return Mem{Base: w, Disp: offset} }
	score, table := zero(), bitCounts()
	weigh(score, counted(mineMoves, table).minus(counted(theirMoves, table)), at(offsetMobility))
	CMPQ(at(offsetOnlyMobility), Imm(0))
	JNE(LabelRef("onlyMobility"))
	VPADDD(tableScore(mine, theirs, w), score, score)
	weigh(score, openDirections(mine, theirs, empty, table), at(offsetW1))
	anyTaken(xSquares)
	JZ(LabelRef("noXSquares"))
	x := besideOpenCorners(empty)
	weigh(score, counted(and(x, mine), table).minus(counted(and(x, theirs), table)), at(offsetW2))
	Label("noXSquares")
	CMPQ(at(offsetFrontier), Imm(0)) // few players have this weight
	JE(LabelRef("noFrontier"))
	openSquares := counted(and(around(theirs), empty), table).minus(counted(and(around(mine), empty), table))
	weigh(score, openSquares, at(offsetFrontier))
	Label("noFrontier")
	CMPQ(at(offsetEdgeStability), Imm(0))
	JE(LabelRef("noEdgeStability"))
	anyTaken(border | xSquares)
	JZ(LabelRef("noEdgeStability"))
	if wide {
		weigh(score, edgeStability(mineViews, theirViews, w), at(offsetEdgeStability))
	} else {
		edgeStabilityByLane(score, mine, theirs, w)
	}
	Label("noEdgeStability")
	if !wide {
		edgeScoresByLane(score, mine, theirs, w, anyTaken)
		Label("onlyMobility")
		return add(score, shift(score, -32)), over
	}
	// Runs need a disc in a corner, and w3 a disc on a C square. Most positions have
	// neither, and no such move.
	anyTaken(corners)
	JZ(LabelRef("noRuns"))
	weigh(score, edgeRuns(mineViews).minus(edgeRuns(theirViews)), at(offsetEdge))
	Label("noRuns")
	anyTaken(cSquares)
	JZ(LabelRef("noCornerBlanks"))
	weigh(score, cornerBlanks(mineViews, theirViews, empty, reverse(turn(empty))), at(offsetW3))
	Label("noCornerBlanks")
	Label("onlyMobility")
	return score, over
}

// tableScore sums the square weights of mine minus theirs. It counts discs per row and pair of mirrored
// columns, 0 to 2 in a byte. Theirs count as 2 minus their number, so that no byte is negative. The sums
// start at a base that corrects this. A weight is split as 128·high + low to fit into signed bytes.
func tableScore(mine, theirs Op, w Register) VecVirtual {
	low, high := zero(), zero()
	weigh := func(discs VecVirtual, g, part int, sum VecVirtual) {
		weights := vec()
		VPBROADCASTQ(Mem{Base: w, Disp: offsetTable + 16*g + 8*part}, weights)
		if wide {
			VPDPBUSD(weights, discs, sum)
			return
		}
		VPMADDUBSW(weights, discs, weights)
		VPADDW(weights, sum, sum)
	}
	for g, discs := range discCounts(mine, theirs) {
		d := discs()
		weigh(d, g, 0, low)
		weigh(d, g, 1, high)
	}
	if !wide {
		VPMADDWD(all(0x0001000100010001), low, low)
		VPMADDWD(all(0x0080008000800080), high, high)
	} else {
		VPSLLD(Imm(7), high, high)
	}
	base := vec()
	VPBROADCASTQ(Mem{Base: w, Disp: offsetBase}, base)
	VPADDD(high, low, low)
	VPADDD(base, low, low)
	if wide {
		VPADDD(shift(low, -32), low, low)
	}
	return low
}

// discCounts returns functions that compute, for each pair of mirrored columns, the number of mine and 2
// minus the number of theirs, by row, one per byte.
func discCounts(mine, theirs Op) (counts [4]func() VecVirtual) {
	var both [2]VecVirtual // AVX2: two bits for each pair: mine, and 2 minus theirs
	if !wide {
		both = [2]VecVirtual{pairsOfColumns(mine), bin(anyOne(VPSUBB), pairsOfColumns(theirs), all(0xaaaaaaaaaaaaaaaa))}
	}
	for g, columns := range []uint64{colA | colH, colB | colG, colA<<2 | colA<<5, colA<<3 | colA<<4} {
		counts[g] = func() VecVirtual {
			a, b := vec(), vec()
			if wide {
				VPOPCNTB(andAll(mine, columns), a)
				VPANDNQ_BCST(all(columns), theirs, b)
				VPOPCNTB(b, b)
			} else {
				bits := func(of VecVirtual) VecVirtual {
					if g > 0 {
						of = shift(of, -2*g)
					}
					return andAll(of, 3*colA)
				}
				a, b = bits(both[0]), bits(both[1])
			}
			VPADDB(a, b, a)
			return a
		}
	}
	return counts
}

// pairsOfColumns counts the squares in each row: those in columns a and h in the lowest two bits, in b and
// g in the next two, and so on. It is for AVX2.
func pairsOfColumns(set Op) VecVirtual {
	var spread, mirrored [2]uint64
	for four := range 16 {
		for bit := range 4 {
			spread[four/8] |= uint64(four>>bit&1) << (8*(four%8) + 2*bit)
			mirrored[four/8] |= uint64(four>>bit&1) << (8*(four%8) + 6 - 2*bit)
		}
	}
	pick := func(table [2]uint64, index VecVirtual) VecVirtual {
		out := inRegister(vectors([]uint64{table[0], table[1], table[0], table[1]}))
		VPSHUFB(andAll(index, 0x0f*colA), out, out)
		return out
	}
	out := vec()
	VPADDB(pick(spread, inRegister(set)), pick(mirrored, shift(set, -4)), out)
	return out
}

// openDirections counts the Blank scorer's w1, mine minus theirs. It adds up the open directions of all
// squares at once, in bit planes of ones, twos, fours and eights. So it counts discs once per plane, not
// once per direction.
func openDirections(mine, theirs Op, empty, table VecVirtual) (w1 count) {
	open := func(n int, inner uint64) (ones, twos VecVirtual) { // in the directions n and −n
		up, down := shift(empty, n), shift(empty, -n)
		ones = ternary(xorAnd, up, down, all(inner))
		ternaryInto(and3, up, down, all(inner))
		return ones, up
	}
	a, aa := open(1, innerCols)
	b, bb := open(8, innerRows)
	c, cc := open(7, innerBoth)
	d, dd := open(9, innerBoth)
	sum, carry := add3(a, b, c)
	ones, carry2 := xor(sum, d), and(sum, d)
	sum, carry3 := add3(aa, bb, cc)
	sum, carry4 := add3(sum, dd, carry)
	twos, carry5 := xor(sum, carry2), and(sum, carry2)
	fours, eights := add3(carry3, carry4, carry5)

	minus := func(plane VecVirtual) count {
		return counted(and(plane, mine), table).minus(counted(and(plane, theirs), table))
	}
	if wide {
		w1 = minus(eights)
	} else { // an isolated disc, which no game has
		w1 = count{zero()}
		VPTEST(eights, eights)
		JZ(LabelRef("noEights"))
		VPADDB(w1.VecVirtual, minus(eights).VecVirtual, w1.VecVirtual)
		Label("noEights")
	}
	for _, plane := range []VecVirtual{fours, twos, ones} {
		w1 = w1.plus(w1).plus(minus(plane))
	}
	return w1
}

// besideOpenCorners returns the X squares next to empty corners, for w2.
func besideOpenCorners(empty VecVirtual) VecVirtual {
	x := andAll(shift(empty, 9), 1<<9)
	join(x, shift(empty, -9), all(1<<54))
	join(x, shift(empty, 7), all(1<<14))
	join(x, shift(empty, -7), all(1<<49))
	return x
}

// around adds all neighbours to each set of squares.
func around(set Op) VecVirtual {
	row := vec()
	move(set, row)
	join(row, shift(set, 1), all(1<<64-1-colA))
	join(row, shift(set, -1), all(1<<64-1-colH))
	out := vec()
	move(row, out)
	unite(out, shift(row, 8), shift(row, -8))
	return out
}
