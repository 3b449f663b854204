package genome

import (
	"encoding/json"
	"math"
	"math/rand"
	"testing"

	"github.com/MaxHalford/eaopt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/weights"
)

var variation = Variation{Alpha: 0.25, Share: 0.2, Step: 0.1}

func standard(t *testing.T) *Encoding {
	l, err := NewEncoding(Encoding{Turns: weights.DefaultTurns, Scorers: DefaultScorers(engine.Standard())}, variation)
	require.NoError(t, err)
	return l
}

func TestLayoutHasSixteenGenesAPhase(t *testing.T) {
	assert.Equal(t, 80, standard(t).Genes())
	l, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"number", "edge"}}, variation)
	require.NoError(t, err)
	assert.Equal(t, 2, l.Genes())
}

func TestLayoutRefuses(t *testing.T) {
	for _, c := range []struct {
		turns   []int
		scorers []string
		says    string
	}{
		{[]int{12, 12, 60}, DefaultScorers(engine.Standard()), "rise strictly"},
		{[]int{12}, DefaultScorers(engine.Standard()), "end at 60"},
		{nil, DefaultScorers(engine.Standard()), "end at 60"},
		{[]int{60}, nil, "no scorers"},
		{[]int{60}, []string{"edge", "egde"}, `unknown scorer "egde"; did you mean edge?`},
		{[]int{60}, []string{"edge", "edge"}, "listed twice"},
	} {
		_, err := NewEncoding(Encoding{Turns: c.turns, Scorers: c.scorers}, variation)
		assert.ErrorContains(t, err, c.says)
	}
}

func TestLimits(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{30, 60}, Scorers: []string{"edge", "blank"},
		Limits: map[string]Range{"edge.w": {40, 40}, "blank.w2": {-60, -20}}}, Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	assert.Equal(t, 6, l.Genes(), "a fixed weight is no gene")
	rng := rand.New(rand.NewSource(1))
	for range 100 {
		a, b := l.Random(rng), l.Random(rng)
		a.Mutate(rng)
		a.Crossover(b, rng)
		for _, g := range []*Genome{a, b, Mean([]*Genome{a, b}), l.FromVector([]float64{9, 9, 9, -9, -9, -9})} {
			_, err := l.Genome(l.Phases(g))
			require.NoError(t, err)
			for _, w := range l.Phases(g) {
				assert.Equal(t, 40, w.Get("edge.w"))
				assert.LessOrEqual(t, w.Get("blank.w2"), -20)
				assert.GreaterOrEqual(t, w.Get("blank.w2"), -60)
			}
		}
	}
	wrong := make([]evaluators.Weights, 2)
	_, err = l.Genome(wrong)
	assert.ErrorContains(t, err, "edge.w is 0, but limits fix it at 40")
}

func TestLimitsRefuse(t *testing.T) {
	for _, c := range []struct {
		limits map[string]Range
		says   string
	}{
		{map[string]Range{"edge.v": {0, 1}}, `"edge.v" is not a weight that evolves`},
		{map[string]Range{"table.x": {0, 1}}, `"table.x" is not a weight that evolves`},
		{map[string]Range{"edge.w": {1, 0}}, "edge.w from 1 to 0: the smaller must come first"},
		{map[string]Range{"edge.w": {0, 5000}}, "both within ±2000"},
		{map[string]Range{"edge.w": {7, 7}}, "there is nothing to evolve"},
	} {
		_, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"edge"}, Limits: c.limits}, variation)
		assert.ErrorContains(t, err, c.says)
	}
}

// What FromVector makes of Vector is the same genome again.
func TestVectorsRoundTrip(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(3))
	for range 50 {
		g := l.Random(rng)
		assert.True(t, g.Equal(l.FromVector(g.Vector())))
	}
}

