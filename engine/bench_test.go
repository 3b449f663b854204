package engine

import (
	"math/bits"
	"testing"
)

var sink uint64

func BenchmarkMobility(b *testing.B) {
	boards := randomBoards(1, 256)
	for i := 0; b.Loop(); i++ {
		p := boards[i&255]
		sink += Mobility(p.Mover, p.Opponent)
	}
}

func BenchmarkFlips(b *testing.B) {
	boards := randomBoards(1, 256)
	moves := make([]Square, len(boards))
	for i, p := range boards {
		moves[i] = Square(bits.TrailingZeros64(p.Moves()))
	}
	for i := 0; b.Loop(); i++ {
		p := boards[i&255]
		sink += Flips(p.Mover, p.Opponent, moves[i&255])
	}
}

func BenchmarkPerft8(b *testing.B) {
	for b.Loop() {
		sink += Perft(StartBoard(), 8)
	}
}

func BenchmarkExpand(b *testing.B) {
	boards := randomBoards(1, 256)
	var c Children
	defer UsePath(PathInUse())
	for _, path := range Paths() {
		b.Run(path.String(), func(b *testing.B) {
			UsePath(path)
			for i := 0; b.Loop(); i++ {
				p := boards[i&255]
				c.Expand(p.Mover, p.Opponent, p.Moves())
			}
		})
	}
}
