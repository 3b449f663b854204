package players

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

// moves.txt has the moves that players frozen to Python choose in the reversi library. Ours choose the same ones.
func TestFrozenPlayersMoveAlikeInTheLibrary(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "formats", "testdata", "python", "moves.txt"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
	require.Len(t, lines, 300)
	for i, name := range []string{"evolved", "evolved-cmaes", "evolved-classic"} {
		c, err := mustSpec(t, name).Contestant()
		require.NoError(t, err)
		player := c.New(search.New(search.NewTable(12)))
		player.NewGame(1)
		for _, line := range lines {
			fields := strings.Fields(line)
			p, err := engine.ParsePosition(fields[0] + " " + fields[1])
			require.NoError(t, err)
			got, err := player.Move(t.Context(), p)
			require.NoError(t, err)
			assert.Equal(t, fields[2+i], got.Move.String(), "%s: %s", name, line)
		}
	}
}
