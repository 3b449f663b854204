package search

import (
	"context"
	"math"
	"time"

	"evothello/engine"
	"evothello/internal/eventloop"
)

// progress counts a search's nodes and time against its limits.
type progress struct {
	nodes           uint64
	checkAt         uint64 // node count at which to check the limits again
	maxNodes        uint64
	began, deadline time.Time // of a search with a clock; without a limit the deadline is zero
	ctx             context.Context
	stopped         bool

	watch  func(Result) // nil without an observer
	best   Result       // the result of the last finished depth
	tellAt uint64       // node count at which to report again
}

// nodesBetweenReports is how often a watched search reports while a depth is not finished.
const nodesBetweenReports = 1 << 16

// Watch sets the function that later searches report their progress to; nil ends the reports. Searches report
// the best result of each finished depth. Searches with limits report it again with the current number of
// nodes while the next depth is unfinished. Move is NoSquare before the first result. Reports come from the
// searching goroutine and do not affect results.
func (s *Searcher) Watch(report func(Result)) { s.watch = report }

// tell reports the result of a finished depth.
func (s *Searcher) tell(r Result) {
	if s.watch == nil {
		return
	}
	r.Nodes = s.nodes
	s.best, s.tellAt = r, s.nodes+nodesBetweenReports
	s.watch(r)
}

// setLimits starts counting at most nodes nodes, and a clock; 0 is no limit.
func (s *Searcher) setLimits(nodes uint64, limit time.Duration) {
	s.maxNodes, s.deadline = math.MaxUint64, time.Time{}
	if nodes > 0 {
		s.maxNodes = nodes
	}
	if limit > 0 { // reading the clock costs a shallow search a twentieth of its time
		s.began = time.Now()
		s.deadline = s.began.Add(limit)
	}
	s.checkAt = 0
}

// unlimited runs a short search that must not be interrupted.
func (s *Searcher) unlimited(search func()) {
	stopped, checkAt := s.stopped, s.checkAt
	s.stopped, s.checkAt = false, math.MaxUint64
	search()
	s.stopped, s.checkAt = stopped, checkAt
}

// interrupted reports whether the search must stop. After that, values are meaningless, and only
// earlier results count.
func (s *Searcher) interrupted() bool {
	if s.nodes < s.checkAt || s.stopped {
		return s.stopped
	}
	const nodesBetweenLooks = 2048
	s.checkAt = min(s.nodes+nodesBetweenLooks, s.maxNodes)
	if s.nodes >= s.tellAt {
		s.tell(s.best)
	}
	eventloop.Turn()
	s.stopped = s.nodes >= s.maxNodes || s.ctx.Err() != nil ||
		!s.deadline.IsZero() && !time.Now().Before(s.deadline)
	return s.stopped
}

// deepen searches ply by ply until a limit is reached. Depth 1 is always finished. With a clock
// the best move of an unfinished depth counts as well: that depth begins with the best move of
// the depth before, so another move must have beaten it.
func (s *Searcher) deepen(b engine.Board, settings Settings) Result {
	deepest := b.Empties()
	if settings.Depth > 0 {
		deepest = min(deepest, settings.Depth)
	}
	soFar := s.firstMoves(b, settings)
	s.tell(soFar)
	for depth := 2; depth <= deepest && !s.interrupted(); depth++ {
		if r := s.toDepth(b, depth, settings.Algorithm, soFar.Move); !s.stopped || s.clocked && r.Move != engine.NoSquare {
			soFar = r
			s.tell(soFar)
		}
		if !s.stopped && s.shouldSolve(b.Empties(), depth, settings) {
			if r := s.solve(b); !s.stopped {
				return r
			}
		}
	}
	return soFar
}

// shouldSolve reports whether to solve a position after a depth has been finished. That is so at
// the end of the game if cuts may have caused errors, and with a clock if the remaining time is
// likely to suffice. A good move is then already known, in case solving fails.
func (s *Searcher) shouldSolve(empties, depth int, settings Settings) bool {
	if depth == empties {
		return s.cuts != nil
	}
	const ahead = 6 // plies that may be missing to the end of the game
	if !s.clocked || settings.Depth > 0 || depth < empties-ahead {
		return false
	}
	needed := 20_000.0 // nodes for 12 empties, the average in games of the shipped champion
	for range empties - 12 {
		needed *= 2.3
	}
	spent, left := time.Since(s.began), time.Until(s.deadline)
	return float64(s.nodes)*float64(left) >= needed*float64(spent)
}

// solveWithinLimits tries to solve with half of the limits. If that fails, it deepens with
// the rest.
func (s *Searcher) solveWithinLimits(b engine.Board, settings Settings) Result {
	s.setLimits((settings.Nodes+1)/2, (settings.Time+1)/2)
	if r := s.solve(b); !s.stopped {
		return r
	}
	s.stopped = false
	s.setLimits(settings.Nodes, settings.Time-settings.Time/2)
	return s.deepen(b, settings)
}
