package players_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/weights"
)

// The program of the how-to page compiles, and chooses the move that the player itself chooses.
func TestUseAChampionInYourProgram(t *testing.T) {
	page, err := os.ReadFile("../docs/how-to/use-a-champion-in-your-program.md")
	require.NoError(t, err)
	code := regexp.MustCompile(`(?s)\n    package main\n.*?\n    }\n\n`).FindString(string(page))
	require.NotEmpty(t, code)
	dir := t.TempDir()
	program, champion := filepath.Join(dir, "choose.go"), filepath.Join(dir, "mine.json")
	require.NoError(t, os.WriteFile(program, []byte(strings.ReplaceAll(code, "\n    ", "\n")), 0o666))
	evolved, err := weights.Named("evolved")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(champion, evolved.File(), 0o666))
	binary := filepath.Join(dir, "choose.exe")
	out, err := exec.Command("go", "build", "-o", binary, program).CombinedOutput()
	require.NoError(t, err, string(out))

	spec, err := players.ParseSpec("evolved")
	require.NoError(t, err)
	contestant, err := spec.Contestant()
	require.NoError(t, err)
	player := contestant.New(contestant.NewSearcher())
	defer players.Close(player)
	for _, moves := range []string{"f5d6c3", "f5f6e6f4e3c5c4", "c4c3d3c5f6f5d6e6g6f3b3e3f4c6b4g4g5f7d2h5b6b5e7c1c7d7g8a4" +
		"g7e2f2e8f8c8d1g3d8h8a3a2a5a6h2b7h7h6a8a7"} { // the last one is solved
		game, err := engine.ParseTranscript(moves)
		require.NoError(t, err)
		player.NewGame(1)
		best, err := player.Move(context.Background(), game.Final())
		require.NoError(t, err)
		out, err := exec.Command(binary, champion, moves).CombinedOutput()
		require.NoError(t, err, string(out))
		want := fmt.Sprintf(`^%s is answered by %v: [+-]\d+\.\d discs for %v\n$`, moves[len(moves)-2:], best.Move,
			game.Final().Side)
		assert.Regexp(t, want, string(out))
		if moves == "f5d6c3" {
			assert.Contains(t, string(page), "    "+string(out), "the page shows what the program prints")
		}
	}
}
