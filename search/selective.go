package search

import (
	"math"

	"evothello/evaluators"
)

// Cuts predict the results of deep searches from the results of shallow searches. The index is the depth of the deep
// search. A position whose value is most likely outside the window need not be searched deep. This is ProbCut (Buro
// 1995), with a regression line for each depth as in Multi-ProbCut (Buro 1997). Cuts are measured for one evaluator and
// are wrong for others.
//
// A search with cuts sometimes makes errors, but goes deeper in the same time. It cuts only in null windows,
// off the principal variation. Exact endgames are never cut. Searches that decide on a cut are not cut
// either.
type Cuts [MaxDepth + 1]Cut

// A Cut predicts the value of a search from the value at Shallow plies: Slope·value + Offset ± Margin, in evaluator
// points.
type Cut struct {
	Shallow               int // plies of the shallow search, 0 for no cut at this depth
	Slope, Offset, Margin float64
}

// foresee predicts whether the value of a position at depth plies is at least alpha+1, or at most
// alpha, for own. It returns the bound that is likely. The value at one ply decides which of the
// two bounds it tries.
func (s *Searcher) foresee(own, opp, moves uint64, alpha int32, depth int) (bound int32, likely bool) {
	cut := &s.cuts[depth]
	if cut.Shallow == 0 {
		return 0, false
	}
	if first, _ := s.eval.BestChild(own, opp, moves, alpha, alpha+1); first > alpha {
		least := math.Ceil((float64(alpha+1) - cut.Offset + cut.Margin) / cut.Slope)
		return alpha + 1, math.Abs(least) <= evaluators.MaxScore && s.exceeds(own, opp, moves, int32(least)-1, cut.Shallow)
	}
	most := math.Floor((float64(alpha) - cut.Offset - cut.Margin) / cut.Slope)
	return alpha, math.Abs(most) <= evaluators.MaxScore && !s.exceeds(own, opp, moves, int32(most), cut.Shallow)
}

// exceeds reports whether a search without cuts finds more than value. If the search is stopped,
// the result is meaningless, as in all functions here.
func (s *Searcher) exceeds(own, opp, moves uint64, value int32, depth int) bool {
	s.checking = true
	found := s.midgame(own, opp, moves, value, value+1, depth)
	s.checking = false
	return found > value
}
