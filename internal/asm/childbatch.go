package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A childBatch plays the moves of a position, several at a time.
type childBatch struct {
	own, opp Op         // the position in every lane
	runs     []runs     // AVX2: the runs of opp, if more than one batch needs them
	left     GPVirtual  // moves that are not played yet
	squares  VecVirtual // AVX-512: their squares as bytes, in order
	moves    GPVirtual  // AVX2: their set
	playing  Op         // AVX2: the moves of the batch
	lanes    GPVirtual  // AVX-512: lanes in use; with AVX2 the remaining lanes repeat the last move
	inUse    Register   // the same as a mask
	occupied GPVirtual  // squares with a disc in any child
}

// newChildBatch loads the parameters own, opp and moves.
func newChildBatch() *childBatch {
	moves := GP64()
	Load(Param("moves"), moves)
	b := &childBatch{own: everywhere("own"), opp: everywhere("opp"), left: GP64(), occupied: GP64()}
	POPCNTQ(moves, b.left)
	MOVQ(moves, b.occupied)
	ORQ(param("own"), b.occupied)
	ORQ(param("opp"), b.occupied)
	if !wide {
		b.moves, b.playing = moves, vectorPlace()
		for _, n := range byShifts() {
			b.runs = append(b.runs, newRuns(b.opp, n).kept())
		}
		return b
	}
	unit = filled(0x8040201008040201)
	b.squares = ZMM()
	var indexes [8]uint64
	for i := range indexes {
		indexes[i] = 0x0706050403020100 + uint64(i)*8*colA
	}
	VMOVDQU64(vectors(indexes[:]), b.squares)
	k := K()
	KMOVQ(moves, k)
	VPCOMPRESSB_Z(b.squares, k, b.squares)
	return b
}

// param returns the memory of a parameter.
func param(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// everywhere returns a parameter in every lane.
func everywhere(name string) Op {
	out := vec()
	VPBROADCASTQ(param(name), out)
	return kept(out)
}

// next plays the next moves, one in each lane.
func (b *childBatch) next() (mine, theirs VecVirtual) {
	if !wide {
		move := b.take(func(move GPVirtual) { BLSIQ(b.moves, move) })
		VMOVDQU(move, b.playing)
		return b.play(move, nil)
	}
	b.lanes, b.inUse = GP64(), K()
	MOVQ(I32(-1), b.lanes)
	BZHIQ(b.left, b.lanes, b.lanes)
	KMOVB(b.lanes.As32(), b.inUse)
	square, move := vec(), filled(1)
	VPMOVZXBQ(b.squares.AsX(), square)
	VPSLLVQ(square, move, move)
	VALIGND(Imm(2), b.squares, b.squares, b.squares)
	return b.play(move, square)
}

// take removes up to four of the moves. If fewer are left, it repeats the last one. It returns the
// results of make, which is called for each removed move, the lowest first. It is for AVX2.
func (b *childBatch) take(make func(out GPVirtual)) VecVirtual {
	return together(func(int) Register {
		one, rest := GP64(), GP64()
		make(one)
		BLSRQ(b.moves, rest)
		CMOVQNE(rest, b.moves)
		return one
	})
}

// reached returns the move of the lowest of some lanes of the batch.
func (b *childBatch) reached(lanes GPVirtual) GPVirtual {
	lane, move := GP32(), GP64()
	TZCNTL(lanes, lane)
	if !wide {
		MOVQ(b.playing.(Mem).Idx(lane.As64(), 8), move)
		return move
	}
	// It counts among all moves, because the moves of earlier batches are removed from left.
	moves, index := GP64(), GP64()
	Load(Param("moves"), moves)
	POPCNTQ(moves, index)
	SUBQ(b.left, index)
	ADDQ(lane.As64(), index)
	MOVQ(U32(1), move)
	SHLXQ(index, move, move)
	PDEPQ(moves, move, move)
	return move
}

// play returns the discs after each lane's move. The move is a set, and for AVX-512 also a number.
func (b *childBatch) play(move, square VecVirtual) (mine, theirs VecVirtual) {
	var flips VecVirtual
	if wide {
		flips = b.flipsOnLines(move, square)
	} else {
		flips = b.flipsByShifts(move)
	}
	return ternary(xor3, move, flips, inRegister(b.own)), xor(flips, b.opp)
}

// flipsOnLines returns the flips of the moves. On each line through the move's square, a carry through
// opp's discs and all squares off the line finds the run above the square. The highest square that is
// not opp's finds the run below it.
func (b *childBatch) flipsOnLines(move, square VecVirtual) VecVirtual {
	flips, top := zero(), filled(1<<63)
	above, below := add(move, move), vec()
	VPADDQ_BCST(all(board), move, below)
	for _, line := range lines(square) {
		sum := add(ternary(orNot, b.opp, line, line), above)
		closed := K()
		VPTESTMQ(sum, and(b.own, line), closed)
		VPTERNLOGQ(Imm(andAndNot), b.opp, line, sum) // the bits that the carry cleared
		VPORQ(sum, flips, closed, flips)

		end := ternary(andNotAnd, line, b.opp, below)
		VPLZCNTQ(end, end)
		VPSRLVQ(end, top, end)
		VPTESTMQ(end, b.own, closed)
		VPTERNLOGQ(Imm(orAnd), line, sub(move, add(end, end)), closed, flips)
	}
	return flips
}

// lines returns the row, column and diagonals of a square in each lane.
func lines(square VecVirtual) []VecVirtual {
	row, column := shift(square, -3), andAll(square, 7)
	pick := func(table []uint64, index VecVirtual) VecVirtual { // indexed by the lowest bits of index
		out := vec()
		if len(table) == 8 {
			VPERMQ(vectors(table), index, out)
			return out
		}
		low := vec()
		VMOVDQU64(vectors(table[:8]), low)
		VMOVDQA64(index, out)
		VPERMI2Q(vectors(table[8:]), low, out)
		return out
	}
	var rows, columns [8]uint64
	var falling, rising [16]uint64 // indexed by row − column, modulo 16, and row + column
	for s := range 64 {
		r, c, bit := s/8, s%8, uint64(1)<<s
		rows[r] |= bit
		columns[c] |= bit
		falling[(r-c)&15] |= bit
		rising[r+c] |= bit
	}
	return []VecVirtual{
		pick(rows[:], row),
		pick(columns[:], column),
		pick(falling[:], sub(row, column)),
		pick(rising[:], add(row, column)),
	}
}

// flipsByShifts returns the flips of the moves: the runs in all eight directions with an own disc behind
// them.
func (b *childBatch) flipsByShifts(move VecVirtual) VecVirtual {
	flips := zero()
	for i, n := range byShifts() {
		r := runs{}
		if b.runs != nil {
			r = b.runs[i]
		} else {
			r = newRuns(b.opp, n)
		}
		for _, n := range []int{n, -n} {
			run := r.next(move, n)
			open := isZero(and(shift(run, n), b.own))
			VPOR(andNot(run, open), flips, flips)
		}
	}
	return flips
}
