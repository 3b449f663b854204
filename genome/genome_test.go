package genome

import (
	"math"
	"math/bits"
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

func standard(t *testing.T) *Layout {
	l, err := NewLayout(nil, weights.DefaultTurns, DefaultScorers(engine.Standard()), nil, variation)
	require.NoError(t, err)
	return l
}

func TestLayoutHasSixteenGenesAPhase(t *testing.T) {
	assert.Equal(t, 80, standard(t).Genes())
	l, err := NewLayout(nil, []int{60}, []string{"number", "edge"}, nil, variation)
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
		{[]int{60}, []string{"edge", "edge"}, "named twice"},
	} {
		_, err := NewLayout(nil, c.turns, c.scorers, nil, variation)
		assert.ErrorContains(t, err, c.says)
	}
}

func TestLimits(t *testing.T) {
	l, err := NewLayout(nil, []int{30, 60}, []string{"edge", "blank"},
		map[string]Range{"edge.w": {40, 40}, "blank.w2": {-60, -20}}, Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	assert.Equal(t, 6, l.Genes(), "a fixed weight is no gene")
	edge, _ := evaluators.Index("edge.w")
	blank2, _ := evaluators.Index("blank.w2")
	rng := rand.New(rand.NewSource(1))
	for range 100 {
		a, b := l.Random(rng), l.Random(rng)
		a.Mutate(rng)
		a.Crossover(b, rng)
		for _, g := range []*Genome{a, b, Mean([]*Genome{a, b}), l.FromVector([]float64{9, 9, 9, -9, -9, -9})} {
			_, err := l.New(g.Phases())
			require.NoError(t, err)
			for _, w := range g.Phases() {
				assert.Equal(t, 40, w[edge])
				assert.LessOrEqual(t, w[blank2], -20)
				assert.GreaterOrEqual(t, w[blank2], -60)
			}
		}
	}
	wrong := make([]evaluators.Weights, 2)
	_, err = l.New(wrong)
	assert.ErrorContains(t, err, "edge.w is 0, but limits fix it at 40")
}

func TestLimitsRefuse(t *testing.T) {
	for _, c := range []struct {
		limits map[string]Range
		says   string
	}{
		{map[string]Range{"edge.v": {0, 1}}, `"edge.v" is no weight that evolves here`},
		{map[string]Range{"table.x": {0, 1}}, `"table.x" is no weight that evolves here`},
		{map[string]Range{"edge.w": {1, 0}}, "edge.w from 1 to 0: want the smaller first"},
		{map[string]Range{"edge.w": {0, 5000}}, "both within ±2000"},
		{map[string]Range{"edge.w": {7, 7}}, "there is nothing to evolve"},
	} {
		_, err := NewLayout(nil, []int{60}, []string{"edge"}, c.limits, variation)
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
	low, high := map[int]int{}, map[int]int{}
	for range 200 {
		g := l.Random(rng)
		_, err := l.New(g.Phases())
		require.NoError(t, err)
		for i, v := range g.Phases()[0] {
			low[i], high[i] = min(low[i], v), max(high[i], v)
		}
	}
	for _, i := range l.weights {
		bound := evaluators.Features[i].Bound
		assert.Less(t, low[i], -bound*9/10)
		assert.Greater(t, high[i], bound*9/10)
	}
	number, _ := evaluators.Index("number.w")
	assert.Zero(t, high[number], "number does not evolve by default")
}

func TestAZeroGeneMovesOnItsOwnScale(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(2))
	zero, err := l.New(make([]evaluators.Weights, 5))
	require.NoError(t, err)
	const rounds = 2000
	moved := make([]float64, evaluators.NumFeatures)
	for range rounds {
		g := zero.Clone().(*Genome)
		g.Mutate(rng)
		for i, v := range g.Phases()[2] {
			moved[i] += float64(v) * float64(v)
		}
	}
	for _, i := range l.weights {
		bound := float64(evaluators.Features[i].Bound)
		// Mean square of a change: Share · (Step · bound)².
		assert.InEpsilon(t, variation.Share*variation.Step*variation.Step, moved[i]/rounds/bound/bound, 0.25,
			evaluators.Features[i].Name)
	}
}

func TestVariationStaysWithinBounds(t *testing.T) {
	l, err := NewLayout(nil, []int{30, 60}, DefaultScorers(engine.Standard()), nil,
		Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(3))
	for range 300 {
		a, b := l.Random(rng), l.Random(rng)
		a.Crossover(b, rng)
		a.Mutate(rng)
		for _, g := range []*Genome{a, b} {
			_, err := l.New(g.Phases())
			require.NoError(t, err)
		}
	}
}

func TestCrossoverOfEqualsChangesNothing(t *testing.T) {
	l, rng := standard(t), rand.New(rand.NewSource(4))
	a := l.Random(rng)
	b, before := a.Clone().(*Genome), a.Clone().(*Genome)
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
	phases[3][0] = 1001
	_, err := l.New(phases)
	assert.ErrorContains(t, err, "phase 4: table.corner is 1001, outside -1000 to 1000")
	number, _ := evaluators.Index("number.w")
	phases[3][0], phases[1][number] = 0, 3
	_, err = l.New(phases)
	assert.ErrorContains(t, err, "phase 2: number.w is 3, but it does not evolve here and stays 0")
	_, err = l.New(phases[:2])
	assert.ErrorContains(t, err, "2 phases of weights for 5 turns")
}

func TestFrozenGenomeIsAValidSwitch(t *testing.T) {
	g := standard(t).Random(rand.New(rand.NewSource(5)))
	s := g.Freeze()
	assert.NoError(t, s.Validate())
	assert.Equal(t, evaluators.PackPhases(g.Phases()), s.Phases)
}

func TestNothingButTheArenaEvaluates(t *testing.T) {
	g := standard(t).Random(rand.New(rand.NewSource(6)))
	individual := eaopt.NewIndividual(g, rand.New(rand.NewSource(7)))
	assert.ErrorIs(t, individual.Evaluate(), ErrEvaluate)
}

func TestAStrikeIsAsHardAsItIsToldToBe(t *testing.T) {
	l := standard(t)
	zero, err := l.New(make([]evaluators.Weights, 5))
	require.NoError(t, err)
	moved := func(variation Variation) float64 {
		g := zero.Clone().(*Genome)
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
		l, err := NewLayout(nil, turns, []string{"table", "edge"}, nil, Variation{Alpha: 0.25})
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

// Squares that a symmetry of the board takes to each other share a gene, whatever varies it;
// holes have none.
func TestSquaresShareGenes(t *testing.T) {
	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	for board, genes := range map[*engine.Shape]int{nil: 10, &heart: 20} {
		l, err := NewLayout(board, []int{30, 60}, []string{"squares"}, map[string]Range{"squares.d4": {7, 7}},
			Variation{Alpha: 0.25, Share: 1, Step: 1})
		require.NoError(t, err)
		assert.Equal(t, 2*(genes-1), l.Genes(), "one of them is fixed")
		home := engine.Standard()
		if board != nil {
			home = *board
		}
		rng := rand.New(rand.NewSource(1))
		a, b := l.Random(rng), l.Random(rng)
		a.Mutate(rng)
		a.Crossover(b, rng)
		for _, g := range []*Genome{a, b, Mean([]*Genome{a, b}), l.FromVector(a.Vector()), a.Clone().(*Genome)} {
			for _, w := range g.Phases() {
				for _, orbit := range home.Orbits() {
					first := engine.Square(bits.TrailingZeros64(orbit))
					for s := range engine.SquaresOf(orbit) {
						assert.Equal(t, w[evaluators.OnSquare(first)], w[evaluators.OnSquare(s)], "%s like %s", s, first)
					}
				}
				for s := range engine.SquaresOf(home.Start.Holes()) {
					assert.Zero(t, w[evaluators.OnSquare(s)], "hole %s", s)
				}
				assert.Equal(t, 7, w[evaluators.OnSquare(engine.At(4, 3))], "e4 mirrors d4")
			}
			again, err := l.New(g.Phases())
			require.NoError(t, err)
			assert.True(t, g.Equal(again))
			assert.Equal(t, board, g.Freeze().Board)
		}
		odd := a.Phases()
		odd[1][evaluators.OnSquare(engine.At(7, 3))]++ // h4, of the orbit of a4
		_, err = l.New(odd)
		assert.ErrorContains(t, err, "phase 2: squares.h4")
	}
}

// Scorers of edges are for boards that have them all.
func TestDefaultScorersOnShapes(t *testing.T) {
	for name, want := range map[string][]string{
		"Square-8": {"table", "possibility", "edge", "blank", "edgestability"},
		"Outside":  {"table", "possibility", "edge", "blank", "edgestability"},
		"X":        {"table", "possibility", "blank"},
		"Square-6": {"table", "possibility", "blank"},
	} {
		board, err := engine.ShapeNamed(name)
		require.NoError(t, err)
		assert.Equal(t, want, DefaultScorers(board), name)
	}
}
