// Package session implements a game of Othello in progress: moves made and taken back, passes, the side to move,
// forfeits, the end and the result. All user interfaces and protocols play their games with it. It works on boards of
// all sizes.
package session

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// A Session is a game in progress. It is not safe for concurrent use.
type Session struct {
	start   engine.Position
	plies   []Ply    // first those made, then those taken back; without implied passes
	made    int      // the number of plies made
	forfeit *Forfeit // the forfeit after all of them, nil without one
}

// A Ply is a move or a pass, and the position after it.
type Ply struct {
	Move  engine.Square
	After engine.Position
}

// A Forfeit is the loss of a game before its end: the side that lost, and the reason.
type Forfeit struct {
	Side   engine.Side
	Reason string
}

// New returns a session from a start position after moves, which must be legal.
func New(start engine.Position, moves ...engine.Square) *Session {
	s, err := From(&engine.Game{Start: start, Moves: moves})
	if err != nil {
		panic("session: " + err.Error())
	}
	return s
}

// From returns a session that continues a game. The game may have any start position, even one where the mover must
// pass or the game is over. The error for an illegal move gives its number.
func From(game *engine.Game) (*Session, error) {
	s := &Session{start: game.Start}
	for i, move := range game.Moves {
		if err := s.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Start returns the position before the first move.
func (s *Session) Start() engine.Position { return s.start }

// Position returns the position after the last move. It does not include a pass that is due but was
// not played; Settle adds it.
func (s *Session) Position() engine.Position { return s.before(s.made) }

// before returns the position before a ply.
func (s *Session) before(ply int) engine.Position {
	if ply == 0 {
		return s.start
	}
	return s.plies[ply-1].After
}

// Play makes a move. It implies a pass that is due, but such a pass may also be played. An illegal move changes
// nothing, and the error describes the fault. After a legal move, Redo has nothing to repeat.
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

// Forfeit ends the game: side loses all squares, so that a forfeit is never better than a loss. It
// does nothing after the end of the game.
func (s *Session) Forfeit(side engine.Side, reason string) {
	if !s.Over() {
		s.plies, s.forfeit = s.plies[:s.made], &Forfeit{side, reason}
	}
}

// forfeited returns the forfeit that ended the game, nil without one.
func (s *Session) forfeited() *Forfeit {
	if s.made < len(s.plies) {
		return nil
	}
	return s.forfeit
}

// Over reports whether the game is over: neither side can move, or a side has forfeited.
func (s *Session) Over() bool { return s.forfeited() != nil || s.Position().Over() }

// Undo takes back the last move or pass that was played, together with a pass that the move implied and a forfeit after
// it. It returns false if there is nothing to take back.
func (s *Session) Undo() bool {
	if s.made == 0 {
		return false
	}
	s.made--
	return true
}

// UndoTo takes back a side's last move and everything after it. It returns the moves taken back, without passes, or
// none if the side has made no move. Passes do not count as moves, because the side had no choice.
func (s *Session) UndoTo(side engine.Side) (taken []engine.Square) {
	for i, ply := range slices.Backward(s.plies[:s.made]) {
		if ply.Move != engine.Pass && ply.After.Side == side.Other() {
			taken = s.moves(s.plies[i:s.made])
			s.made = i
			break
		}
	}
	return taken
}

// Redo repeats the earliest ply that was taken back. It returns false if there is none. With the last ply it also
// repeats a forfeit that followed.
func (s *Session) Redo() bool {
	if s.made == len(s.plies) {
		return false
	}
	s.made++
	return true
}

// Plies returns the moves made, with implied and played passes.
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

// Moves returns the moves made, without passes.
func (s *Session) Moves() []engine.Square { return s.moves(s.plies[:s.made]) }

// Transcript writes the moves made without blanks, for example f5d6c3.
func (s *Session) Transcript() string { return engine.Transcript(s.Moves()) }

// moves returns the moves among plies.
func (s *Session) moves(plies []Ply) (moves []engine.Square) {
	for _, ply := range plies {
		if ply.Move != engine.Pass {
			moves = append(moves, ply.Move)
		}
	}
	return moves
}

// Continues reports whether the session begins with the start position and all plies of an earlier session.
func (s *Session) Continues(earlier *Session) bool {
	before, after := earlier.Plies(), s.Plies()
	return s.start == earlier.start && len(after) >= len(before) && slices.Equal(after[:len(before)], before)
}

// Game returns a copy of the game so far, with passes implied. It is for players that think while the session
// continues, for transcripts, and for From.
func (s *Session) Game() *engine.Game {
	return &engine.Game{Start: s.start, Moves: s.Moves()}
}
