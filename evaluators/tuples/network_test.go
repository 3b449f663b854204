package tuples

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The networks of the literature have these numbers of shapes, and of weights without and with
// sharing between symmetric and swapped configurations.
func TestNetworks(t *testing.T) {
	for _, c := range []struct {
		name                     string
		shapes                   []Shape
		tuples, unfolded, folded int
	}{
		{"all-1", Straights(1), 10, 30, 10},
		{"all-2", Straights(2), 32, 288, 112},
		{"all-3", Straights(3), 24, 648, 297},
		{"all-4", Straights(4), 21, 1701, 700},
		{"2×2", SmallBlocks(), 10, 810, 266},
	} {
		assert.Len(t, c.shapes, c.tuples, c.name)
		unfolded := 0
		for _, s := range c.shapes {
			unfolded += s.Configurations()
		}
		assert.Equal(t, c.unfolded, unfolded, c.name)
		assert.Equal(t, c.folded, NewNetwork(Networks(), c.shapes...).Weights, c.name)
	}
}

// The value of a network is the sum over its shapes' places on the board, each counted once.
func TestNetworkValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	var shapes []Shape
	for n := 1; n <= 4; n++ {
		shapes = append(shapes, Straights(n)...)
	}
	shapes = append(shapes, SmallBlocks()...)
	n := NewNetwork(Networks(), shapes...)
	weights := make([]int32, n.Weights)
	for i := range weights {
		weights[i] = int32(rng.IntN(2001) - 1000)
	}
	values := n.Values(weights)
	for range 200 {
		own := rng.Uint64()
		opp := rng.Uint64() &^ own
		sum, w := int32(0), weights
		for i, s := range shapes {
			f := n.Foldings[i]
			for _, place := range s.Places {
				if k := f.Of[Configuration(place, own, opp)]; k > 0 {
					sum += w[k-1]
				} else if k < 0 {
					sum -= w[-k-1]
				}
			}
			w = w[f.Weights:]
		}
		assert.Equal(t, sum, n.In.Sum(values, own, opp))
	}
}

func BenchmarkNetworkValues(b *testing.B) {
	n := NewNetwork(Networks(), Straights(4)...)
	weights := make([]int32, n.Weights)
	for b.Loop() {
		n.Values(weights)
	}
}
