package evaluators

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Phases are compiled as each would be alone, whether or not their networks are the same, and
// those with the same networks have the same tables.
func TestPhasesShareTheTablesOfTheirNetworks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, other := anyWeights(t), anyWeights(t)
		first[patternsW], other[patternsW] = 0, 0 // there are no tables
		same := other                             // but for the networks, which are those of the first
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
