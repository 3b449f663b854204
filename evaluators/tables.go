package evaluators

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators/tuples"
)

// tabled is the Evaluator of weights with tables of tuples. It also serves weights where vector code supports some
// scorers, and only plain code the others.
type tabled struct {
	counted
	tables []tables
	extras []Term  // those terms that the scores of vector code lack, edges included
	hidden *hidden // of pattern tables, nil without one
}

// simplest returns the same evaluator in its cheapest form: counted if there is nothing to add to the vector
// code's scores.
func (e *tabled) simplest() Evaluator {
	if e.tables == nil && e.extras == nil {
		return &e.counted
	}
	return e
}

// tables is a set of tuples' tables with a weight.
type tables struct {
	geometry *tuples.Geometry
	values   tuples.Values
	weight   int32
	most     int32 // the largest absolute value of a sum of values
	ofMover  bool  // values are for the side that has just moved, see Scorer.OfMover
}

// addTables adds tables when a scorer is compiled.
func (e *tabled) addTables(g *tuples.Geometry, values tuples.Values, ofMover bool) {
	for i, t := range e.tables {
		if t.geometry.Shares(g) && t.weight == 1 {
			e.tables[i].geometry, e.tables[i].ofMover = t.geometry.Wider(g), t.ofMover || ofMover
			t.values.Add(values)
			return
		}
	}
	e.tables = append(e.tables, tables{g, values, 1, 1 << 30, ofMover})
}

// A lookup holds a position's configurations for all tables.
type lookup [2]tuples.Position

// find looks up a position's configurations.
func (e *tabled) find(own, opp uint64, at *lookup) {
	for i := range e.tables {
		e.tables[i].geometry.Find(own, opp, &at[i&1])
	}
}

// sum is the tables' score of a position for own, who is to move.
func (e *tabled) sum(own, opp uint64) (sum int32) {
	for i := range e.tables {
		t := &e.tables[i]
		if t.ofMover {
			sum -= t.score(t.geometry.Sum(t.values, opp, own))
			continue
		}
		sum += t.score(t.geometry.Sum(t.values, own, opp))
	}
	return sum
}

// rest returns the part of a score that vector code leaves out, without tables.
func (e *tabled) rest(own, opp uint64) (sum int32) {
	for _, term := range e.extras {
		sum += term(own, opp)
	}
	return sum
}

// sumAfter is the tables' score of a position after a move with its flips.
func (e *tabled) sumAfter(at *lookup, move, flips uint64) (sum int32) {
	for i := range e.tables {
		t := &e.tables[i]
		sum += t.score(t.geometry.SumAfter(t.values, &at[i&1], move, flips))
	}
	return sum
}

func (t *tables) score(sum int32) int32 { return t.weight * max(-t.most, min(sum, t.most)) }

// scored holds the scores without tables of eight positions after moves.
type scored = tuples.Children

// replied holds such positions with all their discs.
type replied = tuples.Replies

// Score implements Evaluator.
func (e *tabled) Score(own, opp, ownMoves, oppMoves uint64) int32 {
	score := e.counted.Score(own, opp, ownMoves, oppMoves) + e.sum(own, opp)
	if e.hidden != nil {
		score += e.hidden.value(own, opp)
	}
	return score
}

// BestChild implements Evaluator.
func (e *tabled) BestChild(own, opp, moves uint64, low, enough int32) (best int32, reached uint64) {
	if best, reached = e.bestMove(own, opp, moves, low, enough); best < enough {
		return best, 0
	}
	return enough, reached
}

// BestMove implements Evaluator.
func (e *tabled) BestMove(own, opp, moves uint64) (best int32, move uint64) {
	return e.bestMove(own, opp, moves, -1<<30, 1<<30)
}

