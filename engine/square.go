package engine

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Square is one of the 64 squares, a1 = 0, b1 = 1, … h8 = 63. Columns a–h run from left to right,
// rows 1–8 from top to bottom.
type Square int8

// Pass stands for the move of a mover who has none. NoSquare stands for no square, such as the move
// in a finished game.
const (
	Pass     Square = 64
	NoSquare Square = -1
)

// At returns the square in column x and row y, both 0–7.
func At(x, y int) Square { return Square(8*y + x) }

// Col returns the column, 0 for a to 7 for h.
func (s Square) Col() int { return int(s) & 7 }

// Row returns the row, 0 for 1 to 7 for 8.
func (s Square) Row() int { return int(s) >> 3 }

// Bit returns the square as a one-bit board.
func (s Square) Bit() uint64 { return 1 << uint(s) }

// String returns "f5", "pass" for Pass and "-" for anything else off the board.
func (s Square) String() string {
	switch {
	case s == Pass:
		return "pass"
	case s < 0 || s > 63:
		return "-"
	}
	return string([]byte{'a' + byte(s.Col()), '1' + byte(s.Row())})
}

// ParseSquare parses a square such as "f5" or "F5".
func ParseSquare(text string) (Square, error) {
	if len(text) == 2 {
		x, y := text[0]|0x20-'a', text[1]-'1'
		if x < 8 && y < 8 {
			return At(int(x), int(y)), nil
		}
	}
	return NoSquare, fmt.Errorf("%.40q is no square: a letter a-h and a digit 1-8, such as f5", text)
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

// ParseMove parses a square or a written pass: "--", or "pa", "ps" or "pass" in any case.
func ParseMove(text string) (Square, error) {
	if slices.Contains([]string{"--", "pa", "ps", "pass"}, strings.ToLower(text)) {
		return Pass, nil
	}
	return ParseSquare(text)
}
