package probcut

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
)

// small is a measurement of just enough positions.
var small = Settings{Positions: minPositions + 5, Depth: 5, Seed: 1, Confidence: 2}

func named(t testing.TB, name string) *weights.Switch {
	w, err := weights.Named(name)
	require.NoError(t, err)
	return w
}

func measure(t testing.TB, w *weights.Switch, settings Settings, workers int) *Fit {
	f, err := Measure(t.Context(), w, settings, workers, nil)
	require.NoError(t, err)
	return f
}

// Deep values that are a line of shallow ones with normal errors give that line and those errors.
func TestLinesOfSyntheticValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	for _, want := range []Pair{
		{Slope: 1, Offset: 0, Error: 300},
		{Slope: 1.25, Offset: -120, Error: 900},
		{Slope: 0.8, Offset: 40, Error: 5},
	} {
		const spread = 2000
		values := make([][]int32, 4000)
		for i := range values {
			x := spread * rng.NormFloat64()
			values[i] = []int32{0, int32(x), 0, int32(want.Slope*x + want.Offset + want.Error*rng.NormFloat64())}
		}
		values = append(values, []int32{0, 1e6}) // not searched to depth 3
		p, ok := line(values, 3, 1)
		require.True(t, ok)
		assert.Equal(t, [3]int{3, 1, 4000}, [3]int{p.Deep, p.Shallow, p.Positions})
		assert.InDelta(t, want.Slope, p.Slope, 0.02*want.Slope)
		assert.InDelta(t, want.Offset, p.Offset, 0.06*want.Error+1)
		assert.InDelta(t, want.Error, p.Error, 0.05*want.Error)
		explained := want.Slope * spread
		assert.InDelta(t, explained/math.Hypot(explained, want.Error), p.Correlation, 0.02)
	}
}

func TestNoLineWithTooFewPositions(t *testing.T) {
	rows := func(n int, row func(i int32) []int32) (values [][]int32) {
		for i := range n {
			values = append(values, row(int32(i)))
		}
		return values
	}
	rising := func(i int32) []int32 { return []int32{0, i, 0, i} }
	_, ok := line(rows(minPositions, rising), 3, 1)
	assert.True(t, ok)
	for about, values := range map[string][][]int32{
		"too few":              rows(minPositions-1, rising),
		"all the same":         rows(50, func(int32) []int32 { return []int32{0, 7, 0, 7} }),
		"the wrong way around": rows(50, func(i int32) []int32 { return []int32{0, i, 0, -i} }),
	} {
		_, ok := line(values, 3, 1)
		assert.False(t, ok, about)
	}
}

// A predicted depth is deeper than the depth that predicts it, and has the same parity.
func TestShallowDepths(t *testing.T) {
	for deep, want := range map[int]int{3: 1, 4: 2, 5: 3, 6: 2, 7: 3, 8: 4, 9: 5, 10: 4, 11: 5, 12: 6, 13: 7, 60: 30} {
		assert.Equal(t, want, shallow(deep), "depth %d", deep)
	}
}

// A fit is the same with any number of workers, and after a file.
func TestFitsAreReproducible(t *testing.T) {
	w := named(t, "reversi-switch")
	var heard [][]Pair
	one, err := Measure(t.Context(), w, small, 1, func(stage int, pairs []Pair) {
		require.Len(t, heard, stage)
		heard = append(heard, pairs)
	})
	require.NoError(t, err)
	assert.Equal(t, one.Stages, heard)
	assert.Equal(t, one, measure(t, w, small, 3))
	read, err := Read(files.EncodeJSON(one))
	require.NoError(t, err)
	assert.Equal(t, one, read)

	other := small
	other.Seed++
	assert.NotEqual(t, one.Stages, measure(t, w, other, 3).Stages)
	for stage, pairs := range one.Stages {
		require.NotEmpty(t, pairs)
		for _, p := range pairs {
			assert.Greater(t, p.Correlation, 0.5, "stage %d, depth %d", stage+1, p.Deep)
		}
	}
}

// Doubled weights have the same lines with doubled errors: fits are in points, not in discs.
func TestFitsHaveTheScaleOfTheirWeights(t *testing.T) {
	w := *named(t, "reversi-blank")
	fit := measure(t, &w, small, 2)
	w.Phases = slices.Clone(w.Phases)
	for i, once := range w.Phases {
		w.Phases[i] = evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int { return 2 * once.Get(f.Name) })
	}
	twice := measure(t, &w, small, 2)
	require.Len(t, twice.Stages, len(fit.Stages))
	for stage, pairs := range fit.Stages {
		for i, p := range pairs {
			q := twice.Stages[stage][i]
			assert.InDelta(t, p.Slope, q.Slope, 1e-4)
			assert.InDelta(t, 2*p.Error, q.Error, 0.2)
			assert.InDelta(t, 2*p.Offset, q.Offset, 0.2)
		}
	}
	assert.ErrorContains(t, fit.Fits(&w),
		"it was measured for other weights: measure one for these weights as `"+called.Evolve("measure", "cuts", "--help"))
	assert.NoError(t, twice.Fits(&w))
}

func TestMeasuringStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Measure(ctx, named(t, "reversi-blank"), small, 2, func(int, []Pair) { cancel() })
	assert.ErrorIs(t, err, context.Canceled)
}

