package tables

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// randomGames returns finished games of random moves.
func randomGames(seed uint64, n int) (games []Game) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		g := Game{Random: 4}
		for p := engine.Start(); !p.Over(); p = p.Settle() {
			g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
			p = p.Play(g.Moves[len(g.Moves)-1])
		}
		games = append(games, g)
	}
	return games
}

// from returns an iterator over games for Fit.
func from(games []Game) iter.Seq2[Game, error] {
	return func(visit func(Game, error) bool) {
		for _, g := range games {
			if !visit(g, nil) {
				return
			}
		}
	}
}

// split separates training games from held-out games.
func split(games []Game) (training, held []Game) {
	for _, g := range games {
		if g.held() {
			held = append(held, g)
		} else {
			training = append(training, g)
		}
	}
	return training, held
}

// plainWeights returns the weights that a stage starts from.
func plainWeights(games []Game, low, high int) []float64 {
	var all samples
	var f plainFit
	for _, g := range games {
		all.addResults(&g)
	}
	for discs := low; discs <= high; discs++ {
		for i := range all[discs] {
			f.add(&all[discs][i], discs)
		}
	}
	return f.weights()
}

// leastSquares solves directly for the weights of a stage. With a row of a for each position, the
// difference from the start weights is aᵀ(aaᵀ + ridge)⁻¹ times the residual results.
func leastSquares(games []Game, low, high int, ridge float64) []float64 {
	var rows [][]float64
	var results []float64
	fold := patterns.Folding()
	for _, g := range games {
		line := engine.Game{Start: engine.Start(), Moves: g.Moves}
		black := line.Final().FinalDiff()
		if line.Final().Side != engine.Black {
			black = -black
		}
		for i, p := range line.Positions()[:len(g.Moves)] {
			if i < g.Random || p.Discs() < low || p.Discs() > high {
				continue
			}
			row := make([]float64, fold.Weights+1+65)
			tuples.Patterns().Entries(p.Mover, p.Opponent, func(entry int) {
				row[fold.Of[entry]-1]++
			})
			for range engine.SquaresOf(p.Moves()) {
				row[fold.Weights]++
			}
			for range engine.SquaresOf(p.Swap().Moves()) {
				row[fold.Weights]--
			}
			row[fold.Weights+1+p.Discs()] = 1
			rows = append(rows, row)
			if p.Side == engine.Black {
				results = append(results, float64(black))
			} else {
				results = append(results, -float64(black))
			}
		}
	}
	start := plainWeights(games, low, high)
	for i, row := range rows {
		results[i] -= mat.Dot(mat.NewVecDense(len(row), row), mat.NewVecDense(len(row), start))
	}
	products := mat.NewSymDense(len(rows), nil)
	for i := range rows {
		for j := range i + 1 {
			products.SetSym(i, j, mat.Dot(mat.NewVecDense(len(rows[i]), rows[i]), mat.NewVecDense(len(rows[j]), rows[j])))
		}
		products.SetSym(i, i, products.At(i, i)+ridge)
	}
	var shares mat.VecDense
	if err := shares.SolveVec(products, mat.NewVecDense(len(results), results)); err != nil {
		panic(err)
	}
	weights := slices.Clone(start)
	for i, row := range rows {
		for w, x := range row {
			weights[w] += shares.AtVec(i) * x
		}
	}
	return weights
}

// Fit finds the solution of a direct solver from any start. Only few positions allow the direct
// solver.
func TestFitIsTheLeastSquares(t *testing.T) {
	games, _ := split(randomGames(1, 12))
	others, _, err := Fit(t.Context(), from(randomGames(11, 50)), FitOptions{Stages: []int{64}, Ridge: 1})
	require.NoError(t, err)
	for ridge, begin := range map[float64]*patterns.Tables{5: nil, 10: others, 200: nil} {
		options := FitOptions{Stages: []int{40, 45, 64}, Ridge: ridge, Passes: 200, From: begin}
		tables, report, err := Fit(t.Context(), from(games), options)
		require.NoError(t, err)
		assert.Less(t, report.Passes, 200, "it ends by itself")
		want := leastSquares(games, 41-overlap, 45+overlap, ridge)
		stage := tables.Stages[1]
		assert.InDelta(t, want[mobilityWeight()]*patterns.Unit, stage.Mobility, 0.75)
		for i, w := range stage.Weights.Unpack() {
			require.InDelta(t, want[i]*patterns.Unit, w, 0.75, i)
		}
		assert.Equal(t, 9*len(games), report.Stages[1].Positions)
	}
}

