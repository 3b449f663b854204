package play

import (
	"os"
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

// The command reference is what the commands' help says. -update writes it anew.
func TestCommandReference(t *testing.T) {
	const file = "../../../docs/reference/play.md"
	now := documents.CommandReference(Command())
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(now), 0o666))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), now, "go test ./ui/cli/play -run CommandReference -update")
}
