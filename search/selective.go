package search

import (
	"math"

	"evothello/evaluators"
)

// Cuts say, by depth, what shallow searches foretell of deep ones, so that a position need
// not be searched deep whose value is most likely outside the window: ProbCut (Buro
// 1995), with a line for each depth as in Multi-ProbCut (Buro 1997). They are
// measured for one evaluator and mean nothing to another.
//
// A search with cuts errs now and then, and goes deeper in the same time. It cuts in null
// windows only, off the principal variation. Exact endgames are never cut, nor are the
// searches that decide on a cut.
type Cuts [MaxDepth + 1]Cut

// A Cut says what the value to a depth is likely to be, given that to Shallow plies:
// Slope·value + Offset, give or take Margin.
type Cut struct {
	Shallow               int // 0 for none at this depth
	Slope, Offset, Margin float64
}

// foresee looks whether a position, searched depth plies deep, is likely to be worth at
// least alpha+1 or at most alpha to own, and returns that bound. Which of the two it tries
// is decided by the value to one ply.
func (s *Searcher) foresee(own, opp, moves uint64, alpha int32, depth int) (bound int32, likely bool) {
	cut := &s.cuts[depth]
	if cut.Shallow == 0 {
		return 0, false
	}
	if first, _ := s.eval.BestChild(own, opp, moves, infinity); first > alpha {
		least := math.Ceil((float64(alpha+1) - cut.Offset + cut.Margin) / cut.Slope)
		return alpha + 1, math.Abs(least) <= evaluators.MaxScore && s.exceeds(own, opp, moves, int32(least)-1, cut.Shallow)
	}
	most := math.Floor((float64(alpha) - cut.Offset - cut.Margin) / cut.Slope)
	return alpha, math.Abs(most) <= evaluators.MaxScore && !s.exceeds(own, opp, moves, int32(most), cut.Shallow)
}

// exceeds reports whether a search without cuts finds more than that. If the search is
// stopped, what is found means nothing, here as elsewhere.
func (s *Searcher) exceeds(own, opp, moves uint64, value int32, depth int) bool {
	s.checking = true
	found := s.midgame(own, opp, moves, value, value+1, depth)
	s.checking = false
	return found > value
}
