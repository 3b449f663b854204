package evaluators

import (
	"math/bits"
	"slices"

	"evothello/engine"
)

// MaxScore is the largest sum that weights may reach, and Win the least score of
// a won game: no guess comes near a finished game.
const (
	MaxScore = 1 << 24
	Win      = 1 << 25
)

// An Evaluator is a set of weights compiled for speed. It is immutable and may be
// shared by any number of searches.
//
// Scorers make it: what they can say by squares, moves and edges costs no more however
// many say so; all else is a term, to be called for each position.
type Evaluator struct {
	playable uint64         // the squares of the board that it is for
	squares  [10]int32      // what a disc is worth by the class of its square
	mobility int32          // what a move is worth
	edges    *edgeScores    // what edges are worth, nil if nothing
	terms    []term         // what else counts
	tables   []tables       // and what is looked up by tuples
	stages   *stages        // evaluators by the stage of the leaf, which do all the work, or nil
	vector   *vectorWeights // nil where the fast code cannot be used
}

// A term is a part of a score, from own's side.
type term func(own, opp uint64) int32

// Compile prepares weights, which must be valid, for searches on a board with those holes.
func Compile(w *Weights, holes uint64) *Evaluator { return compile(Scorers, w[:], ^holes) }

func compile(scorers []Scorer, weights []int, playable uint64) *Evaluator {
	e := &Evaluator{playable: playable}
	for s, w := range groups(scorers, weights) {
		if used(w) {
			s.compile(e, w)
		}
	}
	if playable == wholeBoard {
		e.vector = newVectorWeights(scorers, weights)
	}
	if e.vector != nil {
		e.vector.edgeScores = e.edges
	}
	return e
}

// wholeBoard are the squares of the board without holes.
const wholeBoard = ^uint64(0)

// used reports whether a weight is other than 0.
func used(weights []int) bool {
	return slices.ContainsFunc(weights, func(w int) bool { return w != 0 })
}

// Score evaluates an unfinished game from own's side, given the two sides' discs. Their
// legal moves are the caller's to give, because a search needs them anyway.
func (e *Evaluator) Score(own, opp, ownMoves, oppMoves uint64) (score int32) {
	if e.stages != nil {
		return e.before(discs(own, opp)).Score(own, opp, ownMoves, oppMoves)
	}
	score = e.scoreByCounts(own, opp, ownMoves, oppMoves)
	if e.tables != nil {
		score += e.sum(own, opp)
	}
	return score
}

// scoreByCounts is Score without what tables say.
func (e *Evaluator) scoreByCounts(own, opp, ownMoves, oppMoves uint64) (score int32) {
	for i, squares := range &classSquares {
		score += e.squares[i] * int32(bits.OnesCount64(own&squares)-bits.OnesCount64(opp&squares))
	}
	score += e.mobility * int32(bits.OnesCount64(ownMoves)-bits.OnesCount64(oppMoves))
	if e.edges != nil {
		score += e.edges.score(own, opp)
	}
	for _, term := range e.terms {
		score += term(own, opp)
	}
	return score
}

// add is for scorers that are being compiled.
func (e *Evaluator) add(t term) { e.terms = append(e.terms, t) }

// Finished is the WinLose scorer: the score of a finished game for the mover, by
// the discs as they lie. It outweighs every heuristic score; a draw is 0.
func Finished(b engine.Board) int32 {
	switch diff := int32(b.DiscDiff()); {
	case diff > 0:
		return Win + diff
	case diff < 0:
		return diff - Win
	}
	return 0
}

// Outcome is 1 for the score of a game that is won for the mover, −1 for that of a lost
// one, and 0 for a guess or a draw.
func Outcome(score int) int {
	switch {
	case score >= Win:
		return 1
	case score <= -Win:
		return -1
	}
	return 0
}
