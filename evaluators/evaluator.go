package evaluators

import (
	"math/bits"

	"evothello/engine"
)

// MaxScore is the largest absolute score of an unfinished game. Win is the least score of a won game. The distance
// between the two separates estimates from the scores of finished games.
const (
	MaxScore = 1 << 24
	Win      = 1 << 25
)

// An Evaluator computes the values of the positions where a search stops. Compile returns a fast Evaluator for weights.
// A search.Evaluation is an Evaluator that calls a function.
//
// Discs are sets without holes. Legal moves are those on the board's squares.
//
// Values must depend on the arguments only. The value of an unfinished game is in −MaxScore…MaxScore. The value of a
// finished game is the result of Finished, which is outside that range unless it is a draw. A Searcher keeps values for
// its next search if that search uses the same Evaluator and Compiled returns true for it.
type Evaluator interface {
	// Score is the value of an unfinished game for own, who is to move but may have to
	// pass. The arguments include both sides' legal moves because a search needs them anyway.
	Score(own, opp, ownMoves, oppMoves uint64) int32
	// BestChild returns the highest value for own of the positions after own's moves, moves ≠ 0.
	// As soon as a value reaches enough it returns that value, with its move as a set of one
	// square. If no value is above low, it may return any bound between the highest value and low.
	BestChild(own, opp, moves uint64, low, enough int32) (best int32, reached uint64)
	// BestMove returns the highest value for own of the positions after own's moves, and the first move with that
	// value; moves ≠ 0.
	BestMove(own, opp, moves uint64) (best int32, move uint64)
	// Values writes the values for own of the positions after own's moves, in the order of the moves'
	// squares. moves may be 0.
	Values(own, opp, moves uint64, values *[64]int32)
	// Refute examines the first n children. A child is refuted if the side to move there has a reply with a value of at
	// least enough for that side. Refute returns the set of the indexes of refuted children. It tries the replies in
	// first, a set of squares, before other replies. Refute only saves time, so the result may lack some refuted
	// children.
	Refute(list *engine.Children, n int, first uint64, enough int32) (refuted uint64)
}

// Compiled reports whether an Evaluator was compiled from weights, so that it can be compared with ==.
func Compiled(e Evaluator) bool {
	switch e.(type) {
	case *counted, *tabled, *staged:
		return true
	}
	return false
}

// counted is the Evaluator of weights without tables. Like all compiled evaluators it is immutable,
// and any number of searches may share it.
//
// Scorers compile themselves into it. Features of squares, moves and edges cost the same time for
// any number of scorers. All other features are terms that are called for each position.
type counted struct {
	playable uint64         // the squares of its board
	classes  *[10]uint64    // the squares of each class
	squares  [10]int32      // the score of a disc by the class of its square
	mobility int32          // the score of a legal move
	edges    *edgeScores    // the scores of edges, nil without any
	terms    []Term         // other features
	vector   *vectorWeights // nil if the fast code cannot be used
}

// Compile prepares valid weights for searches on a board with the given holes.
func Compile(w Weights, holes uint64) Evaluator { return compile(w, ^holes).simplest() }

func compile(w Weights, playable uint64) *tabled {
	e := compilePlain(w, playable)
	if playable == wholeBoard {
		e.useVectors(w)
	}
	return e
}

// compilePlain is compile without vector code.
func compilePlain(w Weights, playable uint64) *tabled {
	e := &tabled{counted: counted{playable: playable, classes: &layoutOf(playable).classes}}
	for s, weights := range w.All() {
		s.compileInto(e, weights)
	}
	return e
}

// useVectors makes vector code compute the scores of the scorers that it supports. The terms and edges of other scorers
// are then added to its scores.
func (e *tabled) useVectors(w Weights) {
	if e.vector = newVectorWeights(w.only(isFast)); e.vector == nil {
		return
	}
	e.vector.edgeScores = e.edges
	if others := w.only(isPlain); len(others.scorers) > 0 {
		known, more := compilePlain(w.only(isFast), e.playable), compilePlain(others, e.playable)
		e.vector.edgeScores, e.extras = known.edges, more.terms
		if more.edges != nil {
			e.extras = append(e.extras, more.edges.score)
		}
	}
}

// wholeBoard is the set of squares of a board without holes.
const wholeBoard = ^uint64(0)

// Score evaluates an unfinished game for own. The caller passes both sides' legal moves, because a
// search needs them anyway.
func (e *counted) Score(own, opp, ownMoves, oppMoves uint64) (score int32) {
	for i, squares := range e.classes {
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

// add adds a term when a scorer is compiled.
func (e *counted) add(t Term) { e.terms = append(e.terms, t) }

// Finished returns the score of a finished game for the mover: the difference of the discs on the board, plus Win for a
// win and minus Win for a loss. So a win or a loss outweighs every estimate. It is the scorer WinLose of the reversi
// library.
func Finished(b engine.Board) int32 {
	switch diff := int32(b.DiscDiff()); {
	case diff > 0:
		return Win + diff
	case diff < 0:
		return diff - Win
	}
	return 0
}

// Outcome returns the outcome of a game from a score of the mover: 1 for a win, −1 for a loss, and 0 for a draw or an
// estimate.
func Outcome(score int) int {
	switch {
	case score >= Win:
		return 1
	case score <= -Win:
		return -1
	}
	return 0
}
