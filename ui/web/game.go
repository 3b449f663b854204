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

// A game is a game in requests. The client stores it; the server stores none.
type game struct {
	// Board is the name of a board, the 64 characters of a start position, or a size from 10 to 26. "" means
	// the board of Start, or the standard board if there is no Start.
	Board   string   `json:"board,omitempty"`
	Start   string   `json:"start,omitempty"` // start position; "" is the board's start position
	Moves   string   `json:"moves"`
	Forfeit *forfeit `json:"forfeit,omitempty"`
}

type forfeit struct {
	Side   string `json:"side"`
	Reason string `json:"reason"`
}

// maxReasonBytes is the maximum length of a forfeit's reason, in bytes.
const maxReasonBytes = 1000

// A playedGame is a game that was replayed on its board.
type playedGame struct {
	*session.Session
	board engine.Shape
}

// session replays the game on its board.
func (g *game) session() (*playedGame, error) {
	board, start, err := g.boardAndStart()
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
	return &playedGame{played, board}, g.Forfeit.apply(played)
}

// analysable is session for requests that need values in discs.
func (g *game) analysable() (*playedGame, error) {
	played, err := g.session()
	if err == nil && played.board.IsLarge() {
		err = refusef(http.StatusUnprocessableEntity, "board %s: boards larger than 8×8 have no analysis, values or "+
			"explanations: the value of points in discs was measured only up to 8×8", g.Board)
	}
	return played, err
}

// refuseMoves refuses a game with an illegal move. legal holds the moves before it.
func refuseMoves(legal string, err error) error {
	return &refusal{http.StatusUnprocessableEntity, err, &legal}
}

// apply ends a game by the forfeit. It does nothing if f is nil, and refuses an invalid forfeit.
func (f *forfeit) apply(played *session.Session) error {
	if f == nil {
		return nil
	}
	side, err := parseSide(f.Side)
	switch {
	case err != nil:
		return refusef(http.StatusUnprocessableEntity, "forfeit: %w", err)
	case len(f.Reason) > maxReasonBytes:
		return refusef(http.StatusUnprocessableEntity, "forfeit: the reason is longer than %d bytes", maxReasonBytes)
	case played.Over():
		return refusef(http.StatusUnprocessableEntity, "forfeit: the game is already over")
	}
	played.Forfeit(side, f.Reason)
	return nil
}

// A gameView describes a game to the client.
type gameView struct {
	Board     string         `json:"board"`
	Start     string         `json:"start"`
	Moves     string         `json:"moves"`
	Forfeit   *forfeit       `json:"forfeit"`
	Opening   string         `json:"opening"`
	Positions []positionView `json:"positions"`
}

// A positionView describes a position of a game to the client.
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
	played, err := q.Game.session()
	if err != nil {
		return nil, err
	}
	return view(played), nil
}

// view describes a game on its board.
func view(played *playedGame) *gameView {
	v := viewOf(played.Session)
	v.Board, v.Opening = nameOfBoard(played.board), players.Opening(played.Game())
	return v
}

// viewOf describes a session, position by position.
func viewOf(played *session.Session) *gameView {
	v := &gameView{Start: played.Start().String(), Moves: played.Transcript()}
	for _, s := range played.Snapshots() {
		if s.Forfeit != nil {
			v.Forfeit = &forfeit{sideName(s.Forfeit.Side), s.Forfeit.Reason}
		}
		v.Positions = append(v.Positions, newPositionView(s))
	}
	return v
}

func newPositionView(s session.Snapshot) positionView {
	p := positionView{
		Board: s.Squares, Side: sideName(s.Side), Legal: squareNames(s.Legal), Flipped: squareNames(s.Flipped),
		Passed: s.Passed, Over: s.Over, Black: s.Black(), White: s.White(), Result: s.Discs,
	}
	if s.Last >= 0 {
		p.Last = s.Last.String()
	}
	return p
}

// squareNames returns the names of squares. It never returns nil, so that JSON has [] for none.
func squareNames(squares []engine.Square) []string {
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
	return engine.Black, fmt.Errorf("side %q: must be black or white", name)
}
