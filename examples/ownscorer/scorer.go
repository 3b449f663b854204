// Package ownscorer is a scorer of one's own: which moves are safe. Its programs, evolve and play, are those of
// evothello with this scorer added.
package ownscorer

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

func init() {
	evaluators.Register(&evaluators.Scorer{
		Name:  "safe",
		About: "legal moves to corners, and legal moves that are not beside an empty corner",
		Features: []evaluators.Feature{
			{Name: "safe.corners", Bound: 1000, Max: 4},
			{Name: "safe.others", Bound: 200, Max: 60},
		},
		Evolves: true,
		Counts: func(black, white, playable uint64, counts []int) {
			risky := beside(corners & playable &^ (black | white))
			b, w := engine.Mobilities(black, white)
			b, w = b&playable, w&playable
			counts[0] = bits.OnesCount64(b&corners) - bits.OnesCount64(w&corners)
			counts[1] = bits.OnesCount64(b&^(corners|risky)) - bits.OnesCount64(w&^(corners|risky))
		},
	})
}

const (
	corners          uint64 = 0x8100000000000081
	columnA, columnH uint64 = 0x0101010101010101, 0x8080808080808080
)

// beside returns the neighbours of a set of squares. The bit of a1 is 1, that of b1 is 2, that of a2 is 256.
func beside(set uint64) uint64 {
	row := set | set<<1&^columnA | set>>1&^columnH
	return (row | row<<8 | row>>8) &^ set
}
