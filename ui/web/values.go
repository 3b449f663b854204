package web

import (
	"context"
	"net/http"
	"time"

	"evothello/engine"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/ui/lobby"
)

type valuesQuestion struct {
	Game    game          `json:"game"`
	Player  *lobby.Choice `json:"player"` // nil is the champion; how deep it looks does not matter
	Seconds float64       `json:"seconds"`
}

// The seconds that moves are valued for.
const (
	usualSeconds = 5
	mostSeconds  = 20
)

// lastSolved is from how many empties on all moves are valued exactly, if time allows:
// before, to look deeper tells more.
const lastSolved = 20

type valuesView struct {
	Depth int        `json:"depth"`
	Nodes uint64     `json:"nodes"`
	Moves []moveView `json:"moves"`
}

type moveView struct {
	Move  string         `json:"move"`
	Value analysis.Value `json:"value"`
}

type lineView struct {
	Line []string `json:"line"`
}

// values answers /api/values.
func (s *Server) values(w http.ResponseWriter, r *http.Request) error {
	q := valuesQuestion{Seconds: usualSeconds}
	if err := read(w, r, longestQuestion, &q); err != nil {
		return err
	}
	if !(q.Seconds > 0 && q.Seconds <= mostSeconds) {
		return refusef(http.StatusUnprocessableEntity, "seconds %v: want more than 0, and at most %d", q.Seconds, mostSeconds)
	}
	played, err := q.Game.session()
	if err != nil {
		return err
	}
	if played.Over() {
		return refusef(http.StatusUnprocessableEntity, "the game is over")
	}
	_, judge, err := s.judgeOf(q.Player, played.board)
	if err != nil {
		return err
	}
	searcher, err := s.studies.take(r.Context())
	if err != nil {
		return err
	}
	out := begin(w)
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	go s.limit(ctx, stop, time.Duration(q.Seconds*float64(time.Second)))
	news := newMailbox[valuesView]()
	var line []engine.Square
	go func() {
		defer close(news)
		defer s.studies.give(searcher)
		line = think(ctx, judge, searcher, played.Position().Settle(), news.put)
	}()
	for values := range news {
		if out.send("values", "", values) != nil {
			stop() // and wait until the search has ended
		}
	}
	view := lineView{[]string{}}
	for _, move := range line {
		view.Line = append(view.Line, move.String())
	}
	if out.send("line", "", view) == nil {
		_ = out.send("done", "", struct{}{})
	}
	return nil
}

// think values all moves and returns the line that is expected.
func think(ctx context.Context, judge *judge, searcher *search.Searcher, at engine.Position,
	report func(valuesView)) (line []engine.Square) {
	searcher.NewGame()
	settings := search.Settings{}
	if at.Empties() <= lastSolved {
		settings = search.Settings{Depth: max(1, at.Empties()/2), Endgame: lastSolved}
	}
	best := judge.Values(ctx, searcher, at, settings, func(v analysis.Values) {
		view := valuesView{Depth: v.Depth, Nodes: v.Nodes}
		for _, m := range v.Moves {
			view.Moves = append(view.Moves, moveView{m.Square.String(), m.Value})
		}
		report(view)
		// The deeper the search, the sooner its memory loses the line: one that goes further
		// and begins with the same move tells more.
		if now := searcher.Line(at.Board, search.Result{Move: v.Moves[0].Square, Depth: v.Depth}); len(line) == 0 ||
			now[0] != line[0] || len(now) > len(line) {
			line = now
		}
	})
	if best.Exact {
		return judge.Line(ctx, searcher, at, best)
	}
	return line
}

// limit stops a study when its time is over. The more wait, the less it has, also if they
// come while it goes on.
func (s *Server) limit(ctx context.Context, stop context.CancelFunc, wanted time.Duration) {
	const often = 50 * time.Millisecond
	began, clock := time.Now(), time.NewTicker(often)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-clock.C:
			if now.Sub(began).Seconds() >= wanted.Seconds()*s.studies.share() {
				stop()
				return
			}
		}
	}
}
