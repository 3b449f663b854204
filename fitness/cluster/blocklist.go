package cluster

import (
	"fmt"
	"sync"
)

// A blocklist contains the workers that returned wrong results, and their hosts, with the reasons. It counts how often
// results of workers lost all trust.
type blocklist struct {
	mu      sync.Mutex
	reasons map[string]string // by the id of a worker or by host
	caught  int
	last    string // the reason of the last time
}

// maxCaught is how often workers may be caught until an arena plays on alone. A faulty worker that comes back under
// other names would otherwise keep a run busy for ever.
const maxCaught = 3

// block adds a worker or a host. If it is there already, its first reason stays. counted says that wrong results of it
// may have counted.
func (b *blocklist) block(name, reason string, counted bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.reasons == nil {
		b.reasons = map[string]string{}
	}
	if b.reasons[name] == "" && len(b.reasons) < maxWorkers {
		b.reasons[name] = reason
	}
	if counted {
		b.caught++
		b.last = reason
	}
}

// reason returns why a worker or a host is blocked, "" if it is not.
func (b *blocklist) reason(name string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.reasons[name]
}

// alone returns why no worker gets tasks any more, "" if they do.
func (b *blocklist) alone() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.caught < maxCaught && len(b.reasons) < maxWorkers {
		return ""
	}
	return fmt.Sprintf("wrong results of workers had to be played again %d times: the run's machine now plays all "+
		"games itself. Start the run again with --replicas 2: then two workers must agree on each result", b.caught)
}

func (b *blocklist) caughtSoFar() (times int, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.caught, b.last
}
