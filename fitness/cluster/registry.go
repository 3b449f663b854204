package cluster

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// A hello is the message that a worker sends once a second.
type hello struct {
	Name        string `json:"name"`
	Slots       int    `json:"slots"`
	Fingerprint string `json:"fingerprint"`
}

// tasksPerSlot is the number of tasks that a worker has at most for each slot: while the slot plays one, the results
// of the one before are sent, and the next one is ready.
const tasksPerSlot = 2

// Limits of a hello, and the maximum number of workers at a time.
const (
	maxSlots      = 4096
	maxNameLength = 200 // bytes
	maxWorkers    = 10_000
)

// valid reports whether all fields are within their limits.
func (w *hello) valid() bool {
	return w.Slots > 0 && w.Slots <= maxSlots && len(w.Name) <= maxNameLength &&
		len(w.Fingerprint) <= maxNameLength
}

// A WorkerStatus is the status of one worker.
type WorkerStatus struct {
	Name           string  `json:"name"`
	Slots          int     `json:"slots"` // pairs at a time
	Pairs          int     `json:"pairs"` // pairs returned
	PairsPerSecond float64 `json:"pairs_per_second"`
}

// A Status is the status of an arena and its workers.
type Status struct {
	Workers     []WorkerStatus `json:"workers"`         // current workers, sorted by name
	Here        int            `json:"pairs_here"`      // pairs that this machine played
	Elsewhere   int            `json:"pairs_elsewhere"` // pairs that workers returned
	Checked     int            `json:"pairs_checked"`   // pairs that this machine played again to check workers
	Refused     int            `json:"workers_refused"` // workers with another engine or wrong results
	Caught      int            `json:"workers_caught"`  // how often all results of workers were played again
	Tasks       int            `json:"tasks_in_flight"`
	Redelivered int            `json:"tasks_redelivered"` // tasks that were lost and handed out again
}

// Slots returns the number of pairs that the workers play at a time.
func (s *Status) Slots() (slots int) {
	for _, w := range s.Workers {
		slots += w.Slots
	}
	return slots
}

// A registry contains the current workers.
type registry struct {
	mu           sync.Mutex
	workers      map[string]*registered
	refused      map[string]bool // ids of refused workers, at most maxWorkers
	refusedCount int             // number of refused workers
	speed        float64         // pairs per second of one slot, 0 if unknown
	pairs        int             // pairs that all workers returned
	lost         int             // tasks that were taken back from workers
}

type registered struct {
	WorkerStatus
	host     string
	lastSeen time.Time
}

func newRegistry() *registry {
	return &registry{workers: map[string]*registered{}, refused: map[string]bool{}}
}

// register records the hello of a worker.
func (r *registry) register(id, host string, w *hello) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.workers[id]
	if e == nil {
		if len(r.workers) >= maxWorkers {
			return
		}
		e = &registered{}
		r.workers[id] = e
	}
	e.Name, e.Slots, e.host, e.lastSeen = w.Name, w.Slots, host, time.Now()
}

// find returns the host and the slots of a worker. A worker that is not registered has none.
func (r *registry) find(id string) (host string, slots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.workers[id]; e != nil {
		return e.host, e.Slots
	}
	return "", 0
}

// refuse records that a worker is refused. It returns false if the worker is already known as refused.
func (r *registry) refuse(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.workers, id)
	if r.refused[id] {
		return false
	}
	if len(r.refused) >= maxWorkers {
		clear(r.refused)
	}
	r.refused[id] = true
	r.refusedCount++
	return true
}

// recordResults records that a slot of a worker needed the time took to play a task of pairs.
func (r *registry) recordResults(id string, pairs int, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pairs += pairs
	rate := float64(pairs) / max(took, time.Microsecond).Seconds()
	r.speed = runningMean(r.speed, rate)
	if e := r.workers[id]; e != nil {
		e.Pairs += pairs
		e.PairsPerSecond = runningMean(e.PairsPerSecond, rate*float64(e.Slots))
	}
}

// recordLost records that tasks were taken back from workers.
func (r *registry) recordLost(tasks int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lost += tasks
}

// runningMean returns the exponential moving average with weight ⅛ for the next value. previous is 0 before
// the first value.
func runningMean(previous, next float64) float64 {
	if previous == 0 {
		return next
	}
	return previous + (next-previous)/8
}

// dropSilent removes the workers whose last hello is too long ago, and returns their ids.
func (r *registry) dropSilent() (gone map[string]bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	gone = map[string]bool{}
	for id, e := range r.workers {
		if time.Since(e.lastSeen) > silence {
			gone[id] = true
			delete(r.workers, id)
		}
	}
	return gone
}

func (r *registry) slots() (slots int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.workers {
		if time.Since(e.lastSeen) <= silence {
			slots += e.Slots
		}
	}
	return slots
}

func (r *registry) rate() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.speed
}

// status returns the part of the status that the registry knows.
func (r *registry) status() (s Status) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s.Workers = []WorkerStatus{}
	for _, e := range r.workers {
		if time.Since(e.lastSeen) <= silence {
			s.Workers = append(s.Workers, e.WorkerStatus)
		}
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return cmp.Compare(a.Name, b.Name) })
	s.Elsewhere, s.Refused, s.Redelivered = r.pairs, r.refusedCount, r.lost
	return s
}
