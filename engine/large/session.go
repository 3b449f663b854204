package large

import (
	"slices"

	"evothello/engine/session"
)

// A Session is a game in progress.
type Session = session.Of[Position, Square]

// A Snapshot is the displayed state of a session.
type Snapshot = session.SnapshotOf[Square]

var rules = session.Rules[Position, Square]{
	Pass:  Pass,
	Legal: func(p Position) []Square { return slices.AppendSeq([]Square{}, p.Moves().Squares()) },
	Flips: func(p Position, s Square) []Square { return slices.Collect(p.Flips(s).Squares()) },
	Check: CheckLegal,
}

// NewSession returns a session from a start position after moves, which must be legal.
func NewSession(start Position, moves ...Square) *Session {
	s, err := session.Begin(&rules, start, moves...)
	if err != nil {
		panic("large: " + err.Error())
	}
	return s
}

// Resume returns a session that continues a game. The error for an illegal move gives its number.
func Resume(game *Game) (*Session, error) {
	return session.Begin(&rules, game.Start, game.Moves...)
}
