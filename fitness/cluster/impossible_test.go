package cluster

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// Results that no games can have are refused when they arrive. Those of real games are accepted, on boards of both
// kinds.
func TestImpossibleResults(t *testing.T) {
	const had = 3 * time.Second
	pairs := fitnesstest.Pairs(t, 3, "table", "greedy")
	large := pairs[0]
	large.Opening = fitness.OpeningFromPosition(engine.Large(engine.MinLarge).Start)
	pairs = append(pairs, large)
	right, err := fitness.Local{Timed: true}.Play(t.Context(), pairs, nil)
	require.NoError(t, err)
	which := []int{3, 1}
	for name, change := range map[string]func(sent []fitness.PairResult){
		"":                func([]fitness.PairResult) {},
		"676 discs":       func(r []fitness.PairResult) { r[1].Games[0].Discs = 676 },
		"a negative time": func(r []fitness.PairResult) { r[1].Games[0].Times[0].Time = -had },
		"more time than there was": func(r []fitness.PairResult) { // in both together
			r[0].Games[0].Times[0].Time, r[1].Games[0].Times[1].Time = had, had
		},
		"more nodes than a core can search": func(r []fitness.PairResult) { r[1].Games[1].Nodes = 1 << 60 },
	} {
		sent := []fitness.PairResult{right[3], right[1]}
		change(sent)
		data := encodeResults(sent, true)
		got, err := decodeResults(data, pairs, which, had, true)
		if name != "" {
			assert.Error(t, err, name)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, sent, got)
		for _, wrong := range [][]byte{nil, data[:len(data)-1], append(data, 0), append([]byte{255, 255, 127}, data...)} {
			_, err := decodeResults(wrong, pairs, which, had, true)
			assert.Error(t, err)
		}
	}
}
