package evaluators

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Phases compile to the same scores together as alone, with the same networks or different ones.
// Phases with the same networks share their tables.
func TestPhasesShareTheTablesOfTheirNetworks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, other := anyWeights(t), anyWeights(t)
		first[patternsW], other[patternsW] = 0, 0 // without learnt tables
		same := other                             // with the networks of the first
		for i, f := range Features {
			if isNetwork(f.Name) {
				same[i] = first[i]
			}
		}
		phases := []Weights{first, other, same}
		all := CompilePhases(phases, 0, nil)
		p := anyPosition(t)
		for i := range phases {
			assert.Equal(t, score(Compile(&phases[i], 0), p.Board), score(all[i], p.Board))
		}
		assert.Same(t, &all[0].tables[0].values[0], &all[2].tables[0].values[0])
		if !first.sameNetworks(other) {
			assert.NotSame(t, &all[0].tables[0].values[0], &all[1].tables[0].values[0])
		}
	})
}
