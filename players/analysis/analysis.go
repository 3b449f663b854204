// Package analysis analyses the moves of games: the value of each move, the value of the best move, and
// which moves are mistakes. It also explains positions and the values of discs.
package analysis

import (
	"context"
	"math/bits"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/scale"
)

// A Unit is the unit of a move's values.
type Unit string

// The units.
const (
	Points  Unit = "points"  // evaluator points, not comparable between phases
	Discs   Unit = "discs"   // exact results
	Outcome Unit = "outcome" // 1 won, 0 open, −1 lost: if a search for points sees the end of the game
)

// A Move is an analysed move of a game.
type Move struct {
	Number       int // from 1, passes not counted
	Side         engine.Side
	Played, Best engine.Square // equal if Lost is 0
	Value        int           // value of the move played, for the mover
	BestValue    int           // value of the best move, never less than Value
	Unit         Unit          // unit of both values
	// Found and BestFound are the search results of the move played and of the best move, for the
	// mover. Value and BestValue are their scores, unless the unit is Outcome.
	Found, BestFound search.Result
	// Earlier is the best move's result one ply less deep, if there was such a search.
	Earlier       search.Result
	Before, After engine.Position
	Phase         int // from 0
	// TypicalLoss is the median of the losses of all legal moves, 0 unless the unit is Points.
	// TypicalDiscs is the same in discs, if InDiscs is set.
	TypicalLoss  int
	TypicalDiscs float64
	Mark         Annotation
	Compared     *Comparison // comparison with the best move, nil without a mark or before Explain
	// Discs and BestDiscs are Value and BestValue in discs, if InDiscs is set.
	Discs, BestDiscs float64
	InDiscs          bool
}

// Lost returns the loss of the move: the difference from the best move's value.
func (m *Move) Lost() int { return m.BestValue - m.Value }

// Choices returns the number of legal moves.
func (m *Move) Choices() int { return bits.OnesCount64(m.Before.Moves()) }

// An Analyst analyses games with the weights of a Switch. It is not safe for concurrent use.
type Analyst struct {
	weights  *weights.Switch
	compiled *weights.CompiledSwitch
	settings search.Settings
	searcher *search.Searcher
}

// New returns an analyst. settings must consist of a depth and the number of empty squares from which
// positions are solved: values from searches limited by nodes or time are not comparable.
func New(w *weights.Switch, settings search.Settings) *Analyst {
	// A table for the deepest tree: 24 bytes each for 2¹⁶ to 2²² positions.
	tableBits := min(max(settings.Endgame+2, 16), 22)
	return NewWith(search.New(search.NewTable(uint(tableBits))), w, settings)
}

// NewWith is like New with the caller's searcher.
func NewWith(s *search.Searcher, w *weights.Switch, settings search.Settings) *Analyst {
	return &Analyst{weights: w, compiled: w.Compile(), settings: settings, searcher: s}
}

// Analyse analyses the moves of a game. It marks solved moves; InDiscs marks the others. It returns an error only if
// ctx is cancelled.
func (a *Analyst) Analyse(ctx context.Context, g *engine.Game) ([]Move, error) {
	a.searcher.NewGame()
	positions := g.Positions()
	moves := make([]Move, len(g.Moves))
	for i := range moves {
		before, after := positions[i], positions[i+1]
		moves[i] = Move{Number: i + 1, Side: before.Side, Played: g.Moves[i], Before: before, After: after}
		if a.analyse(ctx, &moves[i]); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		moves[i].Mark = moves[i].mark()
	}
	return moves, nil
}

// Explain compares the marked moves of an analysed game with the best ones. It returns an error only if ctx is
// cancelled.
func (a *Analyst) Explain(ctx context.Context, moves []Move) error {
	valuer := &Valuer{a.weights, a.compiled, scale.Of(a.weights)}
	for i := range moves {
		m := &moves[i]
		if m.Mark == Good {
			continue
		}
		var err error
		if m.Compared, err = valuer.Compare(ctx, a.searcher, m.Before, m.Played, a.settings); err != nil {
			return err
		}
	}
	return nil
}

// analyse compares the move played with the best one.
func (a *Analyst) analyse(ctx context.Context, m *Move) {
	eval := a.compiled.At(m.Before.Board)
	m.Phase = a.weights.Phase(m.Before.Board)
	if m.Before.Empties() <= a.settings.Endgame {
		a.solve(ctx, m, eval)
	} else {
		a.rank(ctx, m, eval)
	}
	if m.Lost() == 0 {
		m.Best = m.Played
	}
}

// solve computes both values in discs.
func (a *Analyst) solve(ctx context.Context, m *Move, eval evaluators.Evaluator) {
	best := a.searcher.Search(ctx, m.Before.Board, eval, a.settings)
	reply := a.searcher.Search(ctx, m.Before.Play(m.Played).Board, eval, a.settings)
	m.BestFound = best
	m.Found = search.Result{Move: m.Played, Score: -reply.Score, Exact: true, Depth: best.Depth, Nodes: reply.Nodes}
	m.Unit, m.Best, m.BestValue, m.Value = Discs, best.Move, best.Score, m.Found.Score
}

// rank computes both values by a search of all moves to the same depth. The unit is points, or the
// outcome if the search sees that one of the two moves ends the game.
func (a *Analyst) rank(ctx context.Context, m *Move, eval evaluators.Evaluator) {
	settings := a.settings
	settings.Endgame = 0
	var ranked []search.Result // best first
	a.searcher.Rank(ctx, m.Before.Board, eval, settings, m.Choices(), func(results []search.Result) {
		if !results[0].Exact { // exact results are deeper than asked for, and in discs
			if ranked != nil {
				m.Earlier = ranked[0]
			}
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

// median returns the median, for an even number the greater of the two middle values. It sorts values.
func median(values []int) int {
	slices.Sort(values)
	return values[len(values)/2]
}
