package cluster

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// A trouble is what is wrong with the server, if anything. People are told once, and once
// when it is over.
type trouble struct {
	mu    sync.Mutex
	what  string // "" if all is well
	until time.Time
}

// rest is how long a server in trouble is left alone.
const rest = time.Second

// over reports whether it is time to try again.
func (t *trouble) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Now().After(t.until)
}

// note takes in how it went, and returns what people should be told, "" for nothing.
func (t *trouble) note(err error) (news string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err == nil {
		if t.what != "" {
			news = "the server is there again"
		}
		t.what = ""
		return news
	}
	if errors.Is(err, nats.ErrNoResponders) {
		err = errors.New("the server has no JetStream: start it with --jetstream")
	}
	t.until = time.Now().Add(rest)
	if t.what == "" {
		news = fmt.Sprintf("no work for others: %v; going on with this machine's cores", err)
	}
	t.what = err.Error()
	return news
}
