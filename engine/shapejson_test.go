package engine

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShapesInJSON(t *testing.T) {
	for _, shape := range []Shape{Standard(), Large(10)} {
		text, err := json.Marshal(shape)
		require.NoError(t, err)
		var read Shape
		require.NoError(t, json.Unmarshal(text, &read))
		assert.Equal(t, shape, read)
	}
	for _, text := range []string{`{"name": "10x10", "siZe": 10}`, `{"name": "10x10", "size": 10, "holes": 1}`} {
		assert.ErrorContains(t, json.Unmarshal([]byte(text), new(Shape)), "want name, and either board or size", text)
	}
}
