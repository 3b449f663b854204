package probcut

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/portable"
	"evothello/search"
	"evothello/weights"
)

// Settings hold the parameters of a measurement.
type Settings struct {
	Positions  int     // number of positions per stage of the game
	Depth      int     // depth of the deepest searches
	Seed       uint64  // random seed of the games that the positions come from
	Confidence float64 // see Fit.Confidence
}

// DefaultSettings are settings whose fits play well.
var DefaultSettings = Settings{Positions: 150, Depth: 11, Seed: 1, Confidence: 1.5}

// Validate returns an error that names an invalid setting.
func (s *Settings) Validate() error {
	const maxPositions = 10_000
	switch {
	case s.Positions < minPositions || s.Positions > maxPositions:
		return fmt.Errorf("positions %d: must be %d to %d", s.Positions, minPositions, maxPositions)
	case s.Depth < firstDeep || s.Depth > search.MaxDepth:
		return fmt.Errorf("depth %d: must be %d to %d", s.Depth, firstDeep, search.MaxDepth)
	}
	return checkConfidence(s.Confidence)
}

// The games that positions come from: the weights play against themselves, after openingPlies random
// plies and with a random move now and then.
const (
	openingPlies        = 8
	playDepth           = 2
	randomOneIn         = 5 // one move in this many is random
	sampledOneIn        = 8 // one position in this many is used
	maxGamesPerPosition = 4 // the most games per position
)

// firstDeep is the least depth that is predicted: a search of one ply is too cheap to avoid.
const firstDeep = 3

// shallow returns the depth that predicts deep: about half of it. It has the same parity, because
// evaluators may favour the side to move at the leaves.
func shallow(deep int) int {
	if deep < 5 {
		return deep - 2
	}
	return deep/4*2 + deep%2
}

// Measure searches positions of all stages of the game to all depths, and fits lines to the values. It uses a
// number of workers, 0 for one per core. The fit depends only on the weights and the settings. measured is
// called after each stage; it may be nil. When ctx is cancelled Measure returns its error.
func Measure(
	ctx context.Context, w *weights.Switch, settings Settings, workers int,
	measured func(stage int, pairs []Pair),
) (*Fit, error) {
	stages := weights.Switch{Turns: Stages(w), Board: w.Board}
	f := &Fit{Schema: Schema, Weights: w.Hash(), Turns: stages.Turns, Confidence: settings.Confidence}
	meters := make([]meter, cmp.Or(workers, runtime.GOMAXPROCS(0)))
	for i := range meters {
		meters[i] = meter{w.Compile(), search.New(search.NewTable(tableBits))}
	}
	found := meters[0].positions(ctx, w.HomeBoard().Start, &stages, settings)
	for stage, boards := range found {
		values := make([][]int32, len(boards))
		var next atomic.Int64
		var all sync.WaitGroup
		for i := range meters {
			all.Go(func() {
				for at := next.Add(1) - 1; at < int64(len(boards)) && ctx.Err() == nil; at = next.Add(1) - 1 {
					values[at] = meters[i].values(ctx, boards[at], settings.Depth)
				}
			})
		}
		all.Wait()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		pairs := []Pair{}
		for deep := firstDeep; deep <= settings.Depth; deep++ {
			if p, ok := line(values, deep, shallow(deep)); ok {
				pairs = append(pairs, p)
			}
		}
		f.Stages = append(f.Stages, pairs)
		if measured != nil {
			measured(stage, pairs)
		}
	}
	return f, nil
}

// Stages divides a game into stages with similar positions. A stage ends at the end of a phase of w or of
// DefaultTurns.
func Stages(w *weights.Switch) weights.Turns {
	stages := slices.Concat(w.Turns, weights.DefaultTurns)
	slices.Sort(stages)
	return slices.Compact(stages)
}

// tableBits is the size of the transposition table for deep searches: 6 MiB.
const tableBits = 18

// A meter runs searches with weights.
type meter struct {
	compiled *weights.CompiledSwitch
	searcher *search.Searcher
}

// positions plays games and collects positions of every stage from them.
func (m *meter) positions(
	ctx context.Context, start engine.Position, stages *weights.Switch, settings Settings,
) [][]engine.Board {
	rng := rand.New(rand.NewPCG(settings.Seed, 0))
	found := make([][]engine.Board, len(stages.Turns))
	missing := len(found) * settings.Positions
	for games := maxGamesPerPosition * missing; games > 0 && missing > 0 && ctx.Err() == nil; games-- {
		p := start
		for ply := 0; !p.Over(); ply++ {
			stage := stages.Phase(p.Board)
			if ply >= openingPlies && rng.IntN(sampledOneIn) == 0 &&
				len(found[stage]) < settings.Positions && p.Empties() > firstDeep {
				found[stage] = append(found[stage], p.Board)
				missing--
			}
			move := engine.RandomSquare(rng, p.Moves())
			if ply >= openingPlies && rng.IntN(randomOneIn) > 0 {
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

// values returns the values of a position by depth from 0 to deepest. They end earlier when a search
// finds the end of the game.
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

// line fits the line of a pair of depths to the values of positions. ok is false if there are too few.
// Numbers are rounded as in the file, so that a fit is the same before and after it was written.
func line(values [][]int32, deep, shallow int) (p Pair, ok bool) {
	var from, to []float64
	for _, v := range values {
		if len(v) > deep {
			from, to = append(from, float64(v[shallow])), append(to, float64(v[deep]))
		}
	}
	if len(to) < minPositions {
		return p, false
	}
	meanX, meanY, xx, yy, xy := portable.Moments(from, to)
	if xx == 0 || yy == 0 || xy <= 0 {
		return p, false
	}
	slope := xy / xx
	return Pair{
		Deep: deep, Shallow: shallow, Positions: len(to),
		Slope: round(slope, 1e4), Offset: round(meanY-float64(slope*meanX), 10),
		Error:       round(math.Sqrt(max(0, yy-float64(slope*xy))/float64(len(to)-2)), 10),
		Correlation: round(xy/math.Sqrt(float64(xx*yy)), 1e4),
	}, true
}

// round rounds to a multiple of 1/grain, and never to −0.
func round(x, grain float64) float64 { return math.Round(x*grain)/grain + 0 }
