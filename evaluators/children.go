package evaluators

import (
	"math/bits"

	"evothello/engine"
)

//go:generate go run ../internal/asm evaluators avx512 -out avx512_amd64.s -stubs avx512_amd64.go -pkg evaluators
//go:generate go run ../internal/asm evaluators avx2 -out avx2_amd64.s -stubs avx2_amd64.go -pkg evaluators

// children has a name without a package for the generator of the vector code.
type children = engine.Children

// BestChild returns the highest score for own of the positions after own's moves, moves ≠ 0. As soon as a score reaches
// enough it returns that score, and reached is its move as a set of one square; otherwise reached is empty. Searches
// spend most of their time in this search of one ply.
func (e *counted) BestChild(own, opp, moves uint64, _, enough int32) (best int32, reached uint64) {
	finished := uint64(1)
	if e.vector != nil {
		switch engine.PathInUse() {
		case engine.AVX512:
			best, reached, finished = bestChildAVX512(own, opp, moves, enough, e.vector)
		case engine.AVX2:
			best, reached, finished = bestChildAVX2(own, opp, moves, enough, e.vector)
		default:
			return bestChildFast(own, opp, moves, enough, e.vector)
		}
	}
	if finished == 0 {
		return best, reached
	}
	return e.bestChildPlain(own, opp, moves, enough)
}

// BestMove returns the highest score for own of the positions after own's moves, and the first move
// with that score; moves ≠ 0. It is the whole search of players that look one ply ahead.
func (e *counted) BestMove(own, opp, moves uint64) (best int32, first uint64) {
	best = -int32(1) << 30
	for moves != 0 {
		var out scored
		batch := firstEight(moves)
		moves &^= batch
		if e.childScores(own, opp, batch, &out) {
			if score, move := bestOf(&out, batch, 1<<30); score > best {
				best, first = score, move
			}
			continue
		}
		for ; batch != 0; batch &= batch - 1 {
			if score, _ := e.afterMove(own, opp, batch&-batch); score > best {
				best, first = score, batch&-batch
			}
		}
	}
	return best, first
}

// Values implements Evaluator.
func (e *counted) Values(own, opp, moves uint64, values *[64]int32) {
	for n := 0; moves != 0; {
		var out scored
		batch := firstEight(moves)
		moves &^= batch
		if e.childScores(own, opp, batch, &out) {
			n += copyScores(values[n:], &out, batch)
			continue
		}
		for ; batch != 0; n, batch = n+1, batch&(batch-1) {
			values[n&63], _ = e.afterMove(own, opp, batch&-batch)
		}
	}
}

// copyScores copies a score for each move, and returns their number.
func copyScores(to []int32, from *scored, moves uint64) (n int) {
	for ; moves != 0; n, moves = n+1, moves&(moves-1) {
		to[n] = int32(from.Scores[n&7])
	}
	return n
}

// bestChildPlain is BestChild for one child after the other.
func (e *counted) bestChildPlain(own, opp, moves uint64, enough int32) (best int32, reached uint64) {
	best = -int32(1) << 30
	for ; moves != 0; moves &= moves - 1 {
		score, _ := e.afterMove(own, opp, moves&-moves)
		if best = max(best, score); best >= enough {
			return enough, moves & -moves
		}
	}
	return best, 0
}

// Refute tries one likely move of the side to move in each of the first n children. It returns the
// set of indexes of the children where that move scores at least enough for the side to move; BestChild would find at
// least enough there as well. If a move in the set first is legal there, it tries such a move. A child where the side
// to move must pass, or where the move ends the game, is not refuted.
func (e *counted) Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
	if e.vector != nil {
		switch engine.PathInUse() {
		case engine.AVX512:
			return refuteAVX512(list, n, first, enough, e.vector)
		case engine.AVX2:
			return refuteAVX2(list, n, first, enough, e.vector)
		default:
			return refuteFast(list, n, first, enough, e.vector)
		}
	}
	return e.refutePlain(list, n, first, enough)
}

// refutePlain is Refute for one child after the other.
func (e *counted) refutePlain(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
	for i := range n {
		move := likely(list.Moves[i], first)
		if move == 0 {
			continue
		}
		if score, over := e.afterMove(list.Own[i], list.Opp[i], move); !over && score >= enough {
			refuted |= 1 << i
		}
	}
	return refuted
}

// likely chooses a promising move: the first one on the best kind of square.
func likely(moves, first uint64) uint64 {
	const corners, next uint64 = 0x8100000000000081, 0x42c300000000c342 // C and X squares
	const x uint64 = 0x0042000000004200
	for _, squares := range [...]uint64{first, corners, ^next, ^x, ^uint64(0)} {
		if set := moves & squares; set != 0 {
			return set & -set
		}
	}
	return 0
}

// afterMove returns the score for own after own's move, a set of one square. over reports that the game is over; then
// the score is the result of Finished.
func (e *counted) afterMove(own, opp, move uint64) (score int32, over bool) {
	flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
	own, opp = own^flips^move, opp^flips
	ownMoves, oppMoves := engine.Mobility(own, opp)&e.playable, engine.Mobility(opp, own)&e.playable
	if ownMoves|oppMoves == 0 {
		return Finished(engine.Board{Mover: own, Opponent: opp}), true
	}
	return e.Score(own, opp, ownMoves, oppMoves), false
}
