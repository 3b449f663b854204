package evaluators

import (
	"math/bits"

	"evothello/engine"
)

//go:generate go run ../internal/asm bestchild -out bestchild_amd64.s -stubs bestchild_amd64.go -pkg evaluators

// BestChild returns the best of the scores, from own's side, of the positions that
// own's given moves lead to, moves ≠ 0; or enough as soon as one reaches it. It is
// a search of one ply, and where a search spends its time.
func (e *Evaluator) BestChild(own, opp, moves uint64, enough int32) int32 {
	if e.vector != nil {
		if best, finished := bestChildAVX512(own, opp, moves, enough, e.vector); finished == 0 {
			return best
		}
	}
	return e.bestChildPlain(own, opp, moves, enough)
}

// bestChildPlain is BestChild, child after child.
func (e *Evaluator) bestChildPlain(own, opp, moves uint64, enough int32) int32 {
	best := -int32(1) << 30
	for ; moves != 0; moves &= moves - 1 {
		flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(moves)))
		mine, theirs := own^flips^moves&-moves, opp^flips
		mineMoves, theirMoves := engine.Mobility(mine, theirs), engine.Mobility(theirs, mine)
		var score int32
		if mineMoves|theirMoves != 0 {
			score = e.Score(mine, theirs, mineMoves, theirMoves)
		} else {
			score = Finished(engine.Board{Mover: mine, Opponent: theirs})
		}
		if best = max(best, score); best >= enough {
			return enough
		}
	}
	return best
}

// vectorWeights are weights as the vector code wants them; its offsets are
// written down in asm/main.go.
type vectorWeights struct {
	table                      [4]columnWeights
	base                       int64
	mobility, w1, w2, w3, edge int64
}

// columnWeights are the square weights of two mirrored columns by row, each split
// as 128·high + low.
type columnWeights struct {
	low  [8]uint8 // 0…127
	high [8]int8
}

// newVectorWeights returns nil if a square's weight is too large for its bytes.
func newVectorWeights(w *Weights) *vectorWeights {
	v := &vectorWeights{
		mobility: int64(w[iPossibility]), edge: int64(w[iEdge]),
		w1: int64(w[iBlank]), w2: int64(w[iBlank+1]), w3: int64(w[iBlank+2]),
	}
	for column := range v.table {
		for row := range 8 {
			// A disc counts for number.w wherever it lies.
			weight := w[SquareClass(engine.At(column, row))] + w[iNumber]
			if weight < -1<<14 || weight >= 1<<14 {
				return nil
			}
			v.table[column].low[row] = uint8(weight & 127)
			v.table[column].high[row] = int8(weight >> 7)
			v.base -= 2 * int64(weight)
		}
	}
	v.base &= 1<<32 - 1
	return v
}
