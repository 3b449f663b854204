package analysis

import (
	"context"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
)

// A Comparison compares a move with the best move of its position, by the expected play after each.
type Comparison struct {
	Moves        []MoveValue // all legal moves, the best first
	Best, Played Line
	Reasons      []Reason // why the best move is better, most important first
}

// A Line is a move with its value for the mover, and the expected play that begins with it.
type Line struct {
	MoveValue
	Play []engine.Square // from the move on; passes included
}

// String returns the moves separated by spaces.
func (l *Line) String() string { return strings.Join(names(l.Play), " ") }

// Compare computes the values of all moves of a position, and compares the move played with the best one.
// settings must be as for New; with the settings of an analysis the values are the same as in that analysis. It
// returns an error only if ctx is cancelled.
func (c *Valuer) Compare(
	ctx context.Context, s *search.Searcher, at engine.Position, played engine.Square, settings search.Settings,
) (*Comparison, error) {
	s.NewGame()
	if at.Empties() > settings.Endgame {
		settings.Endgame = 0
	}
	compared := &Comparison{}
	c.Values(ctx, s, at, settings, func(v Values) { compared.Moves = v.Moves })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	best := compared.Moves[0]
	for _, m := range compared.Moves {
		if m.Square == played && m.Value != best.Value { // of equal moves, the one played is the best
			compared.Played = c.line(ctx, s, at, m, settings.Depth)
		} else if m.Square == played {
			best = m
		}
	}
	if compared.Best = c.line(ctx, s, at, best, settings.Depth); compared.Played.Play == nil {
		compared.Played = compared.Best
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	compared.Reasons = reasonsOf(at, &compared.Best, &compared.Played)
	return compared, nil
}

// line returns the expected play from a move on: best play to the end for an exact value, else the
// variation whose end has the value that a search to this depth found.
func (c *Valuer) line(
	ctx context.Context, s *search.Searcher, at engine.Position, first MoveValue, depth int,
) Line {
	line := Line{MoveValue: first}
	if first.Exact {
		line.Play = c.solved(ctx, s, at, search.Result{Move: first.Square})
	} else {
		line.Play = expected(ctx, s, c.compiled.At(at.Board), at, first.Square, depth)
	}
	return line
}

// expected returns the variation of a search to a depth that begins with a move. The transposition
// table may have lost a part of it, which is searched again.
func expected(
	ctx context.Context, s *search.Searcher, eval evaluators.Evaluator, at engine.Position, move engine.Square, depth int,
) []engine.Square {
	line, at := []engine.Square{move}, at.Play(move)
	for missing := depth - 1; missing > 0 && !at.Over() && ctx.Err() == nil; {
		if at.MustPass() {
			line, at = append(line, engine.Pass), at.Pass()
		}
		best := s.Search(ctx, at.Board, eval, search.Settings{Depth: missing})
		for _, next := range s.Line(at.Board, best) {
			line, at = append(line, next), at.Play(next)
			if next != engine.Pass {
				missing--
			}
		}
	}
	return line
}