func TestRandomGenomesFillTheirBounds(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(1))
	low, high := map[string]int32{}, map[string]int32{}
	for range 200 {
		g := l.Random(rng)
		_, err := l.Genome(l.Phases(g))
		require.NoError(t, err)
		for s, weights := range l.Phases(g)[0].All() {
			for i, v := range weights {
				name := s.Features[i].Name
				low[name], high[name] = min(low[name], v), max(high[name], v)
			}
		}
	}
	assert.Len(t, low, 16, "other scorers do not evolve by default")
	for _, p := range l.parameters {
		assert.Less(t, low[p.Name], p.Least*9/10)
		assert.Greater(t, high[p.Name], p.Greatest*9/10)
	}
}

func TestAZeroGeneMovesOnItsOwnScale(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(2))
	zero, err := l.Genome(make([]evaluators.Weights, 5))
	require.NoError(t, err)
	const rounds = 2000
	moved := make([]float64, l.Genes())
	for range rounds {
		g := zero.Copy()
		g.Mutate(rng)
		for k, x := range g.Vector() {
			moved[k] += x * x
		}
	}
	for k, p := range l.parameters {
		// Mean square of a change: Share · Step², on the parameter's scale.
		assert.InEpsilon(t, variation.Share*variation.Step*variation.Step, moved[k]/rounds, 0.25, p.String())
	}
}

func TestVariationStaysWithinBounds(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{30, 60}, Scorers: DefaultScorers(engine.Standard())},
		Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(3))
	for range 300 {
		a, b := l.Random(rng), l.Random(rng)
		a.Crossover(b, rng)
		a.Mutate(rng)
		for _, g := range []*Genome{a, b} {
			_, err := l.Genome(l.Phases(g))
			require.NoError(t, err)
		}
	}
}

func TestCrossoverOfEqualsChangesNothing(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(4))
	a := l.Random(rng)
	b, before := a.Copy(), a.Copy()
	a.Crossover(b, rng)
	assert.True(t, a.Equal(before) && b.Equal(before))
	assert.Zero(t, a.Distance(before))
	a.Mutate(rng)
	assert.Positive(t, a.Distance(before))
	assert.True(t, b.Equal(before), "clones share nothing")
}

func TestNewRefusesWhatItCouldNotHaveBred(t *testing.T) {
	l := standard(t)
	phases := make([]evaluators.Weights, 5)
	phases[3].Set("table.corner", 1001)
	_, err := l.Genome(phases)
	assert.ErrorContains(t, err, "phase 4: table.corner is 1001, outside -1000 to 1000")
	phases[3].Set("table.corner", 0)
	phases[1].Set("number.w", 3)
	_, err = l.Genome(phases)
	assert.ErrorContains(t, err, "phase 2: number.w is 3, but it does not evolve and stays 0")
	_, err = l.Genome(phases[:2])
	assert.ErrorContains(t, err, "2 phases for 5 turns: give one phase for each turn")
}

func TestFrozenGenomeIsAValidSwitch(t *testing.T) {
	l := standard(t)
	g := l.Random(rand.New(rand.NewSource(5)))
	s := l.Switch(g)
	assert.NoError(t, s.Validate())
	assert.Equal(t, l.Phases(g), s.Phases)
}

func TestNothingButTheArenaEvaluates(t *testing.T) {
	g := standard(t).Random(rand.New(rand.NewSource(6)))
	individual := eaopt.NewIndividual(g, rand.New(rand.NewSource(7)))
	assert.ErrorIs(t, individual.Evaluate(), ErrEvaluate)
}

func TestAStrikeIsAsHardAsItIsToldToBe(t *testing.T) {
	l := standard(t)
	zero, err := l.Genome(make([]evaluators.Weights, 5))
	require.NoError(t, err)
	moved := func(variation Variation) float64 {
		g := zero.Copy()
		g.MutateBy(variation, rand.New(rand.NewSource(8)))
		return g.Distance(zero)
	}
	assert.Zero(t, moved(Variation{Share: 0, Step: 1}))
	assert.Zero(t, moved(Variation{Share: 1, Step: 0}))
	assert.InEpsilon(t, 4*moved(Variation{Share: 0.2, Step: 0.05}), moved(Variation{Share: 0.2, Step: 0.2}), 0.05)
}

