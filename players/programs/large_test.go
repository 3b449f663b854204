package programs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
)

// Programs get the size and the squares of a large board, and lose the game by their faults.
func TestProgramsOnLargeBoards(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are lines for sh")
	}
	for command, says := range map[string]string{
		"echo 4 3":                        "",
		"read s; read n; echo 4 $((n-7))": "",
		"read s; read n; read a; read b; read c; read d; read e; test \"$s $e\" = '1 0 0 0 0 -1 1 0 0 0 0' && echo 4 3": "",
		"echo 10 3": `answers "10 3", want X Y, each 0 to 9`,
		"echo 0 0":  "answers a1: a1 is not a legal move for Black",
		"exit 3":    "the program died: exit status 3",
		"sleep 100": "no answer within 300ms",
	} {
		file := filepath.Join(t.TempDir(), "program.json")
		data, err := json.Marshal(map[string]any{"name": "it", "cmd": command})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, data, 0o600))
		spec := "external:file=" + file
		if says == "no answer within 300ms" {
			spec += ",timeout=300ms"
		}
		parsed, err := players.ParseSpec(spec)
		require.NoError(t, err)
		c, err := parsed.ContestantOn(engine.Large(10))
		require.NoError(t, err)
		player, start := c.New(nil), engine.LargeStart(10)
		defer players.Close(player)
		r, err := players.Choose(t.Context(), player, &engine.Game{Start: start}, start)
		if says == "" {
			require.NoError(t, err, command)
			assert.Equal(t, "e4", r.Move.String())
			continue
		}
		var forfeit *players.Forfeit
		require.ErrorAs(t, err, &forfeit, command)
		assert.Equal(t, says, forfeit.Reason)
	}
}
