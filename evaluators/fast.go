package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// bestChildFast is bestChildPlain with vectorWeights, for processors without vectors.
func bestChildFast(own, opp, moves uint64, enough int32, v *vectorWeights) (best int32, reached uint64) {
	best = -int32(1) << 30
	for ; moves != 0; moves &= moves - 1 {
		score, _ := v.afterMove(own, opp, moves&-moves)
		if best = max(best, score); best >= enough {
			return enough, moves & -moves
		}
	}
	return best, 0
}

// refuteFast is refutePlain with vectorWeights.
func refuteFast(list *engine.Children, n int, first uint64, enough int32, v *vectorWeights) (refuted uint64) {
	for i := range n {
		move := likely(list.Moves[i&63], first)
		if move == 0 {
			continue
		}
		if score, over := v.afterMove(list.Own[i&63], list.Opp[i&63], move); !over && score >= enough {
			refuted |= 1 << i
		}
	}
	return refuted
}

// afterMove is Evaluator.afterMove.
func (v *vectorWeights) afterMove(own, opp, move uint64) (score int32, over bool) {
	flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
	own, opp = own^flips^move, opp^flips
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	if ownMoves|oppMoves == 0 {
		return Finished(engine.Board{Mover: own, Opponent: opp}), true
	}
	return v.score(own, opp, ownMoves, oppMoves), false
}

// score is Evaluator.Score.
func (v *vectorWeights) score(own, opp, ownMoves, oppMoves uint64) int32 {
	score := signed(v.mobility) * more(ownMoves, oppMoves)
	if v.onlyMobility == 0 {
		score += v.squaresScore(own, opp) + v.blankScore(own, opp) + v.edgeScore(own, opp)
	}
	return score
}

// signed converts a weight of 16 bits.
func signed(weight uint64) int32 { return int32(int16(weight)) }

// more returns how many more squares a has than b.
func more(a, b uint64) int32 { return int32(bits.OnesCount64(a) - bits.OnesCount64(b)) }

// squaresScore looks up all discs of a row at once.
func (v *vectorWeights) squaresScore(own, opp uint64) int32 {
	a, b, c, d := &v.rows[0], &v.rows[1], &v.rows[2], &v.rows[3]
	return a[own&0xff] - a[opp&0xff] + a[own>>56] - a[opp>>56] +
		b[own>>8&0xff] - b[opp>>8&0xff] + b[own>>48&0xff] - b[opp>>48&0xff] +
		c[own>>16&0xff] - c[opp>>16&0xff] + c[own>>40&0xff] - c[opp>>40&0xff] +
		d[own>>24&0xff] - d[opp>>24&0xff] + d[own>>32&0xff] - d[opp>>32&0xff]
}

// blankScore is the score of w1, w2 and frontier: of discs next to empty squares.
func (v *vectorWeights) blankScore(own, opp uint64) (score int32) {
	const xSquares uint64 = 0x0042000000004200
	if v.w1 != 0 {
		score = signed(v.w1) * openDirections(own, opp)
	}
	if (own|opp)&xSquares != 0 && v.w2 != 0 {
		empty := ^(own | opp)
		x := empty<<9&(1<<9) | empty>>9&(1<<54) | empty<<7&(1<<14) | empty>>7&(1<<49)
		score += signed(v.w2) * more(own&x, opp&x)
	}
	if v.frontier != 0 {
		score += signed(v.frontier) * int32(frontierCount(own, opp, wholeBoard))
	}
	return score
}

// edgeScore is the score of edges.
func (v *vectorWeights) edgeScore(own, opp uint64) (score int32) {
	const ends, border uint64 = 0xc3810000000081c3, 0xffc381818181c3ff // corners and C squares; edges and X squares
	if v.edgeScores != nil && (own|opp)&ends != 0 {
		score = v.edgeScores.score(own, opp)
	}
	if v.edgeStability != 0 && (own|opp)&border != 0 {
		score += signed(v.edgeStability) * int32(edgeStabilityCount(v.edgeValues, own, opp))
	}
	return score
}

// openDirections is the count of w1, own minus opp, computed like blankCounts.
func openDirections(own, opp uint64) int32 {
	const inner, cols, rows uint64 = 0x007e7e7e7e7e7e00, 0x7e7e7e7e7e7e7e7e, 0x00ffffffffffff00
	empty := ^(own | opp)
	sum1, twos1 := add3(empty<<1&cols, empty>>1&cols, empty<<8&rows)
	sum2, twos2 := add3(empty>>8&rows, empty<<7&inner, empty>>7&inner)
	northWest, southEast := empty<<9&inner, empty>>9&inner
	ones, twos3 := add3(sum1, sum2, northWest)
	ones, twos4 := ones^southEast, ones&southEast
	twos, fours1 := add3(twos1, twos2, twos3)
	twos, fours2 := twos^twos4, twos&twos4
	fours, eights := fours1^fours2, fours1&fours2
	n := more(own&ones, opp&ones) + 2*more(own&twos, opp&twos) + 4*more(own&fours, opp&fours)
	if eights != 0 { // an isolated disc, which no game has
		n += 8 * more(own&eights, opp&eights)
	}
	return n
}
