package players

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// tablePlayer is the kind that looks one ply ahead with the Table scorer alone, as in the
// seed library: a move that ends the game, too, is worth what the table says of the discs.
// Of equal moves, among which the library draws lots, it makes the first.
type tablePlayer struct{}

const tableAbout = "looks one ply ahead with the Table scorer alone"

// Options implements Kind: there are none.
func (tablePlayer) Options() []Option { return nil }

// Varies implements Kind.
func (tablePlayer) Varies() string { return "" }

// weights implements judging.
func (tablePlayer) weights() (*weights.Switch, error) { return tableOnly, nil }

// Contestant implements Kind.
func (tablePlayer) Contestant() (*Contestant, error) {
	compiled := tableOnly.Compile()
	return &Contestant{About: tableAbout, New: func(*search.Searcher) Player { return tableReader{compiled} }}, nil
}

// tableOnly is the Table scorer with the seed library's weights.
var tableOnly = func() *weights.Switch {
	var w evaluators.Weights
	for i, f := range evaluators.Features {
		if strings.HasPrefix(f.Name, "table.") {
			w[i] = f.Default
		}
	}
	return &weights.Switch{Schema: weights.Schema, Name: "the Table scorer", Turns: weights.Turns{60}, Phases: []evaluators.Weights{w}}
}()

// A tableReader plays by the table.
type tableReader struct{ compiled *weights.Evaluators }

var _ Ranker = tableReader{}

// NewGame implements Player.
func (tableReader) NewGame(uint64) {}

// Move implements Player.
func (p tableReader) Move(_ context.Context, at engine.Position) (search.Result, error) {
	return p.moves(at.Board)[0], nil
}

// Rank implements Ranker.
func (p tableReader) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	if moves := p.moves(at.Board); ctx.Err() == nil {
		report(moves[:min(n, len(moves))])
	}
}

// Line implements Ranker: it expects nothing.
func (tableReader) Line(_ engine.Position, r search.Result) []engine.Square {
	return []engine.Square{r.Move}
}

// moves are the legal moves, the best first and of equals the first in the order of
// squares.
func (p tableReader) moves(b engine.Board) (moves []search.Result) {
	nodes := uint64(1)
	for s := range engine.SquaresOf(b.Moves()) {
		after := b.Play(s)
		own, opp := after.Sets()
		score := -p.compiled.At(b).Score(own, opp, 0, 0) // it does not count moves
		moves = append(moves, search.Result{Move: s, Score: int(score), Depth: 1})
		nodes++
	}
	slices.SortStableFunc(moves, func(a, b search.Result) int { return cmp.Compare(b.Score, a.Score) })
	for i := range moves {
		moves[i].Nodes = nodes
	}
	return moves
}