// The mean over all pairs, two genes at a time, is the mean over all pairs.
func TestMeanDistance(t *testing.T) {
	for _, turns := range []weights.Turns{{60}, {30, 60}, {20, 40, 60}} {
		// an odd number of genes a phase
		l, err := NewEncoding(Encoding{Turns: turns, Scorers: []string{"table", "edge"}}, Variation{Alpha: 0.25})
		require.NoError(t, err)
		rng := rand.New(rand.NewSource(1))
		var genomes []*Genome
		for range 9 {
			genomes = append(genomes, l.Random(rng))
		}
		sum := 0.0
		for i, a := range genomes {
			for _, b := range genomes[:i] {
				squares := 0.0
				x, y := a.Vector(), b.Vector()
				for k := range x {
					squares += (x[k] - y[k]) * (x[k] - y[k])
				}
				assert.InDelta(t, math.Sqrt(squares/float64(len(x))), a.Distance(b), 1e-12)
				sum += a.Distance(b)
			}
		}
		assert.InDelta(t, sum/36, MeanDistance(genomes), 1e-12)
	}
}

// Clip moves what is beyond a gene's range to its end, in shares of its scale, and leaves the rest.
func TestClip(t *testing.T) {
	l := eight(t)
	for k, scale := range bounds {
		for _, c := range []struct{ is, want float64 }{
			{lowest[k]/scale - 0.01, lowest[k] / scale},
			{lowest[k] / scale, lowest[k] / scale},
			{0.01, 0.01},
			{highest[k] / scale, highest[k] / scale},
			{highest[k]/scale + 0.01, highest[k] / scale},
		} {
			x := make([]float64, l.Genes())
			x[k] = c.is
			l.Clip(x)
			assert.InDelta(t, c.want, x[k], 1e-12, "gene %d, %v", k, c.is)
		}
	}
}

// Genes of scorers stand phase after phase; parameters have one.
func TestPhaseOf(t *testing.T) {
	l := eight(t)
	for k := range l.Genes() {
		assert.Equal(t, k/4, l.PhaseOf(k), "gene %d", k)
	}
	p, err := NewEncoding(Encoding{Parameters: []Parameter{
		{Name: "a", Least: -5, Greatest: 5, Scale: 5}, {Name: "b", Least: -5, Greatest: 5, Scale: 5}}}, variation)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 0}, []int{p.PhaseOf(0), p.PhaseOf(1)})
}

// Spreads are the mean and the standard deviation of each gene, as shares of its scale.
func TestSpreads(t *testing.T) {
	l := eight(t)
	one, two := of(l, 100, 10, 20, 0, 0, 0, 0, 5), of(l, 300, 10, -20, 0, 0, 0, 0, -5)
	means, deviations := Spreads([]*Genome{one, two})
	assert.InDeltaSlice(t, []float64{200 / bounds[0], 10 / bounds[1], 0, 0, 0, 0, 0, 0}, means, 1e-12)
	_, none := Spreads([]*Genome{one})
	assert.Equal(t, make([]float64, l.Genes()), none)
	assert.InDeltaSlice(t, []float64{100 / bounds[0], 0, 20 / bounds[2], 0, 0, 0, 0, 5 / bounds[7]}, deviations, 1e-12)
}

func TestRangesInJSON(t *testing.T) {
	var r Range
	require.NoError(t, json.Unmarshal([]byte(`[-3, 5]`), &r))
	assert.Equal(t, Range{-3, 5}, r)
	assert.Error(t, json.Unmarshal([]byte(`[1, 2, 3]`), &r))
}
