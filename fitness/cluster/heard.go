package cluster

import (
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A heard records which Play each arena announced last, so that a worker stops tasks of finished Plays, and of arenas
// that are gone.
type heard struct {
	mu    sync.Mutex
	plays map[string]announced // by arena
	next  chan struct{}        // is closed with the next announcement
}

type announced struct {
	play uint64
	at   time.Time
}

// maxHeard is the maximum number of arenas in the record. If there are more, all are forgotten.
const maxHeard = 1000

// announcement returns a channel that is closed with the next announcement.
func (h *heard) announcement() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next == nil {
		h.next = make(chan struct{})
	}
	return h.next
}

// receive records an announcement.
func (h *heard) receive(m *nats.Msg) {
	if play, err := strconv.ParseUint(string(m.Data), 10, 64); err == nil {
		h.record(m.Subject[len(playSubjects):], play)
	}
}

func (h *heard) record(arena string, play uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.plays == nil || len(h.plays) >= maxHeard {
		h.plays = map[string]announced{}
	}
	h.plays[arena] = announced{max(play, h.plays[arena].play), time.Now()}
	if h.next != nil {
		close(h.next)
		h.next = nil
	}
}

// over reports whether nothing needs the results of a task.
func (h *heard) over(t *task) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := h.plays[t.Arena]
	return last.play > t.Play || time.Since(last.at) > silence
}
