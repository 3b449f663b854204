package fit

import (
	"context"
	"encoding/csv"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
	"evothello/weights"
)

// scorers returns the scorers of some names.
func scorers(names ...string) []*evaluators.Scorer {
	c := evolution.Config{Scorers: names}
	return c.EvolvingScorers()
}

// randomGame returns a game of random moves.
func randomGame(rng *rand.Rand) *engine.Game { return randomGameAfter(nil, rng) }

// randomGameAfter returns a game that goes on with random moves.
func randomGameAfter(moves []engine.Square, rng *rand.Rand) *engine.Game {
	game := engine.NewGame()
	game.Moves = append(game.Moves, moves...)
	for p := game.Final(); !p.Over(); p = p.Play(game.Moves[len(game.Moves)-1]).Settle() {
		game.Moves = append(game.Moves, engine.RandomSquare(rng, p.Moves()))
	}
	return game
}

// dataOf returns data of random games in one phase.
func dataOf(t *testing.T, games int, names ...string) *Data {
	d := NewData(Options{Board: engine.Standard(), Turns: weights.Turns{60}, Scorers: scorers(names...), Depth: 1})
	rng := rand.New(rand.NewPCG(1, 2))
	for range games {
		require.NoError(t, d.Add(randomGame(rng), 50))
	}
	return d
}

// all yields all positions with their counts.
func (d *Data) all() iter.Seq2[*position, []count] {
	return func(yield func(*position, []count) bool) {
		for _, b := range d.blocks {
			b.all()(yield)
		}
	}
}

// Results that are drawn by a known law are fitted by weights of the same ratios.
func TestFitFindsTheLaw(t *testing.T) {
	d := dataOf(t, 3000, "corner", "possibility", "number")
	rng := rand.New(rand.NewPCG(3, 4))
	law := []float64{0.2, -0.05, 0.1} // possibility, number, corner: the order of evaluators.Scorers
	require.Equal(t, []string{"possibility.w", "number.w", "corner.w"}, d.Names())
	for p, counts := range d.all() {
		value := 0.0
		for _, c := range counts {
			value += law[c.feature] * float64(c.n)
		}
		p.halfPoints = 0
		if rng.Float64() < chance(value) {
			p.halfPoints = 2
		}
	}
	w, reports, err := d.Fit(context.Background(), 2, nil)
	require.NoError(t, err)
	get := func(name string) float64 { return float64(w.Phases[0].Get(name)) }
	assert.InDelta(t, law[0]/law[2], get("possibility.w")/get("corner.w"), 0.2)
	assert.InDelta(t, law[1]/law[2], get("number.w")/get("corner.w"), 0.05)
	r := reports[0]
	assert.Greater(t, r.HeldOut, 500)
	assert.Greater(t, r.Positions, 15*r.HeldOut)
	assert.Less(t, r.Loss, math.Ln2-0.05)
	assert.Greater(t, r.Accuracy, 0.6)
	most := 0.0
	for s, weights := range w.Phases[0].All() {
		for i, weight := range weights {
			most = max(most, math.Abs(float64(weight))/float64(s.Features[i].Bound))
		}
	}
	assert.InDelta(t, 1, most, 0.01, "weights are as large as their bounds allow")
}

// At the best weights the gradient of the objective is 0.
func TestNoWeightsAreBetter(t *testing.T) {
	for _, shared := range [][]string{nil, {"table"}, {"table", "edge", "stable"}} {
		d := dataOf(t, 200, "table", "edge", "stable")
		d.options.Turns, d.options.Shared = weights.Turns{50, 60}, shared
		for p := range d.all() {
			p.phase = p.moves % 2
		}
		r := newRegression(t.Context(), d, 3)
		var losses []float64
		best := r.newton(func(loss float64) { losses = append(losses, loss) })
		assert.IsNonIncreasing(t, losses)
		assert.Len(t, best, map[int]int{0: 26, 1: 16, 3: 14}[len(shared)], "unknowns, with two constants")
		gradient, _ := r.slope(best)
		for k, slope := range gradient {
			assert.InDelta(t, 0, slope, 0.05, k)
		}
		least := r.objective(best)
		for k := range best {
			for _, change := range []float64{-0.01, 0.01} {
				best[k] += change
				assert.Greater(t, r.objective(best), least)
				best[k] -= change
			}
		}
	}
}

