package cluster

import (
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
)

// cancellations remember the last Play that each arena finished. A worker drops tasks of finished
// Plays.
type cancellations struct {
	mu    sync.Mutex
	plays map[string]uint64 // by arena
}

// maxCancellations is how many arenas are remembered. More of them cost some needless games.
const maxCancellations = 1000

// take records that a Play of an arena is over.
func (c *cancellations) take(m *nats.Msg) {
	arena := m.Subject[len(overSubjects):]
	play, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.plays == nil || len(c.plays) >= maxCancellations {
		c.plays = map[string]uint64{}
	}
	c.plays[arena] = max(c.plays[arena], play)
}

// over reports whether the task's Play is over, so that its results are useless.
func (c *cancellations) over(t *task) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return t.Play <= c.plays[t.Arena]
}
