package analysis

import (
	"math"

	"evothello/weights/scale"
)

// InDiscs sets the marks of analysed moves, and their values in discs where these are known. It shifts the
// values of unsolved positions so that the best one becomes the mean of the best values at the last two depths.
// s must be the scale of the weights that analysed the moves.
func InDiscs(moves []Move, s *scale.Scale) {
	for i := range moves {
		m := &moves[i]
		switch {
		case m.Unit == Discs:
			m.Discs, m.BestDiscs, m.InDiscs = float64(m.Value), float64(m.BestValue), true
		case m.Unit == Points && s.PointsPerDisc(m.Before.Board) > 0:
			more := settling(s, m.Before.Board, m.Earlier, m.BestFound)
			m.Discs = s.Result(m.Before.Board, m.Value, m.Found.Depth) + more
			m.BestDiscs = s.Result(m.Before.Board, m.BestValue, m.BestFound.Depth) + more
			m.TypicalDiscs = s.Discs(m.Before.Board, m.TypicalLoss)
			m.InDiscs = true
		}
		m.Mark = m.mark()
	}
}

// LostDiscs returns the loss of the move in discs, 0 unless InDiscs is set.
func (m *Move) LostDiscs() float64 { return m.BestDiscs - m.Discs }

// hundredths returns discs rounded for JSON.
func hundredths(discs float64) *float64 {
	rounded := math.Round(100*discs)/100 + 0 // no negative zero
	return &rounded
}
