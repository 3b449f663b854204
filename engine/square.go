package engine

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"strconv"
)

// A Square is a square of a board of any size. Columns a–z run from left to right, rows 1–26 from top to bottom. The
// squares of 8×8 are a1 = 0, b1 = 1, … h8 = 63. A square has the same number and name on all boards that contain it.
type Square int16

// Pass is the move of a mover who has no legal move. NoSquare means that there is no square, for example no move in a
// finished game.
const (
	Pass     Square = 64
	NoSquare Square = -1
)

// beyond is the number before the first square outside of 8×8. There the numbers of squares in adjacent rows differ by
// stride.
const (
	beyond = 64
	stride = 32
)

// At returns the square in column x and row y, both 0–25.
func At(x, y int) Square {
	if x|y < 8 {
		return Square(8*y + x)
	}
	return Square(beyond + stride*y + x)
}

// Col returns the column, 0 for a to 25 for z.
func (s Square) Col() int {
	if s < beyond {
		return int(s) & 7
	}
	return (int(s) - beyond) % stride
}

// Row returns the row, 0 for 1 to 25 for 26.
func (s Square) Row() int {
	if s < beyond {
		return int(s) >> 3
	}
	return (int(s) - beyond) / stride
}

// on reports whether a board with this number of columns and rows has the square. Some numbers are not squares.
func (s Square) on(size int) bool {
	return s >= 0 && s.Col() < size && s.Row() < size && s == At(s.Col(), s.Row())
}

// Before reports whether a square comes before another one in the order a1, b1 … z26.
func (s Square) Before(other Square) bool {
	return s.Row() < other.Row() || s.Row() == other.Row() && s.Col() < other.Col()
}

// Bit returns a square of 8×8 as a set of one square.
func (s Square) Bit() uint64 { return 1 << uint(s) }

// String returns "f5" or "j10", "pass" for Pass and "-" for any other number that is not a square.
func (s Square) String() string {
	switch {
	case s == Pass:
		return "pass"
	case !s.on(MaxLarge):
		return "-"
	}
	return string(rune('a'+s.Col())) + strconv.Itoa(s.Row()+1)
}

// ParseSquare parses a square of 8×8 such as "f5" or "F5".
func ParseSquare(text string) (Square, error) { return ParseSquareOn(8, text) }

// ParseSquareOn parses a square of a board with the given number of columns and rows, such as "j10" or "J10".
func ParseSquareOn(size int, text string) (Square, error) {
	if len(text) == 2 || len(text) == 3 && text[1] != '0' {
		x := text[0] | 0x20 - 'a'
		y, err := strconv.ParseUint(text[1:], 10, 8) // digits only, no sign
		if err == nil && int(x) < size && y >= 1 && int(y) <= size {
			return At(int(x), int(y)-1), nil
		}
	}
	if size == 8 {
		return NoSquare, fmt.Errorf("%.40q is not a square: want a letter a-h and a digit 1-8, such as f5", text)
	}
	return NoSquare, fmt.Errorf("%.40q is not a square of this board: want a letter a-%c and a number 1-%d, such as %s",
		text, 'a'+size-1, size, At(size/2, size/2+1))
}

// SquaresOf iterates over the squares of a set in the order a1, b1 … h8.
func SquaresOf(set uint64) iter.Seq[Square] {
	return func(visit func(Square) bool) {
		for left := set; left != 0; left &= left - 1 {
			if !visit(Square(bits.TrailingZeros64(left))) {
				return
			}
		}
	}
}

// RandomSquare returns a random square of a set that is not empty, all with the same probability.
func RandomSquare(rng *rand.Rand, set uint64) Square {
	for range rng.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return Square(bits.TrailingZeros64(set))
}

// ParseMove parses a square of 8×8, or a written pass: "--", or "pa", "ps" or "pass" in any case.
func ParseMove(text string) (Square, error) { return Position{}.ParseMove(text) }

// passes are the words for a pass, the longest first.
var passes = [...]string{"pass", "pa", "ps", "--"}
