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

// A pair that went through JSON is played alike, and so are results read: pairs and
// results can leave the process.
func TestPairsAndResultsAreData(t *testing.T) {
	pairs := somePairs(t, 6, "seed-blank:depth=2,endgame=6", "random:seed=4")
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

func TestRecordsRefuse(t *testing.T) {
	for _, text := range []string{`{"moves":"f5f9"}`, `{"moves":"f5f"}`, `{"moves":"` + strings.Repeat("f5", 61) + `"}`,
		`{"moves":1}`, `[]`} {
		assert.Error(t, new(Record).UnmarshalJSON([]byte(text)), text)
	}
	assert.Error(t, new(Opening).UnmarshalText([]byte("a1")))
}

// Recipes are made ready when they are due and forgotten when others are: of a panel that
// each meets each is made once, and no more than fit are kept.
func TestFewRecipesAreReadyAtATime(t *testing.T) {
	ready := NewPlayerCache(1)
	panel := []*players.Recipe{recipe(t, "table"), recipe(t, "seed-edge")}
	first := map[*players.Recipe]*players.Contestant{}
	for i := range 3 * ready.size {
		_, err := ready.get(&players.Recipe{Name: fmt.Sprint(i), Player: "random"})
		require.NoError(t, err)
		for _, member := range panel {
			c, err := ready.get(member)
			require.NoError(t, err)
			if first[member] == nil {
				first[member] = c
			}
			assert.Same(t, first[member], c)
		}
		assert.LessOrEqual(t, len(ready.entries), ready.size)
	}
	_, err := ready.get(&players.Recipe{Player: "xyz"})
	assert.ErrorContains(t, err, `unknown player "xyz"`)
}
