package engine

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A quadrant is odd if it has an odd number of empties: each square belongs to the quadrant of its half of the columns
// and of the rows.
func TestOddQuadrants(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100 {
		empty := rng.Uint64() & rng.Uint64()
		counts := map[[2]int]int{}
		for s := range SquaresOf(empty) {
			counts[[2]int{s.Col() / 4, s.Row() / 4}]++
		}
		var odd uint64
		for s := range Square(64) {
			if counts[[2]int{s.Col() / 4, s.Row() / 4}]%2 == 1 {
				odd |= s.Bit()
			}
		}
		assert.Equal(t, odd, OddQuadrants(empty), "%016x", empty)
	}
}
