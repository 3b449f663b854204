package cluster

import "sync"

// A blocklist contains the workers that returned wrong results, with the reasons.
type blocklist struct {
	mu      sync.Mutex
	reasons map[string]string
}

// block adds a worker. If it is there already, its first reason stays.
func (b *blocklist) block(worker, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reasons == nil {
		b.reasons = map[string]string{}
	}
	if b.reasons[worker] == "" && len(b.reasons) < maxWorkers {
		b.reasons[worker] = reason
	}
}

// reason returns why a worker is blocked, "" if it is not.
func (b *blocklist) reason(worker string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if reason := b.reasons[worker]; reason != "" || len(b.reasons) < maxWorkers {
		return reason
	}
	return "too many workers have returned wrong results: start the run again"
}
