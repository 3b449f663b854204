package web

import (
	"context"
	"errors"
	"net/http"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
)

type analysisQuestion struct {
	Game   game               `json:"game"`
	Player *playerlist.Choice `json:"player"` // player whose weights are used; nil is the board's shipped champion
}

// An analysisAnswer is the output of evolve analyze for a game, and the value of each position.
type analysisAnswer struct {
	Player  string                `json:"player"`
	Hash    string                `json:"hash"` // hash of the player's weights
	Depth   int                   `json:"depth"`
	Endgame int                   `json:"endgame"`
	Game    analysis.AnalysedGame `json:"game"`
	Values  []float64             `json:"values"` // in discs for Black, one per position
	Summary struct {
		Black analysis.Summary `json:"black"`
		White analysis.Summary `json:"white"`
	} `json:"summary"`
}

// analyze answers /api/analysis.
func (s *Server) analyze(ctx context.Context, q analysisQuestion) (*analysisAnswer, error) {
	played, err := q.Game.analysable()
	if err != nil {
		return nil, err
	}
	var answer *analysisAnswer
	err = s.judge(ctx, q.Player, played.board, func(limited context.Context, j judge) error {
		moves, err := analysis.NewWith(j.searcher, j.weights, j.settings).Analyse(limited, played.Game())
		if err != nil {
			return err
		}
		analysis.InDiscs(moves, j.Scale())
		values := append(j.values(moves), j.finalValue(limited, j.searcher, played.Session, j.settings))
		document := analysis.NewDocument(j.name, j.settings)
		document.Add("", &formats.Annotated{Game: *played.Game()}, moves)
		answer = &analysisAnswer{
			Player: document.Player, Hash: j.hash, Depth: document.Depth, Endgame: document.Endgame,
			Game: document.Games[0], Values: values,
		}
		blanks := played.board.EmptiesAtStart()
		answer.Summary.Black = analysis.Summarise(moves, engine.Black, blanks)
		answer.Summary.White = analysis.Summarise(moves, engine.White, blanks)
		return nil
	})
	return answer, err
}

// A judge is a player whose weights judge moves, with the search of an analysis.
type judge struct {
	*analyser
	name     string
	settings search.Settings
	searcher *search.Searcher
}

// judge calls work with a chosen judge. It ends work, with an error, after the maximum time of an analysis.
func (s *Server) judge(
	ctx context.Context, chosen *playerlist.Choice, board engine.Shape, work func(context.Context, judge) error,
) error {
	name, analyser, err := s.analyserOf(chosen, board)
	if err != nil {
		return err
	}
	settings, err := analysisSettings(chosen)
	if err != nil {
		return err
	}
	searcher, err := s.analysisPool.take(ctx)
	if err != nil {
		return err
	}
	defer s.analysisPool.give(searcher)
	limited, stop := context.WithTimeoutCause(ctx, s.MaxAnalysis, errTooDeep)
	defer stop()
	if err = work(limited, judge{analyser, name, settings, searcher}); limited.Err() != nil {
		return context.Cause(limited)
	}
	return err
}

// analysisSettings returns the search of an analysis: the depth of the chosen player, if it has one.
func analysisSettings(chosen *playerlist.Choice) (search.Settings, error) {
	settings := analysis.DefaultSettings
	if chosen == nil {
		return settings, nil
	}
	depth, endgame, err := chosen.SearchDepth()
	if err != nil {
		return settings, choiceError(err)
	}
	if depth > 0 {
		settings = search.Settings{Depth: depth, Endgame: endgame}
	}
	return settings, nil
}

var errTooDeep = refuse(http.StatusUnprocessableEntity,
	errors.New("the analysis takes too long: choose a lower level, or less depth and endgame"))

// values returns the value for Black, in discs, of the position before each analysed move.
func (a *analyser) values(moves []analysis.Move) []float64 {
	all := []float64{}
	for i := range moves {
		m := &moves[i]
		best := m.BestDiscs
		if !m.InDiscs {
			best = a.Value(m.Before.Board, m.BestFound).Discs
		}
		all = append(all, forBlack(m.Side, best))
	}
	return all
}

