package analysis

import (
	"math"

	"evothello/engine"
)

// An Annotation is the mark of a bad move: "?" or "??", "" for other moves.
type Annotation string

// The marks: a mistake loses 2 discs or more, a blunder 6, at the depth of the analysis. Where the search sees the end
// of the game, a move that changes the outcome is a blunder.
const (
	Good    Annotation = ""
	Mistake Annotation = "?"
	Blunder Annotation = "??"
)

const mistakeDiscs, blunderDiscs = 2, 6

// mark returns the mark of a move. A move whose loss in discs is unknown has none.
func (m *Move) mark() Annotation {
	lost := m.LostDiscs()
	if m.Unit == Discs {
		lost = float64(m.Lost())
	}
	lost = math.Round(10*lost) / 10 // as it is shown
	switch {
	case m.Lost() == 0:
		return Good
	case m.Unit == Outcome || lost >= blunderDiscs:
		return Blunder
	case lost >= mistakeDiscs:
		return Mistake
	}
	return Good
}

// A Sum is the sum of one side's losses in a game.
type Sum struct {
	InPoints   int `json:"estimated"`   // number of moves with values in points
	PointsLost int `json:"points_lost"` // points that these moves lost
	Solved     int `json:"solved"`      // number of moves with exact values in discs
	DiscsLost  int `json:"discs_lost"`  // discs that these moves lost
	Mistakes   int `json:"mistakes"`    // number of moves marked ?
	Blunders   int `json:"blunders"`    // number of moves marked ??
	// EstimatedDiscsLost are the discs lost by the moves with values in points. AllDiscsLost includes the
	// solved moves. They are nil unless all moves have InDiscs set.
	EstimatedDiscsLost *float64 `json:"estimated_discs_lost"`
	AllDiscsLost       *float64 `json:"all_discs_lost"`
}

// add adds a move to the sum.
func (s *Sum) add(m *Move) {
	switch m.Unit {
	case Points:
		s.InPoints++
		s.PointsLost += m.Lost()
	case Discs:
		s.Solved++
		s.DiscsLost += m.Lost()
	}
	switch m.Mark {
	case Mistake:
		s.Mistakes++
	case Blunder:
		s.Blunders++
	}
}

// SumOf returns the sum of one side's losses.
func SumOf(moves []Move, side engine.Side) (sum Sum) {
	discs, known := 0.0, true
	for i := range moves {
		m := &moves[i]
		if m.Side != side {
			continue
		}
		if sum.add(m); m.Unit == Points {
			discs, known = discs+m.LostDiscs(), known && m.InDiscs
		}
	}
	if known {
		sum.EstimatedDiscsLost, sum.AllDiscsLost = hundredths(discs), hundredths(discs+float64(sum.DiscsLost))
	}
	return sum
}
