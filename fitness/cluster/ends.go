package cluster

import (
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
)

// Ends knows of each arena which of its Plays was the last to end: a worker need not finish
// what our cores were faster with.
type ends struct {
	mu    sync.Mutex
	plays map[string]uint64 // by arena
}

// mostEnds is how many arenas are remembered. More of them cost some needless games.
const mostEnds = 1000

// take takes in that an arena's Play is over.
func (e *ends) take(m *nats.Msg) {
	arena := m.Subject[len(overSubjects):]
	play, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.plays == nil || len(e.plays) >= mostEnds {
		e.plays = map[string]uint64{}
	}
	e.plays[arena] = max(e.plays[arena], play)
}

// over reports whether nobody needs a task's results any more.
func (e *ends) over(t *task) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return t.Play <= e.plays[t.Arena]
}
