package evaluators

import (
	"math/bits"
	"math/rand/v2"
)

// The random positions that Squares tries.
const influencePositions = 240

// Squares returns, for each feature, the set of squares that it depends on, on a board with the squares playable. A
// feature depends on a square if a different content of the square changes the count in some position. Squares tries
// random positions, the same ones in each call. Most of these positions cannot occur in games: full boards and boards
// of nearly one colour have long edges and stable discs.
func (s *Scorer) Squares(playable uint64) []uint64 {
	rng := rand.New(rand.NewPCG(1, 0))
	squares := make([]uint64, len(s.Features))
	counts, others := make([]int, len(s.Features)), make([]int, len(s.Features))
	for i := range influencePositions {
		empty, one := []float64{0, 0.2, 0.5}[i%3], []float64{0.5, 0.95}[i/3%2]
		var discs [3]uint64 // empty, black, white
		for rest := playable; rest != 0; rest &= rest - 1 {
			content := 0
			if rng.Float64() >= empty {
				content = 1
				if rng.Float64() >= one {
					content = 2
				}
			}
			discs[content] |= rest & -rest
		}
		clear(counts)
		s.Counts(discs[1], discs[2], playable, counts)
		for rest := playable; rest != 0; rest &= rest - 1 {
			square := uint64(1) << bits.TrailingZeros64(rest)
			for content := range discs {
				if discs[content]&square != 0 {
					continue
				}
				other := [3]uint64{discs[0] &^ square, discs[1] &^ square, discs[2] &^ square}
				other[content] |= square
				clear(others)
				s.Counts(other[1], other[2], playable, others)
				for f := range counts {
					if counts[f] != others[f] {
						squares[f] |= square
					}
				}
			}
		}
	}
	return squares
}
