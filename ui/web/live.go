package web

import (
	"context"
	"net/http"
	"reflect"
	"strconv"
	"sync"
	"time"
)

// Watchers are who watches runs. However many watch one, its files are looked at once a
// second.
type watchers struct {
	read  func(name string) (summary, error)
	here  func(name string) bool // whether there is such a run
	often time.Duration

	mu  sync.Mutex
	all map[string]*watched // by the run's name
}

// A watched run is one that a client watches, or did a moment ago.
type watched struct {
	last summary // the zero summary before it has been read
	news map[mailbox[summary]]bool
}

// join has a watcher told how a run stands, and again when that changes. The mailbox is
// closed when the run is gone.
func (w *watchers) join(ctx context.Context, name string) mailbox[summary] {
	news := newMailbox[summary]()
	w.mu.Lock()
	defer w.mu.Unlock()
	run := w.all[name]
	if run == nil {
		run = &watched{news: map[mailbox[summary]]bool{}}
		w.all[name] = run
		go w.watch(ctx, name)
	} else if run.last.Name != "" {
		news.put(run.last)
	}
	run.news[news] = true
	return news
}

func (w *watchers) leave(name string, news mailbox[summary]) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if run := w.all[name]; run != nil {
		delete(run.news, news)
	}
}

// watch reads a run again and again until no client watches it or ctx is cancelled. It takes at
// most a tenth of a core, so long runs are read less often.
func (w *watchers) watch(ctx context.Context, name string) {
	for {
		began := time.Now()
		now, err := w.read(name)
		if !w.tell(name, now, err) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(w.often, 10*time.Since(began))):
		}
	}
}

// tell tells all watchers of a run how it stands, if that is news, and reports whether
// there are any. What cannot be read now may be later.
func (w *watchers) tell(name string, now summary, err error) bool {
	gone := !w.here(name)
	w.mu.Lock()
	defer w.mu.Unlock()
	run := w.all[name]
	isNews := err == nil && !reflect.DeepEqual(now, run.last)
	for news := range run.news {
		switch {
		case gone:
			close(news)
		case isNews:
			news.put(now)
		}
	}
	if isNews {
		run.last = now
	}
	if gone || len(run.news) == 0 {
		delete(w.all, name)
		return false
	}
	return true
}

// knocking is how often a client is asked for who hears nothing.
const knocking = 15 * time.Second

// watch answers /api/runs/NAME/events.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if err := s.listed(name); err != nil {
		return err
	}
	if _, err := s.summary(name); err != nil {
		return refuse(http.StatusUnprocessableEntity, err)
	}
	news := s.watchers.join(s.closing, name)
	defer s.watchers.leave(name, news)
	out, knock := begin(w), time.NewTicker(knocking)
	defer knock.Stop()
	for {
		var err error
		select {
		case <-r.Context().Done():
			return nil
		case now, here := <-news:
			if !here {
				return nil
			}
			err = out.send("progress", strconv.Itoa(now.Generation), now)
		case <-knock.C:
			err = out.knock()
		}
		if err != nil { // the client left, or does not keep up
			return nil
		}
	}
}
