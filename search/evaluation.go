package search

import (
	"evothello/engine"
	"evothello/evaluators"
)

// An Evaluator says what positions are worth where a search stops. The fast one is
// *evaluators.Evaluator, compiled from weights; an Evaluation makes one of any function.
//
// Discs are sets without holes; legal moves are those on the board's squares.
//
// What it says must depend on its arguments alone. An unfinished game is worth at most
// evaluators.MaxScore either way, a finished one what evaluators.Finished says, which
// outweighs that. A Searcher remembers values from one search to the next if the evaluator is
// the same compiled one.
type Evaluator interface {
	// Score is what an unfinished game is worth to own, who is to move but may have to
	// pass. The two sides' legal moves are given because a search needs them anyway.
	Score(own, opp, ownMoves, oppMoves uint64) int32
	// BestChild returns the best of the values, for own, of the positions that own's
	// given moves lead to, moves ≠ 0; or enough as soon as one reaches it, and then
	// that move as a set of one square.
	BestChild(own, opp, moves uint64, enough int32) (best int32, reached uint64)
	// BestMove returns the best of those values and, of the moves that lead to it, the first.
	BestMove(own, opp, moves uint64) (best int32, move uint64)
	// Refute returns, as a set of indexes, some of the first n children in which the
	// side to move has a move that is worth at least enough to it, likely one of first.
	// It is there to save time: to find none is never wrong.
	Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64)
}

var _ Evaluator = (*evaluators.Evaluator)(nil)

// An Evaluation is an evaluation of one's own: what an unfinished game is worth to the
// mover, who may have to pass. It must depend on the board alone. The unit is its own;
// more than evaluators.MaxScore either way counts as that, so that a finished game
// outweighs it.
type Evaluation func(b engine.Board) int

// Score implements Evaluator.
func (f Evaluation) Score(own, opp, _, _ uint64) int32 {
	score := f(engine.Board{Mover: own, Opponent: opp})
	return int32(max(-evaluators.MaxScore, min(score, evaluators.MaxScore)))
}

// BestChild implements Evaluator.
func (f Evaluation) BestChild(own, opp, moves uint64, enough int32) (best int32, reached uint64) {
	return holed{f, 0}.BestChild(own, opp, moves, enough)
}

// BestMove implements Evaluator.
func (f Evaluation) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return holed{f, 0}.BestMove(own, opp, moves)
}

// Refute implements Evaluator. It finds none: to try a move of each child first costs
// as many calls of the function as it saves.
func (f Evaluation) Refute(*engine.Children, int, uint64, int32) uint64 { return 0 }

// A holed Evaluation is one on a board with holes, which a search's sets do not show.
type holed struct {
	Evaluation
	holes uint64
}

// Score implements Evaluator.
func (h holed) Score(own, opp, _, _ uint64) int32 {
	return h.Evaluation.Score(own|h.holes, opp|h.holes, 0, 0)
}

// BestChild implements Evaluator.
func (h holed) BestChild(own, opp, moves uint64, enough int32) (best int32, reached uint64) {
	if best, reached = h.bestMove(own, opp, moves, enough); best < enough {
		return best, 0
	}
	return best, reached
}

// BestMove implements Evaluator.
func (h holed) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return h.bestMove(own, opp, moves, infinity)
}

// bestMove looks at the moves in order until one is enough.
func (h holed) bestMove(own, opp, moves uint64, enough int32) (best int32, first uint64) {
	best = -infinity
	for move := range engine.SquaresOf(moves) {
		if value := -h.value(engine.Board{Mover: own | h.holes, Opponent: opp | h.holes}.Play(move)); value > best {
			best, first = value, move.Bit()
		}
		if best >= enough {
			break
		}
	}
	return best, first
}

// value is what a position is worth to the mover, finished or not.
func (h holed) value(b engine.Board) int32 {
	if b.Over() {
		return evaluators.Finished(b)
	}
	return h.Evaluation.Score(b.Mover, b.Opponent, 0, 0)
}