// Differences of the objective give the same gradient, and differences of the gradient the same second derivative.
func TestDerivatives(t *testing.T) {
	d := dataOf(t, 20, "table", "edge")
	r := newRegression(t.Context(), d, 2)
	x, rng := make([]float64, len(r.scale)), rand.New(rand.NewPCG(5, 6))
	for k := range x {
		x[k] = rng.NormFloat64() / 10
	}
	slopeAt := func(k int, by float64) []float64 {
		moved := slices.Clone(x)
		moved[k] += by
		gradient, _ := r.slope(moved)
		return gradient
	}
	const h = 1e-4
	for k := range x {
		moved := slices.Clone(x)
		moved[k] += h
		above := r.objective(moved)
		moved[k] -= 2 * h
		gradient, diagonal := r.slope(x)
		assert.InDelta(t, (above-r.objective(moved))/(2*h), gradient[k], 1e-3)
		direction := make([]float64, len(x))
		direction[k] = 1
		column := r.curvature(direction)
		assert.InDelta(t, diagonal[k], column[k], 1e-6)
		above2, below := slopeAt(k, h), slopeAt(k, -h)
		for i := range x {
			assert.InDelta(t, (above2[i]-below[i])/(2*h), column[i], 1e-3)
		}
	}
}

// Features that always count the same share their weight.
func TestFeaturesThatCountTheSame(t *testing.T) {
	d := dataOf(t, 60, "number", "stable")
	for _, b := range d.blocks {
		var counts []count
		for p, of := range b.all() {
			for _, c := range of {
				if c.feature == 0 {
					counts = append(counts, count{0, c.n}, count{1, c.n})
				}
			}
			p.end = int32(len(counts))
		}
		b.counts = counts
	}
	r := newRegression(t.Context(), d, 1)
	x := r.newton(nil)
	assert.NotZero(t, x[0])
	assert.InDelta(t, x[0], x[1], 1e-9)
}

// A feature that occurs in a few positions, all of them won, gets no large weight.
func TestRareFeaturesGetSmallWeights(t *testing.T) {
	d := dataOf(t, 300, "number", "corner")
	seen := 0
	for _, b := range d.blocks {
		var counts []count
		for p, of := range b.all() {
			for _, c := range of {
				if c.feature == 0 {
					counts = append(counts, c)
				}
			}
			if !p.heldOut && seen < 3 {
				counts, p.halfPoints = append(counts, count{1, 1}), 2
				seen++
			}
			p.end = int32(len(counts))
		}
		b.counts = counts
	}
	w, _, err := d.Fit(t.Context(), 1, nil)
	require.NoError(t, err)
	bounds := map[string]float64{"number.w": 250, "corner.w": 2000}
	share := func(name string) float64 { return math.Abs(float64(w.Phases[0].Get(name))) / bounds[name] }
	assert.InDelta(t, 1, share("number.w"), 0.01, "the discs decide the result")
	assert.Less(t, share("corner.w"), 0.5)
}

// The mean with a champion has its share of the champion's weights, scaled to the same values.
func TestKeep(t *testing.T) {
	fit := func(keep float64, champion func(s *evaluators.Scorer, f *evaluators.Feature) int) evaluators.Weights {
		d := dataOf(t, 100, "table", "edge")
		d.options.Keep, d.options.Champion = keep, evaluators.Phases{evaluators.Weigh(champion)}
		w, _, err := d.Fit(t.Context(), 2, nil)
		require.NoError(t, err)
		return w.Phases[0]
	}
	fitted := fit(0, noWeight)
	same := fit(0.5, func(s *evaluators.Scorer, f *evaluators.Feature) int { return fitted.Get(f.Name) / 2 })
	edges := func(_ *evaluators.Scorer, f *evaluators.Feature) int { return map[string]int{"edge.w": 7}[f.Name] }
	assert.InDelta(t, fitted.Get("table.corner"), same.Get("table.corner"), 5, "the champion's size does not matter")
	assert.Equal(t, 2000, fit(1, edges).Get("edge.w"))
	assert.Zero(t, fit(1, edges).Get("table.corner"))
	half := fit(0.5, edges)
	assert.NotZero(t, half.Get("table.corner"))
	ratio := func(w evaluators.Weights) float64 {
		return float64(w.Get("edge.w")) / math.Abs(float64(w.Get("table.corner")))
	}
	assert.Greater(t, ratio(half), ratio(fitted))
}

func noWeight(*evaluators.Scorer, *evaluators.Feature) int { return 0 }

