package cluster

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A greeting is what a worker says of itself once a second.
type greeting struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Slots       int    `json:"slots"`
	Fingerprint string `json:"fingerprint"`
}

// The most that is believed of a worker, and how many workers are remembered at a time.
const (
	mostSlots   = 4096
	longestName = 200 // bytes
	mostWorkers = 10_000
)

func (w *greeting) sensible() bool {
	return w.Slots > 0 && w.Slots <= mostSlots && len(w.ID) <= longestName && len(w.Name) <= longestName &&
		len(w.Fingerprint) <= longestName
}

// A reply is what an arena says to that.
type reply struct {
	Fingerprint string `json:"fingerprint"`
	Refused     string `json:"refused,omitempty"` // why the worker cannot help
}

// A WorkerStatus is how a worker does.
type WorkerStatus struct {
	Name           string  `json:"name"`
	Slots          int     `json:"slots"` // pairs at a time
	Pairs          int     `json:"pairs"` // returned so far
	PairsPerSecond float64 `json:"pairs_per_second"`
}

// A Status is how an arena's helpers do.
type Status struct {
	Workers     []WorkerStatus `json:"workers"` // that are there, by name
	Here        int            `json:"pairs_here"`
	Elsewhere   int            `json:"pairs_elsewhere"`
	Checked     int            `json:"pairs_checked"`   // played again here
	Refused     int            `json:"workers_refused"` // of another engine, or wrong
	Tasks       int            `json:"tasks_in_flight"`
	Redelivered int            `json:"tasks_redelivered"`
}

// Slots is how many pairs the workers play at a time.
func (s *Status) Slots() (slots int) {
	for _, w := range s.Workers {
		slots += w.Slots
	}
	return slots
}

// A registry knows the workers that are there.
type registry struct {
	mu      sync.Mutex
	workers map[string]*entry
	refused map[string]bool // the last of them
	turned  int             // away, all of them
	speed   float64         // pairs a second of one slot, 0 if not known
	pairs   int             // returned by all workers
	again   int             // tasks that were delivered more than once
}

type entry struct {
	WorkerStatus
	seen time.Time
}

func newRegistry() *registry {
	return &registry{workers: map[string]*entry{}, refused: map[string]bool{}}
}

// there notes that a worker is there.
func (r *registry) there(w *greeting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.workers[w.ID]
	if e == nil {
		if len(r.workers) >= mostWorkers {
			return
		}
		e = &entry{}
		r.workers[w.ID] = e
	}
	e.Name, e.Slots, e.seen = w.Name, w.Slots, time.Now()
}

// refuse notes that a worker is refused, and reports whether that is news.
func (r *registry) refuse(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.workers, id)
	if r.refused[id] {
		return false
	}
	if len(r.refused) >= mostWorkers {
		clear(r.refused)
	}
	r.refused[id] = true
	r.turned++
	return true
}

// returned notes a task's results: so many pairs, which took a slot that long.
func (r *registry) returned(id string, pairs int, took time.Duration, again int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if again > 0 {
		r.again++
	}
	if pairs == 0 || took <= 0 {
		return
	}
	r.pairs += pairs
	now := float64(pairs) / took.Seconds()
	r.speed = mean(r.speed, now)
	if e := r.workers[id]; e != nil {
		e.Pairs += pairs
		e.PairsPerSecond = mean(e.PairsPerSecond, now*float64(e.Slots))
	}
}

// mean is a running mean; the first value counts whole.
func mean(before, now float64) float64 {
	if before == 0 {
		return now
	}
	return before + (now-before)/8
}

// present drops workers that have not been heard of lately.
func (r *registry) present() {
	for id, e := range r.workers {
		if time.Since(e.seen) > silence {
			delete(r.workers, id)
		}
	}
}

func (r *registry) slots() (slots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.present()
	for _, e := range r.workers {
		slots += e.Slots
	}
	return slots
}

func (r *registry) rate() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.speed
}

// status says what the register knows.
func (r *registry) status() (s Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.present()
	s.Workers = []WorkerStatus{}
	for _, e := range r.workers {
		s.Workers = append(s.Workers, e.WorkerStatus)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	s.Elsewhere, s.Refused, s.Redelivered = r.pairs, r.turned, r.again
	return s
}