// The plain model's weights are the least-squares solution, and its pattern weights predict the same.
func TestPlainFit(t *testing.T) {
	var all samples
	var f plainFit
	for _, g := range randomGames(9, 40) {
		all.addResults(&g)
	}
	var rows []float64
	var results []float64
	for discs := 40; discs <= 44; discs++ {
		for i := range all[discs] {
			s := &all[discs][i]
			f.add(s, discs)
			row := make([]float64, plainFeatures)
			for i, class := range classes() {
				for square := range engine.SquaresOf(class) {
					row[i] += float64(s.own>>square&1) - float64(s.opp>>square&1)
				}
			}
			row[plainMobility], row[plainDiscs+discs] = float64(s.mobility), 1
			rows, results = append(rows, row...), append(results, s.discs())
		}
	}
	for i := range plainFeatures { // the regularization is one result of 0 for each feature
		row := make([]float64, plainFeatures)
		row[i] = 1
		rows, results = append(rows, row...), append(results, 0)
	}
	var want mat.VecDense
	a := mat.NewDense(len(results), plainFeatures, rows)
	require.NoError(t, want.SolveVec(a, mat.NewVecDense(len(results), results)))
	for i, x := range f.solve() {
		assert.InDelta(t, want.AtVec(i), x, 1e-9)
	}

	stage := &fitting{geometry: tuples.Patterns(), model: make([]float32, unfolded())}
	unfold(f.weights(), stage.model)
	var predictions mat.VecDense
	predictions.MulVec(a, &want)
	for i, discs := 0, 40; discs <= 44; discs++ {
		for k := range all[discs] {
			var space [tuples.Slots]uint32
			s := &all[discs][k]
			assert.InDelta(t, predictions.AtVec(i), stage.predict(stage.model, s, stage.entries(s, &space), discs), 1e-3)
			i++
		}
	}
}

// With enough games the tables predict games that they were not fitted to.
func TestFitGeneralizes(t *testing.T) {
	games := randomGames(2, 1500)
	tables, report, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{54, 64}})
	require.NoError(t, err)
	_, held := split(games)
	assert.Equal(t, len(games), report.Games)
	assert.Equal(t, len(held), report.HeldOut)
	late := report.Stages[1]
	assert.Less(t, late.Fit.RMSE, 0.7*late.Zero.RMSE)
	assert.Less(t, late.Fit.MAE, 0.7*late.Zero.MAE)
	assert.Less(t, late.Start.RMSE, late.Zero.RMSE)
	assert.Less(t, late.Fit.RMSE, late.Start.RMSE)
	assert.NotZero(t, late.Seen)

	// The reported error is that of the tables, except for rounding and the constant for the move.
	var sum errorSum
	n := 0
	for _, g := range held {
		line := engine.Game{Start: engine.Start(), Moves: g.Moves}
		final := line.Final()
		for _, p := range line.Positions()[:len(g.Moves)] {
			if p.Discs() >= 55-overlap {
				ownMoves, oppMoves := engine.Mobilities(p.Mover, p.Opponent)
				result := final.FinalDiff()
				if final.Side != p.Side {
					result = -result
				}
				sum.add(float64(tables.Value(p.Mover, p.Opponent, ownMoves, oppMoves))/patterns.Unit - float64(result))
				n++
			}
		}
	}
	assert.Equal(t, n, late.HeldOut)
	assert.InDelta(t, late.Fit.RMSE, sum.mean(n).RMSE, 0.75)
}