// Positions are cut by the fit of their stage. Depths beyond the measured ones skip as many plies. On
// another board there are no cuts.
func TestCuts(t *testing.T) {
	w := named(t, "reversi-blank")
	f := &Fit{Schema: Schema, Weights: w.Hash(), Turns: weights.Turns{30, 60}, Confidence: 1.5, Stages: [][]Pair{
		{{Deep: 3, Shallow: 1, Slope: 1.1, Offset: 5, Error: 100}, {Deep: 6, Shallow: 2, Slope: 1.2, Offset: 6, Error: 200}},
		{{Deep: 4, Shallow: 2, Slope: 1, Error: 10}},
	}}
	require.NoError(t, f.Validate())
	cuts := f.Cuts(w)
	early, late := cuts.At(engine.Start().Board), cuts.At(after(t, 40))
	assert.Equal(t, search.Cut{Shallow: 1, Slope: 1.1, Offset: 5, Margin: 150}, early[3])
	assert.Equal(t, search.Cut{Shallow: 7, Slope: 1.1, Offset: 5, Margin: 150}, early[9])
	assert.Equal(t, search.Cut{Shallow: 2, Slope: 1.2, Offset: 6, Margin: 300}, early[6])
	assert.Equal(t, search.Cut{Shallow: 56, Slope: 1.2, Offset: 6, Margin: 300}, early[60])
	assert.Zero(t, early[4])
	assert.Equal(t, search.Cut{Shallow: 2, Slope: 1, Margin: 15}, late[4])
	assert.Zero(t, late[3])
	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	assert.Nil(t, cuts.At(heart.Start.Board))
}

// after returns a position after a number of random moves.
func after(t *testing.T, moves int) engine.Board {
	rng := rand.New(rand.NewPCG(7, 0))
	p := engine.Start()
	for range moves {
		p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle()
		require.False(t, p.Over())
	}
	return p.Board
}

// If this test fails, the champion has changed. Then run:
// evolve measure cuts strongest -o runs/strongest/fit.json.
func TestTheChampionShipsWithItsFit(t *testing.T) {
	assert.NotNil(t, BuiltIn(named(t, weights.StrongestName)))
	assert.NotNil(t, BuiltIn(named(t, weights.EvolvedName)))
	assert.Nil(t, BuiltIn(named(t, "reversi-switch")))
}

func TestSettingsRefuse(t *testing.T) {
	usual := DefaultSettings
	assert.NoError(t, usual.Validate())
	for says, change := range map[string]func(s *Settings){
		"positions 19: must be 20 to 10000": func(s *Settings) { s.Positions = 19 },
		"depth 2: must be 3 to 60":          func(s *Settings) { s.Depth = 2 },
		"confidence -1: must be 0 to 100":   func(s *Settings) { s.Confidence = -1 },
		"confidence NaN: must be 0 to 100":  func(s *Settings) { s.Confidence = math.NaN() },
	} {
		s := DefaultSettings
		change(&s)
		assert.EqualError(t, s.Validate(), says)
	}
}

const sound = `{"schema":1,"weights":"","turns":[60],"confidence":1,"stages":[[` +
	`{"deep":4,"shallow":2,"slope":1,"offset":0,"error":9,"correlation":1,"positions":20}]]}`

// stage returns a fit file with the given pairs.
func stage(pairs string) string { return `{"schema":1,"turns":[60],"stages":[[` + pairs + `]]}` }

func TestReadRefuses(t *testing.T) {
	_, err := Read([]byte(sound))
	require.NoError(t, err)
	for text, says := range map[string]string{
		`{`:                         "not a fit file of evolve measure cuts: not readable as JSON",
		`{"schema":2}`:              "schema 2 is newer",
		`{"schema":1,"turns":[60]}`: "0 stages for 1 turns",
		`{"schema":1,"turns":[50],"stages":[[]]}`:                 "must end at 60",
		`{"schema":1,"turns":[60],"stages":[[]],"confidence":-2}`: "confidence -2: must be 0 to 100",
		stage(`{"deep":4,"shallow":4,"slope":1}`): "depth 4 is predicted from depth 4, " +
			"which must be 1 or more, and smaller",
		stage(`{"deep":61,"shallow":4,"slope":1}`):                         "depth 61 after 0",
		stage(`{"deep":4,"shallow":2,"slope":0}`):                          "slope 0: must be above 0",
		stage(`{"deep":4,"shallow":2,"slope":1,"error":-1}`):               "error -1: must be within ±2^40, and the error 0 or more",
		stage(`{"deep":4,"shallow":2,"slope":1},{"deep":4,"shallow":2}`):   "depth 4 after 4: depths must rise",
		stage(`{"deep":4,"shallow":2,"slope":1,"offset":1e300,"error":1}`): "offset 1e+300",
	} {
		_, err := Read([]byte(text))
		assert.ErrorContains(t, err, says, text)
	}
}

// Every fit that can be read can be used by a search.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sound))
	f.Add([]byte(`{"schema":1,"turns":[12,60],"stages":[[],[` +
		`{"deep":3,"shallow":1,"slope":1e-300,"offset":-1e11,"error":0}]]}`))
	w := named(f, "reversi-blank")
	compiled := w.Compile()
	f.Fuzz(func(t *testing.T, data []byte) {
		fit, err := Read(data)
		if err != nil {
			return
		}
		cuts, s := fit.Cuts(w), search.New(search.NewTable(8))
		p, err := engine.ParsePosition("f5d6c3d3c4f4f6")
		require.NoError(t, err)
		r := s.Search(t.Context(), p.Board, compiled.At(p.Board), search.Settings{Depth: 4, Cuts: cuts.At(p.Board)})
		require.NoError(t, engine.CheckLegal(p, r.Move))
	})
}
