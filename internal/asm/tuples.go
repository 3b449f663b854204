package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets into the lookup of package tuples, and the size of its configurations.
const (
	sizeConfigurations = 128
	offsetRows         = 0
	offsetSquares      = 8 * 256 * sizeConfigurations
	offsetStarts       = offsetSquares + 65*sizeConfigurations
)

// slots holds the configurations of a position in registers.
type slots []VecVirtual

// newSlots loads the configurations from memory, or sets them to 0.
func newSlots(from Register) (s slots) {
	for i := 0; i < sizeConfigurations; i += 8 * lanesAtOnce() {
		if from == nil {
			s = append(s, zero())
		} else {
			s = append(s, loaded(from, i))
		}
	}
	return s
}

// change adds values in memory to the configurations, or subtracts them.
func (s slots) change(by func(...Op), base Mem) {
	for i, v := range s {
		by(base.Offset(8*lanesAtOnce()*i), v, v)
	}
}

// rows changes the configurations by the discs of each row.
func (s slots) rows(by func(...Op), lookup, discs GPVirtual) {
	for row := range 8 {
		line := GP64()
		if row > 0 {
			SHRQ(Imm(8), discs)
		}
		MOVBQZX(discs.As8L(), line)
		SHLQ(Imm(7), line)
		s.change(by, Mem{Base: lookup, Index: line, Scale: 1, Disp: offsetRows + row*256*sizeConfigurations})
	}
}

// find generates
//
//	func find…(lookup *lookup, own, opp uint64, p *Position)
func find() {
	TEXT(called("find"), NOSPLIT, "func(lookup *lookup, own, opp uint64, p *Position)")
	Pragma("noescape")
	Doc(called("find") + " is Geometry.find.")
	_, s := newFound()
	p := GP64()
	Load(Param("p"), p)
	for i, v := range s {
		move(v, Mem{Base: p, Disp: 8 * lanesAtOnce() * i})
	}
	VZEROUPPER()
	RET()
}

// newFound computes the configurations of own's and opp's discs.
func newFound() (lookup GPVirtual, s slots) {
	lookup = GP64()
	own, opp := GP64(), GP64()
	Load(Param("lookup"), lookup)
	Load(Param("own"), own)
	Load(Param("opp"), opp)
	mine, s := newSlots(nil), newSlots(nil)
	mine.rows(anyOne(VPADDW), lookup, own)
	s.rows(anyOne(VPADDW), lookup, opp)
	for i, v := range s {
		VPADDW(v, v, v)
		VPADDW(mine[i], v, v)
	}
	return lookup, s
}

