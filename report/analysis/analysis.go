// Package analysis judges the moves of games: what each was worth, what the best
// one would have been worth, and which were mistakes.
package analysis

import (
	"context"
	"math/bits"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A Unit is what the values of a move are counted in.
type Unit string

// The units. Points are the evaluator's, and those of one phase's weights do not
// compare with another's. Discs are exact. Where the search for points sees the end of
// the game, all that counts is the outcome: 1 won, 0 open, −1 lost.
const (
	Points  Unit = "points"
	Discs   Unit = "discs"
	Outcome Unit = "outcome"
)

// A Move is a move of a game and what there is to say of it.
type Move struct {
	Number       int // from 1, passes not counted
	Side         engine.Side
	Played, Best engine.Square // the same unless something was lost
	Value        int           // of the move played, for the mover
	BestValue    int           // of the best one; never less than Value
	Unit         Unit          // of both
	// Found are what the search found of the move played and of the best one, for the
	// mover. Value and BestValue are their scores, unless the unit is Outcome.
	Found, BestFound search.Result
	Before, After    engine.Position
	Phase            int // whose weights count, from 0
	// TypicalLoss is the median of what each legal move would lose, 0 unless the
	// unit is Points.
	TypicalLoss int
	Mark        Mark
	// Discs and BestDiscs are Value and BestValue in discs, if function InDiscs could tell.
	Discs, BestDiscs float64
	InDiscs          bool
}

// Lost is what the move gave away.
func (m *Move) Lost() int { return m.BestValue - m.Value }

// Choices counts the legal moves.
func (m *Move) Choices() int { return bits.OnesCount64(m.Before.Moves()) }

// An Analyst judges games with the weights of a Switch.
type Analyst struct {
	weights  *weights.Switch
	compiled *weights.Evaluators
	settings search.Settings
	searcher *search.Searcher
}

// New makes an analyst. The settings must be a depth, and a number of empties from
// which on to solve: with limits of nodes or time values would not compare.
func New(w *weights.Switch, settings search.Settings) *Analyst {
	// A table for the deepest tree: 24 bytes each for 2¹⁶ to 2²² positions.
	tableBits := min(max(settings.Endgame+2, 16), 22)
	return NewWith(search.New(search.NewTable(uint(tableBits))), w, settings)
}

// NewWith is New with a searcher of the caller's.
func NewWith(s *search.Searcher, w *weights.Switch, settings search.Settings) *Analyst {
	return &Analyst{weights: w, compiled: w.Compile(), settings: settings, searcher: s}
}

// Judge judges the moves of a game. It fails only when ctx is cancelled.
func (a *Analyst) Judge(ctx context.Context, g *engine.Game) ([]Move, error) {
	a.searcher.NewGame()
	positions := g.Positions()
	moves := make([]Move, len(g.Moves))
	for i := range moves {
		moves[i] = Move{Number: i + 1, Side: positions[i].Side, Played: g.Moves[i], Before: positions[i],
			After: positions[i+1]}
		if a.judge(ctx, &moves[i]); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	mark(moves)
	return moves, nil
}

// judge compares the move played with the best one.
func (a *Analyst) judge(ctx context.Context, m *Move) {
	eval := a.compiled.At(m.Before.Board)
	m.Phase = a.weights.Phase(m.Before.Board)
	if m.Before.Empties() <= a.settings.Endgame {
		a.solve(ctx, m, eval)
	} else {
		a.guess(ctx, m, eval)
	}
	if m.Lost() == 0 {
		m.Best = m.Played
	}
}

// solve says what both moves are worth in discs.
func (a *Analyst) solve(ctx context.Context, m *Move, eval evaluators.Evaluator) {
	best := a.searcher.Search(ctx, m.Before.Board, eval, a.settings)
	reply := a.searcher.Search(ctx, m.Before.Play(m.Played).Board, eval, a.settings)
	m.BestFound = best
	m.Found = search.Result{Move: m.Played, Score: -reply.Score, Exact: true, Depth: best.Depth, Nodes: reply.Nodes}
	m.Unit, m.Best, m.BestValue, m.Value = Discs, best.Move, best.Score, m.Found.Score
}

// guess says what both moves are worth in points, or how they end the game if one of
// them is seen to, by a search of all moves to the same depth.
func (a *Analyst) guess(ctx context.Context, m *Move, eval evaluators.Evaluator) {
	settings := a.settings
	settings.Endgame = 0
	var ranked []search.Result // best first
	a.searcher.Rank(ctx, m.Before.Board, eval, settings, m.Choices(), func(results []search.Result) {
		if !results[0].Exact { // which is beyond what was asked for, and in discs
			ranked = results
		}
	})
	if ctx.Err() != nil {
		return
	}
	losses := make([]int, len(ranked))
	for i, r := range ranked {
		losses[i] = ranked[0].Score - r.Score
		if r.Move == m.Played {
			m.Found = r
		}
	}
	m.BestFound = ranked[0]
	m.Unit, m.Best, m.BestValue, m.Value = Points, m.BestFound.Move, m.BestFound.Score, m.Found.Score
	if best, played := evaluators.Outcome(m.BestValue), evaluators.Outcome(m.Value); best != 0 || played != 0 {
		m.Unit, m.BestValue, m.Value = Outcome, best, played
		return
	}
	m.TypicalLoss = median(losses)
}

// median is the greater of the middle two where they are two.
func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}
