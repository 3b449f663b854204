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
	case 1: // all children count as visited, however many of them it took
		s.nodes += uint64(bits.OnesCount64(moves))
		return s.eval.BestChild(own, opp, moves, beta)
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
	children := &s.lists[depth]
	children.expand(own, opp, moves)
	children.rankForMidgame(^(own | opp), remembered)
	for range children.n {
		i := children.next()
		childOwn, childOpp, childMoves := children.Own[i], children.Opp[i], children.Moves[i]
		var value int32
		if best > -infinity && s.scout {
			value = -s.midgame(childOwn, childOpp, childMoves, -low-1, -low, depth-1)
			if value > low && value < beta {
				value = -s.midgame(childOwn, childOpp, childMoves, -beta, -low, depth-1)
			}
		} else {
			value = -s.midgame(childOwn, childOpp, childMoves, -beta, -low, depth-1)
		}
		if value > best {
			best, bestMove = value, children.move[i]
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
