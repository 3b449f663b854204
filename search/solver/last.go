package solver

import (
	"math/bits"

	"evothello/engine"
)

// The last four empties, with one function per number of empties, because most positions of a
// search are here. All return bounds like search.

// few searches positions of a handful of empties. It tries squares in odd quadrants first and uses
// no table and no list. passed means that the opponent has just passed.
func (t *thread) few(own, opp, empty uint64, alpha int, passed bool) int {
	if bits.OnesCount64(empty) <= 4 {
		return t.lastFour(own, opp, empty, alpha)
	}
	t.nodes++
	odd := engine.OddQuadrants(empty)
	best := -infinity
	for _, squares := range [2]uint64{empty & odd, empty &^ odd} {
		for ; squares != 0; squares &= squares - 1 {
			at := bits.TrailingZeros64(squares) & 63
			flips := flipsOf(own, opp, at)
			if flips == 0 {
				continue
			}
			square := squares & -squares
			if v := -t.few(opp^flips, own^flips^square, empty^square, -alpha-1, false); v > best {
				if best = v; best > alpha {
					return best
				}
			}
		}
	}
	switch {
	case best > -infinity:
		return best
	case passed:
		return difference(own, opp)
	}
	return -t.few(opp, own, empty, -alpha-1, true)
}

// lastFour solves positions of at most four empties. It sorts the squares once: squares that are
// alone in their quadrant, or one of three, come first.
func (t *thread) lastFour(own, opp, empty uint64, alpha int) int {
	odd := engine.OddQuadrants(empty)
	var at [4]int
	n := 0
	for _, squares := range [2]uint64{empty & odd, empty &^ odd} {
		for ; squares != 0; squares &= squares - 1 {
			at[n&3] = bits.TrailingZeros64(squares) & 63
			n++
		}
	}
	switch n {
	case 4:
		return t.four(own, opp, alpha, at[0], at[1], at[2], at[3], false)
	case 3:
		return t.three(own, opp, alpha, at[0], at[1], at[2], false)
	case 2:
		return t.two(own, opp, alpha, at[0], at[1])
	case 1:
		return t.one(own, opp, at[0])
	}
	t.nodes++
	return difference(own, opp)
}

func (t *thread) four(own, opp uint64, alpha, a, b, c, d int, passed bool) int {
	t.nodes++
	best := -infinity
	if flips := flipsOf(own, opp, a); flips != 0 {
		if best = -t.three(opp^flips, own^flips^1<<a, -alpha-1, b, c, d, false); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, b); flips != 0 {
		if best = max(best, -t.three(opp^flips, own^flips^1<<b, -alpha-1, a, c, d, false)); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, c); flips != 0 {
		if best = max(best, -t.three(opp^flips, own^flips^1<<c, -alpha-1, a, b, d, false)); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, d); flips != 0 {
		best = max(best, -t.three(opp^flips, own^flips^1<<d, -alpha-1, a, b, c, false))
	}
	switch {
	case best > -infinity:
		return best
	case passed:
		return difference(own, opp)
	}
	return -t.four(opp, own, -alpha-1, a, b, c, d, true)
}

func (t *thread) three(own, opp uint64, alpha, a, b, c int, passed bool) int {
	t.nodes++
	best := -infinity
	if flips := flipsOf(own, opp, a); flips != 0 {
		if best = -t.two(opp^flips, own^flips^1<<a, -alpha-1, b, c); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, b); flips != 0 {
		if best = max(best, -t.two(opp^flips, own^flips^1<<b, -alpha-1, a, c)); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, c); flips != 0 {
		best = max(best, -t.two(opp^flips, own^flips^1<<c, -alpha-1, a, b))
	}
	switch {
	case best > -infinity:
		return best
	case passed:
		return difference(own, opp)
	}
	return -t.three(opp, own, -alpha-1, a, b, c, true)
}

func (t *thread) two(own, opp uint64, alpha, a, b int) int {
	t.nodes++
	best := -infinity
	if flips := flipsOf(own, opp, a); flips != 0 {
		if best = -t.one(opp^flips, own^flips^1<<a, b); best > alpha {
			return best
		}
	}
	if flips := flipsOf(own, opp, b); flips != 0 {
		best = max(best, -t.one(opp^flips, own^flips^1<<b, a))
	}
	if best > -infinity {
		return best
	}
	// own passes; opp chooses the minimum for own.
	best = infinity
	if flips := flipsOf(opp, own, a); flips != 0 {
		if best = t.one(own^flips, opp^flips^1<<a, b); best <= alpha {
			return best
		}
	}
	if flips := flipsOf(opp, own, b); flips != 0 {
		best = min(best, t.one(own^flips, opp^flips^1<<b, a))
	}
	if best < infinity {
		return best
	}
	return difference(own, opp)
}

// one plays the last square. own plays it if it flips anything, otherwise its opponent.
func (t *thread) one(own, opp uint64, at int) int {
	t.nodes++
	diff, seen := difference(own, opp), t.seen[at&63]
	if flips := engine.LastFlips(own&seen, engine.Square(at)); flips > 0 {
		return diff + 2*flips + 1
	}
	if flips := engine.LastFlips(opp&seen, engine.Square(at)); flips > 0 {
		return diff - 2*flips - 1
	}
	return diff
}

// flipsOf returns the discs that own flips on an empty square, 0 if the move is illegal.
func flipsOf(own, opp uint64, at int) uint64 {
	if engine.Neighbours[at&63]&opp == 0 {
		return 0
	}
	return engine.Flips(own, opp, engine.Square(at))
}

// difference is own's discs minus opp's on the board.
func difference(own, opp uint64) int { return bits.OnesCount64(own) - bits.OnesCount64(opp) }
