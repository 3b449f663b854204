package engine

import (
	"iter"
	"math/bits"
	"math/rand/v2"
)

// A LargeSet is a set of squares of a board larger than 8×8, with a word per row; bit 0 is column a.
type LargeSet [MaxLarge]uint32

// Has reports whether a square is in the set.
func (set LargeSet) Has(s Square) bool { return set[s.Row()]>>s.Col()&1 != 0 }

// Add adds a square to the set.
func (set *LargeSet) Add(s Square) { set[s.Row()] |= 1 << s.Col() }

// IsEmpty reports whether the set has no square.
func (set LargeSet) IsEmpty() bool { return set == LargeSet{} }

// Count counts the squares of the set.
func (set LargeSet) Count() (n int) {
	for _, row := range set {
		n += bits.OnesCount32(row)
	}
	return n
}

// Squares iterates over the squares of the set in the order a1, b1 … z26.
func (set LargeSet) Squares() iter.Seq[Square] {
	return func(visit func(Square) bool) {
		for y, row := range set {
			for ; row != 0; row &= row - 1 {
				if !visit(At(bits.TrailingZeros32(row), y)) {
					return
				}
			}
		}
	}
}

// Pick returns a random square of a set that is not empty, all with the same probability.
func (set LargeSet) Pick(rng *rand.Rand) Square {
	nth := rng.IntN(set.Count())
	for y, row := range set {
		if n := bits.OnesCount32(row); nth >= n {
			nth -= n
			continue
		}
		for range nth {
			row &= row - 1
		}
		return At(bits.TrailingZeros32(row), y)
	}
	return NoSquare
}
