// Package session is a game of Othello in progress: the moves made and those taken
// back, passes, whose turn it is, forfeits, the end and the result. Whatever shows a
// game to people or to other programs plays it here. A Session is a game on 8×8 squares;
// package large has one for larger boards.
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

// A Square is a square of a board, or a pass. None has the number -1.
type Square interface {
	~int8 | ~int16
	Col() int
	Row() int
	String() string
}

// Rules are what a session must know of positions besides their methods.
type Rules[P Position[P, S], S Square] struct {
	Pass  S
	Legal func(P) []S      // that side's moves; never nil
	Flips func(P, S) []S   // what a legal move turns over
	Check func(P, S) error // what is wrong with a move or pass, nil if it is legal
}

// Of is a game in progress on boards with positions P and squares S. It is not safe for
// concurrent use.
type Of[P Position[P, S], S Square] struct {
	rules   *Rules[P, S]
	start   P
	plies   []PlyOf[P, S] // those made, then those taken back; no passes that are implied
	made    int           // how many of them are made
	forfeit *Forfeit      // what ended the game after all of them, nil if nothing did
}

// A PlyOf is a move or a pass, and the position that it led to.
type PlyOf[P, S any] struct {
	Move  S
	After P
}

// A Forfeit says who lost a game before its end, and why.
type Forfeit struct {
	Side   engine.Side
	Reason string
}

// Begin returns a session that starts in a position: any one, be it that its mover must
// pass or that the game is over there. It makes the moves given; the error for an illegal
// one gives its number.
func Begin[P Position[P, S], S Square](rules *Rules[P, S], start P, moves ...S) (*Of[P, S], error) {
	s := &Of[P, S]{rules: rules, start: start}
	for i, move := range moves {
		if err := s.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Start is the position before the first move.
func (s *Of[P, S]) Start() P { return s.start }

// Position is the position after the last move. A pass that is due there is not taken
// unless it was played: Settle takes it.
func (s *Of[P, S]) Position() P { return s.before(s.made) }

// before is the position before a ply.
func (s *Of[P, S]) before(ply int) P {
	if ply == 0 {
		return s.start
	}
	return s.plies[ply-1].After
}

// Play makes a move, over a pass that is due if need be: such a pass is implied, but
// may be played, too. An illegal move is refused with an error that says what is
// wrong, and changes nothing. A legal one makes Redo forget what was taken back.
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

// Forfeit ends the game: side loses all squares, so that a forfeit is never better than a
// loss. After the end of the game it does nothing.
func (s *Of[P, S]) Forfeit(side engine.Side, reason string) {
	if !s.Over() {
		s.plies, s.forfeit = s.plies[:s.made], &Forfeit{side, reason}
	}
}

// forfeited is what ended the game, nil if it was not a forfeit.
func (s *Of[P, S]) forfeited() *Forfeit {
	if s.made < len(s.plies) {
		return nil
	}
	return s.forfeit
}

// Over reports whether the game is over: neither side can move, or one has forfeited.
func (s *Of[P, S]) Over() bool { return s.forfeited() != nil || s.Position().Over() }

// Undo takes back the last move or pass that was played, together with a pass that it
// implied and the forfeit that followed, and reports whether there was one.
func (s *Of[P, S]) Undo() bool {
	if s.made == 0 {
		return false
	}
	s.made--
	return true
}

// UndoTo takes back a side's last move and all that followed, and returns the moves
// taken back, passes left out: none if the side made no move. A pass is none; there is
// nothing to choose.
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

// Redo makes the first of what was taken back again, and reports whether there was
// anything. A forfeit comes back with the last.
func (s *Of[P, S]) Redo() bool {
	if s.made == len(s.plies) {
		return false
	}
	s.made++
	return true
}

// Plies returns the moves made and the passes between them, implied or played.
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

// Moves returns the moves made, which imply the passes.
func (s *Of[P, S]) Moves() []S { return s.moves(s.plies[:s.made]) }

// Transcript writes the moves made without blanks, such as f5d6c3.
func (s *Of[P, S]) Transcript() string { return engine.Transcript(s.Moves()) }

// moves are the moves among plies.
func (s *Of[P, S]) moves(plies []PlyOf[P, S]) (moves []S) {
	for _, ply := range plies {
		if ply.Move != s.rules.Pass {
			moves = append(moves, ply.Move)
		}
	}
	return moves
}

// Continues reports whether the session has the start and the plies of an earlier one,
// and perhaps more of them.
func (s *Of[P, S]) Continues(earlier *Of[P, S]) bool {
	before, after := earlier.Plies(), s.Plies()
	return s.start == earlier.start && len(after) >= len(before) && slices.Equal(after[:len(before)], before)
}

// Game returns a copy of the game so far, which implies its passes: for players who
// think while the session goes on, for a transcript, for From.
func (s *Of[P, S]) Game() *engine.GameOf[P, S] {
	return &engine.GameOf[P, S]{Start: s.start, Moves: s.Moves()}
}
