// Command asm writes the AVX-512 code of package evaluators:
//
//	go generate ./evaluators
//
// It is the vector twin of bestChildPlain: up to eight children of a position are
// played and scored at once, one in each 64-bit lane.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func main() {
	Package("evothello/evaluators")
	ConstraintExpr("amd64")
	bestChild()
	Generate()
}

// Offsets into vectorWeights.
const (
	offsetTable    = 0  // four column groups: 8 low parts, 8 high parts
	offsetBase     = 64 // int64: what the table sums start with
	offsetMobility = 72
	offsetW1       = 80
	offsetW2       = 88
	offsetW3       = 96
	offsetEdge     = 104
)

// Sets of squares.
const (
	colA      = 0x0101010101010101
	colB      = colA << 1
	colG      = colA << 6
	colH      = colA << 7
	innerCols = 0x7e7e7e7e7e7e7e7e
	innerRows = 0x00ffffffffffff00
	innerBoth = innerCols & innerRows
	rows1and8 = 0xff000000000000ff
)

// constants holds the broadcast constants used so far.
var constants = map[uint64]Mem{}

// all returns memory that holds a constant for broadcasting.
func all(value uint64) Mem {
	m, ok := constants[value]
	if !ok {
		m = ConstData(fmt.Sprintf("all_%x", value), U64(value))
		constants[value] = m
	}
	return m
}

func bin(op func(...Op), a Op, b VecVirtual) VecVirtual {
	out := ZMM()
	op(a, b, out)
	return out
}

func and(a, b VecVirtual) VecVirtual      { return bin(VPANDQ, a, b) }
func or(a, b VecVirtual) VecVirtual       { return bin(VPORQ, a, b) }
func xor(a, b VecVirtual) VecVirtual      { return bin(VPXORQ, a, b) }
func andNot(a, not VecVirtual) VecVirtual { return bin(VPANDNQ, a, not) } // a &^ not
func add(a, b VecVirtual) VecVirtual      { return bin(VPADDQ, a, b) }
func sub(a, b VecVirtual) VecVirtual      { return bin(VPSUBQ, b, a) } // a - b

// andAll is a & constant.
func andAll(a VecVirtual, c uint64) VecVirtual { return bin(VPANDQ_BCST, all(c), a) }

// shift moves squares by n bits: up if n is positive, down if it is negative.
func shift(a VecVirtual, n int) VecVirtual {
	out := ZMM()
	if n > 0 {
		VPSLLQ(Imm(uint64(n)), a, out)
	} else {
		VPSRLQ(Imm(uint64(-n)), a, out)
	}
	return out
}

func rotate(a VecVirtual, n uint64) VecVirtual {
	out := ZMM()
	VPROLQ(Imm(n), a, out)
	return out
}

func popcount(a VecVirtual) VecVirtual {
	out := ZMM()
	VPOPCNTQ(a, out)
	return out
}

// Truth tables of VPTERNLOGQ; the operands in Intel's order are (destination,
// second, third), their patterns 0xf0, 0xcc, 0xaa.
const (
	orAnd   = 0xf0 | 0xcc&0xaa // d | b & c
	orOr    = 0xf0 | 0xcc | 0xaa
	neither = 0x01 // ^(d | b | c)
)

// join adds b & c to d in place.
func join(d, b, c VecVirtual) { VPTERNLOGQ(Imm(orAnd), c, b, d) }

// unite adds b and c to d in place.
func unite(d, b, c VecVirtual) { VPTERNLOGQ(Imm(orOr), c, b, d) }

// reverse mirrors columns a–h: bit-reverses every byte.
func reverse(a VecVirtual) VecVirtual {
	out := ZMM()
	VGF2P8AFFINEQB_BCST(Imm(0), all(0x8040201008040201), a, out)
	return out
}

// turn rotates the board by a quarter: the rows of the result are the columns of
// a, read from row 8 to row 1. With the board as the matrix the affine instruction
// picks out one column a byte.
func turn(a, unit VecVirtual) VecVirtual {
	out := ZMM()
	VGF2P8AFFINEQB(Imm(0), a, unit, out)
	return out
}

// views are one side's discs as seen from the four sides of the board.
type views struct{ n, r, t, tr VecVirtual }

func newViews(a, unit VecVirtual) views {
	tr := turn(a, unit)
	return views{n: a, r: reverse(a), t: reverse(tr), tr: tr}
}

