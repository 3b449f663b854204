package importance

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

func mustNamed(t *testing.T, name string) *weights.Switch {
	t.Helper()
	w, err := weights.Named(name)
	require.NoError(t, err)
	return w
}

func partNamed(t *testing.T, w *weights.Switch, kind Kind, name string) Part {
	t.Helper()
	for _, p := range Parts(w, kind) {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("no part %s", name)
	return Part{}
}

// Multiplied parts are those that their names say, and all others stay.
func TestParts(t *testing.T) {
	w := mustNamed(t, "evolved-cmaes")
	for _, c := range []struct {
		kind  Kind
		name  string
		holds func(phase int, feature string) bool
	}{
		{OfScorers, "possibility", func(_ int, f string) bool { return f == "possibility.w" }},
		{OfPhases, "blank, moves 17–24", func(p int, f string) bool { return p == 1 && f[:5] == "blank" }},
		{OfWeights, "table.corner", func(_ int, f string) bool { return f == "table.corner" }},
		{OfGenes, "table.corner, moves 1–16", func(p int, f string) bool { return p == 0 && f == "table.corner" }},
	} {
		part := partNamed(t, w, c.kind, c.name)
		for _, factor := range []float64{0, 0.5, 2} {
			times, err := part.Times(w, factor)
			require.NoError(t, err)
			for p, now := range times.Phases {
				for _, s := range evaluators.Scorers {
					for i, f := range s.Features {
						want := float64(w.Phases[p].Of(s)[i])
						if c.holds(p, f.Name) {
							want = math.Round(want * factor)
						}
						require.Equal(t, int32(want), now.Of(s)[i], "%s × %g: %s in phase %d", c.name, factor, f.Name, p+1)
					}
				}
			}
		}
		same, err := part.Times(w, 1)
		require.NoError(t, err)
		assert.Nil(t, same)
	}
	assert.Len(t, Parts(w, OfScorers), 6)
	for _, p := range Parts(w, OfPhases) {
		assert.NotEmpty(t, p.phases)
	}
	none := partNamed(t, w, OfScorers, "possibility")
	without, err := none.Times(w, 0)
	require.NoError(t, err)
	assert.Len(t, Parts(without, OfScorers), 5, "scorers without weights are no parts")

	corner := partNamed(t, w, OfWeights, "table.corner")
	_, err = corner.Times(w, 1e6)
	assert.ErrorContains(t, err, "table.corner times 1e+06: ")
	_, err = WeightNamed(without, "possibility.w")
	assert.ErrorContains(t, err, "weight possibility.w is 0 in all phases or belongs to a network: name one of [")
	_, err = WeightNamed(w, "table.korner")
	assert.ErrorContains(t, err, `unknown weight "table.korner"; did you mean table.corner?`)
}

func TestStopping(t *testing.T) {
	s := Stopping{Elo: 20, Pairs: 1000}
	for _, c := range []struct {
		pairs  fitness.Pentanomial
		enough bool
	}{
		{fitness.Pentanomial{16, 0, 32, 0, 16}, false},   // ± 60
		{fitness.Pentanomial{160, 0, 320, 0, 160}, true}, // ± 19
		{fitness.Pentanomial{0, 0, 64, 0, 0}, true},      // nothing changes
		{fitness.Pentanomial{0, 0, 100, 0, 92}, true},    // +182 ± 32
		{fitness.Pentanomial{10, 0, 30, 0, 24}, false},   // +77 ± 59
		{fitness.Pentanomial{250, 0, 500, 0, 250}, true}, // played out
		{fitness.Pentanomial{0, 0, 0, 0, 16}, true},      // +492 to ∞
		{fitness.Pentanomial{0, 0, 0, 0, 1}, false},      // +110 to ∞
		{fitness.Pentanomial{16}, true},                  // -∞ to -492
	} {
		assert.Equal(t, c.enough, s.enough(c.pairs), c.pairs)
	}
}

func comparer(t *testing.T, name string, pairs int) *Comparer {
	t.Helper()
	openings, err := fitness.OpeningsForMatch(fitness.Random(1, "test"), engine.Start(), pairs, 8)
	require.NoError(t, err)
	return &Comparer{Weights: mustNamed(t, name), Settings: search.Settings{Depth: 1}, Openings: openings,
		Stopping: Stopping{Elo: 60, Pairs: pairs}}
}

// The results are the same for any number of workers, and what plays the same is played once.
func TestImportances(t *testing.T) {
	var results [][]Result
	for _, workers := range []int{1, 3} {
		calls := 0
		all, err := comparer(t, "reversi-blank", 192).Importances(t.Context(), fitness.Local{Workers: workers},
			[]Kind{OfWeights, OfScorers}, func(done, all int, i Result) {
				calls++
				assert.Equal(t, []int{calls, 18}, []int{done, all})
			})
		require.NoError(t, err)
		results = append(results, all)
	}
	require.Equal(t, results[0], results[1])
	all := results[0]
	require.Len(t, all, 18)
	byName := map[string]Result{}
	for i, one := range all {
		byName[one.Part] = one
		if i > 0 && one.Kind == all[i-1].Kind {
			assert.GreaterOrEqual(t, all[i-1].Effects[0].Lost.Points, one.Effects[0].Lost.Points,
				"the most important ones come first")
		}
		assert.Equal(t, i >= 14, one.Kind == OfScorers)
		assert.Zero(t, one.Effects[0].Factor)
		for _, e := range one.Effects {
			assert.Contains(t, Factors(one.Kind), e.Factor)
			assert.Less(t, e.Lost.Low, e.Lost.High)
			assert.True(t, e.Pairs.Pairs() == 192 || e.Pairs.Pairs()%BatchPairs == 0, e.Pairs)
		}
	}
	assert.Equal(t, byName["possibility"].Effects[0], byName["possibility.w"].Effects[0], "the scorer has one weight")
	assert.Len(t, byName["table.b1"].Effects, 2, "half of -1 is -1 again")

	c := comparer(t, "reversi-blank", 192)
	part := partNamed(t, c.Weights, OfScorers, "table")
	times, err := part.Times(c.Weights, 0)
	require.NoError(t, err)
	measured := byName["table"].Effects[0]
	match, _, err := fitness.Match(t.Context(), fitness.Local{}, players.Searching("a", c.Weights, c.Settings),
		players.Searching("b", times, c.Settings), c.Openings[:measured.Pairs.Pairs()], 0, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, match.Pairs, measured.Pairs)
	assert.Equal(t, match.Pairs.Elo(), measured.Lost)
	first, err := c.Lost(t.Context(), fitness.Local{}, times)
	require.NoError(t, err)
	again, err := c.Lost(context.Background(), nil, times)
	require.NoError(t, err)
	assert.Equal(t, first, again)
}

// Measured again, for example because a worker was banned, no earlier game counts.
func TestImportancesAskTheArenaAgain(t *testing.T) {
	c := comparer(t, "reversi-blank", 4)
	arena := &counter{Arena: fitness.Local{}}
	var games []int
	for range 2 {
		_, err := c.Importances(t.Context(), arena, []Kind{OfScorers}, func(int, int, Result) {})
		require.NoError(t, err)
		games = append(games, arena.pairs)
	}
	assert.Equal(t, 2*games[0], games[1])
}

// A counter counts the pairs that it plays.
type counter struct {
	fitness.Arena
	pairs int
}

func (c *counter) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	c.pairs += len(pairs)
	return c.Arena.Play(ctx, pairs, played)
}

