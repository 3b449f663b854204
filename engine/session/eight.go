package session

import (
	"slices"

	"evothello/engine"
)

// A Session is a game in progress on 8×8 squares or fewer.
type Session struct {
	*Of[engine.Position, engine.Square]
}

// A Ply is a ply of a Session.
type Ply = PlyOf[engine.Position, engine.Square]

// A Snapshot is a snapshot of a Session.
type Snapshot = SnapshotOf[engine.Square]

var rules = Rules[engine.Position, engine.Square]{
	Pass: engine.Pass,
	Side: func(p engine.Position) engine.Side { return p.Side },
	Legal: func(p engine.Position) []engine.Square {
		return slices.AppendSeq([]engine.Square{}, engine.SquaresOf(p.Moves()))
	},
	Flips: func(p engine.Position, s engine.Square) []engine.Square {
		return slices.Collect(engine.SquaresOf(p.Flips(s)))
	},
	Check: engine.CheckLegal,
}

// New returns a session that starts in a position, as Begin does.
func New(start engine.Position) *Session {
	s, _ := Begin(&rules, start) // no move, no error
	return &Session{s}
}

// From returns a session that goes on where a game is, as Begin does.
func From(game *engine.Game) (*Session, error) {
	s, err := Begin(&rules, game.Start, game.Moves...)
	if err != nil {
		return nil, err
	}
	return &Session{s}, nil
}

// Continues reports whether the session has the start and the plies of an earlier one,
// and perhaps more of them.
func (s *Session) Continues(earlier *Session) bool {
	before, after := earlier.Plies(), s.Plies()
	return s.start == earlier.start && len(after) >= len(before) && slices.Equal(after[:len(before)], before)
}

// Game returns a copy of the game so far, which implies its passes: for players who
// think while the session goes on, for a transcript, for From.
func (s *Session) Game() *engine.Game { return &engine.Game{Start: s.start, Moves: s.Moves()} }
