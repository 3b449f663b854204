package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
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
	border    = rows1and8 | colA | colH
	corners   = 0x8100000000000081
	cSquares  = 0x4281000000008142
	xSquares  = 0x0042000000004200
	board     = 1<<64 - 1
)

// wide means that the code is for AVX-512, otherwise it is for AVX2. Kernels are written once, with the
// functions of this file, counts.go and childbatch.go. These contain the differences between the two, side
// by side.
var wide bool

// lanesAtOnce returns the number of children that are processed at once, one in each 64-bit lane of a
// register. A position has eight or nine children on average.
func lanesAtOnce() int {
	if wide {
		return 8
	}
	return 4
}

// called returns the name of a kernel's generated function.
func called(kernel string) string {
	if wide {
		return kernel + "AVX512"
	}
	return kernel + "AVX2"
}

// vec returns a new vector register with that many lanes.
func vec() VecVirtual {
	if wide {
		return ZMM()
	}
	return YMM()
}

// An instruction has two sources and a destination. The first source may be memory.
type instruction interface {
	~func(...Op) | ~func(a, b, out Op)
}

// either returns the instruction for AVX-512 or that for AVX2.
func either[W, N instruction](wideOne W, narrowOne N) func(...Op) {
	if wide {
		return anyOne(wideOne)
	}
	return anyOne(narrowOne)
}

func anyOne[I instruction](i I) func(...Op) {
	switch op := any(i).(type) {
	case func(a, b, out Op):
		return func(ops ...Op) { op(ops[0], ops[1], ops[2]) }
	default:
		return op.(func(...Op))
	}
}

// constants holds the constants used so far.
var constants = map[string]Mem{}

// all returns memory with a constant for every lane. It is stored once if the processor can broadcast it
// when loading.
func all(value uint64) Mem {
	if !wide {
		return vectors([]uint64{value, value, value, value})
	}
	name := fmt.Sprintf("all_%x", value)
	m, ok := constants[name]
	if !ok {
		m = ConstData(name, U64(value))
		constants[name] = m
	}
	return m
}

// vectors returns memory with one value for each lane.
func vectors(values []uint64) Mem {
	name := fmt.Sprintf("lanes_%x_%x", values[0], values[len(values)-1])
	m, ok := constants[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i, value := range values {
			DATA(8*i, U64(value))
		}
		constants[name] = m
	}
	return m
}

// filled returns a register with a constant in every lane.
func filled(value uint64) VecVirtual {
	out := vec()
	if wide {
		VPBROADCASTQ(all(value), out)
	} else {
		VMOVDQU(all(value), out)
	}
	return out
}

func zero() VecVirtual {
	out := vec()
	either(VPXORQ, VPXOR)(out, out, out)
	return out
}

// move copies a value. One of the operands may be memory.
func move(from, to Op) {
	if wide {
		VMOVDQU64(from, to)
	} else {
		VMOVDQU(from, to)
	}
}

// loaded returns the value at offset bytes from base.
func loaded(base Register, offset int) VecVirtual {
	return inRegister(Mem{Base: base, Disp: offset})
}

// inRegister loads an operand that is not in a register.
func inRegister(a Op) VecVirtual {
	if v, ok := a.(VecVirtual); ok {
		return v
	}
	out := vec()
	move(a, out)
	return out
}

// kept stores a value that is used much later in memory, if registers are few.
func kept(a Op) Op {
	if _, there := a.(Mem); wide || there {
		return a
	}
	place := vectorPlace()
	move(a, place)
	return place
}

// places is the memory of a kernel's kept vectors. No vector crosses a cache line.
var places struct {
	area      Mem
	used, max int
}

// keepAtMost begins a kernel that stores up to n vectors with kept.
func keepAtMost(n int) {
	if wide {
		return
	}
	area, aligned := AllocLocal(32*n+24), GP64()
	LEAQ(area.Offset(24), aligned)
	ANDQ(I8(-32), aligned)
	places.area, places.used, places.max = Mem{Base: aligned}, 0, n
}

func vectorPlace() Mem {
	if places.used == places.max {
		panic("asm: the kernel keeps more vectors than it reserves")
	}
	places.used++
	return places.area.Offset(32 * (places.used - 1))
}

// bin returns the result of an instruction whose first operand may be memory.
func bin(op func(...Op), a, b Op) VecVirtual {
	out := vec()
	op(a, inRegister(b), out)
	return out
}

// commute returns the result of an instruction whose operands may be exchanged.
func commute(op func(...Op), a, b Op) VecVirtual {
	if _, ok := a.(VecVirtual); ok {
		a, b = b, a
	}
	return bin(op, a, b)
}

func and(a, b Op) VecVirtual      { return commute(either(VPANDQ, VPAND), a, b) }
func or(a, b Op) VecVirtual       { return commute(either(VPORQ, VPOR), a, b) }
func xor(a, b Op) VecVirtual      { return commute(either(VPXORQ, VPXOR), a, b) }
func add(a, b Op) VecVirtual      { return commute(VPADDQ, a, b) }
func sub(a, b Op) VecVirtual      { return bin(VPSUBQ, b, a) }                    // a - b
func andNot(a, not Op) VecVirtual { return bin(either(VPANDNQ, VPANDN), a, not) } // a &^ not