// Fit gives the same bytes with any number of workers and on every code path of the engine.
func TestFitIsReproducible(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	games := randomGames(3, replayGames*3+10)
	hashes := map[string]bool{}
	workerCounts := []int{1, 2, 5}
	for _, path := range engine.Paths() {
		engine.UsePath(path)
		for _, workers := range workerCounts {
			tables, _, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{30, 50, 64}, Workers: workers, Passes: 5})
			require.NoError(t, err)
			hashes[tables.Hash()] = true
		}
		workerCounts = []int{2} // the paths and the workers have nothing to do with each other
	}
	assert.Len(t, hashes, 1)
}

// Stages without positions keep the tables of From.
func TestFitFromTables(t *testing.T) {
	games := randomGames(4, 300)
	first, was, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{30, 64}})
	require.NoError(t, err)
	games = randomGames(8, 600)
	for i := range games {
		games[i].Random = 40
	}
	then, report, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{30, 64}, From: first})
	require.NoError(t, err)
	assert.True(t, slices.Equal(first.Stages[0].Weights, then.Stages[0].Weights))
	assert.False(t, slices.Equal(first.Stages[1].Weights, then.Stages[1].Weights))
	assert.NotEqual(t, Errors{}, was.Stages[0].Fit)
	assert.Less(t, report.Stages[1].Start.RMSE, report.Stages[1].Zero.RMSE)

	again, shorter, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{30, 64}, From: then})
	require.NoError(t, err)
	assert.Less(t, shorter.Passes, report.Passes)
	assert.InDelta(t, report.Stages[1].Fit.RMSE, shorter.Stages[1].Fit.RMSE, 0.1)
	assert.Equal(t, then.Stages[0], again.Stages[0])
}

// A stage without positions has the tables of its neighbour.
func TestFitFillsGaps(t *testing.T) {
	games := randomGames(5, 50)
	for i := range games {
		games[i].Random = 30
	}
	tables, report, err := Fit(t.Context(), from(games), FitOptions{Stages: []int{14, 20, 40, 64}})
	require.NoError(t, err)
	assert.Zero(t, report.Stages[1].Positions)
	weights := func(stage int) patterns.Weights { return tables.Stages[stage].Weights }
	assert.True(t, slices.Equal(weights(0), weights(2)))
	assert.True(t, slices.Equal(weights(1), weights(2)))
	assert.False(t, slices.Equal(weights(3), weights(2)))
}

func TestFitRefuses(t *testing.T) {
	games := randomGames(6, 200)
	training, held := split(games)
	unfinished, random := training[0], training[0]
	unfinished.Moves = unfinished.Moves[:30]
	random.Random = len(random.Moves)
	one := FitOptions{Stages: []int{64}}
	times := 0
	failing := errors.New("the disk fell off")
	for _, c := range []struct {
		name  string
		games iter.Seq2[Game, error]
		o     FitOptions
		says  string
	}{
		{"no games", from(nil), one, "there is no position to train on: give more games"},
		{"none to train on", from(held), one, "there is no position to train on: give more games"},
		{"unfinished", from([]Game{unfinished}), one, "there is no position to train on: give more games"},
		{"a random game", from([]Game{random}), one, "there is no position to train on: give more games"},
		{"stages", from(games), FitOptions{Stages: []int{30, 20, 64}},
			"stage 2 ends with 20 discs: must be above 30 and at most 64"},
		{"games that change", func(visit func(Game, error) bool) {
			times++
			from(games[:10*times])(visit)
		}, one, "the number of games changed from 10 to 20: do not change the files of games during training"},
		{"games that cannot be read", func(visit func(Game, error) bool) {
			visit(Game{}, failing)
		}, one, failing.Error()},
	} {
		_, _, err := Fit(t.Context(), c.games, c.o)
		assert.EqualError(t, err, c.says, c.name)
	}
}

func TestFitStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	passes := 0
	_, _, err := Fit(ctx, from(randomGames(7, 50)), FitOptions{OnPass: func(r FitReport) {
		passes++
		assert.Equal(t, passes, r.Passes)
		if passes == 2 {
			cancel(enough)
		}
	}})
	assert.ErrorIs(t, err, enough)
	assert.Equal(t, 2, passes)
}
