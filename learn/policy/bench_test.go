package policy

import (
	"runtime"
	"testing"

	"evothello/fitness"
)

// BenchmarkSteps takes 16 training steps of the default network on random positions.
func BenchmarkSteps(b *testing.B) {
	c := Defaults(1)
	c.Steps = meanEvery
	l, samples := newLearner(&c), randomSamples(10_000)
	rng, ignored := fitness.Random(1, "test"), func(int, float64) {}
	for b.Loop() {
		if _, err := l.train(b.Context(), rng, samples, nil, runtime.GOMAXPROCS(0), ignored); err != nil {
			b.Fatal(err)
		}
	}
}
