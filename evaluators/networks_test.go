package evaluators

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestNetworksHaveTuplesOfTheirLength(t *testing.T) {
	for network, squares := range map[*Scorer]int{lines1: 1, lines2: 2, lines3: 3, lines4: 4, blocks: 4} {
		for _, shape := range network.Shapes {
			assert.Len(t, shape.Places[0], squares, network.Name)
		}
	}
}

// Phases compile to the same scores together as alone, with the same networks or different ones.
// Phases with the same networks share their tables.
func TestPhasesShareTheTablesOfTheirNetworks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, other := anyWeights(t), anyWeights(t)
		first.Set(PatternsWeight, 0)
		other.Set(PatternsWeight, 0)
		same := Weigh(func(s *Scorer, f *Feature) int { // with the networks of the first
			if isNetwork(s, nil) {
				return first.Get(f.Name)
			}
			return other.Get(f.Name)
		})
		phases := []Weights{first, other, same}
		all := CompilePhases(phases, 0, nil)
		p := anyPosition(t)
		for i := range phases {
			assert.Equal(t, score(Compile(phases[i], 0), p.Board), score(all[i], p.Board))
		}
		values := func(i int) *int16 { return &all[i].(*tabled).tables[0].values[0] }
		assert.Same(t, values(0), values(2))
		if !first.only(isNetwork).Equal(other.only(isNetwork)) {
			assert.NotSame(t, values(0), values(1))
		}
	})
}