// bestMove returns the highest score for own of the positions after own's moves, and the first move
// with that score. It stops at the first score that reaches enough. With a hidden layer the score may be a bound if it
// is at most low.
func (e *tabled) bestMove(own, opp, moves uint64, low, enough int32) (best int32, first uint64) {
	if e.hidden != nil {
		return e.bestWithLayer(own, opp, moves, low, enough)
	}
	var at lookup
	e.find(own, opp, &at)
	best = -int32(1) << 30
	for moves != 0 && best < enough {
		var out scored
		batch := firstEight(moves)
		moves &^= batch
		if e.childScores(own, opp, batch, &out) {
			if e.extras != nil {
				e.addRest(own, opp, batch, &out)
			}
			if score, move := e.bestAfter(&at, opp, batch, &out, enough); score > best {
				best, first = score, move
			}
			continue
		}
		for ; batch != 0 && best < enough; batch &= batch - 1 {
			move := batch & -batch
			if score, _ := e.afterMove(&at, own, opp, move); score > best {
				best, first = score, move
			}
		}
	}
	return best, first
}

// Values implements Evaluator.
func (e *tabled) Values(own, opp, moves uint64, values *[64]int32) {
	finished := e.valuesWithoutLayer(own, opp, moves, values)
	if e.hidden == nil {
		return
	}
	for i := 0; moves != 0; i, moves = i+1, moves&(moves-1) {
		if move := moves & -moves; move&finished == 0 {
			values[i&63] += e.hidden.after(own, opp, move)
		}
	}
}

// valuesWithoutLayer is Values without the hidden layer. It returns the moves that end the game.
func (e *tabled) valuesWithoutLayer(own, opp, moves uint64, values *[64]int32) (finished uint64) {
	var at lookup
	e.find(own, opp, &at)
	for n := 0; moves != 0; {
		var out scored
		batch := firstEight(moves)
		moves &^= batch
		if e.childScores(own, opp, batch, &out) {
			if e.extras != nil {
				e.addRest(own, opp, batch, &out)
			}
			e.bestAfter(&at, opp, batch, &out, 1<<30)
			n += copyScores(values[n:], &out, batch)
			continue
		}
		for ; batch != 0; n, batch = n+1, batch&(batch-1) {
			var over bool
			if values[n&63], over = e.afterMove(&at, own, opp, batch&-batch); over {
				finished |= batch & -batch
			}
		}
	}
	return finished
}

// addRest adds to the scores of up to eight children what vector code lacks.
func (e *tabled) addRest(own, opp, moves uint64, out *scored) {
	for i := 0; moves != 0; i, moves = i+1, moves&(moves-1) {
		theirs := out.Theirs[i&7]
		out.Scores[i&7] = uint64(uint32(int32(out.Scores[i&7]) + e.rest(own|moves&-moves|opp&^theirs, theirs)))
	}
}

// bestAfter returns the highest score, including tables, of up to eight children, and the first move
// with that score. It stops at the first score that reaches enough.
func (e *tabled) bestAfter(at *lookup, opp, moves uint64, out *scored, enough int32) (best int32, first uint64) {
	last := len(e.tables) - 1
	if last < 0 {
		return bestOf(out, moves, enough)
	}
	for i := range e.tables {
		target := enough
		if i < last {
			target = 1 << 30
		}
		t := &e.tables[i]
		best, first = t.geometry.BestAfter(t.values, &at[i&1], out, opp, moves, t.weight, t.most, target)
	}
	return best, first
}

// bestOf returns the highest score without tables, and the first move with that score. It stops at the first score
// that reaches enough.
func bestOf(out *scored, moves uint64, enough int32) (best int32, first uint64) {
	best = -1 << 30
	for i := 0; moves != 0 && best < enough; i, moves = i+1, moves&(moves-1) {
		if score := int32(out.Scores[i&7]); score > best {
			best, first = score, moves&-moves
		}
	}
	return best, first
}

// firstEight returns the first eight squares of a set, or all if it has fewer.
func firstEight(set uint64) uint64 {
	rest := set
	for range 8 {
		rest &= rest - 1
	}
	return set &^ rest
}

