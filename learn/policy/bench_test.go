package policy

import (
	"testing"

	"evothello/fitness"
)

// BenchmarkSteps takes 16 training steps of the default network on random positions.
func BenchmarkSteps(b *testing.B) {
	c := Defaults(1)
	l, samples := newLearner(&c), randomSamples(10_000)
	for b.Loop() {
		if _, err := l.train(b.Context(), fitness.Random(1, "test"), samples, nil, meanEvery, func(int, float64) {}); err != nil {
			b.Fatal(err)
		}
	}
}
