package nets

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// sizes lists networks for 6×6: a small one, a larger one, and that of the reversi library's Q-learner.
var sizes = []Spec{
	{Inputs: 144, Hidden: []int{256, 256, 256}, Outputs: 36},
	{Inputs: 144, Hidden: []int{512, 512}, Outputs: 36},
	{Inputs: 1296, Hidden: []int{1296, 1296, 1296, 1296, 1296, 1296, 1296, 1296, 1296}, Outputs: 36},
}

// boards returns inputs as boards give them: a quarter is 1.
func boards(n int) []float32 {
	rng := rand.New(rand.NewSource(1))
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(1 - min(1, rng.Intn(4)))
	}
	return x
}

func BenchmarkForward(b *testing.B) {
	for _, s := range sizes {
		for _, batch := range []int{1, 8, 64, 256} {
			b.Run(fmt.Sprintf("%dx%d/batch=%d", len(s.Hidden), s.Hidden[0], batch), func(b *testing.B) {
				n, err := New(s, 1)
				require.NoError(b, err)
				x := boards(batch * s.Inputs)
				for b.Loop() {
					_, err := n.Forward(x)
					require.NoError(b, err)
				}
			})
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for _, s := range sizes {
		b.Run(fmt.Sprintf("%dx%d/batch=128", len(s.Hidden), s.Hidden[0]), func(b *testing.B) {
			n, err := New(s, 1)
			require.NoError(b, err)
			t, err := NewTrainer(n, Huber, Optimizer{Adam, 1e-3, 0.999}, nil)
			require.NoError(b, err)
			x, y := boards(128*s.Inputs), make([]float32, 128*s.Outputs)
			mask := make([]float32, len(y))
			mask[0] = 1
			for b.Loop() {
				_, err := t.Step(x, y, mask)
				require.NoError(b, err)
			}
		})
	}
}
