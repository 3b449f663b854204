package fitness

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// AddFirst counts the games in which A is Black, each as one observation.
func TestOneColour(t *testing.T) {
	pairs := testPairs(t, 12, "table", "random")
	results, err := Local{}.Play(t.Context(), pairs, nil)
	require.NoError(t, err)
	results[0].Games[0].ForfeitReason, results[1].Games[1].ForfeitReason = "late", "too late"
	var first Tally
	wins, discs := 0, 0
	for _, r := range results {
		first.AddFirst(r)
		if r.Games[0].Discs > 0 {
			wins++
		}
		discs += r.Games[0].Discs
	}
	assert.Equal(t, 12, first.Games())
	assert.Equal(t, 12, first.Pairs.Pairs())
	assert.Equal(t, [2]int{wins, discs}, [2]int{first.Wins, first.Discs})
	assert.InDelta(t, float64(2*first.Wins+first.Draws)/24, first.Pairs.Score(), 1e-12)
	require.Len(t, first.Forfeits, 1)
	assert.Equal(t, 1, first.Forfeits[0].Pair)
}
