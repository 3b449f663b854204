package cluster

import (
	"fmt"
	"sync"
	"time"
)

// A notices passes on at most one message per second, with the number of those that it left out since the one before.
type notices struct {
	pass func(string)

	mu     sync.Mutex
	last   time.Time
	others int
}

func (n *notices) tell(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if time.Since(n.last) < time.Second {
		n.others++
		return
	}
	if n.others > 0 {
		text = fmt.Sprintf("%s; and %d others", text, n.others)
	}
	n.last, n.others = time.Now(), 0
	n.pass(text)
}
