package analysis

import "evothello/engine"

// A Mark is how players mark a move that gives something away.
type Mark string

// The marks. A mistake loses four discs; a blunder ten, or a game that was won or
// drawn. Where values are points, whose scale is each weight set's own, the measure
// is what a typical move would lose in the positions of the game that the same
// weights judge, the median of their typical losses: half of that makes a mistake,
// all of it a blunder.
const (
	Good    Mark = ""
	Mistake Mark = "?"
	Blunder Mark = "??"
)

const mistakeDiscs, blunderDiscs = 4, 10

// mark marks the moves of a game.
func mark(moves []Move) {
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
		m.Mark = m.judge(loss)
	}
}

// judge marks one move; typical is what a typical move loses, in points.
func (m *Move) judge(typical int) Mark {
	mistake, blunder := mistakeDiscs, blunderDiscs
	if m.Unit == Points {
		mistake, blunder = (typical+1)/2, typical
	}
	spoilt := m.Unit != Points && sign(m.Value) != sign(m.BestValue)
	switch lost := m.Lost(); {
	case lost == 0:
		return Good
	case spoilt || lost >= blunder:
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

// A Sum is what one side gave away in a game.
type Sum struct {
	Guessed    int `json:"guessed"`     // moves judged in points
	PointsLost int `json:"points_lost"` // by those
	Solved     int `json:"solved"`      // moves judged in discs
	DiscsLost  int `json:"discs_lost"`  // by those
	Mistakes   int `json:"mistakes"`    // moves marked ?
	Blunders   int `json:"blunders"`    // moves marked ??
	// What the guessed moves lost in discs, and what these and the solved ones did together; nil unless
	// all are InDiscs.
	GuessedDiscsLost *float64 `json:"guessed_discs_lost"`
	AllDiscsLost     *float64 `json:"all_discs_lost"`
}

// add adds a move up.
func (s *Sum) add(m *Move) {
	switch m.Unit {
	case Points:
		s.Guessed++
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

// SumOf adds up one side's moves.
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
		sum.GuessedDiscsLost, sum.AllDiscsLost = hundredths(discs), hundredths(discs+float64(sum.DiscsLost))
	}
	return sum
}