// andAll returns a & constant.
func andAll(a Op, c uint64) VecVirtual {
	return bin(either(VPANDQ_BCST, VPAND), all(c), a)
}

// shift shifts squares by n bits: up if n is positive, down if it is negative.
func shift(a Op, n int) VecVirtual {
	out := vec()
	if n > 0 {
		VPSLLQ(Imm(uint64(n)), inRegister(a), out)
	} else {
		VPSRLQ(Imm(uint64(-n)), inRegister(a), out)
	}
	return out
}

func rotate(a Op, n uint64) VecVirtual {
	out := vec()
	VPROLQ(Imm(n), a, out)
	return out
}

// Truth tables of VPTERNLOGQ; the operands in Intel's order are (destination,
// second, third), their patterns 0xf0, 0xcc, 0xaa.
const (
	orAnd     = 0xf0 | 0xcc&0xaa // d | b & c
	orOr      = 0xf0 | 0xcc | 0xaa
	neither   = 0x01 // ^(d | b | c)
	and3      = 0xf0 & 0xcc & 0xaa
	xor3      = 0x96                   // d ^ b ^ c
	xorAnd    = (0xf0 ^ 0xcc) & 0xaa   // (d ^ b) & c
	carry3    = 0xe8                   // two or three of d, b, c
	orNot     = 0xf0 | ^0xcc&0xff      // d | ^b
	andAndNot = 0xcc & 0xaa &^ 0xf0    // b & c &^ d
	andNotAnd = 0xf0 &^ 0xcc & 0xaa    // d &^ b & c
	choose    = 0xf0&0xaa | 0xcc&^0xaa // c ? d : b
)

// ternaryInto computes a function of three operands, given by its truth table, into d, which is the first
// operand. c may be a constant.
func ternaryInto(table uint8, d VecVirtual, b, c Op) {
	into := func(op func(a, b, out Op), a Op) { op(a, d, d) }
	switch _, constant := c.(Mem); {
	case wide && constant:
		VPTERNLOGQ_BCST(Imm(uint64(table)), c, b, d)
	case wide:
		VPTERNLOGQ(Imm(uint64(table)), c, b, d)
	case table == orAnd:
		into(VPOR, and(b, c))
	case table == orOr:
		into(VPOR, b)
		into(VPOR, c)
	case table == and3:
		into(VPAND, b)
		into(VPAND, c)
	case table == xor3:
		into(VPXOR, b)
		into(VPXOR, c)
	case table == xorAnd:
		into(VPXOR, b)
		into(VPAND, c)
	default:
		panic(fmt.Sprintf("asm: no AVX2 code for truth table %#x", table))
	}
}

// ternary is ternaryInto with a new register.
func ternary(table uint8, a, b, c Op) VecVirtual {
	if !wide && table == orAnd {
		return or(a, and(b, c))
	}
	if !wide && table == xorAnd {
		return and(xor(a, b), c)
	}
	out := vec()
	move(a, out)
	ternaryInto(table, out, b, c)
	return out
}

// join adds b & c to d.
func join(d VecVirtual, b, c Op) { ternaryInto(orAnd, d, b, c) }

// unite adds b and c to d.
func unite(d VecVirtual, b, c Op) { ternaryInto(orOr, d, b, c) }

// outside returns the squares that neither side holds.
func outside(a, b Op) VecVirtual {
	if wide {
		return ternary(neither, a, b, b)
	}
	return andNot(all(board), or(a, b))
}

// add3 adds three bits on every square: a full adder.
func add3(a, b, c Op) (sum, carry VecVirtual) {
	if wide {
		return ternary(xor3, a, b, c), ternary(carry3, a, b, c)
	}
	half := xor(a, b)
	carry = and(a, b)
	join(carry, half, c)
	return xor(half, c), carry
}

// unit, with AVX-512, is the board for turn: a register that every kernel fills.
var unit VecVirtual

// isZero sets all bits in the lanes where a has none. It is for AVX2.
func isZero(a Op) VecVirtual { return commute(anyOne(VPCMPEQQ), all(0), a) }

// zeroLanes returns the lanes where a has no bit, one bit each.
func zeroLanes(a VecVirtual) GPVirtual {
	lanes := GP32()
	if wide {
		k := K()
		VPTESTNMQ(a, a, k)
		KMOVB(k, lanes)
	} else {
		VMOVMSKPD(isZero(a), lanes)
	}
	return lanes
}

// together combines a number for each lane into a vector. It is for AVX2.
func together(number func(lane int) Register) VecVirtual {
	var x [4]VecVirtual
	for lane := range x {
		x[lane] = XMM()
		VMOVQ(number(lane), x[lane])
	}
	VPUNPCKLQDQ(x[1], x[0], x[0])
	VPUNPCKLQDQ(x[3], x[2], x[2])
	out := vec()
	VINSERTI128(Imm(1), x[2], x[0].AsY(), out)
	return out
}
