package web

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
)

// A pool has things of which each serves one request at a time: searchers with their
// memory, other people's programs. Who comes when none is free waits in line, and where
// too many wait already is turned away.
type pool[T any] struct {
	free    chan T
	waiting atomic.Int64
	most    int64 // who may wait
}

// newPool makes a pool of a few things at which so many may wait.
func newPool[T any](things []T, most int) *pool[T] {
	p := &pool[T]{free: make(chan T, len(things)), most: int64(most)}
	for _, thing := range things {
		p.free <- thing
	}
	return p
}

var errCrowd = refuse(http.StatusServiceUnavailable, errors.New("too many wait already: try again in a moment"))

// take waits for a thing, which must be given back, until ctx is cancelled.
func (p *pool[T]) take(ctx context.Context) (thing T, err error) {
	select { // nobody waits who need not
	case thing = <-p.free:
		return thing, nil
	default:
	}
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.most {
		return thing, errCrowd
	}
	select {
	case thing = <-p.free:
		return thing, nil
	case <-ctx.Done():
		return thing, ctx.Err()
	}
}

func (p *pool[T]) give(thing T) { p.free <- thing }

// size is how many things there are.
func (p *pool[T]) size() int { return cap(p.free) }

// idle reports whether all things are free.
func (p *pool[T]) idle() bool { return len(p.free) == cap(p.free) }

// share is which part of the time that it wants somebody may have, as many as wait now:
// the things are dealt out evenly.
func (p *pool[T]) share() float64 {
	return float64(p.size()) / float64(int64(p.size())+p.waiting.Load())
}
