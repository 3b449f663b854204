package evolve

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// No message controls the terminal or breaks its line because of the name of a directory, a file or a player. This
// holds for all kinds of directories and for commands that are printed to be copied.
func TestNamesArePrintedSafely(t *testing.T) {
	const evil = "a\x1b[31mb\nc"
	qnet, games, player := smallQNet(t), file(t, "../../../formats/testdata/match.ggf"), filepath.Join(evil, "run")
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir(evil, 0o777))
	safely := func(args ...string) {
		t.Helper()
		out, errs, code := evolveIn(t, "", args...)
		require.Equal(t, cli.Done, code, "%q: %s", args, errs)
		assert.NotContains(t, out+errs, "\x1b", args)
		assert.NotContains(t, out+errs, "b\nc", args)
	}
	in := func(name string) string { return filepath.Join(evil, name) }
	withPlots(func() {
		safely(append([]string{"run", "--out", player}, small...)...)
		safely(append(smallTables(t), "--rounds", "1", "--out", in("tables"))...)
		safely("train", "qnet", "--config", qnet, "--episodes", "20", "--out", in("qnet"))
		safely(append([]string{"train", "policy", "--rounds", "1", "--out", in("policy")}, smallPolicy...)...)
		safely("tournament", player, "greedy", "--pairs", "1", "--out", in("tournament"))
		safely("match", player, "greedy", "--pairs", "1", "--out", in("match"))
		safely(append(slices.Clone(smallComparison), "--out", in("compared"))...)
		safely("importance", player, "--pairs", "16", "--depth", "1", "--parts", "scorers", "--out", in("importance"))
	})
	safely("board", "Square-4", "--games", "10", "--state", in("boards"))
	for _, dir := range []string{"run", "tables", "qnet", "policy", "tournament", "compared", "boards"} {
		for _, verb := range []string{"status", "check", "repair", "plot", "report", "resume"} {
			if dir == "boards" && verb == "plot" {
				continue // boards have no plots
			}
			safely(verb, in(dir))
		}
	}
	for _, args := range [][]string{
		{"fit", player, "-o", in("fitted.json"), "--games", "300"},
		{"fit", games, "-o", in("more.json"), "--scorers", "number", "--turns", "60"},
		{"measure", "cuts", player, "--positions", "20", "--depth", "3", "-o", in("probcut.json")},
		{"freeze", player, "-o", in("frozen.json")},
		{"freeze", in("policy"), "-o", in("frozen.network")},
		{"match", player, in("frozen.json"), "--pairs", "1", "--ggf", in("games.ggf")},
		{"league", player, "random", "--openings", boardsOf(t, "f5d6c3d3c4f4")},
		{"explain", player, "f5d6c3"},
		{"analyze", in("games.ggf"), "--player", player, "--depth", "1"},
		{"plot", player, "--export", "tensorboard", "--out", in("exported")},
	} {
		safely(args...)
	}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, entries, 1, "everything is in that directory: %v", strings.TrimSpace(evil))
}
