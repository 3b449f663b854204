package genome

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/evaluators"
	"evothello/internal/portable"
)

// Eight genes: of either phase edge.w, blank.w1, blank.w2 and blank.w3. One of them has
// a range of its own.
var (
	bounds  = []float64{2000, 100, 500, 250, 2000, 100, 500, 250}
	lowest  = []float64{-2000, -100, -60, -250, -2000, -100, -60, -250}
	highest = []float64{2000, 100, 20, 250, 2000, 100, 20, 250}
)

func eight(t require.TestingT) *Encoding {
	l, err := NewEncoding(Encoding{Turns: []int{30, 60}, Scorers: []string{"blank", "edge"},
		Limits: map[string]Range{"blank.w2": {-60, 20}}}, variation)
	require.NoError(t, err)
	require.Equal(t, 8, l.Genes())
	return l
}

// of makes a genome of its genes, in order.
func of(l *Encoding, genes ...int32) *Genome {
	return &Genome{layout: l.Layout, values: genes}
}

// drawGenome draws a genome within its limits.
func drawGenome(t *rapid.T, l *Encoding, name string) *Genome {
	genes := make([]int32, l.Genes())
	for i := range genes {
		genes[i] = rapid.Int32Range(int32(lowest[i]), int32(highest[i])).Draw(t, name)
	}
	return of(l, genes...)
}

// into is where a varied gene comes to lie: reflected once at the end of its range that
// it is beyond, no further than the other end, and rounded, halves away from zero.
func into(low, high, x float64) int32 {
	switch {
	case x > high:
		x = max(low, high-(x-high))
	case x < low:
		x = min(high, low+(low-x))
	}
	if x < 0 {
		return -int32(-x + 0.5)
	}
	return int32(x + 0.5)
}

func TestGenesAreReflectedIntoTheirRange(t *testing.T) {
	r := &Parameter{Least: -10, Greatest: 6}
	for _, c := range []struct {
		gene float64
		want int32
	}{
		{3, 3}, {0.4, 0}, {2.5, 3}, {-2.5, -3}, {-2.4, -2}, // rounded
		{6, 6}, {6.4, 6}, {6.6, 5}, {8, 4}, {20, -8}, {22, -10}, // at the upper end
		{-10, -10}, {-10.4, -10}, {-10.6, -9}, {-12, -8}, {-24, 4}, {-26, 6}, // at the lower
		{23, -10}, {1e9, -10}, {-27, 6}, {-1e9, 6}, // at one end only
	} {
		assert.Equal(t, c.want, r.reflect(c.gene), "%v", c.gene)
		assert.Equal(t, c.want, into(-10, 6, c.gene), "%v", c.gene)
	}
	assert.EqualValues(t, 7, (&Parameter{Least: 7, Greatest: 7}).reflect(300))
}

// Strike asks for each gene a lot whether to change it, and if so a normal deviate by
// how much.
func TestStrikeStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := eight(t)
		g := drawGenome(t, l, "gene")
		variation := Variation{Share: rapid.Float64Range(0, 1).Draw(t, "share"),
			Step: rapid.Float64Range(0, 1).Draw(t, "step")}
		seed := rapid.Int64().Draw(t, "seed")
		want, twin := slices.Clone(g.values), rand.New(rand.NewSource(seed))
		for i := range want {
			if twin.Float64() < variation.Share {
				want[i] = into(lowest[i], highest[i], float64(want[i])+bounds[i]*variation.Step*portable.Normal(twin))
			}
		}
		g.MutateBy(variation, rand.New(rand.NewSource(seed)))
		assert.Equal(t, want, g.values)
	})
}

// Of many genes in the middle of a wide range that share moves, by deviates of that
// scale with mean 0.
func TestStrikeMovesAShareOfTheGenesByThatMuch(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"edge"}},
		Variation{Alpha: 0.25, Share: 0.3, Step: 0.1})
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	const strikes, deviation = 20000, 0.1 * 2000
	moved, sum, squares := 0.0, 0.0, 0.0
	for range strikes {
		g := of(l, 100)
		g.Mutate(rng)
		if by := float64(g.values[0] - 100); by != 0 {
			moved++
			sum += by
			squares += by * by
		}
	}
	assert.InDelta(t, 0.3, moved/strikes, 4*math.Sqrt(0.3*0.7/strikes))
	assert.InDelta(t, 0, sum/moved, 4*deviation/math.Sqrt(moved))
	assert.InEpsilon(t, deviation, math.Sqrt(squares/moved), 4/math.Sqrt(2*moved))
}

