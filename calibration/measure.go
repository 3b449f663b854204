package calibration

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// Settings say what to measure.
type Settings struct {
	Positions  int    // in each stage of the game
	Depth      int    // the deepest search
	Seed       uint64 // of the games in which the positions come up
	Confidence float64
}

// The games in which positions are looked for: the weights play with themselves, after
// some random moves and with others now and then.
const (
	openingPlies = 8
	playDepth    = 2
	randomMoves  = 5 // one of so many
	taken        = 8 // one position of so many
	gamesEach    = 4 // at most so many games for a position of each stage
)

// shallow is the depth from which one is foretold: about half of it, and as odd or even, because
// an evaluator may think better of whose turn it is.
func shallow(deep int) int { return max(2*(deep/4), 2-2*(deep%2)) + deep%2 }

// least is the least depth for which a shallower search pays.
const least = 3

// Measure searches positions of all stages of the game to all depths and fits lines to
// what it finds. The same settings give the same fit on every machine. It stops with
// ctx's error when that is cancelled. progress hears of every position.
func Measure(ctx context.Context, w *weights.Switch, settings Settings, progress func(done, of int)) (*Fit, error) {
	stages := weights.Switch{Turns: stagesOf(w.Turns), Board: w.Board}
	f := &Fit{Schema: Schema, Weights: w.Hash(), Turns: stages.Turns, Confidence: settings.Confidence}
	m := meter{compiled: w.Compile(), searcher: search.New(search.NewTable(tableBits))}
	found := m.positions(ctx, w.Home().Start, &stages, settings)
	done := 0
	for _, boards := range found {
		values := make([][]int32, len(boards))
		for i, b := range boards {
			values[i] = m.values(ctx, b, settings.Depth)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			done++
			progress(done, len(found)*settings.Positions)
		}
		pairs := []Pair{}
		for deep := least; deep <= settings.Depth; deep++ {
			if p, ok := line(values, deep, shallow(deep)); ok {
				pairs = append(pairs, p)
			}
		}
		f.Stages = append(f.Stages, pairs)
	}
	return f, nil
}

// stagesOf divides the game into stages of like positions: phases, and no longer than
// those that a Switch has by default.
func stagesOf(turns weights.Turns) weights.Turns {
	stages := slices.Concat(turns, weights.DefaultTurns)
	slices.Sort(stages)
	return slices.Compact(stages)
}

// tableBits is the size of the table for deep searches: 6 MiB.
const tableBits = 18

// A meter searches with weights.
type meter struct {
	compiled *weights.Evaluators
	searcher *search.Searcher
}

// positions plays games and takes positions of every stage from them.
func (m *meter) positions(ctx context.Context, start engine.Position, stages *weights.Switch, settings Settings) [][]engine.Board {
	rng := rand.New(rand.NewPCG(settings.Seed, 0))
	found := make([][]engine.Board, len(stages.Turns))
	missing := len(found) * settings.Positions
	for games := gamesEach * missing; games > 0 && missing > 0 && ctx.Err() == nil; games-- {
		p := start
		for ply := 0; !p.Over(); ply++ {
			stage := stages.Phase(p.Board)
			if ply >= openingPlies && rng.IntN(taken) == 0 && len(found[stage]) < settings.Positions && p.Empties() > least {
				found[stage] = append(found[stage], p.Board)
				missing--
			}
			move := engine.Pick(rng, p.Moves())
			if ply >= openingPlies && rng.IntN(randomMoves) > 0 {
				move = m.find(ctx, p.Board, playDepth).Move
			}
			p = p.Play(move).Settle()
		}
	}
	return found
}

func (m *meter) find(ctx context.Context, b engine.Board, depth int) search.Result {
	return m.searcher.Search(ctx, b, m.compiled.At(b), search.Settings{Depth: depth})
}

// values are what searches of a position find, by depth from 0, to the deepest that is
// asked for, and that does not see who wins.
func (m *meter) values(ctx context.Context, b engine.Board, deepest int) []int32 {
	values := []int32{0}
	m.searcher.NewGame()
	for depth := 1; depth <= min(deepest, b.Empties()-1); depth++ {
		r := m.find(ctx, b, depth)
		if evaluators.Outcome(r.Score) != 0 {
			break
		}
		values = append(values, int32(r.Score))
	}
	return values
}

// line fits the line of a pair of depths to the values of positions, if there are enough
// of them. Numbers are rounded, so that a file says all there is to know.
func line(values [][]int32, deep, shallow int) (p Pair, ok bool) {
	var n, sumX, sumY float64
	for _, v := range values {
		if len(v) > deep {
			n, sumX, sumY = n+1, sumX+float64(v[shallow]), sumY+float64(v[deep])
		}
	}
	if n < enough {
		return p, false
	}
	meanX, meanY := sumX/n, sumY/n
	var xx, xy, yy float64
	for _, v := range values {
		if len(v) > deep {
			x, y := float64(v[shallow])-meanX, float64(v[deep])-meanY
			xx, xy, yy = xx+float64(x*x), xy+float64(x*y), yy+float64(y*y)
		}
	}
	if xx == 0 || yy == 0 || xy <= 0 {
		return p, false
	}
	slope := xy / xx
	return Pair{
		Deep: deep, Shallow: shallow, Positions: int(n), Slope: round(slope, 1e4), Offset: round(meanY-float64(slope*meanX), 10),
		Error: round(math.Sqrt(max(0, yy-float64(slope*xy))/(n-2)), 10), Correlation: round(xy/math.Sqrt(float64(xx*yy)), 1e4),
	}, true
}

func round(x, grain float64) float64 { return math.Round(x*grain) / grain }
