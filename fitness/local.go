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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]PairResult, len(pairs))
	ready := NewPantry(l.Slots())
	var next atomic.Int64
	var report sync.Mutex
	var wg sync.WaitGroup
	for range min(l.Slots(), len(pairs)) {
		wg.Go(func() {
			seats := NewSeats(ready)
			defer seats.Leave()
			for i := next.Add(1) - 1; i < int64(len(pairs)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				var err error
				if results[i], err = seats.Play(ctx, &pairs[i], l.Timed); err != nil {
					cancel(err)
					return
				}
				if played != nil {
					report.Lock()
					played(int(i), results[i])
					report.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}