// childScores scores up to eight children with vector code. It returns false if that code cannot be
// used or a child is a finished game.
func (e *counted) childScores(own, opp, moves uint64, out *scored) (done bool) {
	if e.vector == nil {
		return false
	}
	switch engine.PathInUse() {
	case engine.AVX512:
		return childScoresAVX512(own, opp, moves, e.vector, out) == 0
	case engine.AVX2:
		return childScoresAVX2(own, opp, moves, e.vector, out) == 0
	}
	return false
}

// Refute implements Evaluator.
func (e *tabled) Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64) {
	shared := (list.Own[0] | list.Opp[0]) & (list.Own[(n-1)&63] | list.Opp[(n-1)&63])
	for from := 0; from < n; from += 8 {
		var out replied
		some := e.replyScores(list, from, min(n-from, 8), first, &out)
		if e.extras != nil {
			e.addRestOfReplies(some, &out)
		}
		if e.hidden == nil {
			refuted |= e.reach(&out, shared, some, enough) << from
			continue
		}
		maybe := e.reach(&out, shared, some, enough-e.hidden.most)
		refuted |= e.hidden.reach(&out, maybe, enough) << from
	}
	return refuted
}

// addRestOfReplies adds to the scores of some positions what vector code lacks.
func (e *tabled) addRestOfReplies(some uint64, out *replied) {
	for ; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		theirs := out.Theirs[i&7]
		out.Scores[i&7] = uint64(uint32(int32(out.Scores[i&7]) + e.rest(out.Discs[i&7]&^theirs, theirs)))
	}
}

// reach returns the positions in some whose score, including tables, is at least enough. They share some discs.
func (e *tabled) reach(out *replied, shared, some uint64, enough int32) (reached uint64) {
	if e.tables == nil { // the scores are all there is
		for ; some != 0; some &= some - 1 {
			if int32(out.Scores[bits.TrailingZeros64(some)&7]) >= enough {
				reached |= some & -some
			}
		}
		return reached
	}
	for i := range e.tables {
		t := &e.tables[i]
		reached = t.geometry.Reach(t.values, out, shared, some, t.weight, t.most, enough)
	}
	return reached
}

// replyScores plays a likely move in up to eight children. It returns the set of children where that
// was possible.
func (e *counted) replyScores(list *engine.Children, from, n int, first uint64, out *replied) (some uint64) {
	if e.vector != nil {
		switch engine.PathInUse() {
		case engine.AVX512:
			return replyScoresAVX512(list, from, n, first, e.vector, out)
		case engine.AVX2:
			return replyScoresAVX2(list, from, n, first, e.vector, out)
		}
	}
	for i := range n {
		own, opp := list.Own[(from+i)&63], list.Opp[(from+i)&63]
		move := likely(list.Moves[(from+i)&63], first)
		if move == 0 {
			continue
		}
		flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
		if score, over := e.afterFlips(own, opp, move, flips); !over {
			out.Scores[i&7], out.Theirs[i&7], out.Discs[i&7] = uint64(score), opp&^flips, own|opp|move
			some |= 1 << i
		}
	}
	return some
}

// afterMove is like counted.afterMove, for a position whose configurations have been looked up. It leaves out the
// hidden layer.
func (e *tabled) afterMove(at *lookup, own, opp, move uint64) (score int32, over bool) {
	flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
	if score, over = e.afterFlips(own, opp, move, flips); !over {
		score += e.rest(own^flips^move, opp^flips) + e.sumAfter(at, move, flips)
	}
	return score, over
}

// afterFlips is afterMove without tables.
func (e *counted) afterFlips(own, opp, move, flips uint64) (score int32, over bool) {
	own, opp = own^flips^move, opp^flips
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	ownMoves, oppMoves = ownMoves&e.playable, oppMoves&e.playable
	switch {
	case ownMoves|oppMoves == 0:
		return Finished(engine.Board{Mover: own, Opponent: opp}), true
	case e.vector != nil:
		return e.vector.score(own, opp, ownMoves, oppMoves), false
	}
	return e.Score(own, opp, ownMoves, oppMoves), false
}
