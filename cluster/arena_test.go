package cluster

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/players"
)

func recipe(t testing.TB, text string) *players.Recipe {
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	r, err := spec.Recipe()
	require.NoError(t, err)
	return r
}

func somePairs(t testing.TB, n int, specs ...string) (pairs []fitness.Pair) {
	var all []*players.Recipe
	for _, text := range specs {
		all = append(all, recipe(t, text))
	}
	openings, err := fitness.RandomOpenings(fitness.Random(7, "test"), n, 8, fitness.ForAnything)
	require.NoError(t, err)
	for i, o := range openings {
		pairs = append(pairs, fitness.Pair{A: all[i%len(all)], B: all[(i+1)%len(all)], Opening: o, Seed: uint64(i)})
	}
	return pairs
}

func serve(t testing.TB, o Options) (*Server, *Arena) {
	s, err := Listen("127.0.0.1:0", t.TempDir(), Access{Token: "secret"}, false)
	require.NoError(t, err)
	t.Cleanup(s.Close)
	if o.Check == 0 {
		o.Check = DefaultCheck
	}
	o.Notice = func(text string) { t.Log(text) }
	a, err := Serve(s, o)
	require.NoError(t, err)
	t.Cleanup(a.Close)
	return s, a
}

// work starts a worker, which ends with the test; stop ends it before.
func work(t testing.TB, s *Server, w *Worker) (stop func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Work(ctx, s.Address(), Access{Token: "secret"}) }()
	stop = sync.OnceValue(func() error { cancel(); return <-done })
	t.Cleanup(func() { _ = stop() })
	return stop
}

func arrive(t testing.TB, a *Arena, slots int) {
	require.Eventually(t, func() bool { return a.workers.slots() == slots }, 10*time.Second, 10*time.Millisecond)
}

func TestSameResultsAsHere(t *testing.T) {
	pairs := somePairs(t, 400, "seed-blank:depth=3,endgame=6", "champion:depth=2", "greedy", "joseki:depth=2")
	want, err := fitness.Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	s, a := serve(t, Options{Workers: 1})
	first := &Worker{Name: "one", Slots: 1}
	work(t, s, first)
	arrive(t, a, 1)
	for range 3 {
		told := make([]int, len(pairs))
		got, err := a.Play(context.Background(), pairs, func(i int, r fitness.PairResult) { told[i]++ })
		require.NoError(t, err)
		assert.Equal(t, want, got)
		for _, n := range told {
			assert.Equal(t, 1, n)
		}
	}
	t.Logf("%+v", a.Status())
	assert.Positive(t, first.Pairs())
}
