package search

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

// infinity is above every score.
const infinity = 1 << 30

// midgame returns the value of a position for own, who has the given moves, depth
// plies deep: exactly if it lies between alpha and beta, else a bound on that
// side (fail-soft). A pass costs no depth.
func (s *Searcher) midgame(own, opp, moves uint64, alpha, beta int32, depth int) int32 {
	if moves == 0 {
		oppMoves := engine.Mobility(opp, own)
		if oppMoves == 0 {
			s.nodes++
			return evaluators.Finished(engine.Board{Mover: own, Opponent: opp})
		}
		if depth == 0 {
			s.nodes++
			return s.eval.Score(own, opp, 0, oppMoves)
		}
		return -s.midgame(opp, own, oppMoves, -beta, -alpha, depth)
	}
	if s.interrupted() {
		return 0
	}
	s.nodes++
	switch depth {
	case 0:
		return s.eval.Score(own, opp, moves, engine.Mobility(opp, own))
	case 1:
		return s.frontier(own, opp, moves, beta)
	}

	slot := s.table.slot(own, opp)
	remembered := int8(-1)
	if slot.holds(own, opp, s.midgameStamp) {
		remembered = slot.move
		if int(slot.depth>>2) == depth {
			var done bool
			if alpha, beta, done = slot.narrow(alpha, beta); done {
				return slot.value
			}
		}
	}
	best, bestMove, low := int32(-infinity), int8(-1), alpha
	children := expand(&s.lists[depth], own, opp, moves, remembered)
	for i := range children {
		c := pick(children[i:])
		var value int32
		if i > 0 && s.scout {
			value = -s.midgame(c.own, c.opp, c.moves, -low-1, -low, depth-1)
			if value > low && value < beta {
				value = -s.midgame(c.own, c.opp, c.moves, -beta, -low, depth-1)
			}
		} else {
			value = -s.midgame(c.own, c.opp, c.moves, -beta, -low, depth-1)
		}
		if value > best {
			best, bestMove = value, c.move
			low = max(low, value)
			if value >= beta {
				break
			}
		}
	}
	if !s.stopped {
		slot.store(own, opp, s.midgameStamp, depth, alpha, beta, best, bestMove)
	}
	return best
}

// frontier is midgame at depth 1: the best of the children's evaluations, or the
// first that reaches beta.
func (s *Searcher) frontier(own, opp, moves uint64, beta int32) int32 {
	best := int32(-infinity)
	for ; moves != 0; moves &= moves - 1 {
		flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(moves)))
		value := -s.leaf(opp^flips, own^flips^moves&-moves)
		if value > best {
			best = value
			if best >= beta {
				break
			}
		}
	}
	return best
}
