package genome

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// A network has one gene a weight for the whole game where it is told to, whatever varies it;
// other scorers keep one for each phase.
func TestScorersOfOneSetForAllPhases(t *testing.T) {
	e := Encoding{Turns: []int{20, 40, 60}, Scorers: []string{"lines1", "edge"},
		Limits: map[string]Range{"lines1.a1=x": {5, 5}}}
	l, err := NewEncoding(e, variation)
	require.NoError(t, err)
	assert.Equal(t, 3*10, l.Genes())
	e.Shared = []string{"blank"}
	_, err = NewEncoding(e, variation)
	assert.ErrorContains(t, err, `shared: "blank" has no weight that evolves`)
	e.Shared = []string{"lines1"}
	l, err = NewEncoding(e, Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	assert.Equal(t, 9+3, l.Genes())

	rng := rand.New(rand.NewSource(1))
	a, b := l.Random(rng), l.Random(rng)
	a.Mutate(rng)
	a.Crossover(b, rng)
	assert.Len(t, a.Vector(), 12)
	assert.True(t, a.Equal(l.FromVector(a.Vector())))
	for _, g := range []*Genome{a, b, Mean([]*Genome{a, b})} {
		w := l.Phases(g)
		for _, s := range evaluators.Scorers {
			if s.Name != "edge" {
				assert.Equal(t, w[0].Of(s), w[1].Of(s), s.Name)
				assert.Equal(t, w[0].Of(s), w[2].Of(s), s.Name)
			}
		}
		assert.NotEqual(t, w[0].Get("edge.w"), w[2].Get("edge.w"))
		again, err := l.Genome(w)
		require.NoError(t, err)
		assert.True(t, g.Equal(again))
		w[1].Set("lines1.b2=x", w[1].Get("lines1.b2=x")+1)
		_, err = l.Genome(w)
		assert.ErrorContains(t, err, "but it shares the gene of phase 1: lines1.b2=x, which is ")
	}
}

// The effects of the genes add up to the value of a position.
func TestEffects(t *testing.T) {
	e, err := NewEncoding(Encoding{Turns: []int{20, 60}, Scorers: []string{"lines2", "edge", "squares"},
		Shared: []string{"lines2"}}, variation)
	require.NoError(t, err)
	g := e.Random(rand.New(rand.NewSource(1)))
	edge := "XXX" + strings.Repeat("-", 24) + "OX------XO" + strings.Repeat("-", 27) + " X"
	for _, position := range []string{"f5d6c3d3c4", edge} {
		p, err := engine.ParsePosition(position)
		require.NoError(t, err)
		for phase, w := range e.Phases(g) {
			value, sum := 0, 0.0
			for s, weights := range w.All() {
				for i, count := range s.Count(p, nil) {
					value += count * int(weights[i])
				}
			}
			for k, effect := range e.Effects(p, phase) {
				sum += effect * g.Vector()[k]
			}
			assert.InDelta(t, value, sum, 1e-6)
		}
	}
}
