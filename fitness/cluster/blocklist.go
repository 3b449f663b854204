package cluster

import "sync"

// blocklist are the workers whose results cannot be trusted, and why.
type blocklist struct {
	mu      sync.Mutex
	reasons map[string]string
}

// ban drops a worker for good; the first reason stays.
func (b *blocklist) ban(worker, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reasons == nil || len(b.reasons) >= mostWorkers {
		b.reasons = map[string]string{}
	}
	if b.reasons[worker] == "" {
		b.reasons[worker] = reason
	}
}

// reason is why a worker was dropped, "" if it was not.
func (b *blocklist) reason(worker string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reasons[worker]
}
