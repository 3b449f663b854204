package cluster

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators"
)

// Golden players use every scorer, since the fingerprint cannot detect changes in an unused one.
func TestGoldenPlayersUseEveryScorer(t *testing.T) {
	golden := goldenWeights()
	require.NoError(t, golden.Validate())
	for _, s := range evaluators.Scorers {
		for _, f := range s.Features {
			used := 0
			for _, w := range golden.Phases {
				if w.Get(f.Name) != 0 {
					used++
				}
			}
			assert.GreaterOrEqual(t, used, 2, f.Name)
		}
	}
	fingerprint, err := Fingerprint()
	require.NoError(t, err)
	assert.Regexp(t, "^[0-9a-f]{16}$", fingerprint)
}
