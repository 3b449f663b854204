package large

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"strconv"
)

// A Square is a square of a board of any size. Columns a–z run from left to right, rows 1–26 from top to
// bottom. A square has the same number and name on all boards that contain it.
type Square int16

// stride is the difference between the numbers of squares in adjacent rows.
const stride = 32

// Pass stands for a pass in a transcript. NoSquare stands for no square.
const (
	Pass     Square = stride * stride
	NoSquare Square = -1
)

// At returns the square in column x and row y, both 0–25.
func At(x, y int) Square { return Square(stride*y + x) }

// Col returns the column, 0 for a to 25 for z.
func (s Square) Col() int { return int(s) % stride }

// Row returns the row, 0 for 1 to 25 for 26.
func (s Square) Row() int { return int(s) / stride }

// on reports whether a board of a size has the square.
func (s Square) on(size int) bool { return s >= 0 && s.Col() < size && s.Row() < size }

// String returns "j10", "pass" for Pass and "-" for anything else off the largest board.
func (s Square) String() string {
	switch {
	case s == Pass:
		return "pass"
	case !s.on(MaxSize):
		return "-"
	}
	return string(rune('a'+s.Col())) + strconv.Itoa(s.Row()+1)
}

// ParseSquare parses a square such as "j10" or "J10" of a board of a size.
func ParseSquare(size int, text string) (Square, error) {
	if len(text) == 2 || len(text) == 3 && text[1] != '0' {
		x := text[0] | 0x20 - 'a'
		y, err := strconv.ParseUint(text[1:], 10, 8) // digits only, no sign
		if err == nil && int(x) < size && y >= 1 && int(y) <= size {
			return At(int(x), int(y)-1), nil
		}
	}
	return NoSquare, fmt.Errorf("%.40q is no square of this board: a letter a-%c and a number 1-%d, such as %s",
		text, 'a'+size-1, size, At(size/2, size/2+1))
}

// A Set is a set of squares with a word per row; bit 0 is column a.
type Set [MaxSize]uint32

// Has reports whether a square is in the set.
func (set Set) Has(s Square) bool { return set[s.Row()]>>s.Col()&1 != 0 }

// Add adds a square to the set.
func (set *Set) Add(s Square) { set[s.Row()] |= 1 << s.Col() }

// IsEmpty reports whether the set has no square.
func (set Set) IsEmpty() bool { return set == Set{} }

// Count counts the squares of the set.
func (set Set) Count() (n int) {
	for _, row := range set {
		n += bits.OnesCount32(row)
	}
	return n
}

// Squares iterates over the squares of the set in the order a1, b1 … z26.
func (set Set) Squares() iter.Seq[Square] {
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
func (set Set) Pick(rng *rand.Rand) Square {
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
