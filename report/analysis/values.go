package analysis

import (
	"context"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// A Value is what a position or a move is worth to a side.
type Value struct {
	Discs  float64 `json:"discs"`  // of the result that is expected
	Points int     `json:"points"` // of the weights, 0 if Exact or Won says more
	Exact  bool    `json:"exact"`  // Discs are the result with best play
	Won    int     `json:"won"`    // 1 if a win is seen but not by how much, −1 for a loss
}

// A MoveValue is a legal move and what it is worth to the mover.
type MoveValue struct {
	Square engine.Square
	Value
}

// Values are all legal moves, the best first, as a search of some depth has them.
type Values struct {
	Depth int    // plies; the empties where the values are exact
	Nodes uint64 // positions visited so far
	Moves []MoveValue
}

// A Valuer says, for people at a board, what moves are worth in discs to the weights of a Switch and how
// the game is expected to go on. It is immutable.
type Valuer struct {
	compiled *weights.Evaluators
	scale    *weights.Scale
}

// NewValuer makes a valuer of valid weights.
func NewValuer(w *weights.Switch) *Valuer {
	return &Valuer{compiled: w.Compile(), scale: w.Scale()}
}

// Scale is what points are worth in discs to the weights.
func (c *Valuer) Scale() *weights.Scale { return c.scale }

// Value is what a search of a board found for its mover.
func (c *Valuer) Value(b engine.Board, r search.Result) Value {
	if r.Exact {
		return Value{Discs: float64(r.Score), Exact: true}
	}
	if won := evaluators.Outcome(r.Score); won != 0 {
		return Value{Discs: float64(b.Size() * won), Won: won}
	}
	return Value{Discs: c.scale.Result(b, r.Score, r.Depth), Points: r.Score}
}

// Worth is what points are worth in discs on a board like b, where they are no result of
// a search.
func (c *Valuer) Worth(b engine.Board, points int) float64 { return c.scale.Discs(b, points) }

// Values values all moves of a position that has one, within the settings' limits, and
// calls report with what each depth found. When ctx is cancelled it stops without
// reporting what is unfinished. What it found last is returned.
func (c *Valuer) Values(ctx context.Context, s *search.Searcher, at engine.Position, settings search.Settings,
	report func(Values)) (best search.Result) {
	s.Rank(ctx, at.Board, c.compiled.At(at.Board), settings, 64, func(ranked []search.Result) {
		best = ranked[0]
		v := Values{Depth: best.Depth, Nodes: best.Nodes, Moves: make([]MoveValue, len(ranked))}
		for i, r := range ranked {
			v.Moves[i] = MoveValue{r.Move, c.Value(at.Board, r)}
		}
		report(v)
	})
	return best
}

// Best searches for the best move of a position that has one.
func (c *Valuer) Best(ctx context.Context, s *search.Searcher, at engine.Position,
	settings search.Settings) search.Result {
	return s.Search(ctx, at.Board, c.compiled.At(at.Board), settings)
}

// assured is how long a line is at least, if the search was as deep.
const assured = 8

// Line is how the game is expected to go on with the best move that a search found,
// passes included. The searcher remembers most of it, but not all, and not always the best
// move: what is missing of the first moves is searched again, less deep, and if the search
// was exact so is all of best play to the end. When ctx is cancelled the line breaks off.
func (c *Valuer) Line(ctx context.Context, s *search.Searcher, at engine.Position,
	best search.Result) (line []engine.Square) {
	if best.Exact {
		return c.solved(ctx, s, at, best)
	}
	for depth := best.Depth; ; {
		for _, move := range s.Line(at.Board, best) {
			line, at = append(line, move), at.Play(move)
		}
		missing := min(depth, assured) - len(line)
		if missing <= 0 || at.Over() {
			return line
		}
		if at.MustPass() {
			line, at = append(line, engine.Pass), at.Pass()
		}
		if best = c.Best(ctx, s, at, search.Settings{Depth: missing}); ctx.Err() != nil {
			return line
		}
	}
}

// solved is best play to the end.
func (c *Valuer) solved(ctx context.Context, s *search.Searcher, at engine.Position,
	best search.Result) []engine.Square {
	line := []engine.Square{best.Move}
	for at = at.Play(best.Move); !at.Over(); at = at.Play(best.Move) {
		if at.MustPass() {
			line = append(line, engine.Pass)
			at = at.Pass()
		}
		if best = c.Best(ctx, s, at, search.Settings{Depth: 1, Endgame: at.Empties()}); ctx.Err() != nil {
			break
		}
		line = append(line, best.Move)
	}
	return line
}
