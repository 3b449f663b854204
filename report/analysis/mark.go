package analysis

import "evothello/engine"

// An Annotation is the usual annotation of a bad move.
type Annotation string

// The marks. In discs, a mistake loses 4, and a blunder loses 10 or changes the outcome of the game. In
// points, the limits depend on the phase, because its weights have a scale of their own. The reference is
// the median typical loss of the game's moves in that phase: a mistake loses half of it, a blunder all.
const (
	Good    Annotation = ""
	Mistake Annotation = "?"
	Blunder Annotation = "??"
)

const mistakeDiscs, blunderDiscs = 4, 10

// markMoves sets the marks of the moves of a game.
func markMoves(moves []Move) {
	typical := map[int][]int{} // losses by phase
	for i := range moves {
		if m := &moves[i]; m.Unit == Points && m.Choices() > 1 {
			typical[m.Phase] = append(typical[m.Phase], m.TypicalLoss)
		}
	}
	for i := range moves {
		m, loss := &moves[i], 0
		if losses := typical[m.Phase]; len(losses) > 0 {
			loss = median(losses)
		}
		m.Mark = m.mark(loss)
	}
}

// mark returns the mark of a move. typical is the loss of a typical move in points.
func (m *Move) mark(typical int) Annotation {
	mistake, blunder := mistakeDiscs, blunderDiscs
	if m.Unit == Points {
		mistake, blunder = (typical+1)/2, typical
	}
	outcomeChanged := m.Unit != Points && sign(m.Value) != sign(m.BestValue)
	switch lost := m.Lost(); {
	case lost == 0:
		return Good
	case outcomeChanged || lost >= blunder:
		return Blunder
	case lost >= mistake:
		return Mistake
	}
	return Good
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// A Sum is the sum of one side's losses in a game.
type Sum struct {
	InPoints   int `json:"estimated"`   // moves with values in points
	PointsLost int `json:"points_lost"` // by these moves
	Solved     int `json:"solved"`      // moves with exact values in discs
	DiscsLost  int `json:"discs_lost"`  // by these moves
	Mistakes   int `json:"mistakes"`    // moves marked ?
	Blunders   int `json:"blunders"`    // moves marked ??
	// The losses in discs of the moves in points, and of these and the solved moves together. They are
	// nil unless all moves have InDiscs set.
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
