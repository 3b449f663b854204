// Package analysis judges the moves of games: what each was worth, what the best
// one would have been worth, and which were mistakes.
package analysis

import (
	"context"
	"math/bits"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/players"
	"evothello/search"
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
	Number        int // from 1, passes not counted
	Side          engine.Side
	Played, Best  engine.Square // the same unless something was lost
	Value         int           // of the move played, for the mover
	BestValue     int           // of the best one; never less than Value
	Unit          Unit          // of both
	Before, After engine.Position
	Phase         int // whose weights count, from 0
	// TypicalLoss is the median of what each legal move would lose, 0 unless the
	// unit is Points.
	TypicalLoss int
	Mark        Mark
}

// Lost is what the move gave away.
func (m *Move) Lost() int { return m.BestValue - m.Value }

// Choices counts the legal moves.
func (m *Move) Choices() int { return bits.OnesCount64(m.Before.Moves()) }

// An Analyst judges games with the weights of a Switch.
type Analyst struct {
	weights  *players.Switch
	compiled map[*evaluators.Weights]*evaluators.Evaluator
	settings search.Settings
	searcher *search.Searcher
}

// New makes an analyst. The settings must be a depth, and a number of empties from
// which on to solve: with limits of nodes or time values would not compare.
func New(weights *players.Switch, settings search.Settings) *Analyst {
	// A table for the deepest tree: 24 bytes each for 2¹⁶ to 2²² positions.
	tableBits := min(max(settings.Endgame+2, 16), 22)
	return &Analyst{
		weights: weights, compiled: map[*evaluators.Weights]*evaluators.Evaluator{},
		settings: settings, searcher: search.New(search.NewTable(uint(tableBits))),
	}
}

// Judge judges the moves of a game. It fails only when ctx is cancelled.
func (a *Analyst) Judge(ctx context.Context, g *engine.Game) ([]Move, error) {
	a.searcher.NewGame()
	positions := g.Positions()
	moves := make([]Move, len(g.Moves))
	for i := range moves {
		moves[i] = Move{Number: i + 1, Side: positions[i].Side, Played: g.Moves[i], Before: positions[i], After: positions[i+1]}
		if a.judge(ctx, &moves[i]); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	mark(moves)
	return moves, nil
}

// judge compares the move played with the best one. Both come from searches of the
// same depth with the same weights, one of all moves and one of that move, so that
// what is lost is never negative.
func (a *Analyst) judge(ctx context.Context, m *Move) {
	weights := a.weights.Weights(m.Before.Board)
	eval := a.compiled[weights]
	if eval == nil {
		eval = evaluators.Compile(weights)
		a.compiled[weights] = eval
	}
	valueOf := func(moves uint64) search.Result {
		return a.searcher.SearchMoves(ctx, m.Before.Board, moves, eval, a.settings)
	}
	best := valueOf(m.Before.Moves())
	played := valueOf(m.Played.Bit())
	m.Best, m.BestValue, m.Value = best.Move, best.Score, played.Score
	m.Phase = players.Phase(a.weights.Turns, m.Before.Discs())
	switch {
	case best.Exact:
		m.Unit = Discs
	case outcome(best.Score) != 0 || outcome(played.Score) != 0:
		m.Unit, m.BestValue, m.Value = Outcome, outcome(best.Score), outcome(played.Score)
	default:
		m.Unit, m.TypicalLoss = Points, typicalLoss(m.Before.Moves(), best.Score, valueOf)
	}
	if m.Lost() == 0 {
		m.Best = m.Played
	}
}

// outcome is 1 for the score of a won game, −1 for that of a lost one, else 0.
func outcome(score int) int {
	switch {
	case score >= evaluators.Win:
		return 1
	case score <= -evaluators.Win:
		return -1
	}
	return 0
}

// typicalLoss is the median of what the moves lose, the greater of the middle two.
func typicalLoss(moves uint64, best int, valueOf func(uint64) search.Result) int {
	var losses []int
	for ; moves != 0; moves &= moves - 1 {
		losses = append(losses, best-valueOf(moves&-moves).Score)
	}
	return median(losses)
}

func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}
