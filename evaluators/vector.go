package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// vectorWeights holds weights in the form for the fast code. internal/asm/scores.go contains the
// offsets of its fields.
type vectorWeights struct {
	table    [4]columnWeights
	base     int64
	mobility uint64 // this field and those up to edgeStability are signed, in the lowest 16 bits
	w1, w2   uint64
	w3, edge uint64
	frontier uint64

	edgeStability uint64
	edgeValues    *edgeTable  // not read if edgeStability is 0, and then nil
	edgeScores    *edgeScores // the scores of w3 and edge, for AVX2; nil without any
	edgeXIndex    *[4][256]uint16
	onlyMobility  uint64 // 1 if mobility is the only weight, as with pattern tables

	// squares holds the score of a disc by the class of its square. table, base and rows are
	// computed from it. rows is for code without vectors, which looks up all discs of a row at once.
	squares [10]int
	rows    [4][256]int32 // rows 1 and 8, 2 and 7, …
}

// columnWeights holds the square weights of two mirrored columns by row, each split into
// 128·high + low.
type columnWeights struct {
	low  [8]uint8 // 0…127
	high [8]int8
}

// newVectorWeights returns nil if a weight is too large for the vector code's bits. The code must know the
// scorers.
func newVectorWeights(w Weights) *vectorWeights {
	v := &vectorWeights{}
	for s, weights := range w.All() {
		if !s.vector(v, weights) {
			return nil
		}
	}
	if !v.splitSquares() {
		return nil
	}
	if v.squares == [10]int{} && v.w1|v.w2|v.w3|v.edge|v.frontier|v.edgeStability == 0 {
		v.onlyMobility = 1
	}
	return v
}

// splitSquares computes table, base and rows, and reports whether the weights fit.
func (v *vectorWeights) splitSquares() (fit bool) {
	for column := range v.table {
		for row := range 8 {
			weight := v.squares[wholeLayout.class[engine.At(column, row)]]
			if weight < -1<<14 || weight >= 1<<14 {
				return false
			}
			v.table[column].low[row] = uint8(weight & 127)
			v.table[column].high[row] = int8(weight >> 7)
			v.base -= 2 * int64(weight)
		}
	}
	v.base &= 1<<32 - 1
	for row := range v.rows {
		for discs := 1; discs < 256; discs++ {
			column := bits.TrailingZeros8(uint8(discs))
			v.rows[row][discs] = v.rows[row][discs&(discs-1)] + int32(v.squares[wholeLayout.class[engine.At(column, row)]])
		}
	}
	return true
}

// put stores weights in fields of 16 bits, and reports whether they fit.
func put(weights []int32, fields ...*uint64) (fit bool) {
	for i, weight := range weights {
		if int32(int16(weight)) != weight {
			return false
		}
		*fields[i] = uint64(uint16(weight))
	}
	return true
}
