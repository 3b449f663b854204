package tables

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
	"evothello/internal/files"
)

// noTables returns tables of one stage with weights of 0.
func noTables(t *testing.T, vectors []byte, layer tuples.Layer) *patterns.Tables {
	none := patterns.Pack(make([]int16, patterns.Folding().Weights))
	tables, err := patterns.New([]patterns.Stage{{Discs: 64, Weights: none, Layer: layer}}, vectors)
	require.NoError(t, err)
	return tables
}

// A layer is fitted to values what another layer says, which tables cannot say.
func TestLayerIsTrained(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	vectors := make([]byte, tuples.HiddenUnits*patterns.Folding().Weights)
	for i := range vectors {
		vectors[i] = byte(128 + rng.IntN(31) - 15)
	}
	var other tuples.Layer
	for k := range 4 { // of 32 units
		other.Outputs[k] = int16(2000 * (2*(k%2) - 1))
	}
	teacher := noTables(t, vectors, other)
	var all samples
	for _, g := range randomGames(32, 1500) {
		for i, p := range g.Positions() {
			if i < len(g.Moves) {
				own, opp := p.Board.Sets()
				all.put(newSample(p.Board, teacher.Correction(own, opp), g.held()))
			}
		}
	}
	none := noTables(t, nil, tuples.Layer{})
	before, after := make([]StageReport, 1), make([]StageReport, 1)
	layerErrors(&all, none, before)
	f, passes := newLayerFit(none, nil), 0
	require.NoError(t, f.train(t.Context(), &all, func() { passes++ }))
	trained, err := f.addTo(none)
	require.NoError(t, err)
	layerErrors(&all, trained, after)
	t.Logf("errors of %.2f discs without the layer, %.2f with it", before[0].Fit.RMSE, after[0].Fit.RMSE)
	assert.Equal(t, layerPasses, passes)
	assert.Less(t, after[0].Fit.RMSE, 0.7*before[0].Fit.RMSE)

	goOn, err := newLayerFit(none, trained).addTo(none)
	require.NoError(t, err)
	assert.Equal(t, trained.Hash(), goOn.Hash(), "it goes on with the same numbers")
}

// A stage without samples has a layer that adds nothing, not one of random numbers.
func TestStagesWithoutSamples(t *testing.T) {
	none := patterns.Pack(make([]int16, patterns.Folding().Weights))
	tables, err := patterns.New([]patterns.Stage{{Discs: 30, Weights: none}, {Discs: 64, Weights: none}}, nil)
	require.NoError(t, err)
	var all samples
	for _, g := range randomGames(33, 5) {
		for i, p := range g.Positions() {
			if i > 40 && i < len(g.Moves) {
				all.put(newSample(p.Board, 300, false))
			}
		}
	}
	f := newLayerFit(tables, nil)
	require.NoError(t, f.train(t.Context(), &all, func() {}))
	trained, err := f.addTo(tables)
	require.NoError(t, err)
	assert.Zero(t, trained.Stages[0].Layer)
	assert.NotZero(t, trained.Stages[1].Layer)
}

// Rounds with a layer make the same tables with any number of workers, and only they have layers.
func TestRoundsWithLayers(t *testing.T) {
	c := small(t)
	c.SetGames(40)
	c.Fit.Lookahead, c.Fit.Layer = []int{0, 1}, 3
	dir := trainedAs(t, c, 4, 2)
	l, err := Open(dir)
	require.NoError(t, err)
	var layers []bool
	for i := range l.State.Rounds {
		tables, err := l.open(&l.State.Rounds[i].Fitted)
		require.NoError(t, err)
		layers = append(layers, tables.HasLayer())
	}
	assert.Equal(t, []bool{false, false, true, true}, layers)
	assert.Empty(t, Format.Kind().Check(files.At(dir)))
	assert.Equal(t, compared(t, dir), compared(t, trainedAs(t, c, 4, 1)), "any number of workers")
}
