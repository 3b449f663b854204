package cluster

import (
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
)

// cancellations record the last finished Play of each arena, so that a worker drops the tasks of finished
// Plays.
type cancellations struct {
	mu    sync.Mutex
	plays map[string]uint64 // by arena
}

// maxCancellations is the maximum number of arenas in the record. If there are more, all are forgotten, and
// workers play some games in vain.
const maxCancellations = 1000

// record records that a Play of an arena is finished.
func (c *cancellations) record(m *nats.Msg) {
	arena := m.Subject[len(endedSubjects):]
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

// ended reports whether the Play of a task is finished, so that nothing needs its results.
func (c *cancellations) ended(t *task) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return t.Play <= c.plays[t.Arena]
}
