package large

import (
	"fmt"
	"slices"

	"evothello/engine"
	"evothello/engine/session"
)

// A Session is a game in progress, without passes: those are implied. It is not safe for
// concurrent use.
type Session struct {
	start   Position
	plies   []ply
	forfeit *session.Forfeit // what ended the game after all of them, nil if nothing did
}

// A ply is a move of a side and the position that it led to, a pass that is due there not
// taken.
type ply struct {
	side  engine.Side
	move  Square
	after Position
}

// NewSession returns a session that starts in a position.
func NewSession(start Position) *Session { return &Session{start: start} }

// Resume returns a session that goes on where a game is, whose moves are legal.
func Resume(game *Game) (*Session, error) {
	s := NewSession(game.Start)
	for i, move := range game.Moves {
		if err := s.Play(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return s, nil
}

// Start is the position before the first move.
func (s *Session) Start() Position { return s.start }

// last is the position after the last move as it was left.
func (s *Session) last() Position {
	if len(s.plies) == 0 {
		return s.start
	}
	return s.plies[len(s.plies)-1].after
}

// Position is the position after the last move, a pass that was due there taken.
func (s *Session) Position() Position { return s.last().Settle() }

// Play makes a move. An illegal one is refused with an error that says what is wrong, and
// changes nothing.
func (s *Session) Play(move Square) error {
	if s.forfeit != nil {
		return fmt.Errorf("%s comes after the end of the game", move)
	}
	p := s.Position()
	if err := CheckLegal(p, move); err != nil {
		return err
	}
	s.plies = append(s.plies, ply{p.Side, move, p.Play(move)})
	return nil
}

// Forfeit ends the game: side loses it with all discs. After the end of the game it does
// nothing.
func (s *Session) Forfeit(side engine.Side, reason string) {
	if !s.Over() {
		s.forfeit = &session.Forfeit{Side: side, Reason: reason}
	}
}

// Over reports whether the game is over: neither side can move, or one has forfeited.
func (s *Session) Over() bool { return s.forfeit != nil || s.last().Over() }

// Undo takes back the last move, and the forfeit that followed, and reports whether there
// was one.
func (s *Session) Undo() bool {
	if len(s.plies) == 0 {
		return false
	}
	s.plies, s.forfeit = s.plies[:len(s.plies)-1], nil
	return true
}

// UndoTo takes back a side's last move and all that followed, and returns the moves taken
// back: none if the side made no move.
func (s *Session) UndoTo(side engine.Side) (taken []Square) {
	if !slices.ContainsFunc(s.plies, func(p ply) bool { return p.side == side }) {
		return nil
	}
	for done := false; !done; s.Undo() {
		last := s.plies[len(s.plies)-1]
		taken = append(taken, last.move)
		done = last.side == side
	}
	slices.Reverse(taken)
	return taken
}

// Game returns a copy of the game so far.
func (s *Session) Game() *Game {
	game := &Game{Start: s.start}
	for _, p := range s.plies {
		game.Moves = append(game.Moves, p.move)
	}
	return game
}

// A Snapshot is what a view shows of a session.
type Snapshot struct {
	Position                  // a pass that was due is taken
	Last     Square           // the last move; NoSquare if there is none
	Passed   bool             // whether the side that is not to move has just passed
	Over     bool             //
	Discs    int              // Black's result once the game is over, empties to the winner
	Forfeit  *session.Forfeit // nil unless that is how it ended
}

// Snapshot returns what there is to show now.
func (s *Session) Snapshot() Snapshot {
	left := s.last()
	v := Snapshot{Position: left.Settle(), Last: NoSquare, Passed: left.MustPass(), Over: s.Over(), Forfeit: s.forfeit}
	if n := len(s.plies); n > 0 {
		v.Last = s.plies[n-1].move
	}
	switch {
	case !v.Over:
	case s.forfeit == nil:
		v.Discs = v.BlackResult()
	case s.forfeit.Side == engine.Black:
		v.Discs = -v.Size * v.Size
	default:
		v.Discs = v.Size * v.Size
	}
	return v
}
