package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The sizes of package tuples' hidden layers.
const (
	units         = 32
	layerShift    = 9
	offsetOutputs = 2 * units
)

// layer generates
//
//	func layer…(lookup *lookup, slots int, vectors *byte, l *Layer, own, opp uint64) int32
//
// slots is even.
func layer() {
	TEXT(called("layer"), NOSPLIT, "func(lookup *lookup, slots int, vectors *byte, l *Layer, own, opp uint64) int32")
	Pragma("noescape")
	Doc(called("layer") + " is layerPlain.")
	offsets := AllocLocal(4 * 64) // of the vectors, in bytes
	lookup, s := newFound()
	s.vectorOffsets(lookup, offsets)
	vectors, slots, base, l := GP64(), GP64(), GP64(), GP64()
	Load(Param("vectors"), vectors)
	Load(Param("slots"), slots)
	Load(Param("l"), l)
	LEAQ(offsets, base)

	// Two places at a time, each with sums of its own, so that none waits for the other.
	var sums [2][]VecVirtual
	for i := range sums {
		for range units / unitsAtOnce() {
			sums[i] = append(sums[i], zero())
		}
	}
	slot := GP64()
	XORQ(slot, slot)
	Label("places")
	for i := range sums {
		at := GP64()
		MOVL(Mem{Base: base, Index: slot, Scale: 4, Disp: 4 * i}, at.As32())
		for part, sum := range sums[i] {
			some := vec()
			VPMOVZXBW(Mem{Base: vectors, Index: at, Scale: 1, Disp: unitsAtOnce() * part}, some)
			VPADDW(some, sum, sum)
		}
	}
	ADDQ(Imm(2), slot)
	CMPQ(slot, slots)
	JLT(LabelRef("places"))

	for part, sum := range sums[0] {
		VPADDW(sums[1][part], sum, sum)
	}
	value := sumOfDwords(throughLayer(sums[0], slots, l))
	SARL(Imm(layerShift), value)
	Store(value, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// unitsAtOnce returns how many units a register holds.
func unitsAtOnce() int { return 4 * lanesAtOnce() }

// vectorOffsets stores the offsets of the vectors of all slots.
func (s slots) vectorOffsets(lookup GPVirtual, to Mem) {
	for first := 0; first < 64; first += 2 * lanesAtOnce() {
		numbers, half := s[first/(4*lanesAtOnce())], first/(2*lanesAtOnce())%2
		index := vec()
		widen(numbers, half, index)
		VPADDD(Mem{Base: lookup, Disp: offsetStarts + 4*first}, index, index)
		VPSLLD(Imm(5), index, index)
		move(index, to.Offset(4*first))
	}
}

// throughLayer returns sums of what the units of a layer add, from the sums of vectors over a number of slots.
func throughLayer(sums []VecVirtual, slots, l GPVirtual) VecVirtual {
	none, base, no, total := GP32(), XMM(), vec(), zero()
	MOVL(slots.As32(), none) // the sum of vectors of 0: 128 times the slots
	SHLL(Imm(7), none)
	VMOVD(none, base)
	VPBROADCASTW(base, no)
	nothing := zero()
	for i, sum := range sums {
		VPSUBW(no, sum, sum)
		VPADDW(Mem{Base: l, Disp: 2 * unitsAtOnce() * i}, sum, sum)
		VPMAXSW(nothing, sum, sum)
		VPMADDWD(Mem{Base: l, Disp: offsetOutputs + 2*unitsAtOnce()*i}, sum, sum)
		VPADDD(sum, total, total)
	}
	return total
}