// sum generates
//
//	func sum…(lookup *lookup, blocks int, values *int16, own, opp uint64) int32
func sum() {
	TEXT(called("sum"), NOSPLIT, "func(lookup *lookup, blocks int, values *int16, own, opp uint64) int32")
	Pragma("noescape")
	Doc(called("sum") + " is sumPlain.")
	lookup, s := newFound()
	values := GP64()
	Load(Param("values"), values)
	result := s.lookUp(lookup, values, param("blocks"))
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// bestAfter generates
//
//	func bestAfter…(lookup *lookup, blocks int, values *int16, p *Position, c *Children, opp, moves uint64,
//		weight, most, enough int32) (best int32, move uint64)
func bestAfter() {
	TEXT(called("bestAfter"), NOSPLIT, "func(lookup *lookup, blocks int, values *int16, p *Position, c *Children, "+
		"opp, moves uint64, weight, most, enough int32) (best int32, move uint64)")
	Pragma("noescape")
	Doc(called("bestAfter") + " is bestAfterPlain.")
	lookup, values, p, child, moves := GP64(), GP64(), GP64(), GP64(), GP64()
	Load(Param("lookup"), lookup)
	Load(Param("values"), values)
	Load(Param("p"), p)
	Load(Param("c"), child)
	Load(Param("moves"), moves)
	best, first := GP32(), GP64()
	MOVL(I32(-1<<30), best)
	XORQ(first, first)

	Label("next")
	square, flips := GP64(), GP64()
	TZCNTQ(moves, square)
	SHLQ(Imm(7), square)
	s := newSlots(p)
	s.change(anyOne(VPADDW), Mem{Base: lookup, Index: square, Scale: 1, Disp: offsetSquares})
	MOVQ(Mem{Base: child, Disp: offsetTheirs}, flips)
	ANDNQ(param("opp"), flips, flips)
	s.rows(anyOne(VPSUBW), lookup, flips)
	score := s.lookUp(lookup, values, param("blocks"))
	weigh32(score)
	ADDL(Mem{Base: child, Disp: offsetScores}, score)
	MOVL(score, Mem{Base: child, Disp: offsetScores})
	ADDQ(Imm(8), child)

	move := GP64()
	BLSIQ(moves, move)
	CMPL(score, best)
	CMOVLGT(score, best)
	CMOVQGT(move, first)
	BLSRQ(moves, moves)
	JZ(LabelRef("done"))
	CMPL(best, param("enough"))
	JLT(LabelRef("next"))

	Label("done")
	Store(best, ReturnIndex(0))
	Store(first, ReturnIndex(1))
	VZEROUPPER()
	RET()
}

// reach generates
//
//	func reach…(lookup *lookup, blocks int, values *int16, r *Replies, shared, some uint64,
//		weight, most, enough int32) (reached uint64)
func reach() {
	TEXT(called("reach"), NOSPLIT, "func(lookup *lookup, blocks int, values *int16, r *Replies, shared, some uint64, "+
		"weight, most, enough int32) (reached uint64)")
	Pragma("noescape")
	Doc(called("reach") + " is reachPlain.")
	lookup, values, replies, some, reached := GP64(), GP64(), GP64(), GP64(), GP64()
	Load(Param("lookup"), lookup)
	Load(Param("values"), values)
	Load(Param("r"), replies)
	Load(Param("some"), some)
	XORQ(reached, reached)
	at := func(i Register, offset int) Mem { return Mem{Base: replies, Index: i, Scale: 8, Disp: offset} }

	shared, i, base := GP64(), GP64(), newSlots(nil)
	Load(Param("shared"), shared)
	base.rows(anyOne(VPADDW), lookup, shared)

	Label("next")
	more, theirs, square := GP64(), GP64(), GP64()
	TZCNTQ(some, i)
	Load(Param("shared"), more)
	ANDNQ(at(i, offsetDiscs), more, more)
	MOVQ(at(i, offsetTheirs), theirs)
	s := base.copied()
	for range 2 {
		TZCNTQ(more, square)
		SHLQ(Imm(7), square)
		s.change(anyOne(VPADDW), Mem{Base: lookup, Index: square, Scale: 1, Disp: offsetSquares})
		BLSRQ(more, more)
	}
	s.rows(anyOne(VPADDW), lookup, theirs)
	score := s.lookUp(lookup, values, param("blocks"))
	weigh32(score)
	ADDL(at(i, offsetScores), score)
	MOVL(score, at(i, offsetScores))
	enough, bit := GP64(), GP64()
	XORQ(enough, enough)
	BLSIQ(some, bit)
	CMPL(score, param("enough"))
	CMOVQGE(bit, enough)
	ORQ(enough, reached)
	BLSRQ(some, some)
	JNZ(LabelRef("next"))
	Store(reached, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// weigh32 limits a sum to the parameter most either way, and multiplies it by the parameter weight.
func weigh32(sum GPVirtual) {
	limit := GP32()
	Load(Param("most"), limit)
	CMPL(sum, limit)
	CMOVLGT(limit, sum)
	NEGL(limit)
	CMPL(sum, limit)
	CMOVLLT(limit, sum)
	IMULL(param("weight"), sum)
}

// copied returns the same configurations in other registers.
func (s slots) copied() (all slots) {
	for _, v := range s {
		other := vec()
		move(v, other)
		all = append(all, other)
	}
	return all
}

// lookUp adds the values of a number of blocks of 16 slots.
func (s slots) lookUp(lookup, values GPVirtual, blocks Mem) GPVirtual {
	total, ones := zero(), filled(0x0000000100000001)
	for block := range 4 {
		if block > 0 {
			CMPQ(blocks, Imm(uint64(block)))
			JLE(LabelRef("summed"))
		}
		for part := range 8 / lanesAtOnce() {
			index, found := vec(), zero()            // zero, so that a gather waits for no other
			first := 16*block + 2*lanesAtOnce()*part // index of a slot
			numbers := s[first/(4*lanesAtOnce())]
			half := first / (2 * lanesAtOnce()) % 2
			widen(numbers, half, index)
			VPADDD(Mem{Base: lookup, Disp: offsetStarts + 4*first}, index, index)
			gather(values, index, found)
			VPMADDWD(ones, found, found)
			VPADDD(found, total, total)
		}
	}
	Label("summed")
	return sumOfDwords(total)
}

// widen extends the numbers of 16 bits in one half of a register to 32 bits.
func widen(from VecVirtual, half int, to VecVirtual) {
	if wide {
		part := from.AsY()
		if half == 1 {
			part = YMM()
			VEXTRACTI64X4(Imm(1), from.AsZ(), part)
		}
		VPMOVZXWD(part, to)
		return
	}
	part := from.AsX()
	if half == 1 {
		part = XMM()
		VEXTRACTI128(Imm(1), from.AsY(), part)
	}
	VPMOVZXWD(part, to)
}

// gather reads four bytes at each of the indexes, which count values of 16 bits.
func gather(values GPVirtual, places, to VecVirtual) {
	if wide {
		k := K()
		KXNORW(k, k, k)
		VPGATHERDD(Mem{Base: values, Index: places, Scale: 2}, k, to)
		return
	}
	every := vec()
	VPCMPEQD(every, every, every)
	VPGATHERDD(every, Mem{Base: values, Index: places, Scale: 2}, to)
}

// sumOfDwords adds the numbers of 32 bits in a register.
func sumOfDwords(of VecVirtual) GPVirtual {
	sum := GP32()
	if wide {
		half := YMM()
		VEXTRACTI64X4(Imm(1), of.AsZ(), half)
		VPADDD(half, of.AsY(), half)
		of = half
	}
	x, y := XMM(), XMM()
	VEXTRACTI128(Imm(1), of.AsY(), y)
	VPADDD(y, of.AsX(), x)
	VPSHUFD(Imm(0x4e), x, y)
	VPADDD(y, x, x)
	VPSHUFD(Imm(0xb1), x, y)
	VPADDD(y, x, x)
	VMOVD(x, sum)
	return sum
}
