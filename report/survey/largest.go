package survey

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/search/solver"
)

// largest looks for the end that is best for one side. It goes down the tree of games move
// by move, and begins again with other moves in front whenever that has taken it too long.
type largest struct {
	ctx     context.Context
	side    engine.Side
	squares uint64
	size    int
	lines   *solver.Geometry
	rng     *rand.Rand
	dead    *marks // from how large a difference on no end is reached
	lists   [64]childList
	line    []engine.Square

	taste preference
	want  int  // the difference that is looked for
	nodes int  // that may still be visited
	ended bool // nothing was left out for want of nodes

	best []engine.Square
	diff int // of best
}

type childList struct {
	engine.Children
	moves [64]engine.Square
	rank  [64]int
}

const (
	firstNodes = 20000 // that the first attempt visits
	nodesGrow  = 1.2   // how many times as many each next attempt does
	maxDead    = 22    // positions that are remembered, as a power of two
)

// findLargest looks for the largest win of a side, and takes up what was found before, if
// anything was.
func findLargest(ctx context.Context, shape engine.Shape, side engine.Side, before *Largest) *Largest {
	s := &largest{
		ctx: ctx, side: side, squares: ^shape.Start.Holes(), size: shape.Start.Size(),
		lines: solver.NewGeometry(shape), dead: newMarks(shape, maxDead),
	}
	most, attempt := s.size, 0 // no end is better
	if before != nil {
		most, attempt = *before.AtMost, before.Attempts
	} else { // any end is a bound
		line, _ := playRandom(shape, rand.New(rand.NewPCG(0, uint64(side))))
		before = &Largest{End: endOf(shape, line)}
	}
	s.diff = before.lead(side)
	own, opp := shape.Start.Sets()
	for ; s.diff < most && ctx.Err() == nil; attempt++ {
		s.begin(attempt, [2]int{most, s.diff + 1}[attempt&1])
		if !s.visit(own, opp, shape.Start.Moves(), shape.Start.Side) && s.ended {
			most = s.want - 1
		}
	}
	l := &Largest{End: before.End, Exact: s.diff == most, Attempts: attempt}
	if s.best != nil {
		l.End = endOf(shape, s.best)
	}
	if !l.Exact {
		l.AtMost = &most
	}
	return l
}

// begin prepares an attempt to find an end with such a difference.
func (s *largest) begin(attempt, want int) {
	s.rng = rand.New(rand.NewPCG(uint64(attempt), uint64(s.side)))
	switch attempt >> 1 & 3 {
	case 0, 2:
		s.taste = preference{few: 10}
	case 1:
		s.taste = preference{} // luck alone
	case 3:
		s.taste = preference{few: [...]int{0, 3, 10, 30}[s.rng.IntN(4)], free: [...]int{0, 10, -10}[s.rng.IntN(3)]}
	}
	s.nodes = int(firstNodes * math.Pow(nodesGrow, float64(min(attempt, 150))))
	s.want, s.ended = want, true
}

// visit looks for an end with the difference that is wanted.
func (s *largest) visit(own, opp, moves uint64, side engine.Side) bool {
	if s.nodes--; s.nodes < 0 || s.nodes&1023 == 0 && s.ctx.Err() != nil {
		s.ended = false
		return false
	}
	if moves == 0 {
		theirs := engine.Mobility(opp, own) & s.squares
		if theirs != 0 {
			return s.visit(opp, own, theirs, side.Other())
		}
		return s.end(own, opp, side)
	}
	if s.most(own, opp, side) < s.want {
		return false
	}
	at, form := s.dead.at(own, opp, side)
	if at.board == form && int(at.mark) <= s.want {
		return false
	}
	l := &s.lists[bits.OnesCount64(s.squares&^(own|opp))]
	n := s.rank(l, own, opp, moves, side)
	for range n {
		i := 0
		for j := range n {
			if l.rank[j] > l.rank[i] {
				i = j
			}
		}
		l.rank[i] = -1 << 30
		s.line = append(s.line, l.moves[i])
		found := s.visit(l.Own[i], l.Opp[i], l.Moves[i]&s.squares, side.Other())
		s.line = s.line[:len(s.line)-1]
		if found || !s.ended {
			return found
		}
	}
	*at = marked{form, int8(s.want)}
	return false
}

// most is more than no end can be worth that a position leads to: the other side keeps its
// stable discs, and no disc comes on dead squares.
func (s *largest) most(own, opp uint64, side engine.Side) int {
	empty := s.squares &^ (own | opp)
	ours, theirs := s.lines.Stable(own, empty), s.lines.Stable(opp, empty)
	if side != s.side {
		ours, theirs = theirs, ours
	}
	return s.size - 2*bits.OnesCount64(theirs) - bits.OnesCount64(s.lines.Dead(empty, ours|theirs))
}

// A preference weights moves beside chance, in hundredths of it: few discs of the other side,
// and many moves. The same preference is good for most boards, not for all.
type preference struct{ few, free int }

// rank fills in the children of a position, and in which order to visit them.
func (s *largest) rank(l *childList, own, opp, moves uint64, side engine.Side) (n int) {
	l.Expand(own, opp, moves)
	for ; moves != 0; moves &= moves - 1 {
		l.moves[n] = engine.Square(bits.TrailingZeros64(moves))
		theirs := l.Own[n]
		if side != s.side {
			theirs = l.Opp[n]
		}
		l.rank[n] = s.rng.IntN(100) - s.taste.few*bits.OnesCount64(theirs) +
			s.taste.free*bits.OnesCount64(l.Moves[n]&s.squares)
		n++
	}
	return n
}

// end notes a game that has ended, if it is the best one, and reports whether it is as good
// as is wanted.
func (s *largest) end(own, opp uint64, side engine.Side) bool {
	diff := bits.OnesCount64(own) - bits.OnesCount64(opp)
	if side != s.side {
		diff = -diff
	}
	if diff > s.diff {
		s.diff, s.best = diff, slices.Clone(s.line)
	}
	return diff >= s.want
}
