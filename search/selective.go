package search

import (
	"math"
	"math/bits"

	"evothello/evaluators"
)

// Cuts predict the results of deep searches from the results of shallow searches. The index is the depth of the deep
// search. A position whose value is most likely outside the window need not be searched deep. This is ProbCut (Buro
// 1995), with a regression line for each depth as in Multi-ProbCut (Buro 1997). Cuts are measured for one evaluator and
// are wrong for others.
//
// A search with cuts sometimes makes errors, but goes deeper in the same time. It cuts only in null windows,
// off the principal variation, and only positions above the window. Exact endgames are never cut. Searches that decide
// on a cut are not cut either.
type Cuts [MaxDepth + 1]Cut

// A Cut predicts the value of a search from the value at Shallow plies: Slope·value + Offset ± Margin, in evaluator
// points.
type Cut struct {
	Shallow               int // plies of the shallow search, 0 for no cut at this depth
	Slope, Offset, Margin float64
}

// nearShare is a share of a cut's margin. The shallow search decides only if the value at one ply is that near to what
// it must find. Beyond, the value at one ply decides: above, 98 in 100 shallow searches would agree, below nine in ten.
const nearShare = 0.75

// foresee predicts whether the value of a position at depth plies is more than alpha for own.
func (s *Searcher) foresee(own, opp, moves uint64, alpha int32, depth int) bool {
	cut := &s.cuts[depth]
	if cut.Shallow == 0 {
		return false
	}
	least := math.Ceil((float64(alpha+1) - cut.Offset + cut.Margin) / cut.Slope)
	near := math.Floor(nearShare * cut.Margin)
	if cut.Shallow == 1 {
		near = 0
	}
	if math.Abs(least)+near > evaluators.MaxScore {
		return false
	}
	s.nodes += uint64(bits.OnesCount64(moves)) // all children count as visited
	low, high := int32(least-near), int32(least+near)
	switch first, _ := s.eval.BestChild(own, opp, moves, low-1, high); {
	case first >= high:
		return true
	case first < low:
		return false
	}
	return s.exceeds(own, opp, moves, int32(least)-1, cut.Shallow)
}

// exceeds reports whether a search without cuts finds more than value. If the search is stopped,
// the result is meaningless, as in all functions here.
func (s *Searcher) exceeds(own, opp, moves uint64, value int32, depth int) bool {
	s.checking = true
	found := s.midgame(own, opp, moves, value, value+1, depth)
	s.checking = false
	return found > value
}
