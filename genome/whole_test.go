package genome

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
)

// A network has one gene a weight for the whole game where it is told to, whatever varies it;
// other scorers keep one for each phase.
func TestScorersOfOneSetForAllPhases(t *testing.T) {
	l, err := NewLayout(nil, []int{20, 40, 60}, []string{"lines1", "edge"}, map[string]Range{"lines1.a1=x": {5, 5}},
		Variation{Alpha: 0.25, Share: 1, Step: 1})
	require.NoError(t, err)
	assert.Equal(t, 3*10, l.Genes())
	require.NoError(t, l.SharePhases([]string{"lines1"}))
	assert.Equal(t, 9+3, l.Genes())
	assert.ErrorContains(t, l.SharePhases([]string{"blank"}), `whole game: no weight of "blank" evolves here`)

	edge, _ := evaluators.Index("edge.w")
	square, _ := evaluators.Index("lines1.b2=x")
	rng := rand.New(rand.NewSource(1))
	a, b := l.Random(rng), l.Random(rng)
	a.Mutate(rng)
	a.Crossover(b, rng)
	assert.Len(t, a.Vector(), 12)
	assert.True(t, a.Equal(l.FromVector(a.Vector())))
	for _, g := range []*Genome{a, b, Mean([]*Genome{a, b})} {
		w := g.Phases()
		for i, f := range evaluators.Features {
			if i != edge {
				assert.Equal(t, w[0][i], w[1][i], f.Name)
				assert.Equal(t, w[0][i], w[2][i], f.Name)
			}
		}
		assert.NotEqual(t, w[0][edge], w[2][edge])
		again, err := l.New(w)
		require.NoError(t, err)
		assert.True(t, g.Equal(again))
		w[1][square]++
		_, err = l.New(w)
		assert.ErrorContains(t, err, "phase 2: lines1.b2=x is ")
	}
}
