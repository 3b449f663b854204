package large

import (
	"slices"

	"evothello/engine/session"
)

// A Session is a game in progress.
type Session = session.Of[Position, Square]

// A Snapshot is what a view shows of a session.
type Snapshot = session.SnapshotOf[Square]

var rules = session.Rules[Position, Square]{
	Pass:  Pass,
	Legal: func(p Position) []Square { return slices.AppendSeq([]Square{}, p.Moves().Squares()) },
	Flips: func(p Position, s Square) []Square { return slices.Collect(p.Flips(s).Squares()) },
	Check: CheckLegal,
}

// NewSession returns a session that starts in a position.
func NewSession(start Position) *Session {
	s, _ := session.Begin(&rules, start) // no move, no error
	return s
}

// Resume returns a session that goes on where a game is. The error for an illegal move
// gives its number.
func Resume(game *Game) (*Session, error) {
	return session.Begin(&rules, game.Start, game.Moves...)
}
