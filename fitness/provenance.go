package fitness

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Provenance remembers which workers of a Trusting arena returned results, because a worker may turn out wrong later.
// The caller names results by keys. Of other arenas it remembers nothing.
type Provenance[K cmp.Ordered] struct {
	arena   Trusting       // nil if the arena is not Trusting
	keys    map[string][]K // by worker
	doubts  int            // number of times that results were in doubt
	checked time.Time
}

// maxDoubts is how often a Provenance names results that are in doubt. A faulty worker that comes back each time would
// otherwise keep a command busy for ever.
const maxDoubts = 10

// NewProvenance returns the provenance of an arena's results.
func NewProvenance[K cmp.Ordered](arena Arena) *Provenance[K] {
	trusting, _ := arena.(Trusting)
	return &Provenance[K]{arena: trusting, keys: map[string][]K{}, checked: time.Now()}
}

// Record records who returned the result of pair i. Call it while Play calls played for that pair.
func (p *Provenance[K]) Record(i int, key K) {
	if p.arena == nil {
		return
	}
	for _, worker := range p.arena.ReturnedBy(i) {
		p.keys[worker] = append(p.keys[worker], key)
	}
}

// Doubtful returns the keys of results from workers that turned out wrong since the last call, in ascending order, and
// what was wrong. They must be played again.
func (p *Provenance[K]) Doubtful() (keys []K, reason string, err error) {
	p.checked = time.Now()
	for worker, returned := range p.keys {
		if wrong := p.arena.Wrong(worker); wrong != "" {
			keys, reason = append(keys, returned...), wrong
			delete(p.keys, worker)
		}
	}
	if len(keys) == 0 {
		return nil, "", nil
	}
	if p.doubts++; p.doubts > maxDoubts {
		err = fmt.Errorf("workers have returned wrong results %d times: find the faulty one, or play without workers",
			p.doubts)
	}
	slices.Sort(keys)
	return slices.Compact(keys), reason, err
}

// DoubtfulEverySecond is Doubtful at most once per second.
func (p *Provenance[K]) DoubtfulEverySecond() (keys []K, reason string, err error) {
	if time.Since(p.checked) < time.Second {
		return nil, "", nil
	}
	return p.Doubtful()
}
