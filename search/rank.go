package search

import (
	"context"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
)

// Rank finds the n best moves of a position with their values. The position must have a legal move. Rank deepens ply by
// ply within the settings' limits. If at most Endgame squares are empty, or the depth reaches the end of the game, the
// last result is exact.
//
// Rank calls report with the results of each depth, always including depth 1, best move first. Among equal
// moves the order is that of the squares, so the first result equals that of Search at the same depth. Nodes
// are counted from the start of Rank. When ctx is cancelled it stops without reporting the unfinished depth.
func (s *Searcher) Rank(
	ctx context.Context, b engine.Board, eval evaluators.Evaluator, settings Settings, n int, report func([]Result),
) {
	s.begin(ctx, b, eval, Settings{Algorithm: settings.Algorithm})
	s.setLimits(settings.Nodes, settings.Time)
	deepest := b.Empties()
	if settings.Depth > 0 {
		deepest = min(deepest, settings.Depth)
	}
	first := engine.NoSquare
	found := func(results []Result, depth int, exact bool) {
		for i := range results {
			results[i].Depth, results[i].Exact, results[i].Nodes = depth, exact, s.nodes
		}
		first = results[0].Move
		s.tell(results[0])
		report(results)
	}
	for depth := 1; depth <= deepest; depth++ {
		var results []Result
		look := func() {
			results = s.rankRoot(s.rootMoves(b, int8(first)), n, func(own, opp, moves uint64, alpha, beta int32) int32 {
				return -s.midgame(own, opp, moves, -beta, -alpha, depth-1)
			})
		}
		switch {
		case ctx.Err() != nil || depth > 1 && s.interrupted():
			return
		case depth == 1:
			s.unlimited(look)
		default:
			look()
		}
		if s.stopped {
			return
		}
		found(results, depth, false)
	}
	if b.Empties() > max(settings.Endgame, deepest) || s.interrupted() {
		return
	}
	s.scout = true // the endgame always uses null windows
	results := s.rankRoot(s.rootEndgame(b, int8(first)), n, func(own, opp, moves uint64, alpha, beta int32) int32 {
		return -s.endgame(own, opp, moves, -beta, -alpha)
	})
	if !s.stopped {
		found(results, b.Empties(), true)
	}
}

// rankRoot finds the n best moves; value is as in root. Once it has n moves, another must exceed
// the last of them, or equal it from an earlier square. The result is meaningless if the search
// was stopped.
func (s *Searcher) rankRoot(
	children *list, n int, value func(own, opp, moves uint64, alpha, beta int32) int32,
) []Result {
	s.nodes++
	var best []Result
	for range children.n {
		i := children.next()
		move, low := engine.Square(children.move(i)), int32(-infinity)
		if len(best) == n {
			low = int32(best[n-1].Score)
			if move < best[n-1].Move {
				low--
			}
		}
		v := value(children.Own[i], children.Opp[i], children.Moves[i], low, infinity)
		if s.stopped {
			return nil
		}
		at := slices.IndexFunc(best, func(r Result) bool {
			return int(v) > r.Score || int(v) == r.Score && move < r.Move
		})
		if at < 0 {
			at = len(best)
		}
		best = slices.Insert(best, at, Result{Move: move, Score: int(v)})
		best = best[:min(len(best), n)] // drops a move that did not exceed low
	}
	return best
}