// mobility returns own's moves, before occupied squares are taken out.
func mobility(own, opp views, unit VecVirtual) VecVirtual {
	// Along rows, and columns turned into rows, a carry runs through the opponent's
	// discs behind each own disc and comes out on the square beyond.
	beyond := func(own, opp VecVirtual) VecVirtual {
		in := andAll(opp, innerCols)
		return andNot(add(in, and(shift(own, 1), in)), in)
	}
	upDown := or(beyond(own.t, opp.t), reverse(beyond(own.tr, opp.tr)))
	moves := reverse(or(beyond(own.r, opp.r), turn(upDown, unit)))
	in := andAll(opp.n, innerCols)
	moves = or(moves, beyond(own.n, opp.n))
	for _, n := range []int{7, 9} {
		pairUp := and(in, shift(in, n))
		pairDown := shift(pairUp, -n)
		up, down := spread(own.n, in, pairUp, n), spread(own.n, in, pairDown, -n)
		unite(moves, shift(up, n), shift(down, -n))
	}
	return moves
}

// spread returns the runs of in that start next to own in direction n; pair is
// in & (in shifted by n).
func spread(own, in, pair VecVirtual, n int) VecVirtual {
	run := and(shift(own, n), in)
	join(run, shift(run, n), in)
	join(run, shift(run, 2*n), pair)
	join(run, shift(run, 2*n), pair)
	return run
}

