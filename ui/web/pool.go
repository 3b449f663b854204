package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
)

// A pool has things that each serve one request at a time: searchers with their
// memory, other people's programs. Things are made when they are needed and used again, so
// there are no more than were ever in use at once. Who comes when all are in use waits in
// line, and where too many wait already is turned away.
type pool[T any] struct {
	inUse   chan struct{} // a token for each
	waiting atomic.Int64
	most    int64 // who may wait
	fresh   func() T

	mu   sync.Mutex
	free []T
}

// newPool makes a pool of up to so many things, at which so many may wait.
func newPool[T any](things, most int, fresh func() T) *pool[T] {
	return &pool[T]{inUse: make(chan struct{}, things), most: int64(most), fresh: fresh}
}

var errCrowd = refuse(http.StatusServiceUnavailable, errors.New("too many wait already: try again in a moment"))

// take waits for a thing, which must be given back, until ctx is cancelled.
func (p *pool[T]) take(ctx context.Context) (thing T, err error) {
	if err := p.wait(ctx); err != nil {
		return thing, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		thing, p.free = p.free[last], p.free[:last]
		return thing, nil
	}
	return p.fresh(), nil
}

func (p *pool[T]) wait(ctx context.Context) error {
	select { // do not wait if one is free
	case p.inUse <- struct{}{}:
		return nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.most {
		return errCrowd
	}
	select {
	case p.inUse <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *pool[T]) give(thing T) {
	p.mu.Lock()
	p.free = append(p.free, thing)
	p.mu.Unlock()
	<-p.inUse
}

// drain removes all things for good, each as soon as it is free.
func (p *pool[T]) drain() []T {
	for range p.size() {
		p.inUse <- struct{}{}
	}
	return p.free
}

// size is how many things there may be.
func (p *pool[T]) size() int { return cap(p.inUse) }

// idle reports whether nothing is in use.
func (p *pool[T]) idle() bool { return len(p.inUse) == 0 }

// share is the part of its time that a request may use, given how many wait: the things are
// shared evenly.
func (p *pool[T]) share() float64 {
	return float64(p.size()) / float64(int64(p.size())+p.waiting.Load())
}
