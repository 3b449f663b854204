package cluster

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/players"
)

func serve(t testing.TB, o Options) (*Server, *Arena) {
	s, err := Listen("127.0.0.1:0", Access{Token: "secret"}, false)
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

// work starts a worker at a server of serve.
func work(t testing.TB, s *Server, w *Worker) (stop func() error) {
	return startWorker(t, strings.Replace(s.Address(), "nats://", "nats://secret@", 1), w)
}

func waitForSlots(t testing.TB, a *Arena, slots int) {
	require.Eventually(t, func() bool { return a.workers.slots() == slots }, 10*time.Second, 10*time.Millisecond)
}

func TestArenasWithWorkers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		agree int
		slots []int
	}{{1, nil}, {1, []int{1}}, {1, []int{2, 1, 3}}, {2, []int{1}}, {2, []int{2, 1, 3}}} {
		slots := test.slots
		t.Run(fmt.Sprint(len(slots), " workers, ", test.agree, " must agree"), func(t *testing.T) {
			s, a := serve(t, Options{Workers: 1, Agree: test.agree})
			all := 0
			for _, n := range slots {
				work(t, s, &Worker{Slots: n})
				all += n
			}
			waitForSlots(t, a, all)
			fitnesstest.TestArena(t, a)
			pairs, want := slowPairs(t, 100)
			for len(slots) >= test.agree && a.Status().Checked == 0 { // until workers have played
				playAll(t, a, pairs, want, nil)
			}
			assert.Len(t, a.Status().Workers, len(slots))
		})
	}
}

// An arena keeps nothing of a Play that is over.
func TestArenaForgets(t *testing.T) {
	t.Parallel()
	_, a := serve(t, Options{Workers: 1})
	gone := func() weak.Pointer[players.Recipe] {
		pairs := fitnesstest.Pairs(t, 2, "table", "greedy")
		_, err := a.Play(t.Context(), pairs, nil)
		require.NoError(t, err)
		return weak.Make(pairs[0].A)
	}()
	runtime.GC()
	assert.Nil(t, gone.Value())
}

// slowPairs returns n pairs, at most 300, that keep a worker busy for a while, and their results.
func slowPairs(t testing.TB, n int) ([]fitness.Pair, []fitness.PairResult) {
	playSlowPairs.Do(func() {
		slow.pairs = fitnesstest.Pairs(t, 300, "reversi-blank:depth=4,endgame=8", "strongest:depth=3", "greedy")
		var err error
		slow.results, err = fitness.Local{}.Play(context.Background(), slow.pairs, nil)
		require.NoError(t, err)
	})
	return slow.pairs[:n], slow.results[:n]
}

var (
	playSlowPairs sync.Once
	slow          struct {
		pairs   []fitness.Pair
		results []fitness.PairResult
	}
)
