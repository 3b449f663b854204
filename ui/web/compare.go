package web

import (
	"context"
	"net/http"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players/analysis"
	"evothello/ui/playerlist"
)

type compareQuestion struct {
	Game   game               `json:"game"` // the game before the move
	Move   string             `json:"move"`
	Player *playerlist.Choice `json:"player"` // player whose weights are used, as in analysisQuestion
}

// A compareAnswer compares a move with the best one of its position.
type compareAnswer struct {
	Moves   []moveView            `json:"moves"` // all legal moves, best first
	Best    lineOfPlay            `json:"best"`
	Played  lineOfPlay            `json:"played"`
	Reasons []analysis.ReasonView `json:"reasons"`
}

// A lineOfPlay is a move and the expected play that begins with it.
type lineOfPlay struct {
	moveView
	Line      []string       `json:"line"`
	Positions []positionView `json:"positions"` // the position before the move, and after each move except passes
}

// compare answers /api/compare.
func (s *Server) compare(ctx context.Context, q compareQuestion) (*compareAnswer, error) {
	played, err := q.Game.analysable()
	if err != nil {
		return nil, err
	}
	at := played.Position().Settle()
	move, err := engine.ParseSquare(q.Move)
	if err == nil {
		err = engine.CheckLegal(at, move)
	}
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	var answer *compareAnswer
	err = s.judge(ctx, q.Player, played.board, func(limited context.Context, j judge) error {
		compared, err := j.Compare(limited, j.searcher, at, move, j.settings)
		if err == nil {
			answer, err = newCompareAnswer(at, compared)
		}
		return err
	})
	return answer, err
}

func newCompareAnswer(at engine.Position, c *analysis.Comparison) (a *compareAnswer, err error) {
	a = &compareAnswer{Moves: viewMoves(c.Moves), Reasons: analysis.ViewReasons(c.Reasons)}
	if a.Best, err = newLineOfPlay(at, &c.Best); err != nil {
		return nil, err
	}
	if a.Played, err = newLineOfPlay(at, &c.Played); err != nil {
		return nil, err
	}
	return a, nil
}

func newLineOfPlay(at engine.Position, line *analysis.Line) (lineOfPlay, error) {
	view := lineOfPlay{moveView: moveView{line.Square.String(), line.Value}, Line: squareNames(line.Play)}
	played := session.New(at)
	for _, move := range line.Play {
		if err := played.Play(move); err != nil {
			return view, err
		}
	}
	view.Positions = viewOf(played).Positions
	return view, nil
}
