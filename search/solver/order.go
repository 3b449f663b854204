package solver

import (
	"math/bits"

	"evothello/engine"
)

// A list is the children of a position and the order in which to search them.
type list struct {
	engine.Children
	rank [64]int64 // the highest is searched first; made by ranked, so all differ
	n    int

	own, opp, moves uint64 // the position
}

const (
	firstRank = 1 << 40  // the rank of the table's move, above all others
	taken     = -1 << 50 // the rank of children that have been searched
)

// ranked returns the rank of child i. Its low bits encode i: among equal ranks the first child has
// the highest, and next can decode the child.
func ranked(rank, i int) int64 { return int64(rank)<<6 | int64(63-i) }

// expand lists the children of a position.
func (l *list) expand(squares uint64) {
	l.Children.Expand(l.own, l.opp, l.moves)
	l.n = bits.OnesCount64(l.moves)
	for i := range l.n {
		l.Moves[i&63] &= squares
	}
}

// move returns the move to child i: the square of its additional disc.
func (l *list) move(i int) int8 {
	return int8(bits.TrailingZeros64((l.Own[i] | l.Opp[i]) &^ (l.own | l.opp)))
}

// rankMoves ranks for the fastest proof: first the remembered move, then by few replies (replies on
// safe squares count double), odd quadrants, few exposed discs and safe squares.
func (l *list) rankMoves(g *Geometry, remembered int8) {
	empty := g.squares &^ (l.own | l.opp)
	exposed, odd := engine.Exposed(empty), engine.OddQuadrants(empty)
	moves := l.moves
	for i := range l.n {
		move := moves & -moves
		moves &= moves - 1
		rank := -20*bits.OnesCount64(l.Moves[i]) - 16*bits.OnesCount64(l.Moves[i]&g.safe) -
			4*(bits.OnesCount64(l.Opp[i]&exposed)-bits.OnesCount64(l.Own[i]&exposed))
		if move&odd != 0 {
			rank += 8
		}
		if move&g.safe != 0 {
			rank += 10
		}
		l.rank[i] = ranked(rank, i)
	}
	if remembered >= 0 && l.moves>>remembered&1 != 0 {
		i := bits.OnesCount64(l.moves & (1<<remembered - 1))
		l.rank[i&63] = firstRank | int64(63-i)
	}
}

// maxAhead is the most plies of lookAhead.
const maxAhead = 6

// lookAhead ranks the moves by a search of a few plies, of more plies with more empties.
func (t *thread) lookAhead(l *list, empties int) {
	depth := min(1+(empties-aheadFrom)/3, maxAhead)
	for i := range l.n {
		if l.rank[i] < firstRank {
			l.rank[i] = ranked(-t.guess(l.Own[i], l.Opp[i], l.Moves[i], depth, -farOff, farOff), i)
		}
	}
}

// farOff is greater than every guess.
const farOff = 1 << 20

// guess estimates a position by a search of depth plies.
func (t *thread) guess(own, opp, moves uint64, depth, alpha, beta int) int {
	if moves == 0 {
		theirs := engine.Mobility(opp, own) & t.squares
		if theirs == 0 {
			return 1000 * difference(own, opp)
		}
		return -t.guess(opp, own, theirs, depth, -beta, -alpha)
	}
	if depth == 0 {
		return t.look(own, opp, moves)
	}
	l := &t.guesses[depth]
	l.own, l.opp, l.moves = own, opp, moves
	l.expand(t.squares)
	l.rankMoves(t.Geometry, -1)
	best := -farOff
	for range l.n {
		i := l.next()
		if v := -t.guess(l.Own[i], l.Opp[i], l.Moves[i], depth-1, -beta, -max(alpha, best)); v > best {
			if best = v; best >= beta {
				break
			}
		}
	}
	return best
}

// look estimates a position by both sides' mobility, exposed discs, stable discs, and discs on safe
// squares. The weights are tuned on the nodes of searches on five boards.
func (t *thread) look(own, opp, moves uint64) int {
	theirs := engine.Mobility(opp, own) & t.squares
	empty := t.squares &^ (own | opp)
	exposed := engine.Exposed(empty)
	return 11*bits.OnesCount64(moves) + 11*bits.OnesCount64(moves&t.safe) -
		8*bits.OnesCount64(theirs) - 12*bits.OnesCount64(theirs&t.safe) -
		6*bits.OnesCount64(own&exposed) + 4*bits.OnesCount64(opp&exposed) +
		18*difference(own&t.safe, opp&t.safe) +
		7*difference(t.Stable(own, empty), t.Stable(opp, empty))
}

// next takes the child with the highest rank; there must be one left. It has no branches that
// depend on ranks, because the processor could not predict them.
func (l *list) next() int {
	even, odd := int64(taken), int64(taken)
	n := l.n
	l.rank[n&63] = taken // it is compared if n is odd
	for i := 0; i < n; i += 2 {
		a, b := even-l.rank[i&63], odd-l.rank[(i+1)&63]
		even -= a & (a >> 63) // the maximum of both
		odd -= b & (b >> 63)
	}
	i := 63 - max(even, odd)&63
	l.rank[i] = taken
	return int(i)
}
