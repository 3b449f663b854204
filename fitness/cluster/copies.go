package cluster

import (
	"sync"
	"time"
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

// copyDelay is how long a copy that a worker must not play is offered to other workers only.
const copyDelay = 50 * time.Millisecond

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
