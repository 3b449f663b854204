package cluster

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A outage tracks what is wrong with the server. The user is told once when it fails, and once when it
// is back.
type outage struct {
	mu    sync.Mutex
	what  string // "" if all is well
	until time.Time
}

// retryPause is how long to wait before a failing server is tried again.
const retryPause = time.Second

// over reports whether it is time to try again.
func (o *outage) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return time.Now().After(o.until)
}

// note records the result of a call, and returns the message for the user, "" for none.
func (o *outage) note(err error) (news string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == nil {
		if o.what != "" {
			news = "the server is there again"
		}
		o.what = ""
		return news
	}
	if errors.Is(err, nats.ErrNoResponders) {
		err = errors.New("the server has no JetStream: start it with --jetstream")
	}
	o.until = time.Now().Add(retryPause)
	if o.what == "" {
		news = fmt.Sprintf("no work for others: %v; going on with this machine's cores", err)
	}
	o.what = err.Error()
	return news
}
