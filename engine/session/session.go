// Package session implements a game of Othello in progress: moves made and taken back, passes, the
// side to move, forfeits, the end and the result. Everything that shows a game to people or to other
// programs plays it here. A Session is a game within 8×8 squares; package large has one for larger
// boards.
package session

import (
	"fmt"
	"slices"

	"evothello/engine"
)

// A Position is a board and the side to move, on boards with squares S.
type Position[P any, S Square] interface {
	comparable
	Play(S) P
	Pass() P
	Settle() P
	MustPass() bool
	Over() bool
	ToMove() engine.Side
	FinalDiff() int
	Squares() string
	String() string
}

// A Square is a square of a board, or a pass. The number -1 means none.
type Square interface {
	~int8 | ~int16
	Col() int
	Row() int
	String() string
}

// Rules are the rules of the game that a session needs and that are no methods of Position.
type Rules[P Position[P, S], S Square] struct {
	Pass  S
	Legal func(P) []S      // returns the legal moves of the side to move; never nil
	Flips func(P, S) []S   // returns the flips of a legal move
	Check func(P, S) error // returns what is wrong with a move or pass, nil if it is legal
}

// Of is a game in progress on boards with positions P and squares S. It is not safe for
// concurrent use.
type Of[P Position[P, S], S Square] struct {
	rules   *Rules[P, S]
	start   P
	plies   []PlyOf[P, S] // first those made, then those taken back; without implied passes
	made    int           // the number of plies made
	forfeit *Forfeit      // the forfeit after all of them, nil without one
}

// A PlyOf is a move or a pass, and the position after it.
type PlyOf[P, S any] struct {
	Move  S
	After P
}

// A Forfeit says which side lost a game before its end, and why.
type Forfeit struct {
	Side   engine.Side
	Reason string
}

// Begin returns a session from any start position, even one where the mover must pass or the game is
// over. It plays the given moves. The error for an illegal one gives its number.
func Begin[P Position[P, S], S Square](rules *Rules[P, S], start P, moves ...S) (*Of[P, S], error) {
	s := &Of[P, S]{rules: rules, start: start}
	for i, move := range moves {
		if err := s.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Start returns the position before the first move.
func (s *Of[P, S]) Start() P { return s.start }

// Position returns the position after the last move. It does not include a pass that is due but was
// not played; Settle adds it.
func (s *Of[P, S]) Position() P { return s.before(s.made) }

// before returns the position before a ply.
func (s *Of[P, S]) before(ply int) P {
	if ply == 0 {
		return s.start
	}
	return s.plies[ply-1].After
}

// Play makes a move. It implies a pass that is due, but such a pass may also be played. An illegal
// move changes nothing, and the error says what is wrong. After a legal one, Redo has nothing to
// repeat.
func (s *Of[P, S]) Play(move S) error {
	at := s.Position()
	if move != s.rules.Pass {
		at = at.Settle()
	}
	if s.forfeited() != nil {
		return fmt.Errorf("%s comes after the end of the game", move)
	}
	if err := s.rules.Check(at, move); err != nil {
		return err
	}
	s.plies, s.forfeit = append(s.plies[:s.made], PlyOf[P, S]{move, at.Play(move)}), nil
	s.made++
	return nil
}

// Forfeit ends the game: side loses all squares, so that a forfeit is never better than a loss. It
// does nothing after the end of the game.
func (s *Of[P, S]) Forfeit(side engine.Side, reason string) {
	if !s.Over() {
		s.plies, s.forfeit = s.plies[:s.made], &Forfeit{side, reason}
	}
}

// forfeited returns the forfeit that ended the game, nil without one.
func (s *Of[P, S]) forfeited() *Forfeit {
	if s.made < len(s.plies) {
		return nil
	}
	return s.forfeit
}

// Over reports whether the game is over: neither side can move, or a side has forfeited.
func (s *Of[P, S]) Over() bool { return s.forfeited() != nil || s.Position().Over() }

// Undo takes back the last move or pass that was played, with a pass that it implied and the forfeit
// after it. It reports whether there was one.
func (s *Of[P, S]) Undo() bool {
	if s.made == 0 {
		return false
	}
	s.made--
	return true
}

// UndoTo takes back a side's last move and everything after it. It returns the moves taken back,
// without passes, or none if the side has made no move. Passes are not moves here, because they are
// no choice.
func (s *Of[P, S]) UndoTo(side engine.Side) (taken []S) {
	for i, ply := range slices.Backward(s.plies[:s.made]) {
		if ply.Move != s.rules.Pass && ply.After.ToMove() == side.Other() {
			taken = s.moves(s.plies[i:s.made])
			s.made = i
			break
		}
	}
	return taken
}

// Redo repeats the first ply that was taken back, and reports whether there was one. A forfeit is
// repeated with the last ply.
func (s *Of[P, S]) Redo() bool {
	if s.made == len(s.plies) {
		return false
	}
	s.made++
	return true
}

// Plies returns the moves made, with implied and played passes.
func (s *Of[P, S]) Plies() (plies []PlyOf[P, S]) {
	at := s.start
	for _, ply := range s.plies[:s.made] {
		if ply.Move != s.rules.Pass && at.MustPass() {
			plies = append(plies, PlyOf[P, S]{s.rules.Pass, at.Pass()})
		}
		plies = append(plies, ply)
		at = ply.After
	}
	return plies
}

// Moves returns the moves made, without passes.
func (s *Of[P, S]) Moves() []S { return s.moves(s.plies[:s.made]) }

// Transcript writes the moves made without blanks, for example f5d6c3.
func (s *Of[P, S]) Transcript() string { return engine.Transcript(s.Moves()) }

// moves returns the moves among plies.
func (s *Of[P, S]) moves(plies []PlyOf[P, S]) (moves []S) {
	for _, ply := range plies {
		if ply.Move != s.rules.Pass {
			moves = append(moves, ply.Move)
		}
	}
	return moves
}

// Continues reports whether the session has the start and the plies of an earlier one, and possibly
// more plies.
func (s *Of[P, S]) Continues(earlier *Of[P, S]) bool {
	before, after := earlier.Plies(), s.Plies()
	return s.start == earlier.start && len(after) >= len(before) && slices.Equal(after[:len(before)], before)
}

// Game returns a copy of the game so far, with passes implied. Players that think while the session
// continues use it, and so do transcripts and From.
func (s *Of[P, S]) Game() *engine.GameOf[P, S] {
	return &engine.GameOf[P, S]{Start: s.start, Moves: s.Moves()}
}
