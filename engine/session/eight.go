package session

import (
	"slices"

	"evothello/engine"
)

// A Session is a game in progress on a board within 8×8 squares.
type Session = Of[engine.Position, engine.Square]

// A Ply is a ply of a Session.
type Ply = PlyOf[engine.Position, engine.Square]

// A Snapshot is a snapshot of a Session.
type Snapshot = SnapshotOf[engine.Square]

var rules = Rules[engine.Position, engine.Square]{
	Pass: engine.Pass,
	Legal: func(p engine.Position) []engine.Square {
		return slices.AppendSeq([]engine.Square{}, engine.SquaresOf(p.Moves()))
	},
	Flips: func(p engine.Position, s engine.Square) []engine.Square {
		return slices.Collect(engine.SquaresOf(p.Flips(s)))
	},
	Check: engine.CheckLegal,
}

// New returns a session from a start position after moves, which must be legal.
func New(start engine.Position, moves ...engine.Square) *Session {
	s, err := Begin(&rules, start, moves...)
	if err != nil {
		panic("session: " + err.Error())
	}
	return s
}

// From returns a session that continues a game, like Begin.
func From(game *engine.Game) (*Session, error) {
	return Begin(&rules, game.Start, game.Moves...)
}
