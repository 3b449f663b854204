package evolve

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/ui/cli"
)

// A program that fails loses its games. The report starts with that, because such wins say nothing about the other
// player's strength.
func TestMatchAgainstAProgramThatFails(t *testing.T) {
	const failing = "gtp:cmd=sh -c 'echo out of order >&2; exit 3'"
	const reason = "the program died: exit status 3; last on its standard error: \"out of order\""
	ggf := filepath.Join(t.TempDir(), "games.ggf")
	out, errs, code := evolveIn(t, "", "match", "table", failing, "--pairs", "20", "--ggf", ggf, "--sprt", "0,20")
	assert.Equal(t, cli.Failed, code)
	lines := strings.Split(out, "\n")
	assert.Equal(t, "  forfeits     40 by "+failing+", first in game 1 of pair 1: "+reason, lines[1])
	assert.NotRegexp(t, "Elo|superiority|SPRT|%", out)
	assert.Contains(t, errs, "evolve: all 40 games were forfeited: the result does not measure strength\n")
	games, err := os.ReadFile(ggf)
	require.NoError(t, err)
	assert.Equal(t, 40, strings.Count(string(games), ", forfeit: "+reason+"];)\n"))

	out, _, code = evolveIn(t, "", "match", failing, "table", "--pairs", "1", "--json")
	assert.Equal(t, cli.Failed, code)
	var document map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &document))
	for _, key := range []string{"elo", "elo_low", "elo_high", "nelo", "nelo_error", "los", "sprt"} {
		value, there := document[key]
		assert.True(t, there, key)
		assert.Nil(t, value, key)
	}
	assert.Equal(t, 0.0, document["score"])
	assert.Contains(t, out, `"side": "a",`)
	assert.Contains(t, out, `"reason": "`+strings.ReplaceAll(reason, `"`, `\"`)+`"`)
	assert.Contains(t, mustEvolve(t, "match", "table", "random", "--pairs", "1", "--json"), `"forfeits": []`)
}

// A program that fails in some games has an Elo, but the report starts with its forfeits.
func TestMatchAgainstAProgramThatFailsSometimes(t *testing.T) {
	var tally fitness.Tally
	tally.Add(fitness.PairResult{Games: [2]fitness.Record{{Discs: 64, ForfeitReason: "out of order"}, {Discs: 10}}})
	report := tally.Report(nil)
	report.A, report.B = "table", "gtp:cmd=x"
	var out bytes.Buffer
	printReport(&out, &report)
	assert.Regexp(t,
		`^table against gtp:cmd=x: .*\n  forfeits     1 by gtp:cmd=x, first in game 1 of pair 1: out of order\n  score  .*\n  Elo  `, out.String())

	live := &matchProgress{display: newDisplay(&out), pairs: 3}
	live.played(fitness.PairResult{Games: [2]fitness.Record{{Discs: 64, ForfeitReason: "out of order"},
		{Discs: -64, ForfeitReason: "out of order"}}})
	assert.Equal(t, "2 of 2 games forfeited", live.score())
	live.played(fitness.PairResult{})
	assert.Regexp(t, "^2 of 4 games forfeited, 75.0 %, Elo ", live.score())
}

// A tournament prints the same lines, with the pairing.
func TestTournamentForfeits(t *testing.T) {
	const failing = "gtp:cmd=sh -c 'exit 3'"
	const reason = "the program died: exit status 3"
	out := mustEvolve(t, "tournament", "table", "random", failing, "--pairs", "2")
	for _, rival := range []string{"table", "random"} {
		assert.Contains(t, out, rival+" against "+failing+": forfeits 4 by "+failing+", first in game 1 of pair 1: "+reason+
			"\n")
	}
	assert.Regexp(t, "^(table|random) against ", out, "the fault comes first")
	assert.Regexp(t, "8 \\| none: all its games were forfeited\n", out)
	out = mustEvolve(t, "tournament", "table", "random", failing, "--pairs", "1", "--json")
	assert.Equal(t, 1, strings.Count(out, `"forfeits": []`), "that of table against random")
	assert.Equal(t, 2, strings.Count(out, `"forfeits": [`+"\n"))
	assert.Equal(t, 1, strings.Count(out, `"unrated": true`))

	dir := filepath.Join(t.TempDir(), "all")
	_, errs, code := evolveIn(t, "", "tournament", "table", failing, "gtp:cmd=false", "--pairs", "1", "--out", dir,
		"--quiet")
	assert.Equal(t, cli.Failed, code)
	assert.Equal(t, "evolve: all 6 games were forfeited: the result does not measure strength\n", errs)
	assert.FileExists(t, filepath.Join(dir, "results.json"))
}

// A program that cannot be started is an input error, not a forfeit.
func TestAMissingProgramIsAnInputError(t *testing.T) {
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
