package solver

import (
	"math/bits"
	"sync/atomic"

	"evothello/engine"
)

const infinity = 127

// Numbers of empties from which a technique saves time: listFrom for a list of moves, keepFrom for
// the thread's own table, farFrom for the table that all threads share, aheadFrom for ordering
// moves by a search of a few plies, lookFrom for looking up all children in the table, shareFrom
// for leaving children to the threads that already search them, and mirrorFrom for treating
// symmetric positions as one.
const (
	listFrom   = 7
	keepFrom   = 9
	aheadFrom  = 13
	farFrom    = 13
	lookFrom   = 14
	shareFrom  = 14
	mirrorFrom = 16
)

// A thread searches with data of its own and a table that it shares with the others.
type thread struct {
	*Geometry
	near    *table // its own table, so small that it stays in a core's caches
	far     *table
	busy    *busy
	facts   *facts
	stop    *atomic.Bool
	nodes   uint64
	told    atomic.Uint64 // nodes, published from time to time
	lists   [64]list      // by number of empties
	guesses [maxAhead + 1]list
}

// search answers whether own can get more than alpha with best play of both sides. moves are
// own's legal moves. A result above alpha is a lower bound of the position's value, any other an
// upper bound. The result is meaningless if the search was stopped.
func (t *thread) search(own, opp, moves uint64, alpha int) int {
	empty := t.squares &^ (own | opp)
	empties := bits.OnesCount64(empty)
	if empties < listFrom {
		return t.few(own, opp, empty, alpha, false)
	}
	if moves == 0 {
		theirs := engine.Mobility(opp, own) & t.squares
		if theirs == 0 {
			t.nodes++
			return difference(own, opp)
		}
		return -t.search(opp, own, theirs, -alpha-1)
	}
	t.nodes++
	if 2*bits.OnesCount64(opp) >= t.size-alpha {
		if most := t.size - 2*bits.OnesCount64(t.Stable(opp, empty)); most <= alpha {
			return most
		}
	}
	l := &t.lists[empties]
	l.own, l.opp, l.moves = own, opp, moves
	if empties < keepFrom {
		v, _ := t.tryMoves(l, empties, alpha, -1)
		return v
	}
	return t.searchKept(l, empties, alpha)
}

// searchKept searches a position that is stored in the table.
func (t *thread) searchKept(l *list, empties, alpha int) int {
	own, opp, mirror := l.own, l.opp, 0
	if empties >= mirrorFrom {
		own, opp, mirror = t.canonical(own, opp)
	}
	kept := t.kept(own, opp, empties)
	k, there := kept.find(own, opp)
	switch {
	case !there:
		k = unknown
	case int(k.lower) > alpha:
		return int(k.lower)
	case int(k.upper) <= alpha:
		return int(k.upper)
	}
	before := t.nodes
	v, move := t.tryMoves(l, empties, alpha, mirrored(k.move, inverse(mirror)))
	if empties >= shareFrom && t.stop.Load() {
		return v
	}
	nodes := t.nodes - before
	k.learn(v, alpha, mirrored(move, mirror), nodes)
	kept.keep(own, opp, k)
	if nodes >= factFrom {
		t.facts.add(own, opp, k, nodes)
	}
	return v
}

// kept returns the bucket of a position.
func (t *thread) kept(own, opp uint64, empties int) *bucket {
	if empties < farFrom {
		return t.near.bucket(hash(own, opp))
	}
	return t.far.bucket(hash(own, opp))
}

// tryMoves searches the children of a position one after the other, and returns the best value and
// its move.
func (t *thread) tryMoves(l *list, empties, alpha int, first int8) (best int, bestMove int8) {
	l.expand(t.squares)
	l.rankMoves(t.Geometry, first)
	if empties >= lookFrom {
		if v, move := t.lookUp(l, empties, alpha); v > alpha {
			return v, move
		}
	}
	if empties >= aheadFrom {
		t.lookAhead(l, empties)
	}
	if empties >= shareFrom {
		return t.tryShared(l, alpha)
	}
	best, bestMove = -infinity, -1
	for range l.n {
		i := l.next()
		if v := -t.search(l.Own[i], l.Opp[i], l.Moves[i], -alpha-1); v > best {
			if best, bestMove = v, l.move(i); v > alpha {
				break
			}
		}
	}
	return best, bestMove
}

// tryShared is tryMoves for positions that several threads search. Children that another thread is
// searching come last.
func (t *thread) tryShared(l *list, alpha int) (best int, bestMove int8) {
	best, bestMove = -infinity, -1
	var waiting [64]int
	wait := 0
	for n := range 2 * l.n {
		var i int
		switch {
		case n < l.n:
			if i = l.next(); n > 0 && t.busy.has(l.Own[i], l.Opp[i]) {
				waiting[wait] = i
				wait++
				continue
			}
		case n-l.n < wait:
			i = waiting[n-l.n]
		default:
			return best, bestMove
		}
		t.busy.enter(l.Own[i], l.Opp[i])
		v := -t.search(l.Own[i], l.Opp[i], l.Moves[i], -alpha-1)
		t.busy.leave(l.Own[i], l.Opp[i])
		t.told.Store(t.nodes)
		if t.stop.Load() {
			return best, bestMove
		}
		if v > best {
			if best, bestMove = v, l.move(i); v > alpha {
				return best, bestMove
			}
		}
	}
	return best, bestMove
}

// lookUp searches the table for a child whose bound answers the question.
func (t *thread) lookUp(l *list, empties, alpha int) (v int, move int8) {
	for i := range l.n {
		own, opp := l.Own[i], l.Opp[i]
		if empties-1 >= mirrorFrom {
			own, opp, _ = t.canonical(own, opp)
		}
		if k, there := t.kept(own, opp, empties-1).find(own, opp); there && -int(k.upper) > alpha {
			return -int(k.upper), l.move(i)
		}
	}
	return -infinity, -1
}

// busy marks the positions that threads are searching, so that others search elsewhere first. It
// may be wrong. Then work is done twice, or in another order.
type busy [1 << 12]atomic.Uint64

func (b *busy) enter(own, opp uint64) { h := hash(own, opp); b[h>>52].Store(h) }
func (b *busy) leave(own, opp uint64) { b[hash(own, opp)>>52].Store(0) }

func (b *busy) has(own, opp uint64) bool {
	h := hash(own, opp)
	return b[h>>52].Load() == h
}
