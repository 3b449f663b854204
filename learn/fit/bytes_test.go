package fit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Weights and reports have the same bytes on every processor. A commit that changes them must update the hash.
func TestProcessorsChangeNoByte(t *testing.T) {
	fitted, reports, err := dataOf(t, 60, "corner", "possibility", "number", "table").Fit(context.Background(), 1, nil)
	require.NoError(t, err)
	data, err := json.Marshal([]any{fitted, reports})
	require.NoError(t, err)
	digest := sha256.Sum256(data)
	assert.Equal(t, "11ac4c942cbbf3b1c6f72ddcab825fba8b2d8c5f66195fd5f5e8b180559721b6",
		hex.EncodeToString(digest[:]), "after an intended change, write the new hash here: %s", data)
}