// Both games of a pair are held out, or neither, since they are alike.
func TestPairsAreHeldOutTogether(t *testing.T) {
	d := NewData(Options{Board: engine.Standard(), Turns: weights.Turns{60}, Scorers: scorers("number"), Depth: 1})
	rng := rand.New(rand.NewPCG(9, 9))
	for range 400 {
		first := randomGame(rng)
		second := randomGameAfter(first.Moves[:8], rng)
		require.NoError(t, d.Add(first, 8))
		require.NoError(t, d.Add(second, 8))
	}
	held := map[int32]bool{}
	for p := range d.all() {
		held[p.game] = p.heldOut
	}
	for game := int32(0); game < 800; game += 2 {
		assert.Equal(t, held[game], held[game+1])
	}
	assert.InDelta(t, 40, d.HeldOut, 25)
}

// As many games as MostGames allows fit into the data, with a table or without.
func TestMostGamesFit(t *testing.T) {
	for _, csv := range []bool{false, true} {
		o := Options{Board: engine.Standard(), Turns: weights.Turns{60}, Scorers: scorers("table", "edge", "lines2", "outer"),
			Depth: 1, CSV: csv}
		d := NewData(o)
		rng := rand.New(rand.NewPCG(8, 8))
		for range 20 {
			require.NoError(t, d.Add(randomGame(rng), 0))
		}
		assert.LessOrEqual(t, d.bytes/20*int64(o.MostGames()), MaxBytes, csv)
	}
}

func TestFitStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := dataOf(t, 10, "number").Fit(ctx, 1, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestLoss(t *testing.T) {
	for _, value := range []float64{-800, -3, 0, 0.5, 40, 800} {
		for _, black := range []float64{0, 0.5, 1} {
			want := -black*math.Log(1/(1+math.Exp(-value))) - (1-black)*math.Log(1/(1+math.Exp(value)))
			if math.IsInf(want, 0) || math.IsNaN(want) { // the plain formula has no digits left there
				want = math.Abs(value) * (map[bool]float64{true: 1 - black, false: black})[value > 0]
			}
			assert.InDelta(t, want, loss(value, black), 1e-9, "%g, %g", value, black)
		}
	}
}

// The weights of a phase are fitted to positions that a search from the phase reaches.
func TestPhasesLookAhead(t *testing.T) {
	d := NewData(Options{Board: engine.Standard(), Turns: weights.Turns{20, 60}, Scorers: scorers("number"), Depth: 3})
	game := randomGame(rand.New(rand.NewPCG(7, 8)))
	require.NoError(t, d.Add(game, 10))
	var moves []int
	for p := range d.all() {
		if p.phase == 0 {
			moves = append(moves, int(p.moves))
			continue
		}
		assert.GreaterOrEqual(t, p.moves, uint8(24))
		assert.False(t, game.Positions()[p.moves].Over())
	}
	assert.Equal(t, []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}, moves)
}

func TestPhasesWithoutPositions(t *testing.T) {
	d := dataOf(t, 1, "number")
	d.options.Turns = weights.Turns{20, 60}
	for p := range d.all() {
		p.phase = 1
	}
	_, _, err := d.Fit(context.Background(), 1, nil)
	assert.EqualError(t, err, "no training position of phase 1: moves 1–20: take more games, or fewer phases")
}

func TestWriteCSV(t *testing.T) {
	d := dataOf(t, 2, "possibility", "number")
	var text strings.Builder
	require.NoError(t, d.WriteCSV(&text))
	lines, err := csv.NewReader(strings.NewReader(text.String())).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"game", "moves", "phase", "side", "possibility.w", "number.w", "result"}, lines[0])
	assert.Len(t, lines, 1+len(d.blocks[0].positions))
	first := d.blocks[0].positions[0]
	assert.Equal(t, []string{"1", "50", "1", first.side.Letter()}, lines[1][:4])
	assert.Contains(t, []string{"0", "0.5", "1"}, lines[1][6])
}

// The games are those that the run would play next, always the same, and the run stays as it is.
func TestRunGames(t *testing.T) {
	config := evolution.Defaults(1)
	config.SetSize(6, 4)
	config.Search.Depth = 1
	config.Gate.Every = 1
	run, err := runs.Create(t.TempDir()+"/run", config, runs.Goal{Count: 1})
	require.NoError(t, err)
	_, err = run.Run(context.Background(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	run.Close()
	transcripts := func(n, workers int) (all []string) {
		require.NoError(t, RunGames(context.Background(), run, fitness.Local{Workers: workers}, n,
			func(game *engine.Game, random int) error {
				assert.Equal(t, config.Plies, random)
				assert.True(t, game.Final().Over())
				all = append(all, game.Transcript())
				return nil
			}))
		assert.Equal(t, 1, run.State.Generation)
		return all
	}
	games := transcripts(300, 1) // of more than one generation
	assert.Len(t, games, 300)
	assert.Equal(t, games, transcripts(300, 3))
	assert.Equal(t, games[:7], transcripts(7, 2))
}
