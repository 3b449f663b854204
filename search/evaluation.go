package search

import (
	"evothello/engine"
	"evothello/evaluators"
)

// An Evaluation is a custom evaluation function. It returns the value of an unfinished game for the mover, who may have
// to pass. The value must depend on the board only. It may be in any unit. Values are limited to ±evaluators.MaxScore,
// so that a finished game outweighs them.
type Evaluation func(b engine.Board) int

// Score implements evaluators.Evaluator.
func (f Evaluation) Score(own, opp, _, _ uint64) int32 {
	score := f(engine.Board{Mover: own, Opponent: opp})
	return int32(max(-evaluators.MaxScore, min(score, evaluators.MaxScore)))
}

// BestChild implements evaluators.Evaluator.
func (f Evaluation) BestChild(own, opp, moves uint64, low, enough int32) (best int32, reached uint64) {
	return holed{f, 0}.BestChild(own, opp, moves, low, enough)
}

// BestMove implements evaluators.Evaluator.
func (f Evaluation) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return holed{f, 0}.BestMove(own, opp, moves)
}

// Values implements evaluators.Evaluator.
func (f Evaluation) Values(own, opp, moves uint64, values *[64]int32) {
	holed{f, 0}.Values(own, opp, moves, values)
}

// Refute implements evaluators.Evaluator. It returns the empty set: to find refutations it would need as many
// calls of the function as they save.
func (f Evaluation) Refute(*engine.Children, int, uint64, int32) uint64 { return 0 }

// holed is an Evaluation on a board with holes. The sets of a search do not contain the holes.
type holed struct {
	Evaluation
	holes uint64
}

// Score implements evaluators.Evaluator.
func (h holed) Score(own, opp, _, _ uint64) int32 {
	return h.Evaluation.Score(own|h.holes, opp|h.holes, 0, 0)
}

// BestChild implements evaluators.Evaluator.
func (h holed) BestChild(own, opp, moves uint64, _, enough int32) (best int32, reached uint64) {
	if best, reached = h.bestMove(own, opp, moves, enough); best < enough {
		return best, 0
	}
	return best, reached
}

// BestMove implements evaluators.Evaluator.
func (h holed) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return h.bestMove(own, opp, moves, infinity)
}

// Values implements evaluators.Evaluator.
func (h holed) Values(own, opp, moves uint64, values *[64]int32) {
	n := 0
	for move := range engine.SquaresOf(moves) {
		values[n] = h.after(own, opp, move)
		n++
	}
}

// bestMove tries the moves in order until one reaches enough.
func (h holed) bestMove(own, opp, moves uint64, enough int32) (best int32, first uint64) {
	best = -infinity
	for move := range engine.SquaresOf(moves) {
		if value := h.after(own, opp, move); value > best {
			best, first = value, move.Bit()
		}
		if best >= enough {
			break
		}
	}
	return best, first
}

// after is the value for own after a move.
func (h holed) after(own, opp uint64, move engine.Square) int32 {
	return -h.value(engine.Board{Mover: own | h.holes, Opponent: opp | h.holes}.Play(move))
}

// value is a position's value for the mover, finished or not.
func (h holed) value(b engine.Board) int32 {
	if b.Over() {
		return evaluators.Finished(b)
	}
	return h.Evaluation.Score(b.Mover, b.Opponent, 0, 0)
}
