package web

import (
	"context"
	"net/http"
	"time"

	"evothello/engine"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
)

type valuesQuestion struct {
	Game    game               `json:"game"`
	Player  *playerlist.Choice `json:"player"` // player, as in analysisQuestion; its depth is ignored
	Seconds float64            `json:"seconds"`
}

// The default and maximum time of a request for values, in seconds.
const (
	defaultSeconds = 5
	maxSeconds     = 20
)

// exactEmpties is the number of empty squares from which all moves are valued exactly, if time
// allows. With more empty squares, a deeper heuristic search is more useful.
const exactEmpties = 20

type valuesView struct {
	Depth int        `json:"depth"`
	Nodes uint64     `json:"nodes"`
	Moves []moveView `json:"moves"`
}

type moveView struct {
	Move  string         `json:"move"`
	Value analysis.Value `json:"value"`
}

func viewMoves(moves []analysis.MoveValue) []moveView {
	all := make([]moveView, len(moves))
	for i, m := range moves {
		all[i] = moveView{m.Square.String(), m.Value}
	}
	return all
}

type lineView struct {
	Line []string `json:"line"`
}

// values answers /api/values.
func (s *Server) values(w http.ResponseWriter, r *http.Request) error {
	q := valuesQuestion{Seconds: defaultSeconds}
	if err := decodeQuestion(w, r, maxQuestionBytes, &q); err != nil {
		return err
	}
	if !(q.Seconds > 0 && q.Seconds <= maxSeconds) {
		return refusef(http.StatusUnprocessableEntity, "seconds %v: must be above 0 and at most %d", q.Seconds, maxSeconds)
	}
	played, err := q.Game.analysable()
	if err != nil {
		return err
	}
	if played.Over() {
		return refusef(http.StatusUnprocessableEntity, "the game is over")
	}
	_, analyser, err := s.analyserOf(q.Player, played.board)
	if err != nil {
		return err
	}
	searcher, err := s.analysisPool.take(r.Context())
	if err != nil {
		return err
	}
	out := beginStream(w)
	ctx, stop := context.WithCancel(r.Context())
	defer stop()
	go s.limit(ctx, stop, time.Duration(q.Seconds*float64(time.Second)))
	updates := newMailbox[valuesView]()
	var line []engine.Square
	go func() {
		defer close(updates)
		defer s.analysisPool.give(searcher)
		line = think(ctx, analyser, searcher, played.Position().Settle(), updates.put)
	}()
	for values := range updates {
		if out.send("values", "", values) != nil {
			stop() // the loop goes on until the search has ended
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

// think values all moves, reports the values of each depth, and returns the principal variation.
func think(
	ctx context.Context, analyser *analyser, searcher *search.Searcher, at engine.Position, report func(valuesView),
) (line []engine.Square) {
	searcher.NewGame()
	settings := search.Settings{}
	if at.Empties() <= exactEmpties {
		settings = search.Settings{Depth: max(1, at.Empties()/2), Endgame: exactEmpties}
	}
	best := analyser.Values(ctx, searcher, at, settings, func(v analysis.Values) {
		report(valuesView{Depth: v.Depth, Nodes: v.Nodes, Moves: viewMoves(v.Moves)})
		// Deep searches overwrite parts of the line in the transposition table. So keep a longer line
		// of an earlier depth that begins with the same move.
		now := searcher.Line(at.Board, search.Result{Move: v.Moves[0].Square, Depth: v.Depth})
		if len(line) == 0 || now[0] != line[0] || len(now) > len(line) {
			line = now
		}
	})
	if best.Exact {
		return analyser.Line(ctx, searcher, at, best)
	}
	return line
}

// limit stops a search when its time is over. Requests that wait for the pool shorten that time,
// also if they arrive during the search.
func (s *Server) limit(ctx context.Context, stop context.CancelFunc, wanted time.Duration) {
	const interval = 50 * time.Millisecond
	began, clock := time.Now(), time.NewTicker(interval)
	defer clock.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-clock.C:
			if now.Sub(began).Seconds() >= wanted.Seconds()*s.analysisPool.share() {
				stop()
				return
			}
		}
	}
}
