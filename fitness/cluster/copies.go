package cluster

import (
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// takenCopies record which copy of each task a worker has taken, because others must play the other copies.
type takenCopies struct {
	mu     sync.Mutex
	copies map[takenTask]int
}

type takenTask struct {
	arena string
	play  uint64
	first int
}

// maxTaken is the maximum number of tasks in the record. If there are more, all are forgotten: a worker may then take
// two copies of a task, and the arena plays its pairs itself.
const maxTaken = 10_000

// copyDelay returns how long a copy that a worker must not play is offered to other workers only: from 50 ms to 3.2 s,
// the longer the more often it was offered.
func copyDelay(m jetstream.Msg) time.Duration {
	const first, doublings = 50 * time.Millisecond, 6
	about, err := m.Metadata()
	if err != nil {
		return first
	}
	return first << min(about.NumDelivered-1, doublings)
}

// take records that a worker takes a copy of a task. It returns false if the worker has taken another one.
func (c *takenCopies) take(t *task) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	key := takenTask{t.Arena, t.Play, t.First}
	if number, taken := c.copies[key]; taken {
		return number == t.Copy
	}
	if c.copies == nil || len(c.copies) >= maxTaken {
		c.copies = map[takenTask]int{}
	}
	c.copies[key] = t.Copy
	return true
}
