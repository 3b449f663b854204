package search

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

// infinity is greater than every score.
const infinity = 1 << 30

// Numbers of remaining plies from which a technique saves time: findChildFrom for looking up all children
// in the table, and rankByValueFrom for ordering moves by the values of the positions after them.
const (
	findChildFrom   = 3
	rankByValueFrom = 5
)

// midgame returns the value of a position for own at depth plies: the exact value if it is between
// alpha and beta, otherwise a bound on that side (fail-soft). moves are own's legal moves. A pass
// costs no depth.
func (s *Searcher) midgame(own, opp, moves uint64, alpha, beta int32, depth int) int32 {
	if moves == 0 {
		oppMoves := engine.Mobility(opp, own) & s.playable
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
		return s.eval.Score(own, opp, moves, engine.Mobility(opp, own)&s.playable)
	case 1: // all children count as visited, even after a cutoff
		s.nodes += uint64(bits.OnesCount64(moves))
		var best int32
		best, s.reply = s.eval.BestChild(own, opp, moves, alpha, beta)
		return best
	}
	slot := s.table.slot(own, opp)
	remembered := int8(-1)
	if slot.holds(own, opp, s.midgameStamp) {
		remembered = slot.move
		if s.counts(slot, depth) {
			var done bool
			if alpha, beta, done = slot.narrow(alpha, beta); done {
				return slot.value
			}
		}
	}
	if s.cuts != nil && beta == alpha+1 && !s.checking && s.foresee(own, opp, moves, alpha, depth) {
		return beta
	}
	best, bestMove := int32(-infinity), remembered
	if depth == 2 && remembered < 0 && moves>>(s.killer&63)&1 != 0 {
		bestMove = s.killer
	}
	if bestMove >= 0 { // it often causes a cutoff, before the other moves are even listed
		best = s.afterMove(own, opp, bestMove, alpha, beta, depth)
	}
	if best < beta {
		best, bestMove = s.afterOthers(own, opp, moves, best, bestMove, alpha, beta, depth)
	}
	if !s.stopped {
		slot.store(own, opp, s.midgameStamp, depth, alpha, beta, best, bestMove)
		if depth == 2 && best >= beta {
			s.killer = bestMove
		}
	}
	return best
}

// afterMove returns midgame's value of a move of own.
func (s *Searcher) afterMove(own, opp uint64, move int8, alpha, beta int32, depth int) int32 {
	flips := engine.Flips(own, opp, engine.Square(move))
	own, opp = opp^flips, own^flips^1<<move
	return -s.midgame(own, opp, engine.Mobility(own, opp)&s.playable, -beta, -alpha, depth-1)
}

// afterOthers searches the remaining moves of midgame after the first one, or all of them if best
// is −infinity. It returns the best value of all moves, up to a cutoff, and its move.
func (s *Searcher) afterOthers(
	own, opp, moves uint64, best int32, bestMove int8, alpha, beta int32, depth int,
) (int32, int8) {
	children, low := &s.lists[depth], max(alpha, best)
	children.expand(own, opp, moves, s.playable)
	if depth >= findChildFrom {
		if value, move := s.findChild(children, depth-1, beta); value >= beta {
			return value, move
		}
	}
	s.rank(children, own, opp, depth)
	left := children.n
	if best > -infinity {
		children.take(bestMove)
		left--
	}
	for ; left > 0; left-- {
		if depth == 2 && left == children.n-1 { // one move has been searched
			if n := s.refute(children, low); n > 0 {
				best = low // the refuted moves are worth at most low
				if left -= n; left == 0 {
					break
				}
			}
		}
		i := children.next()
		childOwn, childOpp, childMoves := children.Own[i], children.Opp[i], children.Moves[i]
		var value int32
		if best > -infinity && s.scout && depth > 2 { // one ply above the leaves a null window saves nothing
			value = -s.midgame(childOwn, childOpp, childMoves, -low-1, -low, depth-1)
			if value > low && value < beta {
				value = -s.midgame(childOwn, childOpp, childMoves, -beta, -low, depth-1)
			}
		} else {
			value = -s.midgame(childOwn, childOpp, childMoves, -beta, -low, depth-1)
		}
		if value > best {
			best, bestMove = value, children.move(i)
			low = max(low, value)
			if value >= beta {
				break
			}
		}
	}
	return best, bestMove
}

// counts reports whether a position's entry says what a search to the given depth needs to know.
func (s *Searcher) counts(slot *entry, depth int) bool {
	stored := int(slot.depth >> 2)
	return stored == depth || s.clocked && stored > depth
}

// findChild returns the value, for the side that moves there, of a child whose table entry proves a value
// of at least enough, and its move. It returns −infinity if there is none.
func (s *Searcher) findChild(children *list, depth int, enough int32) (int32, int8) {
	for i := range children.n {
		own, opp := children.Own[i], children.Opp[i]
		slot := s.table.slot(own, opp)
		if slot.holds(own, opp, s.midgameStamp) && s.counts(slot, depth) && slot.depth&upper != 0 && -slot.value >= enough {
			return -slot.value, children.move(i)
		}
	}
	return -infinity, -1
}

// rank ranks the children of a position for a search to the given depth. Evaluating them all takes as
// long as searching a position to one ply.
func (s *Searcher) rank(children *list, own, opp uint64, depth int) {
	children.rankForMidgame(-1)
	if depth >= rankByValueFrom {
		var values [64]int32
		s.eval.Values(own, opp, children.moves, &values)
		children.addValues(&values)
	}
}

// refute marks children as searched that are quickly proved to be worth at most low for the player
// who moves there. It returns how many. The children are one ply above the leaves. One of them has
// been searched, and the reply that refuted it refutes most of the others.
func (s *Searcher) refute(children *list, low int32) (n int) {
	refuted := s.eval.Refute(&children.Children, children.n, s.reply, -low)
	for ; refuted != 0; refuted &= refuted - 1 {
		if i := bits.TrailingZeros64(refuted); children.rank[i] != taken {
			children.rank[i] = taken
			n++
		}
	}
	s.nodes += 2 * uint64(n) // the children and the replies
	return n
}