func TestFitQuadratic(t *testing.T) {
	truth := QuadraticFit{U: 10, V: -20, UU: -40, UV: 8, VV: -30}
	rng := rand.New(rand.NewPCG(1, 1))
	grid := func(noise float64) (points []Height) {
		for _, y := range GridFactors(5) {
			for _, x := range GridFactors(5) {
				h := Height{X: x, Y: y, normal: truth.At(x, y) + noise*rng.NormFloat64(), stdErr: noise}
				if h.stdErr == 0 {
					h.stdErr = 1
				}
				if x == 1 && y == 1 {
					h.normal, h.stdErr = 0, 0
				}
				points = append(points, h)
			}
		}
		return points
	}
	fit, err := fitQuadratic(grid(0))
	require.NoError(t, err)
	for _, c := range [][2]float64{{fit.U, truth.U}, {fit.V, truth.V}, {fit.UU, truth.UU}, {fit.UV, truth.UV},
		{fit.VV, truth.VV}, {fit.Misfit, 0}} {
		assert.InDelta(t, c[1], c[0], 1e-9)
	}
	require.NotNil(t, fit.Peak)
	for _, nearby := range []float64{0.97, 1.03} { // nothing near the peak is higher
		assert.Less(t, truth.At(fit.Peak.X*nearby, fit.Peak.Y), fit.Peak.Elo)
		assert.Less(t, truth.At(fit.Peak.X, fit.Peak.Y*nearby), fit.Peak.Elo)
	}

	covered, misfit := 0, 0.0
	const times = 400
	for range times {
		fit, err := fitQuadratic(grid(8))
		require.NoError(t, err)
		misfit += fit.Misfit / times
		if p := fit.Peak; p == nil || math.Abs(p.Elo-truth.At(p.X, p.Y)) <= p.Error {
			covered++
		}
	}
	assert.InDelta(t, 1, misfit, 0.05)
	assert.GreaterOrEqual(t, covered, 360, "nine intervals in ten, at places that the noise chose")

	for _, other := range []QuadraticFit{{UU: 10, VV: -5}, {UU: -1, VV: -1, UV: 9}, {U: 100, UU: -1, VV: -1}} {
		truth = other
		fit, err := fitQuadratic(grid(0))
		require.NoError(t, err)
		assert.Nil(t, fit.Peak, "%+v", other)
	}
	_, err = fitQuadratic(grid(0)[:3])
	assert.ErrorContains(t, err, "only 3 points differ from the unchanged player: a quadratic needs 5")
	_, err = fitQuadratic(grid(0)[:5]) // on a line
	assert.ErrorContains(t, err, "do not determine a quadratic")
}

func TestLandscape(t *testing.T) {
	c := comparer(t, "reversi-blank", 64)
	x, err := WeightNamed(c.Weights, "blank.w1")
	require.NoError(t, err)
	y, err := WeightNamed(c.Weights, "possibility.w")
	require.NoError(t, err)
	l, err := c.Landscape(t.Context(), fitness.Local{Workers: 2}, x, y, 3, func(done, all int, _ Height) {
		assert.Equal(t, 9, all)
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"blank.w1", "possibility.w"}, []string{l.X, l.Y})
	assert.Equal(t, Height{X: 1, Y: 1}, l.Points[4])
	for i, p := range l.Points {
		assert.Equal(t, i == 4, p.Pairs == 0)
	}
	assert.Equal(t, []float64{0.5, 1, 2}, GridFactors(3))
	assert.InDeltaSlice(t, []float64{0.5, 0.794, 1.26, 2}, GridFactors(4), 0.001)
}
