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
	// a size from 10 to 26, or "" for that of the start, which is the standard one if there is none
	Board   string   `json:"board,omitempty"`
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
		return nil, refusef(http.StatusUnprocessableEntity,
			"board %s: on boards larger than 8×8 games can be played, and no more", g.Board)
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
	if err != nil {
		return nil, err
	}
	return &match{played, board}, g.Forfeit.end(played)
}

// refuseMoves refuses a game whose first moves alone are legal.
func refuseMoves(legal string, err error) error {
	return &refusal{http.StatusUnprocessableEntity, err, &legal}
}

// end ends a game by the forfeit, unless that is nil, and refuses what is none.
func (f *forfeit) end(played interface {
	Over() bool
	Forfeit(loser engine.Side, reason string)
}) error {
	if f == nil {
		return nil
	}
	side, err := parseSide(f.Side)
	switch {
	case err != nil:
		return refusef(http.StatusUnprocessableEntity, "forfeit: %w", err)
	case len(f.Reason) > longestReason:
		return refusef(http.StatusUnprocessableEntity, "forfeit: the reason is longer than %d bytes", longestReason)
	case played.Over():
		return refusef(http.StatusUnprocessableEntity, "forfeit: the game is over without one")
	}
	played.Forfeit(side, f.Reason)
	return nil
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

// view shows a match.
func view(played *match) *gameView {
	v := viewOf(played.Session, nameOfBoard(played.board))
	v.Opening = players.Opening(played.Game())
	return v
}

// viewOf shows a session move by move.
func viewOf[P session.Position[P, S], S session.Square](played *session.Of[P, S], board string) *gameView {
	v := &gameView{Board: board, Start: played.Start().String(), Moves: played.Transcript()}
	for _, s := range played.Snapshots() {
		p := positionView{
			Board: s.Squares, Side: sideName(s.Side), Legal: names(s.Legal), Flipped: names(s.Flipped), Passed: s.Passed,
			Over:  s.Over,
			Black: s.Black(), White: s.White(), Result: s.Discs,
		}
		if s.Last >= 0 {
			p.Last = s.Last.String()
		}
		if s.Forfeit != nil {
			v.Forfeit = &forfeit{sideName(s.Forfeit.Side), s.Forfeit.Reason}
		}
		v.Positions = append(v.Positions, p)
	}
	return v
}

// names are the names of squares, never nil.
func names[S session.Square](squares []S) []string {
	all := []string{}
	for _, s := range squares {
		all = append(all, s.String())
	}
	return all
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