// always is a source that draws the same lot again and again, 0…1.
type always struct {
	lot   float64
	drawn int
}

func (a *always) Int63() int64 {
	a.drawn++
	return int64(a.lot * (1 << 63)) // Float64 makes the lot again from it
}

func (a *always) Seed(int64) {}

// A gene is struck if its lot is below the share, so 0 strikes none and 1 all.
func TestALotAtTheShareIsNotStruck(t *testing.T) {
	l := eight(t)
	for _, c := range []struct {
		lot, share float64
		struck     bool
	}{
		{0, 0, false}, {0.25, 0.25, false}, {0.25, 0.2500001, true}, {0.75, 0.5, false}, {0.75, 1, true},
	} {
		require.Equal(t, c.lot, rand.New(&always{lot: c.lot}).Float64())
		source := &always{lot: c.lot}
		of(l, 0, 0, 0, 0, 0, 0, 0, 0).MutateBy(Variation{Share: c.share}, rand.New(source))
		assert.Equal(t, c.struck, source.drawn > l.Genes(), "lot %v, share %v: a struck gene takes more lots", c.lot, c.share)
	}
}

// The first child's gene is its first parent's and a share of what the second has more: −¼ to
// 1¼, by lot. The second child's lies as far from the second parent's, on the other side.
func TestCrossoverStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := eight(t)
		g, mate := drawGenome(t, l, "gene"), drawGenome(t, l, "mate's gene")
		seed := rapid.Int64().Draw(t, "seed")
		first, second, twin := slices.Clone(g.values), slices.Clone(mate.values), rand.New(rand.NewSource(seed))
		for i := range first {
			a, b := float64(first[i]), float64(second[i])
			share := 1.5*twin.Float64() - 0.25
			first[i] = into(lowest[i], highest[i], a+share*(b-a))
			second[i] = into(lowest[i], highest[i], b-(float64(first[i])-a))
		}
		g.Crossover(mate, rand.New(rand.NewSource(seed)))
		assert.Equal(t, first, g.values)
		assert.Equal(t, second, mate.values)
	})
}

// Children of parents at −300 and 500 lie between −500 and 700, anywhere with the same
// chance, and their mean is that of the parents.
func TestCrossoverSpreadsChildrenEvenly(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"edge"}}, variation)
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	const couples, parts = 20000, 10
	var counts [2][parts]float64
	for range couples {
		a, b := of(l, -300), of(l, 500)
		a.Crossover(b, rng)
		for child, g := range []*Genome{a, b} {
			gene := int(g.values[0])
			require.GreaterOrEqual(t, gene, -500)
			require.LessOrEqual(t, gene, 700)
			counts[child][min((gene+500)*parts/1200, parts-1)]++
		}
		require.EqualValues(t, -300+500, a.values[0]+b.values[0])
	}
	const share = 1.0 / parts
	bound := 5 * math.Sqrt(share*(1-share)/couples)
	for child := range counts {
		for part, n := range counts[child] {
			assert.InDelta(t, share, n/couples, bound, "child %d, part %d", child, part)
		}
	}
}

// A challenger's gene is the first of three others plus a share of the difference of the other two, at that
// rate; without a rate one gene is.
func TestChallengerStepByStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := eight(t)
		target := drawGenome(t, l, "target")
		others := [3]*Genome{drawGenome(t, l, "base"), drawGenome(t, l, "one"), drawGenome(t, l, "other")}
		weight, rate := rapid.Float64Range(0, 2).Draw(t, "weight"), rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "rate")
		challenger := target.Challenger(others, weight, rate, rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))
		stayed, moved := 0, 0
		for i, gene := range challenger.values {
			there := into(lowest[i], highest[i], float64(others[0].values[i])+
				weight*float64(others[1].values[i]-others[2].values[i]))
			require.Contains(t, []int32{target.values[i], there}, gene)
			if gene == there {
				moved++
			}
			if gene == target.values[i] {
				stayed++
			}
		}
		assert.GreaterOrEqual(t, moved, map[float64]int{0: 1, 0.5: 1, 1: 8}[rate])
		if rate == 0 {
			assert.GreaterOrEqual(t, stayed, 7)
		}
	})
}

