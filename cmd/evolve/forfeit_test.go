package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/cli"
)

// A program that fails loses its games, and the match says why.
func TestMatchAgainstAProgramThatFails(t *testing.T) {
	const failing = "gtp:cmd=sh -c 'echo out of order >&2; exit 3'"
	const reason = "the program died: exit status 3; last on its standard error: \"out of order\""
	ggf := filepath.Join(t.TempDir(), "games.ggf")
	out := mustEvolve(t, "match", "table", failing, "--pairs", "2", "--ggf", ggf)
	assert.Contains(t, out, "games        4 won, 0 drawn, 0 lost, mean +64.0 discs\n")
	assert.Contains(t, out, "forfeits     4 by "+failing+", first in game 1 of pair 1: "+reason+"\n")
	games, err := os.ReadFile(ggf)
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(string(games), ", forfeit: "+reason+"];)\n"))

	out = mustEvolve(t, "match", failing, "table", "--pairs", "1", "--json")
	assert.Contains(t, out, `"side": "a",`)
	assert.Contains(t, out, `"reason": "`+strings.ReplaceAll(reason, `"`, `\"`)+`"`)
	assert.Contains(t, mustEvolve(t, "match", "table", "random", "--pairs", "1", "--json"), `"forfeits": []`)
}

// In a tournament the same lines say in which pairing it was.
func TestTournamentForfeits(t *testing.T) {
	const failing = "gtp:cmd=sh -c 'exit 3'"
	const reason = "the program died: exit status 3"
	out := mustEvolve(t, "tournament", "table", "random", failing, "--pairs", "2")
	for _, rival := range []string{"table", "random"} {
		assert.Contains(t, out, rival+" against "+failing+": forfeits 4 by "+failing+", first in game 1 of pair 1: "+reason+"\n")
	}
	out = mustEvolve(t, "tournament", "table", "random", failing, "--pairs", "1", "--json")
	assert.Equal(t, 1, strings.Count(out, `"forfeits": []`), "that of table against random")
	assert.Equal(t, 2, strings.Count(out, `"forfeits": [`+"\n"))
}

// A program that cannot be started is the command line's fault, no forfeit.
func TestWhatIsNoProgramPlaysNoGames(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(text, []byte("no program\n"), 0o755))
	for _, command := range []string{"match", "tournament"} {
		for spec, says := range map[string]string{
			"gtp:cmd=nosuchprogram": `no program "nosuchprogram" in PATH`,
			"nboard:cmd=" + text:    "evolve: cannot run " + text + ": exec format error; it is neither",
			"gtp":                   "name the program to run",
		} {
			out, errs, code := evolveIn(t, "", command, "table", spec, "--pairs", "1")
			assert.Equal(t, cli.Wrong, code, "%s, %s", command, spec)
			assert.Empty(t, out)
			assert.Contains(t, errs, says)
		}
	}
}
