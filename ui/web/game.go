package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/players"
)

// A game is what the client holds of one.
type game struct {
	Board   string   `json:"board,omitempty"` // a size from 10 to 26, or "" for that of the start, which is the standard one if there is none
	Start   string   `json:"start,omitempty"` // a position, "" for where games start on the board
	Moves   string   `json:"moves"`
	Forfeit *forfeit `json:"forfeit,omitempty"`
}

type forfeit struct {
	Side   string `json:"side"`
	Reason string `json:"reason"`
}

// longestReason is how many bytes of a forfeit's reason are taken.
const longestReason = 1000

// A match is a game in progress on a board.
type match struct {
	*session.Session
	board engine.Shape
}

// session plays the game on its board.
func (g *game) session() (*match, error) {
	if onLarge(g.Board) {
		return nil, refusef(http.StatusUnprocessableEntity, "board %s: on boards larger than 8×8 games can be played, and no more", g.Board)
	}
	board, start, err := g.origin()
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	moves, err := engine.ParseTranscriptFrom(start, g.Moves)
	if err != nil {
		return nil, refuseMoves(moves.Transcript(), err)
	}
	played, err := session.From(moves)
	s := &match{played, board}
	if err != nil || g.Forfeit == nil {
		return s, err
	}
	side, err := g.Forfeit.check(s.Over())
	if err != nil {
		return nil, err
	}
	s.Forfeit(side, g.Forfeit.Reason)
	return s, nil
}

// refuseMoves refuses a game of which only the first moves are legal.
func refuseMoves(legal string, err error) error {
	return &refusal{http.StatusUnprocessableEntity, err, &legal}
}

// check refuses what is no forfeit of a game that is over, or not, without it.
func (f *forfeit) check(over bool) (engine.Side, error) {
	side, err := parseSide(f.Side)
	switch {
	case err != nil:
		return side, refusef(http.StatusUnprocessableEntity, "forfeit: %w", err)
	case len(f.Reason) > longestReason:
		return side, refusef(http.StatusUnprocessableEntity, "forfeit: the reason is longer than %d bytes", longestReason)
	case over:
		return side, refusef(http.StatusUnprocessableEntity, "forfeit: the game is over without one")
	}
	return side, nil
}

// A gameView is what there is to show of a game.
type gameView struct {
	Board     string         `json:"board"`
	Start     string         `json:"start"`
	Moves     string         `json:"moves"`
	Forfeit   *forfeit       `json:"forfeit"`
	Opening   string         `json:"opening"`
	Positions []positionView `json:"positions"`
}

// A positionView is what there is to show of a game after one of its moves.
type positionView struct {
	Board   string   `json:"board"`
	Side    string   `json:"side"`
	Legal   []string `json:"legal"`
	Last    string   `json:"last"`
	Flipped []string `json:"flipped"`
	Passed  bool     `json:"passed"`
	Over    bool     `json:"over"`
	Black   int      `json:"black"`
	White   int      `json:"white"`
	Result  int      `json:"result"`
}

// show answers /api/game.
func (s *Server) show(_ context.Context, q struct {
	Game game `json:"game"`
}) (*gameView, error) {
	if onLarge(q.Game.Board) {
		played, err := q.Game.large()
		if err != nil {
			return nil, err
		}
		return viewLarge(played), nil
	}
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	return view(played), nil
}

// view shows a session move by move: it is played again.
func view(played *match) *gameView {
	moves := played.Game()
	v := &gameView{Board: nameOfBoard(played.board), Start: moves.Start.String(), Moves: moves.Transcript(), Opening: players.Opening(moves)}
	again := session.New(moves.Start)
	v.add(again.Snapshot(), 0)
	for _, move := range moves.Moves {
		before := again.Position().Settle()
		if err := again.Play(move); err != nil {
			panic("web: " + err.Error()) // a session's own moves
		}
		v.add(again.Snapshot(), before.Flips(move))
	}
	if end := played.Snapshot(); end.Forfeit != nil {
		v.Forfeit = &forfeit{sideName(end.Forfeit.Side), end.Forfeit.Reason}
		last := &v.Positions[len(v.Positions)-1]
		last.Over, last.Result = true, end.Discs
	}
	return v
}

func (v *gameView) add(s session.Snapshot, flipped uint64) {
	p := positionView{
		Board: s.Squares, Side: sideName(s.Side), Legal: []string{}, Flipped: []string{}, Passed: s.Passed, Over: s.Over,
		Black: strings.Count(s.Squares, "X"), White: strings.Count(s.Squares, "O"), Result: s.Discs,
	}
	if s.Last != engine.NoSquare {
		p.Last = s.Last.String()
	}
	for _, move := range s.Legal {
		p.Legal = append(p.Legal, move.String())
	}
	for square := range engine.SquaresOf(flipped) {
		p.Flipped = append(p.Flipped, square.String())
	}
	v.Positions = append(v.Positions, p)
}

func sideName(side engine.Side) string { return strings.ToLower(side.String()) }

func parseSide(name string) (engine.Side, error) {
	for _, side := range []engine.Side{engine.Black, engine.White} {
		if name == sideName(side) {
			return side, nil
		}
	}
	return engine.Black, fmt.Errorf("side %q: want black or white", name)
}
