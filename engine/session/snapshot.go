package session

import (
	"slices"

	"evothello/engine"
)

// A Snapshot is what a view shows of a session, as plain values. It is the same
// whether passes were played or implied.
type Snapshot struct {
	Squares string          // a1 b1 … h8: X black, O white, - empty
	Side    engine.Side     // to move, the other one's pass taken
	Legal   []engine.Square // that side's moves, as if there were no forfeit; never nil
	Last    engine.Square   // the last move, passes not counted; NoSquare if there is none
	Passed  bool            // whether the other side passes after it
	Over    bool
	Discs   int      // Black's result once the game is over, empties to the winner
	Forfeit *Forfeit // nil unless that is how it ended
	CanUndo bool
	CanRedo bool
}

// Snapshot returns what there is to show now.
func (s *Session) Snapshot() Snapshot {
	at := s.Position()
	p := at.Settle()
	v := Snapshot{
		Squares: p.Squares(), Side: p.Side, Legal: slices.AppendSeq([]engine.Square{}, engine.SquaresOf(p.Moves())),
		Last: engine.NoSquare, Passed: at.MustPass(),
		Over: s.Over(), Forfeit: s.forfeited(),
		CanUndo: s.made > 0, CanRedo: s.made < len(s.plies),
	}
	for _, ply := range slices.Backward(s.plies[:s.made]) {
		if ply.Move != engine.Pass {
			v.Last = ply.Move
			break
		}
		v.Passed = true
	}
	if v.Over {
		v.Discs = s.result()
	}
	return v
}

// result is Black's result of a game that is over.
func (s *Session) result() (discs int) {
	p := s.Position()
	side, discs := p.Side, p.FinalDiff()
	if forfeit := s.forfeited(); forfeit != nil {
		side, discs = forfeit.Side, -p.Size()
	}
	if side == engine.White {
		return -discs
	}
	return discs
}