// bestChild generates
//
//	func bestChildAVX512(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, finished uint64)
func bestChild() {
	TEXT("bestChildAVX512", NOSPLIT, "func(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, finished uint64)")
	Doc("bestChildAVX512 is bestChildPlain on eight children at a time. If a child is a finished",
		"game it gives up and returns finished ≠ 0.")
	own, opp := ZMM(), ZMM()
	gown, gopp, left := GP64(), GP64(), GP64()
	Load(Param("own"), gown)
	Load(Param("opp"), gopp)
	Load(Param("moves"), left)
	VPBROADCASTQ(gown, own)
	VPBROADCASTQ(gopp, opp)
	enough := GP32()
	Load(Param("enough"), enough)
	w := GP64()
	Load(Param("w"), w)
	unit := ZMM()
	VPBROADCASTQ(all(0x8040201008040201), unit)

	// The squares of all moves as bytes, in order; eight are used at a time.
	squares := ZMM()
	k := K()
	KMOVQ(left, k)
	iota := GLOBL("indexes", RODATA|NOPTR)
	for i := range 64 {
		DATA(i, U8(i))
	}
	VMOVDQU64(iota, squares)
	VPCOMPRESSB_Z(squares, k, squares)
	count := GP64()
	POPCNTQ(left, count)
	best := GP32()
	MOVL(I32(-1<<30), best)

	Label("batch")
	// One move a lane; lanes without one play nowhere and are left out at the end.
	lanes := K()
	mask := GP64()
	MOVQ(I32(-1), mask)
	BZHIQ(count, mask, mask)
	KMOVB(mask.As32(), lanes)
	move := ZMM()
	VPMOVZXBQ(squares.AsX(), move)
	one := ZMM()
	VPBROADCASTQ(all(1), one)
	VPSLLVQ_Z(move, one, lanes, move)
	VALIGNQ(Imm(1), squares, squares, squares)

	flips := ZMM()
	VPXORQ(flips, flips, flips)
	inner := andAll(opp, innerCols)
	for _, d := range []struct {
		n  int
		in VecVirtual
	}{{1, inner}, {7, inner}, {8, opp}, {9, inner}} {
		pairUp := and(d.in, shift(d.in, d.n))
		pairDown := shift(pairUp, -d.n)
		for _, run := range []struct {
			n    int
			pair VecVirtual
		}{{d.n, pairUp}, {-d.n, pairDown}} {
			r := spread(move, d.in, run.pair, run.n)
			closed := K()
			VPTESTMQ(shift(r, run.n), own, closed)
			VPORQ(r, flips, closed, flips)
		}
	}
	mine := ZMM() // own ^ flips ^ move
	VMOVDQA64(own, mine)
	VPTERNLOGQ(Imm(0x96), flips, move, mine)
	theirs := xor(opp, flips)

	mineViews, theirViews := newViews(mine, unit), newViews(theirs, unit)
	empty := ZMM()
	VMOVDQA64(mine, empty)
	VPTERNLOGQ(Imm(neither), theirs, theirs, empty)
	mineMoves := and(mobility(mineViews, theirViews, unit), empty)
	theirMoves := and(mobility(theirViews, mineViews, unit), empty)

	// A child without any move is a finished game.
	over, anyMoves := K(), or(mineMoves, theirMoves)
	VPTESTNMQ(anyMoves, anyMoves, lanes, over)
	done := GP32()
	KMOVB(over, done)
	TESTL(done, done)
	JNZ(LabelRef("finished"))

	score := tableScore(mine, theirs, w)
	weigh := func(count VecVirtual, offset int) {
		VPMULLD_BCST(Mem{Base: w, Disp: offset}, count, count)
		VPADDD(count, score, score)
	}
	weigh(sub(popcount(mineMoves), popcount(theirMoves)), offsetMobility)
	w1, w2 := blanks(mine, theirs, empty)
	weigh(w1, offsetW1)
	weigh(w2, offsetW2)
	emptyTurned := reverse(turn(empty, unit))
	weigh(sub(edgeRuns(mineViews), edgeRuns(theirViews)), offsetEdge)
	weigh(cornerBlanks(mineViews, theirViews, empty, emptyTurned), offsetW3)

	// The greatest score of the lanes in use.
	low := ZMM()
	VPBROADCASTQ(all(uint64(1<<64-1<<30)), low)
	VPBLENDMQ(score, low, lanes, low)
	narrow := YMM()
	VPMOVQD(low, narrow)
	half := XMM()
	VEXTRACTI32X4(Imm(1), narrow, half)
	x := XMM()
	VPMAXSD(narrow.AsX(), half, x)
	VPSHUFD(Imm(0x4e), x, half)
	VPMAXSD(x, half, x)
	VPSHUFD(Imm(0xb1), x, half)
	VPMAXSD(x, half, x)
	top := GP32()
	VMOVD(x, top)
	CMPL(top, best)
	CMOVLGT(top, best)
	CMPL(best, enough)
	JGE(LabelRef("enough"))
	SUBQ(Imm(8), count)
	JG(LabelRef("batch"))
	Store(best, ReturnIndex(0))
	zero := GP64()
	XORQ(zero, zero)
	Store(zero, ReturnIndex(1))
	VZEROUPPER()
	RET()

	Label("enough")
	Store(enough, ReturnIndex(0))
	XORQ(zero, zero)
	Store(zero, ReturnIndex(1))
	VZEROUPPER()
	RET()

	Label("finished")
	Store(best, ReturnIndex(0))
	wide := GP64()
	MOVL(done, wide.As32())
	Store(wide, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// tableScore sums the square weights of mine minus theirs. Discs are counted per
// row and pair of mirrored columns, 0 to 2 in a byte; theirs count as 2 minus
// their number, so that no byte is negative, and the sums start at what that
// makes too much. A weight is split as 128·high + low to fit signed bytes.
func tableScore(mine, theirs VecVirtual, w Register) VecVirtual {
	low, high := ZMM(), ZMM()
	VPBROADCASTQ(Mem{Base: w, Disp: offsetBase}, low)
	VPXORQ(high, high, high)
	for g, columns := range []uint64{colA | colH, colB | colG, colA<<2 | colA<<5, colA<<3 | colA<<4} {
		a, b := ZMM(), ZMM()
		VPOPCNTB(andAll(mine, columns), a)
		not := ZMM()
		VPANDNQ_BCST(all(columns), theirs, not)
		VPOPCNTB(not, b)
		VPADDB(a, b, a)
		weights := ZMM()
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

// blanks counts the Blank scorer's w1 and w2, mine minus theirs.
func blanks(mine, theirs, empty VecVirtual) (w1, w2 VecVirtual) {
	var x VecVirtual
	for _, d := range []struct {
		n     int
		inner uint64
		x     uint64 // the X square beside the corner that lies that way
	}{
		{1, innerCols, 0}, {-1, innerCols, 0}, {8, innerRows, 0}, {-8, innerRows, 0},
		{9, innerBoth, 1 << 9}, {7, innerBoth, 1 << 14}, {-7, innerBoth, 1 << 49}, {-9, innerBoth, 1 << 54},
	} {
		open := andAll(shift(empty, d.n), d.inner)
		n := sub(popcount(and(mine, open)), popcount(and(theirs, open)))
		if w1 == nil {
			w1 = n
		} else {
			VPADDQ(n, w1, w1)
		}
		if d.x != 0 {
			at := andAll(open, d.x)
			if x == nil {
				x = at
			} else {
				VPORQ(at, x, x)
			}
		}
	}
	return w1, sub(popcount(and(mine, x)), popcount(and(theirs, x)))
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
	corners := popcount(andAll(v.n, 1|1<<7|1<<56|1<<63))
	whole := popcount(andAll(together, colH&(rows1and8|rows1and8<<16|rows1and8>>48)))
	count = sub(count, add(corners, corners))
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
