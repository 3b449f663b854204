package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/search"
)

type thinkQuestion struct {
	moveQuestion
	ID string `json:"id"` // ID of the search, for /api/stop
}

// A thinkingView is the progress of a player's search.
type thinkingView struct {
	Depth   int             `json:"depth"` // last finished depth, 0 before the first
	Nodes   uint64          `json:"nodes"`
	Seconds float64         `json:"seconds"`
	Value   *analysis.Value `json:"value"` // null if unknown
	Line    []string        `json:"line"`  // expected play from the best move so far on
}

// maxIDBytes is the maximum length of a search's id, in bytes.
const maxIDBytes = 100

// think answers /api/think.
func (s *Server) think(w http.ResponseWriter, r *http.Request) error {
	var q thinkQuestion
	if err := decodeQuestion(w, r, maxQuestionBytes, &q); err != nil {
		return err
	}
	if len(q.ID) > maxIDBytes {
		return refusef(http.StatusUnprocessableEntity, "id: it is longer than %d bytes", maxIDBytes)
	}
	o := &observer{id: q.ID, progress: newMailbox[thinkingView](), began: time.Now()}
	var answer *moveAnswer
	var err error
	go func() {
		defer close(o.progress)
		answer, err = s.choose(r.Context(), q.moveQuestion, o)
	}()
	var out *stream // begins with the first event, so that a refusal before it has a status of its own
	send := func(event string, data any) error {
		if out == nil {
			out = beginStream(w)
		}
		return out.send(event, "", data)
	}
	for view := range o.progress {
		_ = send("thinking", view) // if the client is gone, the request's context ends the search
	}
	switch {
	case err == nil:
		_ = send("move", answer)
	case out == nil:
		return err
	case r.Context().Err() != nil: // the server ends: the page asks again, as after any answer that breaks off
	default:
		_ = send("error", map[string]string{"error": err.Error()})
	}
	return nil
}

// An observer reports the progress of a player's search, and lets the client end it. A nil observer does
// neither.
type observer struct {
	id       string // "" for a search that the client cannot end
	progress mailbox[thinkingView]
	began    time.Time
	told     time.Time // of the last report
}

// reportInterval is the minimum time between two reports.
const reportInterval = 100 * time.Millisecond

// begin observes a search. It returns the context of the search, and a function that ends the observation.
// The searcher is nil for external programs, whose searches cannot be observed or ended.
func (o *observer) begin(
	ctx context.Context, s *Server, player string, at engine.Position, searcher *search.Searcher,
) (thinking context.Context, end func()) {
	if o == nil || searcher == nil {
		return ctx, func() {}
	}
	searcher.Watch(func(r search.Result) {
		now := time.Now()
		if now.Sub(o.told) < reportInterval || now.Sub(o.began) < reportInterval {
			return
		}
		o.told = now
		view := thinkingView{Nodes: r.Nodes, Seconds: now.Sub(o.began).Seconds(), Line: []string{}}
		if r.Move != engine.NoSquare {
			view.Depth, view.Line = r.Depth, squareNames(searcher.Line(at.Board, r))
			view.Value = s.valueOf(player, at, r)
		}
		o.progress.put(view)
	})
	thinking, stop := o.stoppable(ctx, s)
	return thinking, func() {
		stop()
		searcher.Watch(nil)
	}
}

// stoppable returns a context that the client can end, and a function that releases it.
func (o *observer) stoppable(ctx context.Context, s *Server) (thinking context.Context, release func()) {
	if o == nil || o.id == "" {
		return ctx, func() {}
	}
	thinking, stop := context.WithCancel(ctx)
	s.searches.add(o.id, stop)
	return thinking, func() {
		s.searches.remove(o.id)
		stop()
	}
}

// searches are the searches under way that clients can end, by the ids that the clients chose. The pools
// bound their number.
type searches struct {
	mu   sync.Mutex
	stop map[string]context.CancelFunc
}

func (s *searches) add(id string, stop context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil {
		s.stop = map[string]context.CancelFunc{}
	}
	s.stop[id] = stop
}

func (s *searches) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.stop, id)
}

// A stopAnswer says whether the search was under way.
type stopAnswer struct {
	Stopped bool `json:"stopped"`
}

// stop answers /api/stop: the player makes the best move that it has found.
func (s *Server) stop(_ context.Context, q struct {
	ID string `json:"id"`
}) (stopAnswer, error) {
	s.searches.mu.Lock()
	defer s.searches.mu.Unlock()
	stop, known := s.searches.stop[q.ID]
	if known {
		stop()
	}
	return stopAnswer{known}, nil
}
