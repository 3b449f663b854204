package analysis

import (
	"math"

	"evothello/engine"
)

// A Summary measures how well one side played a game.
type Summary struct {
	// Accuracy is the mean accuracy of the side's moves with a choice, in per cent. A move that loses d discs
	// counts 100 · 2^(−d/4), so a loss of 4 discs counts 50. Where the search sees the end of the game, a
	// move that changes the outcome counts 0 and others 100. Accuracy is nil if there is no move with a
	// choice, or if a loss is unknown.
	Accuracy *float64 `json:"accuracy"`
	// ByPhase holds the discs lost in the opening, the middlegame and the endgame. Each of these is a third of
	// the squares that are empty at the start. Moves whose loss in discs is unknown are left out.
	ByPhase [3]float64 `json:"by_phase"`
	// Best is the move without a loss in the position where the median legal move loses most. Worst is the
	// move that lost most. They are nil if there is no such move.
	Best  *Notable `json:"best"`
	Worst *Notable `json:"worst"`
}

// A Notable is the best or the worst move of one side in a game. Number is its number in the game, from 1.
type Notable struct {
	Number int     `json:"number"`
	Discs  float64 `json:"discs"` // discs that Worst lost, or that Best avoided
}

// halving is the loss in discs that halves a move's accuracy.
const halving = 4

// Summarise returns the summary of one side's moves. blanks is the number of empty squares at the start of
// games on the board. InDiscs must have filled in the moves.
func Summarise(moves []Move, side engine.Side, blanks int) (s Summary) {
	accuracy, choices, known := 0.0, 0, true
	for i := range moves {
		m := &moves[i]
		if m.Side != side {
			continue
		}
		lost := m.LostDiscs()
		if phase := phaseOf(m, blanks); lost > 0 {
			s.ByPhase[phase] += lost
		}
		s.note(m)
		if m.Choices() < 2 {
			continue
		}
		choices++
		switch {
		case m.InDiscs:
			accuracy += math.Exp2(-lost / halving)
		case m.Unit != Outcome:
			known = false
		case m.Lost() == 0:
			accuracy++
		}
	}
	for i, lost := range s.ByPhase {
		s.ByPhase[i] = *hundredths(lost)
	}
	if known && choices > 0 {
		s.Accuracy = hundredths(100 * accuracy / float64(choices))
	}
	return s
}

// phaseOf returns 0 in the opening, 1 in the middlegame and 2 in the endgame.
func phaseOf(m *Move, blanks int) int {
	return min(max(3*(blanks-m.Before.Empties())/max(blanks, 1), 0), 2)
}

// note replaces Best or Worst if a move is better or worse.
func (s *Summary) note(m *Move) {
	if lost := m.LostDiscs(); lost > 0 && (s.Worst == nil || lost > s.Worst.Discs) {
		s.Worst = &Notable{m.Number, *hundredths(lost)}
	}
	if m.Lost() == 0 && m.TypicalDiscs > 0 && (s.Best == nil || m.TypicalDiscs > s.Best.Discs) {
		s.Best = &Notable{m.Number, *hundredths(m.TypicalDiscs)}
	}
}
