package search

import (
	"sync"

	"evothello/evaluators"
)

// guideWeights value positions of the endgame in 64ths of a disc. All players use them, so that
// all solve equally fast. They are a least-squares fit to the values, with perfect play, of 20,000
// positions with 10 to 14 empties.
func guideWeights() evaluators.Weights {
	weights := map[string]int{
		"table.corner": -160, "table.c": -126, "table.a1": 1, "table.a2": -77, "table.b1": -1,
		"table.b2": 17, "table.b3": -60, "table.x": 73, "table.o1": 1, "table.o2": 22,
		"possibility.w": 122, "edge.w": 19, "blank.w1": -35, "blank.w2": 344, "blank.w3": -59,
		"frontier.w": -71, "edgestability.w": 15,
	}
	return evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int { return weights[f.Name] })
}

// guide is compiled at its first use, because its table of edges takes a while. It takes holes for
// empty squares.
var guide = sync.OnceValue(func() evaluators.Evaluator { return evaluators.Compile(guideWeights(), 0) })

// guideBits is the size of the guide's table. It is small, because entries are useful only for a moment.
const guideBits = 10

func newGuide(playable uint64) *Searcher {
	g := New(NewTable(guideBits))
	g.setBoard(playable)
	g.eval, g.scout = guide(), true
	return g
}

// The guide looks ahead by one more ply for every two empties, up to mostAhead plies. At the root
// it looks ahead as if there were rootDeeper more empties.
const (
	mostAhead  = 8
	rootDeeper = 4
)

func pliesAhead(empties int) int { return min(empties/2-5, mostAhead) }

// lookAhead subtracts from the ranks of moves the opponent's value after a short search, except for
// the table's move. The factor is tuned on the FFO positions.
func (s *Searcher) lookAhead(l *list, empties int) {
	if l.n == 1 {
		return
	}
	if s.guide == nil {
		s.guide = newGuide(s.playable)
	}
	g := s.guide
	g.progress = s.progress
	for i := range l.n {
		if l.rank[i] < firstRank {
			value := g.midgame(l.Own[i], l.Opp[i], l.Moves[i], -infinity, infinity, pliesAhead(empties))
			l.rank[i] -= int64(value/4) << 6
		}
	}
	s.progress = g.progress
}
