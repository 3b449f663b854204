package genome

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestVectorsAreSharesOfTheBounds(t *testing.T) {
	l := eight(t)
	g := of(l, 500, -100, 20, 25, -2000, 1, -60, 0)
	assert.Equal(t, []float64{0.25, -1, 0.04, 0.1, -1, 0.01, -0.12, 0}, g.Vector())
	assert.True(t, g.Equal(l.FromVector(g.Vector())))

	// What is no whole gene is rounded, halves away from zero; what is beyond the
	// range is at its end.
	x := []float64{0.3333, -0.005, 0.05, -1.2, 7, 0.0149, -0.5, 0.0019}
	assert.Equal(t, []int32{667, -1, 20, -250, 2000, 1, -60, 0}, l.FromVector(x).values)
}

// No other gene is nearer to a variable than what FromVector makes of it.
func TestFromVectorIsTheNearestGenome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := eight(t)
		x := make([]float64, l.Genes())
		for i := range x {
			x[i] = rapid.Float64Range(-1.5, 1.5).Draw(t, "x")
		}
		for i, gene := range l.FromVector(x).values {
			at := x[i] * bounds[i]
			for _, other := range []float64{float64(gene) - 1, float64(gene) + 1} {
				if other >= lowest[i] && other <= highest[i] {
					assert.LessOrEqual(t, math.Abs(at-float64(gene)), math.Abs(at-other))
				}
			}
		}
	})
}

func TestDistance(t *testing.T) {
	l := eight(t)
	zero := of(l, 0, 0, 0, 0, 0, 0, 0, 0)
	for _, c := range []struct {
		a, b *Genome
		want float64
	}{
		{zero, zero, 0},
		{zero, of(l, 0, 0, 0, 0, 0, 0, 0, 125), math.Sqrt(0.25 / 8)},
		{zero, of(l, 500, 0, 0, 0, 0, 0, -50, 0), math.Sqrt((0.0625 + 0.01) / 8)},
		{of(l, 200, -10, 0, 0, 0, 0, 0, 0), of(l, -200, 10, 0, 0, 0, 0, 0, 0), 0.1},
	} {
		assert.InDelta(t, c.want, c.a.Distance(c.b), 1e-15)
		assert.InDelta(t, c.want, c.b.Distance(c.a), 1e-15)
	}
	all, err := NewEncoding(Encoding{Turns: []int{60}, Scorers: AllScorers()}, variation)
	require.NoError(t, err)
	ones := make([]float64, all.Genes())
	for i := range ones {
		ones[i] = 1
	}
	one, minus := all.FromVector(ones), all.FromVector(make([]float64, len(ones)))
	assert.Equal(t, 1.0, one.Distance(minus), "bounds are the scale")
}

// A distance is that of the vectors.
func TestDistanceIsTheVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := eight(t)
		a, b := drawGenome(t, l, "a"), drawGenome(t, l, "b")
		x, y, mean := a.Vector(), b.Vector(), 0.0
		for i := range x {
			mean += (x[i] - y[i]) * (x[i] - y[i]) / 8
		}
		assert.InDelta(t, math.Sqrt(mean), a.Distance(b), 1e-12)
	})
}

func TestMeansAreRounded(t *testing.T) {
	l := eight(t)
	a := of(l, 1, -1, 20, 0, 7, -100, 3, -250)
	b := of(l, 2, -2, 20, 1, 7, 100, 4, 250)
	c := of(l, 2, -2, 17, -2, 7, 4, 4, 1)
	assert.Equal(t, []int32{2, -2, 20, 1, 7, 0, 4, 0}, Mean([]*Genome{a, b}).values, "halves away from zero")
	assert.Equal(t, []int32{2, -2, 19, 0, 7, 1, 4, 0}, Mean([]*Genome{a, b, c}).values)
	assert.Equal(t, a.values, Mean([]*Genome{a}).values)
	assert.Equal(t, []int32{1, -1, 20, 0, 7, -100, 3, -250}, a.values, "it is left alone")
}
