package session

import (
	"strings"

	"evothello/engine"
)

// A Snapshot is the displayed state of a session as plain values. It is the same for played and
// implied passes.
type Snapshot struct {
	Squares string          // row by row from a1: X black, O white, - empty, # a hole
	Side    engine.Side     // the side to move after any pass
	Legal   []engine.Square // the legal moves of Side, as if there were no forfeit; never nil
	Last    engine.Square   // the last move, not counting passes; NoSquare if there is none
	Flipped []engine.Square // the squares of the discs that the last move flipped
	Passed  bool            // whether the other side passes after the last move
	Over    bool
	Discs   int      // Black's discs minus White's, with empty squares for the winner; 0 before the end
	Forfeit *Forfeit // the forfeit that ended the game, nil without one
	CanUndo bool
	CanRedo bool
}

// Size counts the squares of the board without holes.
func (v *Snapshot) Size() int { return len(v.Squares) - v.count("#") }

// Empties counts the empty squares.
func (v *Snapshot) Empties() int { return v.count("-") }

// Black counts Black's discs.
func (v *Snapshot) Black() int { return v.count("X") }

// White counts White's discs.
func (v *Snapshot) White() int { return v.count("O") }

func (v *Snapshot) count(letter string) int { return strings.Count(v.Squares, letter) }

// Snapshot returns the current state.
func (s *Session) Snapshot() Snapshot {
	at := s.Position()
	p := at.Settle()
	v := Snapshot{
		Squares: p.Squares(), Side: p.Side, Legal: p.Legal(),
		Last: engine.NoSquare, Passed: at.MustPass(),
		Over: s.Over(), Forfeit: s.forfeited(),
		CanUndo: s.made > 0, CanRedo: s.made < len(s.plies),
	}
	last := s.made - 1
	for ; last >= 0 && s.plies[last].Move == engine.Pass; last-- {
		v.Passed = true
	}
	if last >= 0 {
		v.Last = s.plies[last].Move
		v.Flipped = s.before(last).Settle().Flipped(v.Last)
	}
	if v.Over {
		v.Discs = s.result(&v)
	}
	return v
}

// result returns Black's result of a finished game with the snapshot v.
func (s *Session) result(v *Snapshot) (discs int) {
	p := s.Position()
	side, discs := p.Side, p.FinalDiff()
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
func (s *Session) Snapshots() []Snapshot {
	earlier := Session{start: s.start, plies: s.plies}
	all := []Snapshot{}
	for earlier.made = range s.made {
		if s.plies[earlier.made].Move != engine.Pass {
			all = append(all, earlier.Snapshot())
		}
	}
	return append(all, s.Snapshot())
}
