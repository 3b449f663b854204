package web

import (
	"context"
	"errors"
	"net/http"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/ui/lobby"
)

// Defaults for judging games: a whole game takes less than a second.
const (
	usualDepth   = 8
	usualEndgame = 18
)

type judgeQuestion struct {
	Game   game          `json:"game"`
	Player *lobby.Choice `json:"player"` // nil is the champion
}

// A judgement is what evolve analyze says of a game, and what each position is worth to
// Black in discs.
type judgement struct {
	Player  string                `json:"player"`
	Depth   int                   `json:"depth"`
	Endgame int                   `json:"endgame"`
	Game    analysis.AnalysedGame `json:"game"`
	Values  []float64             `json:"values"`
}

// analyze answers /api/analysis.
func (s *Server) analyze(ctx context.Context, q judgeQuestion) (*judgement, error) {
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	name, judge, err := s.judgeOf(q.Player, played.board)
	if err != nil {
		return nil, err
	}
	settings := search.Settings{Depth: usualDepth, Endgame: usualEndgame}
	if q.Player != nil {
		depth, endgame, err := q.Player.Looks()
		if err != nil {
			return nil, choiceError(err)
		}
		if depth > 0 {
			settings = search.Settings{Depth: depth, Endgame: endgame}
		}
	}
	searcher, err := s.studies.take(ctx)
	if err != nil {
		return nil, err
	}
	defer s.studies.give(searcher)
	limited, stop := context.WithTimeoutCause(ctx, 2*s.MaxThink, errTooDeep)
	defer stop()
	moves, err := analysis.NewWith(searcher, judge.weights, settings).Analyse(limited, played.Game())
	if err != nil {
		return nil, context.Cause(limited)
	}
	analysis.InDiscs(moves, judge.Scale())
	values := judge.values(moves)
	values = append(values, judge.last(limited, searcher, played.Session, settings))
	if limited.Err() != nil {
		return nil, context.Cause(limited)
	}
	document := analysis.NewDocument(name, settings)
	document.Add(&formats.Annotated{Game: *played.Game()}, moves)
	return &judgement{document.Player, document.Depth, document.Endgame, document.Games[0], values}, nil
}

var errTooDeep = refuse(http.StatusUnprocessableEntity,
	errors.New("this takes too long here: choose a lower level, or less depth and endgame"))

// values is what the position before each judged move is worth to Black, in discs.
func (j *judge) values(moves []analysis.Move) []float64 {
	all := []float64{}
	for i := range moves {
		m := &moves[i]
		all = append(all, blacks(m.Side, j.Value(m.Before.Board, m.BestFound).Discs))
	}
	return all
}

// last is what the position at the end of a game is worth to Black.
func (j *judge) last(ctx context.Context, searcher *search.Searcher, played *session.Session,
	settings search.Settings) float64 {
	if end := played.Snapshot(); end.Over {
		return float64(end.Discs)
	}
	at := played.Position().Settle()
	return blacks(at.Side, j.Value(at.Board, j.Best(ctx, searcher, at, settings)).Discs)
}

// blacks is a value for Black that is one for a side.
func blacks(side engine.Side, value float64) float64 {
	if side == engine.White && value != 0 { // 0, not −0
		return -value
	}
	return value
}

// An explanation is what evolve explain says of a position, with what each scorer adds.
type explanation struct {
	Board   string         `json:"board"`
	Side    string         `json:"side"`
	Phase   int            `json:"phase"`
	Weights map[string]int `json:"weights"`
	explained
	Moves []explainedMove `json:"moves"`
}

type explained struct {
	analysis.PositionScore
	Scorers []contribution `json:"scorers"`
}

type explainedMove struct {
	Move string `json:"move"`
	explained
}

type contribution struct {
	analysis.Contribution
	Discs float64 `json:"discs"`
}

// explain answers /api/explain.
func (s *Server) explain(_ context.Context, q judgeQuestion) (*explanation, error) {
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	_, judge, err := s.judgeOf(q.Player, played.board)
	if err != nil {
		return nil, err
	}
	at := played.Position().Settle()
	e := analysis.Explain(judge.weights, at, true)
	e.InDiscs(judge.Scale(), at.Board)
	view := &explanation{
		Board: e.Board, Side: e.Side, Phase: e.Phase, Weights: e.Weights,
		explained: judge.explained(at, e, e.PositionScore), Moves: []explainedMove{},
	}
	for _, m := range e.Moves {
		view.Moves = append(view.Moves, explainedMove{m.Move, judge.explained(at, e, m.PositionScore)})
	}
	return view, nil
}

// explained adds to a valuation what each scorer does.
func (j *judge) explained(at engine.Position, e *analysis.Explanation, v analysis.PositionScore) explained {
	all := explained{PositionScore: v, Scorers: []contribution{}}
	for _, c := range e.Contributions(&v) {
		all.Scorers = append(all.Scorers, contribution{c, j.Discs(at.Board, c.Points)})
	}
	return all
}

// A worthsView is what discs are worth to a player, phase by phase.
type worthsView struct {
	Player string       `json:"player"`
	Start  string       `json:"start"` // of the board
	Turns  []int        `json:"turns"`
	Phases []phaseWorth `json:"phases"`
}

type phaseWorth struct {
	Name string `json:"name"`
	analysis.SquareValues
}

// mostWorths are kept: they take a sixth of a second.
const mostWorths = 64

// worths answers /api/worths.
func (s *Server) worthsOf(r *http.Request) (*worthsView, error) {
	player := r.URL.Query().Get("player")
	judge, err := s.judge(player)
	if err != nil {
		return nil, err
	}
	weights := *judge.weights
	if on := r.URL.Query().Get("board"); on != "" {
		board, err := boardNamed(on)
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, err)
		}
		if err := judge.playsOn(player, board); err != nil {
			return nil, err
		}
		weights.Board = &board
	}
	searcher, err := s.studies.take(r.Context()) // not to search, but for a share of the cores
	if err != nil {
		return nil, err
	}
	defer s.studies.give(searcher)
	home := weights.HomeBoard()
	worths, _ := s.worths.get(judge.hash+home.Start.Squares(), "",
		func() ([]analysis.SquareValues, error) { return analysis.SquareValuesByPhase(&weights), nil })
	turns := weights.Turns.On(home)
	view := &worthsView{Player: player, Start: home.Start.String(), Turns: turns}
	for i, worth := range worths {
		view.Phases = append(view.Phases, phaseWorth{"moves " + turns.Moves(i), worth})
	}
	return view, nil
}
