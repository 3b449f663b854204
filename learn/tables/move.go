package tables

import (
	"context"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
)

// What having the move is worth cannot be seen from targets alone. The side that moves last in a search chooses the
// position that the tables overrate most, so searches of odd and even depths disagree even if the tables are right in
// the mean. So each stage gets the constant with which they agree, measured with the tables themselves.

const (
	moveRounds    = 2   // after the first the tables are others, and choose others
	movePositions = 600 // for each stage
)

// fitMove fits the constants of all stages and returns the tables.
func fitMove(
	ctx context.Context, all *samples, o *FitOptions, stages []*fitting, layer *layerFit,
) (*patterns.Tables, error) {
	for range moveRounds {
		t, err := tablesOf(stages, layer)
		if err != nil {
			return nil, err
		}
		eval := alone(t)
		inParallel(len(stages), o.Workers, func(i int) {
			l := newLookahead(eval, o)
			// The constant is added at even depths and subtracted at odd ones.
			stages[i].move += float64(l.oddness(ctx, all, stages[i]) / 2)
		})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return tablesOf(stages, layer)
}

// alone returns an evaluator of the tables alone.
func alone(t *patterns.Tables) evaluators.Evaluator {
	var weights evaluators.Weights
	weights.Set(evaluators.PatternsWeight, 1)
	return evaluators.CompilePhases(evaluators.Phases{weights}, 0, t)[0]
}

// oddness returns by how much searches of odd depth are above those of even depth in the mean, in discs. Both end in
// the stage.
func (l *lookahead) oddness(ctx context.Context, all *samples, f *fitting) float64 {
	from, to := max(f.low-l.depth, 4), min(f.high-l.depth-1, 64-lookaheadExact-l.depth-1)
	sum, n := 0, 0
	for discs := from; discs <= to; discs++ {
		some := all[discs][:min(len(all[discs]), movePositions/(to-from+1))]
		for i := range some {
			b := engine.Board{Mover: some[i].own, Opponent: some[i].opp}
			at, deeper := l.search(ctx, b, l.depth), l.search(ctx, b, l.depth+1)
			if at.Exact || evaluators.Outcome(at.Score) != 0 || evaluators.Outcome(deeper.Score) != 0 {
				continue
			}
			more := deeper.Score - at.Score
			if l.depth%2 == 1 {
				more = -more
			}
			sum, n = sum+more, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n*patterns.Unit)
}
