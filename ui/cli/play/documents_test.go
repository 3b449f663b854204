package play

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/documents"
)

// TestDocumentedFlags looks for commands and flags of README.md and docs that no longer exist.
func TestDocumentedFlags(t *testing.T) {
	commands, err := documents.Read("../../..", "play")
	require.NoError(t, err)
	require.NotEmpty(t, commands)
	for _, c := range commands {
		assert.NoError(t, c.Parse(Command()))
	}
}
