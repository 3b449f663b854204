package search

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

// leaf evaluates a position for the mover. A finished game has the value of its result.
func (s *Searcher) leaf(b engine.Board) int32 {
	s.nodes++
	ownMoves, oppMoves := b.Moves(), b.Swap().Moves()
	if ownMoves|oppMoves == 0 {
		return evaluators.Finished(b)
	}
	own, opp := b.Sets()
	return s.eval.Score(own, opp, ownMoves, oppMoves)
}

// minmax is the plain search in its basic form: the side to move at the root maximises, the other
// minimises, and values are for the root's side. A pass costs no depth.
func (s *Searcher) minmax(b engine.Board, depth int, maximise bool) int32 {
	moves := b.Moves()
	if depth == 0 || b.Over() {
		if value := s.leaf(b); maximise {
			return value
		} else {
			return -value
		}
	}
	if s.interrupted() {
		return 0
	}
	s.nodes++
	if moves == 0 {
		return s.minmax(b.Swap(), depth, !maximise)
	}
	best := int32(infinity)
	if maximise {
		best = -infinity
	}
	for ; moves != 0; moves &= moves - 1 {
		value := s.minmax(b.Play(engine.Square(bits.TrailingZeros64(moves))), depth-1, !maximise)
		if maximise {
			best = max(best, value)
		} else {
			best = min(best, value)
		}
	}
	return best
}

// negamax is minmax with one form for both sides: values are for the mover, and the opponent's
// have the opposite sign.
func (s *Searcher) negamax(b engine.Board, depth int) int32 {
	moves := b.Moves()
	if depth == 0 || b.Over() {
		return s.leaf(b)
	}
	if s.interrupted() {
		return 0
	}
	s.nodes++
	if moves == 0 {
		return -s.negamax(b.Swap(), depth)
	}
	best := int32(-infinity)
	for ; moves != 0; moves &= moves - 1 {
		best = max(best, -s.negamax(b.Play(engine.Square(bits.TrailingZeros64(moves))), depth-1))
	}
	return best
}
