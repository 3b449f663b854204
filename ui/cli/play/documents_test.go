package play

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/documents"
)

// TestDocumentedFlags checks that README.md and docs name no command or flag that does not exist.
func TestDocumentedFlags(t *testing.T) {
	commands, err := documents.Read("../../..", "play")
	require.NoError(t, err)
	require.NotEmpty(t, commands)
	for _, c := range commands {
		assert.NoError(t, c.Parse(Command()))
	}
}

// A flag's help fits on a line, and the lines of descriptions fit on a terminal.
func TestHelpIsNarrow(t *testing.T) {
	assert.Empty(t, documents.WideHelp(Command()))
}

// The command reference holds the commands' help. -update writes it again.
func TestCommandReference(t *testing.T) {
	const file = "../../../docs/reference/play.md"
	now := documents.CommandReference(Command(), nil)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(now), 0o666))
	}
	written, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(written), now, "go test ./ui/cli/play -run CommandReference -update")
}
