package engine

import (
	"math/rand/v2"
	"strings"
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

func TestNeighbours(t *testing.T) {
	for square, neighbours := range map[string]string{
		"a1": "b1 a2 b2", "h1": "g1 g2 h2", "a4": "a3 b3 b4 a5 b5", "h8": "g7 h7 g8",
		"d4": "c3 d3 e3 c4 e4 c5 d5 e5",
	} {
		s, err := ParseSquare(square)
		assert.NoError(t, err)
		var names []string
		for n := range SquaresOf(Neighbours[s]) {
			names = append(names, n.String())
		}
		assert.Equal(t, neighbours, strings.Join(names, " "), square)
	}
}
