package evaluators

import (
	"math/bits"

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
type Evaluator struct {
	class                   [10]int32                  // Table, by square class
	mobility                int32                      // Possibility
	edges                   *[edgeConfigurations]int32 // Edge, Blank w3 and EdgeCorner of one edge
	blank1, blank2          int32
	number                  int32
	corner                  int32
	stable                  int32
	frontier                int32
	edgeStability           int32
	edgeValues              *edgeTable     // nil if edgeStability is 0
	scoreEdges, scoreBlanks bool           // whether those parts can be other than 0
	vector                  *vectorWeights // nil where the vector code cannot be used
}

// Compile prepares weights, which must be valid, for the search.
func Compile(w *Weights) *Evaluator {
	e := &Evaluator{
		mobility: int32(w[iPossibility]),
		blank1:   int32(w[iBlank]),
		blank2:   int32(w[iBlank+1]),
		number:   int32(w[iNumber]),
		corner:   int32(w[iCorner]),
		stable:   int32(w[iStable]),
		frontier: int32(w[iFrontier]),
	}
	if e.edgeStability = int32(w[iEdgeStability]); e.edgeStability != 0 {
		e.edgeValues = edgeValues()
	}
	for i := range e.class {
		e.class[i] = int32(w[iTable+i])
	}
	e.scoreBlanks = e.blank1 != 0 || e.blank2 != 0
	e.scoreEdges = w[iEdge] != 0 || w[iBlank+2] != 0 || w[iEdgeCorner] != 0 || w[iEdgeCorner+1] != 0
	if e.scoreEdges {
		e.edges = compileEdges(w)
	}
	if engine.HasAVX512 {
		e.vector = newVectorWeights(w)
	}
	return e
}

// Score evaluates an unfinished game from own's side. The two sides' legal moves
// are the caller's to give, because a search needs them anyway.
func (e *Evaluator) Score(own, opp, ownMoves, oppMoves uint64) int32 {
	score := e.tableScore(own, opp) +
		e.mobility*int32(bits.OnesCount64(ownMoves)-bits.OnesCount64(oppMoves)) +
		e.number*int32(bits.OnesCount64(own)-bits.OnesCount64(opp))
	if e.scoreEdges {
		score += e.edgeScore(own, opp)
	}
	if e.scoreBlanks {
		score += e.blankScore(own, opp)
	}
	if e.corner != 0 {
		score += e.corner * int32(cornerCount(own, opp))
	}
	if e.stable != 0 {
		score += e.stable * int32(stableCount(own, opp))
	}
	if e.frontier != 0 {
		score += e.frontier * int32(frontierCount(own, opp))
	}
	if e.edgeStability != 0 {
		score += e.edgeStability * int32(edgeStabilityCount(e.edgeValues, own, opp))
	}
	return score
}

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
