package cluster

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// An outage tracks problems with the server. It produces one message when the server fails and one when the
// server is back.
type outage struct {
	mu      sync.Mutex
	problem string // "" if the server works
	retryAt time.Time
}

// retryPause is the time between two attempts to use a failing server.
const retryPause = time.Second

// retryDue reports whether the server may be used: it works, or it is time for another attempt.
func (o *outage) retryDue() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Now().After(o.retryAt)
}

// record records the result of a request and returns a message for the user, "" for none.
func (o *outage) record(err error) (message string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == nil {
		if o.problem != "" {
			message = "the server is back"
		}
		o.problem = ""
		return message
	}
	if errors.Is(err, nats.ErrNoResponders) {
		err = errors.New("the server has no JetStream: start it with --jetstream")
	}
	o.retryAt = time.Now().Add(retryPause)
	if o.problem == "" {
		message = fmt.Sprintf("cannot send tasks to workers: %v; continuing on the cores of this machine", err)
	}
	o.problem = err.Error()
	return message
}
