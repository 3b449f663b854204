package boards

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/search/solver"
)

// largest searches for the largest win of one side: the end with the largest disc difference. An attempt
// is a depth-first search with a limit of nodes. After the limit the next attempt begins with another
// move order.
type largest struct {
	ctx     context.Context
	side    engine.Side
	squares uint64
	size    int
	lines   *solver.Geometry
	rng     *rand.Rand
	dead    *cache // least difference that is known to be out of reach
	lists   [64]childList
	line    []engine.Square

	weights  orderWeights
	want     int  // the difference to find
	nodes    int  // nodes left in the attempt
	complete bool // the limit of nodes has cut off nothing

	best []engine.Square
	diff int // of best
}

type childList struct {
	engine.Children
	moves [64]engine.Square
	rank  [64]int
}

const (
	firstNodes = 20000 // limit of nodes of the first attempt
	nodesGrow  = 1.2   // growth of the limit per attempt
	maxDead    = 22    // size of the cache, as a power of two
)

// findLargest searches for the largest win of a side. It continues from an earlier result unless before
// is nil.
func findLargest(ctx context.Context, shape engine.Shape, side engine.Side, before *Largest) *Largest {
	s := &largest{
		ctx: ctx, side: side, squares: ^shape.Holes(), size: shape.Start.Size(),
		lines: solver.NewGeometry(shape), dead: newCache(shape, maxDead),
	}
	most, attempt := s.size, 0 // an upper bound for any end
	if before != nil {
		most, attempt = *before.AtMost, before.Attempts
	} else { // any end is a lower bound
		line, _ := playRandom(shape, rand.New(rand.NewPCG(0, uint64(side))))
		before = &Largest{End: endOf(shape, line)}
	}
	s.diff = before.lead(side)
	own, opp := shape.Start.Sets()
	for ; s.diff < most && ctx.Err() == nil; attempt++ {
		s.begin(attempt, [2]int{most, s.diff + 1}[attempt&1])
		if !s.visit(own, opp, shape.Start.Moves(), shape.Start.Side) && s.complete {
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

// begin prepares an attempt to find an end with at least a difference.
func (s *largest) begin(attempt, want int) {
	s.rng = rand.New(rand.NewPCG(uint64(attempt), uint64(s.side)))
	switch attempt >> 1 & 3 {
	case 0, 2:
		s.weights = orderWeights{few: 10}
	case 1:
		s.weights = orderWeights{} // random order
	case 3:
		s.weights = orderWeights{
			few: [...]int{0, 3, 10, 30}[s.rng.IntN(4)], free: [...]int{0, 10, -10}[s.rng.IntN(3)],
		}
	}
	s.nodes = int(firstNodes * math.Pow(nodesGrow, float64(min(attempt, 150))))
	s.want, s.complete = want, true
}

// visit reports whether it has found an end with at least the wanted difference below a position.
func (s *largest) visit(own, opp, moves uint64, side engine.Side) bool {
	if s.nodes--; s.nodes < 0 || s.nodes&1023 == 0 && s.ctx.Err() != nil {
		s.complete = false
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
	if at.board == form && int(at.value) <= s.want {
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
		if found || !s.complete {
			return found
		}
	}
	*at = entry{form, int8(s.want)}
	return false
}

// most returns an upper bound for the difference of all ends below a position: the other side keeps its
// stable discs, and dead squares stay empty.
func (s *largest) most(own, opp uint64, side engine.Side) int {
	empty := s.squares &^ (own | opp)
	ours, theirs := s.lines.Stable(own, empty), s.lines.Stable(opp, empty)
	if side != s.side {
		ours, theirs = theirs, ours
	}
	return s.size - 2*bits.OnesCount64(theirs) - bits.OnesCount64(s.lines.Dead(empty, ours|theirs))
}

// orderWeights are move-ordering weights, relative to a random number below 100: few prefers few discs of
// the other side, and free prefers many moves for the next mover. No weights suit all boards.
type orderWeights struct{ few, free int }

// rank fills in the children of a position and their ranks. The highest rank is visited first.
func (s *largest) rank(l *childList, own, opp, moves uint64, side engine.Side) (n int) {
	l.Expand(own, opp, moves)
	for ; moves != 0; moves &= moves - 1 {
		l.moves[n] = engine.Square(bits.TrailingZeros64(moves))
		theirs := l.Own[n]
		if side != s.side {
			theirs = l.Opp[n]
		}
		free := bits.OnesCount64(l.Moves[n] & s.squares)
		l.rank[n] = s.rng.IntN(100) - s.weights.few*bits.OnesCount64(theirs) + s.weights.free*free
		n++
	}
	return n
}

// end records a finished game if it is the best so far. It reports whether the difference is at least
// the wanted one.
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
