package evaluators

import (
	"math/bits"

	"evothello/engine"
)

//go:generate go run ../internal/asm evaluators avx512 -out avx512_amd64.s -stubs avx512_amd64.go -pkg evaluators
//go:generate go run ../internal/asm evaluators avx2 -out avx2_amd64.s -stubs avx2_amd64.go -pkg evaluators

// children is a name that the vector code's generator understands.
type children = engine.Children

// BestChild returns the best of the scores, from own's side, of the positions that
// own's given moves lead to, moves ≠ 0; or enough as soon as one reaches it, and
// then that move as a set of one square. It is a search of one ply, and where a
// search spends its time.
func (e *Evaluator) BestChild(own, opp, moves uint64, enough int32) (best int32, reached uint64) {
	if e.stages != nil {
		e = e.after(discs(own, opp) + 1)
	}
	if e.tables != nil {
		return e.bestChildByTables(own, opp, moves, enough)
	}
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

// BestMove returns the best of those scores, and of the moves that lead to it, moves ≠ 0, the
// first. It is all that a player does who looks no further.
func (e *Evaluator) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	if e.stages != nil {
		e = e.after(discs(own, opp) + 1)
	}
	return e.bestMove(own, opp, moves, 1<<30)
}

// bestChildPlain is BestChild, child after child.
func (e *Evaluator) bestChildPlain(own, opp, moves uint64, enough int32) (best int32, reached uint64) {
	best = -int32(1) << 30
	for ; moves != 0; moves &= moves - 1 {
		score, _ := e.afterMove(own, opp, moves&-moves)
		if best = max(best, score); best >= enough {
			return enough, moves & -moves
		}
	}
	return best, 0
}

// Refute tries one likely move of the side to move in each of the first n
// children, and returns as a set of indexes the children in which that is worth
// at least enough to it: BestChild would say so too, of each alone. The move is one
// of first where there is one. Where a side must pass or the game ends it says
// nothing.
func (e *Evaluator) Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
	if e.stages != nil {
		e = e.after(discs(list.Own[0], list.Opp[0]) + 1)
	}
	if e.tables != nil {
		return e.refuteByTables(list, n, first, enough)
	}
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

// refutePlain is Refute, child after child.
func (e *Evaluator) refutePlain(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
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

// likely picks a move: of the first kind of square on which there is one, the first.
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

// afterMove returns the score, from own's side, after own's move, a set of one square.
// If the game is over then, it is that of the WinLose scorer.
func (e *Evaluator) afterMove(own, opp, move uint64) (score int32, over bool) {
	flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
	own, opp = own^flips^move, opp^flips
	ownMoves, oppMoves := engine.Mobility(own, opp)&e.playable, engine.Mobility(opp, own)&e.playable
	if ownMoves|oppMoves == 0 {
		return Finished(engine.Board{Mover: own, Opponent: opp}), true
	}
	return e.Score(own, opp, ownMoves, oppMoves), false
}