// finalValue returns the value for Black, in discs, of the last position of a game.
func (a *analyser) finalValue(
	ctx context.Context, searcher *search.Searcher, played *session.Session, settings search.Settings,
) float64 {
	if end := played.Snapshot(); end.Over { // maybe by a forfeit
		return float64(end.Discs)
	}
	_, value := a.ForBlack(ctx, searcher, played.Position(), settings)
	return value.Discs
}

// forBlack converts a value for a side to the value for Black.
func forBlack(side engine.Side, value float64) float64 {
	if side == engine.White && value != 0 { // avoid −0
		return -value
	}
	return value
}

// An explanation is the output of evolve explain for a position, with each scorer's contribution.
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
	About string  `json:"about,omitempty"` // what the scorer counts; "" for the position after a move
}

// explain answers /api/explain.
func (s *Server) explain(_ context.Context, q analysisQuestion) (*explanation, error) {
	played, err := q.Game.analysable()
	if err != nil {
		return nil, err
	}
	_, analyser, err := s.analyserOf(q.Player, played.board)
	if err != nil {
		return nil, err
	}
	at := played.Position()
	e := analysis.Explain(analyser.weights, analyser.Scale(), at, true)
	view := &explanation{
		Board: e.Board, Side: e.Side, Phase: e.Phase, Weights: e.Weights,
		explained: analyser.explained(at, e, e.PositionScore), Moves: []explainedMove{},
	}
	for i, c := range view.Scorers {
		view.Scorers[i].About = evaluators.About(c.Scorer)
	}
	for _, m := range e.Moves {
		view.Moves = append(view.Moves, explainedMove{m.Move, analyser.explained(at, e, m.PositionScore)})
	}
	return view, nil
}

// explained adds each scorer's contribution to a valuation.
func (a *analyser) explained(at engine.Position, e *analysis.Explanation, v analysis.PositionScore) explained {
	all := explained{PositionScore: v, Scorers: []contribution{}}
	for _, c := range e.Contributions(&v) {
		all.Scorers = append(all.Scorers, contribution{c, a.Discs(at.Board, c.Points), ""})
	}
	return all
}

// A discValuesView holds the values that a player's weights give a disc on each square, by phase.
type discValuesView struct {
	Player string            `json:"player"`
	Start  string            `json:"start"` // the board's start position
	Turns  []int             `json:"turns"`
	Phases []phaseDiscValues `json:"phases"`
}

type phaseDiscValues struct {
	Name          string  `json:"name"`
	PointsPerDisc float64 `json:"points_per_disc"` // 0 if points do not predict results
	analysis.SquareValues
}

// maxDiscValues is the capacity of the cache of disc values, which take a sixth of a second to
// compute.
const maxDiscValues = 64

// discValuesOf answers /api/worths.
func (s *Server) discValuesOf(r *http.Request) (*discValuesView, error) {
	player := r.URL.Query().Get("player")
	if w, err := s.players.Switch(player); err == nil && w.HomeBoard().IsLarge() { // there are values up to 8×8 only
		return &discValuesView{Player: player, Turns: []int{}, Phases: []phaseDiscValues{}}, nil
	}
	analyser, err := s.analyser(player)
	if err != nil {
		return nil, err
	}
	weights := *analyser.weights
	if on := r.URL.Query().Get("board"); on != "" {
		board, err := boardNamed(on)
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, err)
		}
		if err := analyser.playsOn(player, board); err != nil {
			return nil, err
		}
		weights.Board = &board
	}
	searcher, err := s.analysisPool.take(r.Context()) // limits the load; it does not search
	if err != nil {
		return nil, err
	}
	defer s.analysisPool.give(searcher)
	home := weights.HomeBoard()
	compute := func() ([]analysis.SquareValues, error) { return analysis.SquareValuesByPhase(&weights), nil }
	discValues, _ := s.discValues.get(analyser.hash+home.Start.Squares(), "", compute) // compute never fails
	turns := weights.Turns.On(home)
	view := &discValuesView{Player: player, Start: home.Start.String(), Turns: turns}
	perDisc := analyser.Scale().PointsPerDiscByPhase()
	for i, worth := range discValues {
		view.Phases = append(view.Phases, phaseDiscValues{"moves " + turns.Moves(i), perDisc[i], worth})
	}
	return view, nil
}
