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
)

// lanesAtOnce is how many children are treated at once: one in each 64-bit lane of
// a 512-bit register. A position has eight or nine on average.
const lanesAtOnce = 8

// vec is a new vector register of that many lanes.
func vec() VecVirtual { return ZMM() }

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

// vectors returns memory that holds one value for each lane.
func vectors(values []uint64) Mem {
	name := fmt.Sprintf("lanes_%x_%x", values[0], values[len(values)-1])
	m, ok := tables[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i, value := range values {
			DATA(8*i, U64(value))
		}
		tables[name] = m
	}
	return m
}

// tables holds the constant vectors used so far by name.
var tables = map[string]Mem{}

// loaded is what lies offset bytes behind base.
func loaded(base Register, offset int) VecVirtual {
	out := vec()
	VMOVDQU64(Mem{Base: base, Disp: offset}, out)
	return out
}

func bin(op func(...Op), a Op, b VecVirtual) VecVirtual {
	out := vec()
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
	out := vec()
	if n > 0 {
		VPSLLQ(Imm(uint64(n)), a, out)
	} else {
		VPSRLQ(Imm(uint64(-n)), a, out)
	}
	return out
}

func rotate(a VecVirtual, n uint64) VecVirtual {
	out := vec()
	VPROLQ(Imm(n), a, out)
	return out
}

func popcount(a VecVirtual) VecVirtual {
	out := vec()
	VPOPCNTQ(a, out)
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

// join adds b & c to d in place.
func join(d, b, c VecVirtual) { VPTERNLOGQ(Imm(orAnd), c, b, d) }

// unite adds b and c to d in place.
func unite(d, b, c VecVirtual) { VPTERNLOGQ(Imm(orOr), c, b, d) }

// ternary is any function of three operands, by its truth table; c may be memory
// to broadcast.
func ternary(table uint8, a, b VecVirtual, c Op) VecVirtual {
	out := vec()
	VMOVDQA64(a, out)
	if _, ok := c.(Mem); ok {
		VPTERNLOGQ_BCST(Imm(uint64(table)), c, b, out)
	} else {
		VPTERNLOGQ(Imm(uint64(table)), c, b, out)
	}
	return out
}

// add3 adds three bits on every square.
func add3(a, b, c VecVirtual) (sum, carry VecVirtual) {
	return ternary(xor3, a, b, c), ternary(carry3, a, b, c)
}
