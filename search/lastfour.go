package search

import (
	"math/bits"

	"evothello/engine"
)

// The last four empties, with one function per number of empties. Most positions of an endgame
// search are here, so they use no loops, lists or tables.

// lastFour solves positions of at most four empties. It sorts the squares once: squares that are
// alone in their quadrant, or one of three, come first.
func (s *Searcher) lastFour(own, opp, empty uint64, alpha, beta int32) int32 {
	odd := engine.OddQuadrants(empty)
	var at [4]int
	n := 0
	for _, squares := range [2]uint64{empty & odd, empty &^ odd} {
		for ; squares != 0; squares &= squares - 1 {
			at[n&3] = bits.TrailingZeros64(squares)
			n++
		}
	}
	switch n {
	case 4:
		return s.four(own, opp, alpha, beta, at[0], at[1], at[2], at[3], false)
	case 3:
		return s.three(own, opp, alpha, beta, at[0], at[1], at[2], false)
	case 2:
		return s.two(own, opp, beta, at[0], at[1])
	case 1:
		return s.one(own, at[0])
	}
	s.nodes++
	return int32(engine.Board{Mover: own, Opponent: opp}.FinalDiff())
}

// tryFlips returns the discs that own flips on an empty square, 0 if the move is illegal.
func tryFlips(own, opp uint64, at int) uint64 {
	if engine.Neighbours[at&63]&opp == 0 {
		return 0
	}
	return engine.Flips(own, opp, engine.Square(at))
}

func (s *Searcher) four(own, opp uint64, alpha, beta int32, a, b, c, d int, passed bool) int32 {
	s.nodes++
	best := int32(-infinity)
	if flips := tryFlips(own, opp, a); flips != 0 {
		if best = -s.three(opp^flips, own^flips^1<<uint(a), -beta, -max(alpha, best), b, c, d, false); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, b); flips != 0 {
		if best = max(
			best, -s.three(opp^flips, own^flips^1<<uint(b), -beta, -max(alpha, best), a, c, d, false),
		); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, c); flips != 0 {
		if best = max(
			best, -s.three(opp^flips, own^flips^1<<uint(c), -beta, -max(alpha, best), a, b, d, false),
		); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, d); flips != 0 {
		best = max(best, -s.three(opp^flips, own^flips^1<<uint(d), -beta, -max(alpha, best), a, b, c, false))
	}
	switch {
	case best > -infinity:
		return best
	case passed:
		return int32(engine.Board{Mover: own, Opponent: opp}.FinalDiff())
	}
	return -s.four(opp, own, -beta, -alpha, a, b, c, d, true)
}

func (s *Searcher) three(own, opp uint64, alpha, beta int32, a, b, c int, passed bool) int32 {
	s.nodes++
	best := int32(-infinity)
	if flips := tryFlips(own, opp, a); flips != 0 {
		if best = -s.two(opp^flips, own^flips^1<<uint(a), -max(alpha, best), b, c); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, b); flips != 0 {
		if best = max(best, -s.two(opp^flips, own^flips^1<<uint(b), -max(alpha, best), a, c)); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, c); flips != 0 {
		best = max(best, -s.two(opp^flips, own^flips^1<<uint(c), -max(alpha, best), a, b))
	}
	switch {
	case best > -infinity:
		return best
	case passed:
		return int32(engine.Board{Mover: own, Opponent: opp}.FinalDiff())
	}
	return -s.three(opp, own, -beta, -alpha, a, b, c, true)
}

func (s *Searcher) two(own, opp uint64, beta int32, a, b int) int32 {
	s.nodes++
	best := int32(-infinity)
	if flips := tryFlips(own, opp, a); flips != 0 {
		if best = -s.one(opp^flips, b); best >= beta {
			return best
		}
	}
	if flips := tryFlips(own, opp, b); flips != 0 {
		best = max(best, -s.one(opp^flips, a))
	}
	if best > -infinity {
		return best
	}
	// own passes; opp chooses the minimum for own.
	best = infinity
	if flips := tryFlips(opp, own, a); flips != 0 {
		best = s.one(own^flips, b)
	}
	if flips := tryFlips(opp, own, b); flips != 0 {
		best = min(best, s.one(own^flips, a))
	}
	if best < infinity {
		return best
	}
	return int32(engine.Board{Mover: own, Opponent: opp}.FinalDiff())
}

// one plays the last square. own plays it if it flips anything, otherwise its opponent, who holds
// all other squares.
func (s *Searcher) one(own uint64, at int) int32 {
	s.nodes++
	discs := int32(bits.OnesCount64(own))
	if flips := int32(engine.LastFlips(own, engine.Square(at))); flips > 0 {
		return 2*(discs+flips) - 62
	}
	opp := ^own &^ (1 << uint(at))
	if flips := int32(engine.LastFlips(opp, engine.Square(at))); flips > 0 {
		return 2*(discs-flips) - 64
	}
	if discs >= 32 { // neither side can move: 63 discs, and the empty square counts for the winner
		return 2*discs - 62
	}
	return 2*discs - 64
}
