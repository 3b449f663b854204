package search

import (
	"math/bits"

	"evothello/engine"
)

// Numbers of empties from which a technique saves time: sortFrom for sorting moves by mobility and
// using the table, lookUpFrom for looking up all children in the table, and lookAheadFrom for
// ordering moves by a search of a few plies.
const (
	sortFrom      = 7
	lookUpFrom    = 9
	lookAheadFrom = 13
)

// endgame returns the exact result in discs for own with perfect play of both sides. moves are
// own's moves, empty squares count for the winner, and alpha and beta are the window as in midgame.
func (s *Searcher) endgame(own, opp, moves uint64, alpha, beta int32) int32 {
	empty := s.playable &^ (own | opp)
	empties := bits.OnesCount64(empty)
	if empties < sortFrom {
		return s.fewEmpties(own, opp, empty, alpha, beta, false)
	}
	if moves == 0 {
		return s.endgamePass(own, opp, alpha, beta)
	}
	if s.interrupted() {
		return 0
	}
	s.nodes++
	if most := s.atMost(opp, empty, alpha); most <= alpha {
		return most
	}
	remembered, slot := int8(-1), s.table.endgameSlot(own, opp, empties)
	if slot.holds(own, opp, s.endgameStamp) {
		remembered = slot.move
		var done bool
		if alpha, beta, done = slot.narrow(alpha, beta); done {
			return slot.value
		}
	}
	best, bestMove, low := int32(-infinity), int8(-1), alpha
	children := &s.lists[empties]
	children.expand(own, opp, moves, s.playable)
	if empties >= lookUpFrom {
		if value := s.lookUp(children, empties-1, beta); value >= beta {
			return value
		}
	}
	children.rankForEndgame(remembered)
	if empties >= lookAheadFrom {
		s.lookAhead(children, empties)
	}
	for range children.n {
		i := children.next()
		childOwn, childOpp, childMoves := children.Own[i], children.Opp[i], children.Moves[i]
		var value int32
		if best > -infinity {
			value = -s.endgame(childOwn, childOpp, childMoves, -low-1, -low)
		}
		if best == -infinity || value > low && value < beta {
			value = -s.endgame(childOwn, childOpp, childMoves, -beta, -low)
		}
		if value > best {
			best, bestMove = value, children.move(i)
			low = max(low, value)
			if value >= beta {
				break
			}
		}
	}
	if !s.stopped {
		slot.store(own, opp, s.endgameStamp, empties, alpha, beta, best, bestMove)
	}
	return best
}

// endgamePass is endgame for a position where own has no move.
func (s *Searcher) endgamePass(own, opp uint64, alpha, beta int32) int32 {
	oppMoves := engine.Mobility(opp, own) & s.playable
	if oppMoves == 0 {
		s.nodes++
		return s.final(own, opp)
	}
	return -s.endgame(opp, own, oppMoves, -beta, -alpha)
}

// atMost returns an upper bound of a side's result: the other side keeps its stable discs. It
// counts these only if they may lower the bound to alpha.
func (s *Searcher) atMost(opp, empty uint64, alpha int32) int32 {
	size := int32(bits.OnesCount64(s.playable))
	if most := size - 2*int32(bits.OnesCount64(opp)); most > alpha {
		return size
	}
	return size - 2*int32(bits.OnesCount64(s.lines.Stable(opp, empty)))
}

// lookUp returns the value, for the side to move, of a child whose table entry proves a value of at
// least enough. It returns −infinity if there is none.
func (s *Searcher) lookUp(children *list, empties int, enough int32) int32 {
	for i := range children.n {
		own, opp := children.Own[i], children.Opp[i]
		slot := s.table.endgameSlot(own, opp, empties)
		if slot.holds(own, opp, s.endgameStamp) && slot.depth&upper != 0 && -slot.value >= enough {
			return -slot.value
		}
	}
	return -infinity
}

// final is the result of a finished game for own; empty squares count for the winner.
func (s *Searcher) final(own, opp uint64) int32 { return int32(s.board(own, opp).FinalDiff()) }

// fewEmpties is endgame below sortFrom empties. It tries squares in odd quadrants first and uses
// no table and no list. passed means that the opponent has just passed.
func (s *Searcher) fewEmpties(own, opp, empty uint64, alpha, beta int32, passed bool) int32 {
	if bits.OnesCount64(empty) <= 4 && s.playable == wholeBoard {
		return s.lastFour(own, opp, empty, alpha, beta)
	}
	s.nodes++
	if empty == 0 {
		return s.final(own, opp)
	}
	odd := engine.OddQuadrants(empty)
	best := int32(-infinity)
	for _, squares := range [2]uint64{empty & odd, empty &^ odd} {
		for ; squares != 0; squares &= squares - 1 {
			at := bits.TrailingZeros64(squares) & 63
			if engine.Neighbours[at]&opp == 0 {
				continue
			}
			flips := engine.Flips(own, opp, engine.Square(at))
			if flips == 0 {
				continue
			}
			square := squares & -squares
			value := -s.fewEmpties(opp^flips, own^flips^square, empty^square, -beta, -max(alpha, best), false)
			if value > best {
				best = value
				if best >= beta {
					return best
				}
			}
		}
	}
	if best != -infinity {
		return best
	}
	if passed {
		return s.final(own, opp)
	}
	return -s.fewEmpties(opp, own, empty, -beta, -alpha, true)
}
