package engine

import "math/bits"

// Symmetry returns the board under one of the eight symmetries of the square, k = 0…7; 0 is the
// identity.
func (b Board) Symmetry(k int) Board {
	return Board{Mover: symmetric(b.Mover, k), Opponent: symmetric(b.Opponent, k)}
}

// Canonical returns the least of the board's eight symmetric forms. Two boards are symmetric if and
// only if their canonical forms are equal.
func (b Board) Canonical() Board {
	least := b
	for k := 1; k < 8; k++ {
		c := b.Symmetry(k)
		if c.Mover < least.Mover || c.Mover == least.Mover && c.Opponent < least.Opponent {
			least = c
		}
	}
	return least
}

// Hash mixes the board's bits into a number. It is the same in every build.
func (b Board) Hash() uint64 {
	h := b.Mover*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(b.Opponent*0xc2b2ae3d27d4eb4f, 32)
	h = (h ^ h>>32) * 0xd6e8feb86659fd93
	return h ^ h>>32
}

func symmetric(set uint64, k int) uint64 {
	if k&1 != 0 {
		set = bits.ReverseBytes64(set) // row 1 ↔ row 8
	}
	if k&2 != 0 {
		set = bits.ReverseBytes64(bits.Reverse64(set)) // column a ↔ column h
	}
	if k&4 != 0 {
		set = transpose(set) // columns ↔ rows
	}
	return set
}

// transpose mirrors the set on the diagonal a1–h8. It swaps blocks of increasing size (Hacker's
// Delight, 7-3).
func transpose(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}