// Every gene of a range is as likely as any other, its ends too.
func TestRandomGenesAreEvenlySpread(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"edge"},
		Limits: map[string]Range{"edge.w": {-3, 1}}}, variation)
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(1))
	const draws = 20000
	counts := map[int]float64{}
	for range draws {
		counts[int(l.Random(rng).values[0])]++
	}
	assert.Len(t, counts, 5)
	for gene := -3; gene <= 1; gene++ {
		assert.InDelta(t, 0.2, counts[gene]/draws, 4*math.Sqrt(0.2*0.8/draws), "%d", gene)
	}
}

func TestLimitsMayReachTheBounds(t *testing.T) {
	for _, c := range []struct {
		limits Range
		sound  bool
	}{
		{Range{-2000, 2000}, true}, {Range{-2001, 2000}, false}, {Range{-2000, 2001}, false}, {Range{1999, 2000}, true},
		{Range{-2000, -1999}, true},
	} {
		_, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: []string{"edge"},
			Limits: map[string]Range{"edge.w": c.limits}}, variation)
		assert.Equal(t, c.sound, err == nil, "%v: %v", c.limits, err)
	}
}

// New takes what lies on the ends of a range, and nothing beyond.
func TestNewTakesGenesUpToTheEnds(t *testing.T) {
	l := eight(t)
	for gene, sound := range map[int]bool{-61: false, -60: true, 20: true, 21: false} {
		phases := make([]evaluators.Weights, 2)
		phases[1].Set("blank.w2", gene)
		_, err := l.Genome(phases)
		assert.Equal(t, sound, err == nil, "%d: %v", gene, err)
	}
}

// Rescaling brings each phase to the size that was asked for, and keeps the ratios of its genes.
func TestRescale(t *testing.T) {
	l, err := NewEncoding(Encoding{Turns: []int{30, 60}, Scorers: []string{"edge", "blank"}}, Variation{})
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		g := l.Random(rand.New(rand.NewSource(rapid.Int64().Draw(t, "seed"))))
		before := g.Vector()
		g.Rescale(0.4)
		after := g.Vector()
		for phase := range 2 {
			from, to := phase*len(after)/2, (phase+1)*len(after)/2
			size := func(x []float64) (squares float64) {
				for _, v := range x[from:to] {
					squares += v * v
				}
				return math.Sqrt(squares / float64(to-from))
			}
			factor := 0.4 / size(before)
			for k := from; k < to; k++ {
				want := min(max(before[k]*factor, -1), 1)
				if math.Abs(after[k]-want) > 0.01 {
					t.Fatalf("gene %d is %g instead of %g", k, after[k], want)
				}
			}
		}
	})
}

// Outside a range of genes a child has one parent's; in the range its genes lie between the parents', ends included.
func TestRangeCrossover(t *testing.T) {
	l := eight(t)
	low, high := of(l, 0, 1, 2, 3, 4, 5, 6, 7), of(l, 2, 3, 2, 5, 6, 7, 8, 9)
	seen := map[int32]int{}
	whole, copied := 0, [2]int{}
	rng := rand.New(rand.NewSource(1))
	for range 4000 {
		child := low.RangeCrossover(high, rng)
		others := [2]int{} // genes that are not one parent's
		for k, gene := range child.values {
			assert.True(t, low.values[k] <= gene && gene <= high.values[k], "gene %d is %d", k, gene)
			for i, parent := range []*Genome{low, high} {
				if gene != parent.values[k] {
					others[i]++
				}
			}
		}
		seen[child.values[3]]++
		if child.values[0] == 1 && child.values[7] == 8 {
			whole++ // all genes are in the range
		}
		for i, n := range others {
			if n == 0 {
				copied[i]++
			}
		}
	}
	assert.Len(t, seen, 3)
	assert.Positive(t, whole)
	assert.Positive(t, copied[0])
	assert.Positive(t, copied[1])
	assert.Equal(t, of(l, 0, 1, 2, 3, 4, 5, 6, 7).values, low.values, "parents stay as they are")
}

// Genes of random genomes within some units lie on either side, ends included; 0 comes twice as often as others.
func TestWithin(t *testing.T) {
	l := eight(t)
	counts := map[int32]int{}
	rng := rand.New(rand.NewSource(1))
	for range 2000 {
		counts[l.Within(2, rng).values[0]]++
	}
	require.Len(t, counts, 5)
	for value := int32(-2); value <= 2; value++ {
		share := 1.0 / 6
		if value == 0 {
			share = 2.0 / 6
		}
		assert.InDelta(t, share, float64(counts[value])/2000, 0.03, "%d", value)
	}
}
