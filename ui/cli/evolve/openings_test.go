package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/ui/cli"
)

// boardsOf writes the positions after transcripts to a file, one a line, in the Othello League's format.
func boardsOf(t *testing.T, transcripts ...string) (path string) {
	var text strings.Builder
	for _, transcript := range transcripts {
		game, err := engine.ParseTranscript(transcript)
		require.NoError(t, err)
		text.WriteString(game.Final().Squares() + "\n")
	}
	path = filepath.Join(t.TempDir(), "boards.txt")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	return path
}

// A match from a file of positions plays all of them, each with both colours.
func TestPositionsOpenMatches(t *testing.T) {
	boards := boardsOf(t, "f5d6c3d3c4f4", "f5f6e6f4", "d3c5", "c4e3")
	player := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(player, []byte("{ 1 { 1 4 { 0 } { 7 } { 56 } { 63 } { -1 0 1 } } }"), 0o600))
	dir, games := filepath.Join(t.TempDir(), "match"), filepath.Join(t.TempDir(), "games.ggf")
	args := []string{"match", "strongest:depth=1,endgame=0", "ntuple:view=self,file=" + player, "--openings", boards,
		"--out", dir, "--json"}
	document := func(args ...string) map[string]any {
		out, errs, code := evolveIn(t, "", args...)
		require.Equal(t, cli.Done, code, errs)
		assert.Equal(t, boards+": 1 of 4 positions are the same as earlier ones up to symmetry. They are played too, so the "+
			"intervals are a little too narrow.\n", errs)
		var report map[string]any
		require.NoError(t, json.Unmarshal([]byte(out), &report))
		delete(report, "games_per_second")
		return report
	}
	report := document(args...)
	assert.EqualValues(t, 4, report["pairs"])
	assert.EqualValues(t, 0, report["plies"])
	assert.Equal(t, report, document(append(args, "--ggf", games)...), "all results come from --out")

	data, err := os.ReadFile(games)
	require.NoError(t, err)
	assert.Equal(t, 8, strings.Count(string(data), "(;GM[Othello]"))
	out := mustEvolve(t, "analyze", games, "--depth", "1")
	assert.Contains(t, out, "Game 8: ")

	out = mustEvolve(t, "match", "table", "random", "--openings", boards, "--pairs", "2", "--seed", "3")
	assert.Contains(t, out, "2 pairs, 4 games")
}

// A match with --out on a board of another shape can be continued.
func TestMatchesOnShapesContinue(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	args := []string{"match", "greedy", "random", "--board", "Square-6", "--pairs", "3", "--out", dir}
	cut := func(out string) string { _, rest, _ := strings.Cut(out, "\n"); return rest } // the first line has the speed
	assert.Equal(t, cut(mustEvolve(t, args...)), cut(mustEvolve(t, args...)))
}

// A tournament notices that a player's file has changed.
func TestTournamentsKnowPlayersByTheirContent(t *testing.T) {
	player, dir := filepath.Join(t.TempDir(), "X.player"), filepath.Join(t.TempDir(), "all")
	require.NoError(t, os.WriteFile(player, []byte("1 1 4 0 7 56 63 -1 0 1"), 0o600))
	args := []string{"tournament", "table", "ntuple:file=" + player, "--pairs", "2", "--out", dir}
	out := mustEvolve(t, args...)
	assert.Equal(t, out, mustEvolve(t, args...))
	require.NoError(t, os.WriteFile(player, []byte("1 1 4 0 7 56 63 1 0 -1"), 0o600))
	_, errs, code := evolveIn(t, "", args...)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "ntuple:file="+player)
}
