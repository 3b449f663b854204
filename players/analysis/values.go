package analysis

import (
	"context"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/scale"
)

// A Value is the value of a position or a move for a side.
type Value struct {
	Discs  float64 `json:"discs"`  // expected final disc difference
	Points int     `json:"points"` // evaluator points, 0 if Exact or Won is set
	Exact  bool    `json:"exact"`  // Discs is the result with best play
	Won    int     `json:"won"`    // 1 for a certain win by an unknown difference, −1 for a loss, else 0
}

// A MoveValue is a legal move and its value for the mover.
type MoveValue struct {
	Square engine.Square
	Value
}

// Values are the values of all legal moves from a search to one depth, best first.
type Values struct {
	Depth int    // in plies; for exact values the number of empty squares
	Nodes uint64 // positions visited so far
	Moves []MoveValue
}

// DefaultSettings is the default search for the analysis of games and for explanations. A whole game takes
// less than a second.
var DefaultSettings = search.Settings{Depth: 8, Endgame: 18}

// A Valuer computes values of moves in discs, and expected lines of play, with the weights of a Switch. It
// is immutable and safe for concurrent use.
type Valuer struct {
	weights  *weights.Switch
	compiled *weights.CompiledSwitch
	scale    *scale.Scale
}

// NewValuer makes a valuer. The weights must be valid.
func NewValuer(w *weights.Switch) *Valuer {
	return &Valuer{weights: w, compiled: w.Compile(), scale: scale.Of(w)}
}

// Scale returns the scale that converts the weights' points to discs.
func (c *Valuer) Scale() *scale.Scale { return c.scale }

// Value converts a search result to a Value for the mover of b.
func (c *Valuer) Value(b engine.Board, r search.Result) Value {
	if r.Exact {
		return Value{Discs: float64(r.Score), Exact: true}
	}
	if won := evaluators.Outcome(r.Score); won != 0 {
		return Value{Discs: float64(b.Size() * won), Won: won}
	}
	return Value{Discs: c.scale.Result(b, r.Score, r.Depth), Points: r.Score}
}

// settling returns what to add to the values of a search, in discs, so that its best value becomes the mean
// of its own and that of the search one ply less deep. Differences between moves stay as they are. It is 0
// if there is no such earlier search, or if one of the two found the end of the game.
func settling(s *scale.Scale, b engine.Board, earlier, r search.Result) float64 {
	if earlier.Depth == 0 || earlier.Depth != r.Depth-1 || r.Exact ||
		evaluators.Outcome(earlier.Score) != 0 || evaluators.Outcome(r.Score) != 0 {
		return 0
	}
	return (s.Result(b, earlier.Score, earlier.Depth) - s.Result(b, r.Score, r.Depth)) / 2
}

// add adds discs to an estimate. Exact values, wins and losses stay as they are.
func (v *Value) add(discs float64) {
	if !v.Exact && v.Won == 0 {
		v.Discs = max(-64, min(v.Discs+discs, 64))
	}
}

// Settled searches for the best move of a position to a depth. The position must have a legal move. The value
// is the mean of the values at this depth and at one ply less.
func (c *Valuer) Settled(
	ctx context.Context, s *search.Searcher, at engine.Position, settings search.Settings,
) (search.Result, Value) {
	var earlier search.Result
	if settings.Depth > 1 && at.Empties() > settings.Endgame {
		less := settings
		less.Depth--
		earlier = c.Best(ctx, s, at, less)
	}
	r := c.Best(ctx, s, at, settings)
	v := c.Value(at.Board, r)
	v.add(settling(c.scale, at.Board, earlier, r))
	return r, v
}

// ForBlack returns the value of a position for Black: the result of a finished game, else the value of Settled. If the
// side to move must pass, it is the value after the pass.
func (c *Valuer) ForBlack(
	ctx context.Context, s *search.Searcher, at engine.Position, settings search.Settings,
) (r search.Result, v Value) {
	if at = at.Settle(); at.Over() {
		v = Value{Discs: float64(at.FinalDiff()), Exact: true}
	} else {
		r, v = c.Settled(ctx, s, at, settings)
	}
	if at.Side == engine.White {
		v = Value{Discs: 0 - v.Discs, Points: -v.Points, Exact: v.Exact, Won: -v.Won} // no negative zero
	}
	return r, v
}

// Discs converts points to discs in the phase of b. The points must not be the result of a search; use
// Value for those.
func (c *Valuer) Discs(b engine.Board, points int) float64 { return c.scale.Discs(b, points) }

// Values searches all moves of a position within the limits of the settings. The position must have a legal
// move. Values calls report after each finished depth, with values shifted so that the best one becomes the
// mean of the best values at this depth and at one ply less. It stops when ctx is cancelled. It returns the
// best move of the last report.
func (c *Valuer) Values(
	ctx context.Context, s *search.Searcher, at engine.Position, settings search.Settings, report func(Values),
) (best search.Result) {
	s.Rank(ctx, at.Board, c.compiled.At(at.Board), settings, 64, func(ranked []search.Result) {
		more := settling(c.scale, at.Board, best, ranked[0])
		best = ranked[0]
		v := Values{Depth: best.Depth, Nodes: best.Nodes, Moves: make([]MoveValue, len(ranked))}
		for i, r := range ranked {
			v.Moves[i] = MoveValue{r.Move, c.Value(at.Board, r)}
			v.Moves[i].add(more)
		}
		report(v)
	})
	return best
}

// Best searches for the best move of a position, which must have a legal move.
func (c *Valuer) Best(
	ctx context.Context, s *search.Searcher, at engine.Position, settings search.Settings,
) search.Result {
	return s.Search(ctx, at.Board, c.compiled.At(at.Board), settings)
}

// leastLine is the least length of a line after a search of that depth or more.
const leastLine = 8

// Line returns the expected line of play after a search, passes included. After an exact search it solves best
// play to the end. Otherwise it follows the searcher's transposition table, which may have lost entries. It
// searches missing moves again, until the line has as many moves as the search was deep, at most leastLine. If
// ctx is cancelled the line is shorter.
func (c *Valuer) Line(
	ctx context.Context, s *search.Searcher, at engine.Position, best search.Result,
) (line []engine.Square) {
	if best.Exact {
		return c.solved(ctx, s, at, best)
	}
	for depth := best.Depth; ; {
		for _, move := range s.Line(at.Board, best) {
			line, at = append(line, move), at.Play(move)
		}
		missing := min(depth, leastLine) - len(line)
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

// solved returns the line of best play to the end.
func (c *Valuer) solved(
	ctx context.Context, s *search.Searcher, at engine.Position, best search.Result,
) []engine.Square {
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
