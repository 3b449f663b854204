package search

import (
	"context"
	"math"
	"time"

	"evothello/engine"
)

// progress is how far a search has come, and may go.
type progress struct {
	nodes           uint64
	checkAt         uint64 // node count at which to look at the limits again
	maxNodes        uint64
	began, deadline time.Time // of a search with a clock; no deadline if that is zero
	ctx             context.Context
	stopped         bool
}

// setLimits starts a node count of at most nodes in all and a clock; 0 is none.
func (s *Searcher) setLimits(nodes uint64, limit time.Duration) {
	s.maxNodes, s.deadline = math.MaxUint64, time.Time{}
	if nodes > 0 {
		s.maxNodes = nodes
	}
	if limit > 0 { // to look at the clock costs a shallow search a twentieth of its time
		s.began = time.Now()
		s.deadline = s.began.Add(limit)
	}
	s.checkAt = 0
}

// unlimited runs a short search that must not be stopped.
func (s *Searcher) unlimited(search func()) {
	stopped, checkAt := s.stopped, s.checkAt
	s.stopped, s.checkAt = false, math.MaxUint64
	search()
	s.stopped, s.checkAt = stopped, checkAt
}

// interrupted reports whether the search must stop; once it does, values are
// meaningless, and only what was found before counts.
func (s *Searcher) interrupted() bool {
	if s.nodes < s.checkAt || s.stopped {
		return s.stopped
	}
	const nodesBetweenLooks = 2048
	s.checkAt = min(s.nodes+nodesBetweenLooks, s.maxNodes)
	s.stopped = s.nodes >= s.maxNodes || s.ctx.Err() != nil ||
		!s.deadline.IsZero() && !time.Now().Before(s.deadline)
	return s.stopped
}

// deepen searches ply by ply until a limit is reached; depth 1 is finished whatever
// the limits say. With a clock an unfinished depth counts as well, as far as it came: its
// first move is the best one of the depth before, and another must have beaten that.
func (s *Searcher) deepen(b engine.Board, settings Settings) Result {
	deepest := b.Empties()
	if settings.Depth > 0 {
		deepest = min(deepest, settings.Depth)
	}
	soFar := s.firstMoves(b, settings)
	for depth := 2; depth <= deepest && !s.interrupted(); depth++ {
		if r := s.toDepth(b, depth, settings.Algorithm, soFar.Move); !s.stopped || s.clocked && r.Move != engine.NoSquare {
			soFar = r
		}
		if !s.stopped && s.shouldSolve(b.Empties(), depth, settings) {
			if r := s.solve(b); !s.stopped {
				return r
			}
		}
	}
	return soFar
}

// shouldSolve reports whether to solve a position with so many empties after a depth has
// been finished: at the end of the game if cuts may have erred, and with a clock as soon
// as a good move is known, should it fail, and the time that is left is likely to do.
func (s *Searcher) shouldSolve(empties, depth int, settings Settings) bool {
	if depth == empties {
		return s.cuts != nil
	}
	const ahead = 6 // plies that the search need not have reached
	if !s.clocked || settings.Depth > 0 || depth < empties-ahead {
		return false
	}
	needed := 20_000.0 // nodes for 12 empties, on average in games of the shipped champion
	for range empties - 12 {
		needed *= 2.3
	}
	spent, left := time.Since(s.began), time.Until(s.deadline)
	return float64(s.nodes)*float64(left) >= needed*float64(spent)
}

// solveWithinLimits tries to solve with half of the limits and otherwise spends
// the rest on deepening.
func (s *Searcher) solveWithinLimits(b engine.Board, settings Settings) Result {
	s.setLimits((settings.Nodes+1)/2, (settings.Time+1)/2)
	if r := s.solve(b); !s.stopped {
		return r
	}
	s.stopped = false
	s.setLimits(settings.Nodes, settings.Time-settings.Time/2)
	return s.deepen(b, settings)
}
