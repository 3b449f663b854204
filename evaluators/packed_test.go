package evaluators

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Packed weights unpack to the same weights, write the same files, and are equal if the weights are.
func TestPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Weights
		for i, weight := range rapid.MapOf(rapid.IntRange(0, NumFeatures-1), rapid.IntRange(-9, 9)).Draw(t, "weights") {
			w[i] = weight
		}
		packed := w.Pack()
		require.Equal(t, w, packed.Weights())

		file, err := json.Marshal(w)
		require.NoError(t, err)
		again, err := json.Marshal(packed)
		require.NoError(t, err)
		assert.Equal(t, string(file), string(again))
		var read Packed
		require.NoError(t, json.Unmarshal(file, &read))
		assert.Equal(t, packed, read)

		other := w
		other[rapid.IntRange(0, NumFeatures-1).Draw(t, "changed")] += rapid.SampledFrom([]int{-1, 0, 1}).Draw(t, "by")
		assert.Equal(t, other == w, other.Pack() == packed)
	})
	var p Packed
	assert.ErrorContains(t, json.Unmarshal([]byte(`{"corner.w":0.5}`), &p), "weights are whole numbers")
	assert.Equal(t, []Weights{{1}, {}}, UnpackPhases(PackPhases([]Weights{{1}, {}})))
}
