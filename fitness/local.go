package fitness

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"evothello/players"
)

// Local is an arena that plays in this process.
type Local struct {
	Workers int  // pairs at a time; 0 means one per core
	Timed   bool // measure the time of moves; this makes shallow searches a few per cent slower
	// Compile makes players of recipes; nil means Recipe.Contestant. Recipes with a program's parameters need a Compile
	// that knows the program.
	Compile func(*players.Recipe) (*players.Contestant, error)
}

var _ Arena = Local{}

// Slots implements Arena.
func (l Local) Slots() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Play implements Arena. Its memory depends on the number of workers, not on the number of recipes.
func (l Local) Play(ctx context.Context, pairs []Pair, played func(i int, r PairResult)) ([]PairResult, error) {
	cache := NewPlayerCache(l.Slots())
	if l.Compile != nil {
		cache.compile = l.Compile
	}
	return l.Distribute(ctx, len(pairs), played, func() Worker {
		games := NewGameLoop(cache)
		return Worker{
			Play:  func(ctx context.Context, i int) (PairResult, error) { return games.Play(ctx, &pairs[i], l.Timed) },
			Close: games.Close,
		}
	})
}

// A Worker plays pairs, one after another.
type Worker struct {
	Play  func(ctx context.Context, i int) (PairResult, error) // plays the pair with index i
	Close func()                                               // is called once, after the last pair
}

// Distribute lets workers play n pairs and returns the results like Play. It makes one worker per slot; they run at the
// same time. Each worker gets indexes of pairs only, so pairs may be of any kind.
func (l Local) Distribute(ctx context.Context, n int, played func(i int, r PairResult),
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
			defer worker.Close()
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
