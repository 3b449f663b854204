package players

import (
	"cmp"
	"context"
	"slices"

	"evothello/engine"
	"evothello/search"
)

// A onePly player makes the move to the position with the highest value, even if that position ends the game
// or the same side moves again. Among equal moves it makes the first.
type onePly struct {
	// value is a position's value for the side that has just moved, which is the side
	// not to move.
	value func(after engine.Position) int
}

var _ Ranker = onePly{}

// NewGame implements Player.
func (onePly) NewGame(uint64) {}

// Move implements Player.
func (p onePly) Move(_ context.Context, at engine.Position) (search.Result, error) {
	best := search.Result{Move: engine.NoSquare, Depth: 1, Nodes: 1}
	for _, s := range at.Legal() {
		if score := p.value(at.Play(s)); best.Move == engine.NoSquare || score > best.Score {
			best.Move, best.Score = s, score
		}
		best.Nodes++
	}
	return best, nil
}

// Rank implements Ranker.
func (p onePly) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	var moves []search.Result
	for _, s := range at.Legal() {
		moves = append(moves, search.Result{Move: s, Score: p.value(at.Play(s)), Depth: 1})
	}
	for i := range moves {
		moves[i].Nodes = uint64(1 + len(moves))
	}
	slices.SortStableFunc(moves, func(a, b search.Result) int { return cmp.Compare(b.Score, a.Score) })
	if ctx.Err() == nil {
		report(moves[:min(n, len(moves))])
	}
}

// Line implements Ranker. It returns only the move.
func (onePly) Line(_ engine.Position, r search.Result) []engine.Square {
	return []engine.Square{r.Move}
}
