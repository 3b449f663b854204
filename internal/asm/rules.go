package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// reverse mirrors columns a–h: it reverses the bits of every byte.
func reverse(a VecVirtual) VecVirtual {
	out := vec()
	VGF2P8AFFINEQB_BCST(Imm(0), all(0x8040201008040201), a, out)
	return out
}

// turn rotates the board by a quarter: the rows of the result are the columns of a, from row 8 to row 1.
// The affine instruction, with the board as the matrix, extracts one column per byte.
func turn(a VecVirtual) VecVirtual {
	out := vec()
	VGF2P8AFFINEQB(Imm(0), a, unit, out)
	return out
}

// views are one side's discs from the four sides of the board. AVX2 uses only one of them.
type views struct {
	n        VecVirtual
	kept     Op // the same for later use
	r, t, tr VecVirtual
}

func newViews(a VecVirtual) views {
	v := views{n: a, kept: kept(a)}
	if wide {
		v.tr = turn(a)
		v.r, v.t = reverse(a), reverse(v.tr)
	}
	return v
}

// straightMoves returns the squares behind runs of opp's discs in rows and columns that start next to an
// own disc. These are own's moves without diagonals, before occupied squares are removed. It is for
// AVX-512.
func straightMoves(own, opp views) VecVirtual {
	// Along rows, and columns turned into rows, a carry goes through the opponent's discs
	// behind each own disc, and ends on the square beyond.
	beyond := func(own, opp Op) VecVirtual {
		in := andAll(opp, innerCols)
		return andNot(add(in, and(shift(own, 1), in)), in)
	}
	upDown := or(beyond(own.t, opp.t), reverse(beyond(own.tr, opp.tr)))
	moves := reverse(or(beyond(own.r, opp.r), turn(upDown)))
	return or(moves, beyond(own.n, opp.n))
}

// mobility returns own's moves before occupied squares are removed.
func mobility(own, opp Op) (moves VecVirtual) {
	if wide {
		moves = straightMoves(newViews(inRegister(own)), newViews(inRegister(opp)))
	} else {
		moves = zero()
	}
	for _, n := range byShifts() {
		r := newRuns(opp, n)
		unite(moves, shift(r.next(own, n), n), shift(r.next(own, -n), -n))
	}
	return moves
}

// byShifts returns the directions of lines that are followed by shifts: with AVX-512 the diagonals, with
// AVX2 all.
func byShifts() []int {
	if wide {
		return []int{7, 9}
	}
	return []int{8, 1, 7, 9}
}

// within removes the columns a and h from a set, if lines with that step would wrap around the board.
func within(a Op, step int) Op {
	if step == 8 {
		return a
	}
	return andAll(a, innerCols)
}

// runs holds precomputed sets for following runs of discs along lines.
type runs struct {
	step             int
	in               Op // the discs
	pairUp, pairDown Op // discs with another one below, and above
}

// newRuns computes the runs of a side's discs along lines with step n.
func newRuns(discs Op, n int) runs {
	in := within(discs, n)
	pairUp := and(shift(in, n), in)
	return runs{step: n, in: in, pairUp: pairUp, pairDown: shift(pairUp, -n)}
}

// kept returns runs for later use.
func (r runs) kept() runs {
	return runs{step: r.step, in: kept(r.in), pairUp: kept(r.pairUp), pairDown: kept(r.pairDown)}
}

// next returns the runs that start next to own in direction n, which is one of the lines' two
// directions.
func (r runs) next(own Op, n int) VecVirtual {
	pair := r.pairUp
	if n < 0 {
		pair = r.pairDown
	}
	if n == 1 { // a carry does it, because no row leads into another
		return andNot(r.in, add(and(shift(own, n), r.in), r.in))
	}
	run := and(shift(own, n), r.in)
	join(run, shift(run, n), r.in)
	join(run, shift(run, 2*n), pair)
	join(run, shift(run, 2*n), pair)
	return run
}

// bothMobilities returns the moves of both sides, and the empty squares.
func bothMobilities(mine, theirs views) (mineMoves, theirMoves, empty VecVirtual) {
	if wide {
		mineMoves, theirMoves = straightMoves(mine, theirs), straightMoves(theirs, mine)
	} else {
		mineMoves, theirMoves = zero(), zero()
	}
	// Runs are within the columns b to g, so that no link wraps around the board.
	mineIn, theirsIn := kept(within(mine.n, 1)), kept(within(theirs.n, 1))
	for _, n := range byShifts() {
		if n == 8 {
			movesAlong(n, mine.n, theirs.n, mine.n, theirs.n, mineMoves, theirMoves)
		} else {
			movesAlong(n, mine.kept, theirs.kept, mineIn, theirsIn, mineMoves, theirMoves)
		}
	}
	empty = outside(mine.kept, inRegister(theirs.kept))
	return and(mineMoves, empty), and(theirMoves, empty), empty
}

// movesAlong adds both sides' moves along lines with step n. Bit i of a link set describes the neighbours
// i and i+n. The square behind a disc is a move for the other colour if the run of the disc's colour
// that starts there ends at a disc of the other colour.
func movesAlong(n int, mine, theirs, mineIn, theirsIn Op, mineMoves, theirMoves VecVirtual) {
	mineNext, theirsNext := shift(mine, -n), shift(theirs, -n)
	differ := and(theirsNext, mine)
	join(differ, mineNext, theirs)
	mineNextIn, theirsNextIn := mineNext, theirsNext
	if n != 8 {
		mineNextIn, theirsNextIn = andAll(mineNext, innerCols>>n), andAll(theirsNext, innerCols>>n)
	}
	same := and(mineNextIn, mineIn)
	join(same, theirsNextIn, theirsIn)
	pairUp := and(same, shift(same, -n))
	pairDown := shift(pairUp, n)

	ends := func(pair VecVirtual, n int) VecVirtual { // ends of runs in the direction of −n
		out := ternary(orAnd, differ, same, shift(differ, n))
		join(out, pair, shift(out, 2*n))
		join(out, pair, shift(out, 2*n))
		return out
	}
	up := shift(ends(pairUp, -n), -n)
	join(mineMoves, up, theirsNextIn)
	join(theirMoves, up, mineNextIn)
	down := shift(ends(pairDown, n), 2*n)
	join(mineMoves, down, shift(theirsIn, n))
	join(theirMoves, down, shift(mineIn, n))
}
