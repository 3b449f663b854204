package fitness

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players"
)

// Pairs and results can be sent to other processes: a pair that was encoded as JSON gives the same games,
// and results that were encoded stay the same.
func TestPairsAndResultsSurviveJSON(t *testing.T) {
	pairs := testPairs(t, 6, "reversi-blank:depth=2,endgame=6", "random:seed=4")
	data, err := json.Marshal(pairs)
	require.NoError(t, err)
	var again []Pair
	require.NoError(t, json.Unmarshal(data, &again))
	assert.Equal(t, pairs[0].Opening, again[0].Opening)

	results, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	elsewhere, err := Local{Workers: 1}.Play(context.Background(), again, nil)
	require.NoError(t, err)
	assert.Equal(t, results, elsewhere)

	data, err = json.Marshal(results)
	require.NoError(t, err)
	var read []PairResult
	require.NoError(t, json.Unmarshal(data, &read))
	assert.Equal(t, results, read)
}

func TestInvalidRecordsAndOpenings(t *testing.T) {
	for _, text := range []string{`{"moves":"f5f0"}`, `{"moves":"f5z27"}`, `{"moves":"f5f"}`, `{"moves":"` + strings.Repeat("f5", 677) + `"}`,
		`{"moves":1}`, `[]`} {
		assert.Error(t, new(Record).UnmarshalJSON([]byte(text)), text)
	}
	assert.Error(t, new(Opening).UnmarshalText([]byte("a1")))
}

// The cache compiles each member of a panel once while many other recipes pass through, and never holds
// more entries than its size.
func TestPlayerCacheIsBounded(t *testing.T) {
	cache := NewPlayerCache(1)
	panel := []*players.Recipe{recipe(t, "table"), recipe(t, "reversi-edge")}
	first := map[*players.Recipe]*players.Contestant{}
	for i := range 3 * cache.size {
		_, err := cache.get(recipe(t, fmt.Sprintf("random:seed=%d", i)))
		require.NoError(t, err)
		for _, member := range panel {
			c, err := cache.get(member)
			require.NoError(t, err)
			if first[member] == nil {
				first[member] = c
			}
			assert.Same(t, first[member], c)
		}
		assert.LessOrEqual(t, len(cache.entries), cache.size)
	}
	var unknown players.Recipe
	require.NoError(t, json.Unmarshal([]byte(`{"name": "", "player": "xyz"}`), &unknown))
	_, err := cache.get(&unknown)
	assert.ErrorContains(t, err, `unknown player "xyz"`)
}
