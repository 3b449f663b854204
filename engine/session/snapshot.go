package session

import (
	"strings"

	"evothello/engine"
)

// A SnapshotOf is the displayed state of a session as plain values. It is the same for played and
// implied passes.
type SnapshotOf[S Square] struct {
	Squares string      // row by row from a1: X black, O white, - empty, # a hole
	Side    engine.Side // the side to move after any pass
	Legal   []S         // its legal moves, as if there were no forfeit; never nil
	Last    S           // the last move, not counting passes; -1 if there is none
	Flipped []S         // the flips of the last move
	Passed  bool        // whether the other side passes after the last move
	Over    bool
	Discs   int      // Black's result if the game is over; empty squares count for the winner
	Forfeit *Forfeit // the forfeit that ended the game, nil without one
	CanUndo bool
	CanRedo bool
}

// Size counts the squares of the board without holes.
func (v *SnapshotOf[S]) Size() int { return len(v.Squares) - v.count("#") }

// Empties counts the empty squares.
func (v *SnapshotOf[S]) Empties() int { return v.count("-") }

// Black counts Black's discs.
func (v *SnapshotOf[S]) Black() int { return v.count("X") }

// White counts White's discs.
func (v *SnapshotOf[S]) White() int { return v.count("O") }

func (v *SnapshotOf[S]) count(letter string) int { return strings.Count(v.Squares, letter) }

// Snapshot returns the current state.
func (s *Of[P, S]) Snapshot() SnapshotOf[S] {
	at := s.Position()
	p := at.Settle()
	v := SnapshotOf[S]{
		Squares: p.Squares(), Side: p.ToMove(), Legal: s.rules.Legal(p),
		Last: -1, Passed: at.MustPass(),
		Over: s.Over(), Forfeit: s.forfeited(),
		CanUndo: s.made > 0, CanRedo: s.made < len(s.plies),
	}
	last := s.made - 1
	for ; last >= 0 && s.plies[last].Move == s.rules.Pass; last-- {
		v.Passed = true
	}
	if last >= 0 {
		v.Last = s.plies[last].Move
		v.Flipped = s.rules.Flips(s.before(last).Settle(), v.Last)
	}
	if v.Over {
		v.Discs = s.result(&v)
	}
	return v
}

// result returns Black's result of a finished game with the snapshot v.
func (s *Of[P, S]) result(v *SnapshotOf[S]) (discs int) {
	p := s.Position()
	side, discs := p.ToMove(), p.FinalDiff()
	if v.Forfeit != nil {
		side, discs = v.Forfeit.Side, -v.Size()
	}
	if side == engine.White {
		return -discs
	}
	return discs
}

// Snapshots returns a snapshot of the start and one after each move. The last one is the current
// state.
func (s *Of[P, S]) Snapshots() []SnapshotOf[S] {
	earlier := Of[P, S]{rules: s.rules, start: s.start, plies: s.plies}
	all := []SnapshotOf[S]{}
	for earlier.made = range s.made {
		if s.plies[earlier.made].Move != s.rules.Pass {
			all = append(all, earlier.Snapshot())
		}
	}
	return append(all, s.Snapshot())
}
