package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"evothello/engine"
	"evothello/evaluators"
)

// The maximum depth and endgame on boards larger than 8×8. More would take hours per move.
const (
	MaxLargeDepth   = 8
	MaxLargeEndgame = 18
)

// CheckLarge returns an error if the settings are for boards up to 8×8 only. It accepts every algorithm,
// because all choose the same moves.
func (s Settings) CheckLarge() error {
	switch {
	case s.Depth > MaxLargeDepth:
		return fmt.Errorf("depth %d: must be 1 to %d on boards larger than 8×8", s.Depth, MaxLargeDepth)
	case s.Nodes > 0:
		return fmt.Errorf("nodes %d: boards larger than 8×8 take no limit of nodes: give depth or time", s.Nodes)
	case s.Endgame > MaxLargeEndgame:
		return fmt.Errorf("endgame %d: must be 0 to %d on boards larger than 8×8", s.Endgame, MaxLargeEndgame)
	}
	return nil
}

// Large searches a position with a legal move on a board larger than 8×8. The settings must pass CheckLarge.
// It uses no transposition table, no vector code and no selective search. When ctx is cancelled it stops and
// returns the best move so far.
func Large(ctx context.Context, b engine.LargeBoard, e *evaluators.LargeEvaluator, settings Settings) Result {
	began := time.Now()
	if r, solved := solveInTime(ctx, b, settings); solved {
		return r
	}
	s := &largeSearch{ctx: ctx, eval: e}
	if settings.Time > 0 {
		return s.deepen(b, settings, began)
	}
	return s.toDepth(b, settings.Depth)
}

// solveInTime is SolveLarge with half of the time, if there is a clock.
func solveInTime(ctx context.Context, b engine.LargeBoard, settings Settings) (r Result, solved bool) {
	if settings.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, settings.Time/2)
		defer cancel()
		ctx = limited
	}
	return SolveLarge(ctx, b, settings.Endgame)
}

// toDepth searches to a depth.
func (s *largeSearch) toDepth(b engine.LargeBoard, depth int) Result {
	r := Result{Depth: depth}
	move, value, _ := s.best(&b, depth)
	r.Move, r.Score, r.Nodes = move, scoreOf(value), s.nodes
	return r
}

// RankLarge is Searcher.Rank on a board larger than 8×8. The settings must pass CheckLarge.
func RankLarge(ctx context.Context, b engine.LargeBoard, e *evaluators.LargeEvaluator, settings Settings, n int,
	report func([]Result)) {
	if settings.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, settings.Time)
		defer cancel()
		ctx = limited
	}
	s := &largeSearch{ctx: ctx, eval: e}
	rank := func(depth int, exact bool) {
		var all []Result
		for move := range b.Moves().Squares() {
			after := b.Play(move)
			value := -s.value(&after, after.Moves(), -largeInfinity, largeInfinity, depth-1)
			if !exact {
				value = scoreOf(value)
			}
			all = append(all, Result{Move: move, Score: value, Depth: min(depth, b.Empties()), Exact: exact})
		}
		slices.SortStableFunc(all, func(a, b Result) int { return cmp.Compare(b.Score, a.Score) })
		for i := range all {
			all[i].Nodes = s.nodes
		}
		if ctx.Err() == nil {
			report(all[:min(n, len(all))])
		}
	}
	for depth := 1; depth <= min(cmp.Or(settings.Depth, MaxLargeDepth), b.Empties()) && ctx.Err() == nil; depth++ {
		rank(depth, false)
	}
	if b.Empties() <= settings.Endgame && ctx.Err() == nil {
		s.eval = nil
		rank(b.Empties()+1, true)
	}
}

// scoreOf converts a value of the search to a score: at most MaxScore, or the score of a won or lost game.
func scoreOf(value int) int {
	switch {
	case value >= largeWin:
		return evaluators.Win + value - largeWin
	case value <= -largeWin:
		return value + largeWin - evaluators.Win
	}
	return max(-evaluators.MaxScore, min(value, evaluators.MaxScore))
}

// deepen searches deeper and deeper until the time since began is over. It returns the result of the last
// finished depth; depth 1 is always finished.
func (s *largeSearch) deepen(b engine.LargeBoard, settings Settings, began time.Time) Result {
	r := s.toDepth(b, 1)
	limited, cancel := context.WithDeadline(s.ctx, began.Add(settings.Time))
	defer cancel()
	s.ctx = limited
	for depth := 2; depth <= min(cmp.Or(settings.Depth, MaxDepth), b.Empties()); depth++ {
		move, value, done := s.best(&b, depth)
		if !done {
			break
		}
		r.Move, r.Score, r.Depth = move, scoreOf(value), depth
	}
	r.Nodes = s.nodes
	return r
}

// largeWin is larger than every heuristic value, even the table's points for all squares of the largest board.
const largeWin = 1 << 29

// end returns the value of a finished game for the side to move. In an exact search it is the result.
// Otherwise it is the value of a win or a loss plus the disc difference, where empty squares do not count.
func (s *largeSearch) end(b *engine.LargeBoard) int {
	switch diff := b.DiscDiff(); {
	case s.eval == nil:
		return b.FinalDiff()
	case diff > 0:
		return largeWin + diff
	case diff < 0:
		return diff - largeWin
	}
	return 0
}

// SolveLarge finds the move with the best final disc difference on a board larger than 8×8; empty squares
// count for the winner. It returns solved = false if there are more empty squares than empties, or if ctx is
// cancelled first. The position must have a legal move.
func SolveLarge(ctx context.Context, b engine.LargeBoard, empties int) (r Result, solved bool) {
	if b.Empties() > empties {
		return r, false
	}
	s := &largeSearch{ctx: ctx}
	r = Result{Exact: true, Depth: b.Empties()}
	r.Move, r.Score, solved = s.best(&b, b.Empties()+1) // deeper than the end of the game
	r.Nodes = s.nodes
	return r, solved
}
