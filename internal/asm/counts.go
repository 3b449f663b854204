package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// A count is a small number in each lane. With AVX-512 it is the lane itself. With AVX2 it is the sum of
// the lane's eight signed bytes, because AVX2 counts bits with a table of sixteen bytes.
type count struct{ VecVirtual }

// bitCounts returns AVX2's table of the number of bits in 0 to 15. It is in a register where counts are
// computed.
func bitCounts() VecVirtual {
	if wide {
		return nil
	}
	const low, high = 0x0302020102010100, 0x0403030203020201
	return inRegister(vectors([]uint64{low, high, low, high}))
}

// counted counts the squares of a set.
func counted(a Op, table VecVirtual) count {
	out := vec()
	if wide {
		VPOPCNTQ(a, out)
		return count{out}
	}
	low, high := andAll(a, 0x0f0f0f0f0f0f0f0f), andAll(shift(a, -4), 0x0f0f0f0f0f0f0f0f)
	VPSHUFB(low, table, low)
	VPSHUFB(high, table, high)
	VPADDB(low, high, out)
	return count{out}
}

func (a count) plus(b count) count {
	return count{bin(either(VPADDQ, VPADDB), b.VecVirtual, a.VecVirtual)}
}

func (a count) minus(b count) count {
	return count{bin(either(VPSUBQ, VPSUBB), b.VecVirtual, a.VecVirtual)}
}

// number returns the count as a number of 64 bits.
func (a count) number() VecVirtual {
	if wide {
		return a.VecVirtual
	}
	sum := xor(a.VecVirtual, all(0x8080808080808080)) // adds 128, so that no byte is negative
	VPSADBW(zero(), sum, sum)
	return sub(sum, filled(8*128))
}

// weigh adds the count times the weight of 16 bits in memory to the score. With AVX2 both halves of a
// lane hold a part of the score.
func weigh(score VecVirtual, a count, weight Mem) {
	if wide {
		VPDPWSSD_BCST(weight, a.VecVirtual, score)
		return
	}
	words, weights := vec(), vec()
	VPMADDUBSW(a.VecVirtual, filled(colA), words)
	VPBROADCASTW(weight, weights)
	VPMADDWD(weights, words, words)
	VPADDD(words, score, score)
}
