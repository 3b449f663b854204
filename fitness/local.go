package fitness

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Local is the arena of this process.
type Local struct {
	Workers int  // pairs at a time; 0 means one per core
	Timed   bool // take the time of moves; shallow searches are a few per cent slower then
}

var _ Arena = Local{}

// Slots implements Arena.
func (l Local) Slots() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Play implements Arena. Its memory is bounded by the cores at work, however many
// recipes there are.
func (l Local) Play(ctx context.Context, pairs []Pair, played func(i int, r PairResult)) ([]PairResult, error) {
	ready := NewPlayerCache(l.Slots())
	return l.Share(ctx, len(pairs), played, func() Worker {
		games := NewGameLoop(ready)
		return Worker{
			Play:  func(ctx context.Context, i int) (PairResult, error) { return games.Play(ctx, &pairs[i], l.Timed) },
			Leave: games.Leave,
		}
	})
}

// A Worker plays pairs by their numbers, one after another.
type Worker struct {
	Play  func(ctx context.Context, i int) (PairResult, error)
	Leave func() // is called in the end
}

// Share plays n pairs as Play does, on boards of any size, with so many workers at a time.
func (l Local) Share(ctx context.Context, n int, played func(i int, r PairResult),
	newWorker func() Worker) ([]PairResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]PairResult, n)
	var next atomic.Int64
	var report sync.Mutex
	var wg sync.WaitGroup
	for range min(l.Slots(), n) {
		wg.Go(func() {
			worker := newWorker()
			defer worker.Leave()
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				var err error
				if results[i], err = worker.Play(ctx, i); err != nil {
					cancel(err)
					return
				}
				if played != nil {
					report.Lock()
					played(i, results[i])
					report.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}
