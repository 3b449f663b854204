//go:build !js

package web

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// Watchers tell clients when the state of a run changes. The files of a run are read once per
// interval, however many clients watch it.
type watchers struct {
	read     func(name string) (summary, error)
	interval time.Duration

	mu   sync.Mutex
	runs map[string]*watchedRun // by name
}

// A watchedRun is a run that clients watch, or watched until a moment ago.
type watchedRun struct {
	last        summary // the zero summary before the first read
	subscribers map[mailbox[summary]]bool
}

// subscribe returns a mailbox for the state of a run: at once, and again after each change. The
// mailbox is closed when the run is deleted.
func (w *watchers) subscribe(ctx context.Context, name string) mailbox[summary] {
	updates := newMailbox[summary]()
	w.mu.Lock()
	defer w.mu.Unlock()
	run := w.runs[name]
	if run == nil {
		run = &watchedRun{subscribers: map[mailbox[summary]]bool{}}
		w.runs[name] = run
		go w.poll(ctx, name)
	} else if run.last.Name != "" {
		updates.put(run.last)
	}
	run.subscribers[updates] = true
	return updates
}

func (w *watchers) unsubscribe(name string, updates mailbox[summary]) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if run := w.runs[name]; run != nil {
		delete(run.subscribers, updates)
	}
}

// poll reads a run again and again until no client watches it or ctx is cancelled. It takes at
// most a tenth of a core, so long runs are read less often.
func (w *watchers) poll(ctx context.Context, name string) {
	for {
		began := time.Now()
		now, err := w.read(name)
		if !w.publish(name, now, err) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(w.interval, 10*time.Since(began))):
		}
	}
}

// publish sends the state of a run to its subscribers if it has changed, and reports whether there
// are any subscribers. It ignores a failed read: the next one may succeed.
func (w *watchers) publish(name string, now summary, err error) bool {
	refused, _ := errors.AsType[*refusal](err)
	deleted := refused != nil && refused.status == http.StatusNotFound
	w.mu.Lock()
	defer w.mu.Unlock()
	run := w.runs[name]
	changed := err == nil && !reflect.DeepEqual(now, run.last)
	for updates := range run.subscribers {
		switch {
		case deleted:
			close(updates)
		case changed:
			updates.put(now)
		}
	}
	if changed {
		run.last = now
	}
	if deleted || len(run.subscribers) == 0 {
		delete(w.runs, name)
		return false
	}
	return true
}

// keepAliveInterval is how often an idle stream checks that its client is still there.
const keepAliveInterval = 15 * time.Second

// watch answers /api/runs/NAME/events.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	kind, err := s.kindOf(name)
	if err != nil {
		return err
	}
	if _, err := s.summaryOf(kind, name); err != nil {
		return refuse(http.StatusUnprocessableEntity, err)
	}
	updates := s.watchers.subscribe(s.closing, name)
	defer s.watchers.unsubscribe(name, updates)
	out, ticker := beginStream(w), time.NewTicker(keepAliveInterval)
	defer ticker.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return nil
		case now, open := <-updates:
			if !open {
				return nil
			}
			err = out.send("progress", strconv.Itoa(now.Progress.Count), now)
		case <-ticker.C:
			err = out.keepAlive()
		}
		if err != nil { // the client left, or reads too slowly
			return nil
		}
	}
}
