package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
)

// A pool shares items that each serve one request at a time: searchers with their transposition
// tables, or external programs. It makes items when they are needed and reuses them, so it holds
// no more items than were ever in use at once. Requests wait while all items are in use. The pool
// refuses requests if too many wait already.
type pool[T any] struct {
	inUse      chan struct{} // a token for each item in use
	waiting    atomic.Int64
	maxWaiting int64
	newItem    func() T

	mu   sync.Mutex
	free []T
}

// newPool makes a pool of up to size items. Up to maxWaiting requests may wait for one.
func newPool[T any](size, maxWaiting int, newItem func() T) *pool[T] {
	return &pool[T]{inUse: make(chan struct{}, size), maxWaiting: int64(maxWaiting), newItem: newItem}
}

var errTooManyWaiting = refuse(http.StatusServiceUnavailable,
	errors.New("too many requests are waiting: try again in a moment"))

// take waits for an item until ctx is cancelled. The caller must give the item back.
func (p *pool[T]) take(ctx context.Context) (item T, err error) {
	if err := p.wait(ctx); err != nil {
		return item, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		item, p.free = p.free[last], p.free[:last]
		return item, nil
	}
	return p.newItem(), nil
}

func (p *pool[T]) wait(ctx context.Context) error {
	select { // do not wait if an item is free
	case p.inUse <- struct{}{}:
		return nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.maxWaiting {
		return errTooManyWaiting
	}
	select {
	case p.inUse <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool[T]) give(item T) {
	p.mu.Lock()
	p.free = append(p.free, item)
	p.mu.Unlock()
	<-p.inUse
}

// drain waits until all items are free and returns them. The pool cannot be used afterwards.
func (p *pool[T]) drain() []T {
	for range p.size() {
		p.inUse <- struct{}{}
	}
	return p.free
}

// size is how many items the pool holds at most.
func (p *pool[T]) size() int { return cap(p.inUse) }

// idle reports whether no item is in use.
func (p *pool[T]) idle() bool { return len(p.inUse) == 0 }

// share is the part of its time that a request may use, from 0 to 1: waiting requests get an
// even share of the items.
func (p *pool[T]) share() float64 {
	return float64(p.size()) / float64(int64(p.size())+p.waiting.Load())
}
