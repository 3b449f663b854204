// Package session is a game of Othello in progress: the moves made and those taken
// back, passes, whose turn it is, forfeits, the end and the result. Whatever shows a
// game to people or to other programs plays it here.
package session

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// A Session is a game in progress. It is not safe for concurrent use.
type Session struct {
	start   engine.Position
	plies   []Ply    // those made, then those taken back; no passes that are implied
	made    int      // how many of them are made
	forfeit *Forfeit // what ended the game after all of them, nil if nothing did
}

// A Ply is a move or a pass, and the position that it led to.
type Ply struct {
	Move  engine.Square
	After engine.Position
}

// A Forfeit says who lost a game before its end, and why.
type Forfeit struct {
	Side   engine.Side
	Reason string
}

// New returns a session that starts in a position: any one, be it that its mover must
// pass or that the game is over there.
func New(start engine.Position) *Session { return &Session{start: start} }

// From returns a session that goes on where a game is. The error for an illegal move
// gives its number.
func From(game *engine.Game) (*Session, error) {
	s := New(game.Start)
	for i, move := range game.Moves {
		if err := s.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Start is the position before the first move.
func (s *Session) Start() engine.Position { return s.start }

// Position is the position after the last move. A pass that is due there is not taken
// unless it was played: Settle takes it.
func (s *Session) Position() engine.Position {
	if s.made == 0 {
		return s.start
	}
	return s.plies[s.made-1].After
}

// Play makes a move, over a pass that is due if need be: such a pass is implied, but
// may be played, too. An illegal move is refused with an error that says what is
// wrong, and changes nothing. A legal one makes Redo forget what was taken back.
func (s *Session) Play(move engine.Square) error {
	at := s.Position()
	if move != engine.Pass {
		at = at.Settle()
	}
	if s.forfeited() != nil {
		return fmt.Errorf("%s comes after the end of the game", move)
	}
	if err := engine.CheckLegal(at, move); err != nil {
		return err
	}
	s.plies, s.forfeit = append(s.plies[:s.made], Ply{move, at.Play(move)}), nil
	s.made++
	return nil
}

// Forfeit ends the game: side loses it with all the squares, so that nobody can do better
// by giving up a game than by losing it. After the end of the game it does nothing.
func (s *Session) Forfeit(side engine.Side, reason string) {
	if !s.Over() {
		s.plies, s.forfeit = s.plies[:s.made], &Forfeit{side, reason}
	}
}

// forfeited is what ended the game, nil if it was not a forfeit.
func (s *Session) forfeited() *Forfeit {
	if s.made < len(s.plies) {
		return nil
	}
	return s.forfeit
}

// Over reports whether the game is over: neither side can move, or one has forfeited.
func (s *Session) Over() bool { return s.forfeited() != nil || s.Position().Over() }

// Undo takes back the last move or pass that was played, together with a pass that it
// implied and the forfeit that followed, and reports whether there was one.
func (s *Session) Undo() bool {
	if s.made == 0 {
		return false
	}
	s.made--
	return true
}

// UndoTo takes back a side's last move and all that followed, and returns the moves
// taken back, passes left out: none if the side made no move. A pass is none; there is
// nothing to choose.
func (s *Session) UndoTo(side engine.Side) (taken []engine.Square) {
	for i, ply := range slices.Backward(s.plies[:s.made]) {
		if ply.Move != engine.Pass && ply.After.Side == side.Other() {
			taken = squares(s.plies[i:s.made])
			s.made = i
			break
		}
	}
	return taken
}

// Redo makes the first of what was taken back again, and reports whether there was
// anything. A forfeit comes back with the last.
func (s *Session) Redo() bool {
	if s.made == len(s.plies) {
		return false
	}
	s.made++
	return true
}

// Plies returns the moves made and the passes between them, implied or played.
func (s *Session) Plies() (plies []Ply) {
	at := s.start
	for _, ply := range s.plies[:s.made] {
		if ply.Move != engine.Pass && at.MustPass() {
			plies = append(plies, Ply{engine.Pass, at.Pass()})
		}
		plies = append(plies, ply)
		at = ply.After
	}
	return plies
}

// Continues reports whether the session has the start and the plies of an earlier one,
// and perhaps more of them.
func (s *Session) Continues(earlier *Session) bool {
	before, after := earlier.Plies(), s.Plies()
	return s.start == earlier.start && len(after) >= len(before) && slices.Equal(after[:len(before)], before)
}

// Game returns a copy of the game so far, which implies its passes: for players who
// think while the session goes on, for a transcript, for From.
func (s *Session) Game() *engine.Game {
	return &engine.Game{Start: s.start, Moves: squares(s.plies[:s.made])}
}

// squares are the moves among plies.
func squares(plies []Ply) (moves []engine.Square) {
	for _, ply := range plies {
		if ply.Move != engine.Pass {
			moves = append(moves, ply.Move)
		}
	}
	return moves
}
