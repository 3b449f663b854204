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
	"evothello/formats"
	"evothello/ui/cli"
)

// On large boards a match prints the same as on 8×8 squares, and the board.
func TestMatchOnALargeBoard(t *testing.T) {
	report := func(args ...string) map[string]any {
		out := mustEvolve(t, append([]string{"match", "random", "greedy", "--pairs", "20", "--json"}, args...)...)
		var all map[string]any
		require.NoError(t, json.Unmarshal([]byte(out), &all))
		for _, name := range []string{"games_per_second", "move_seconds_a", "move_seconds_b"} {
			assert.Contains(t, all, name)
			delete(all, name)
		}
		return all
	}
	on10 := report("--board", "10", "--concurrency", "1")
	assert.Equal(t, "10", on10["board"])
	assert.EqualValues(t, 40, on10["games"])
	assert.Less(t, on10["mean_discs"], 0.0, "greedy has more")
	assert.Equal(t, on10, report("--board", "10", "--concurrency", "3"))
	assert.NotEqual(t, on10, report("--board", "10", "--seed", "2"))
	on26 := report("--board", "26")
	assert.Less(t, on26["score"], 0.2, "greedy wins nearly all on the largest")
	tested := report("--board", "26", "--pairs", "200", "--sprt=-200,-100")
	assert.Less(t, tested["pairs"], 200.0)
	assert.Equal(t, "rejected", tested["sprt"].(map[string]any)["result"])

	out := mustEvolve(t, "match", "table", "alphabeta", "--board", "10", "--depth", "1", "--endgame", "4", "--pairs", "2")
	assert.Contains(t, out, "table against alphabeta: 2 pairs, 4 games")

	// Games are written, and open other games.
	ggf := filepath.Join(t.TempDir(), "games.ggf")
	mustEvolve(t, "match", "table", "greedy", "--board", "10", "--pairs", "2", "--ggf", ggf)
	games, err := formats.ReadFile(engine.LargeStart(10), ggf)
	require.NoError(t, err)
	require.Len(t, games.Games, 4)
	assert.True(t, games.Games[3].Final().Over())
	out = mustEvolve(t, "match", "table", "greedy", "--board", "10", "--openings", ggf, "--opening-plies", "10")
	assert.Contains(t, out, "table against greedy: 4 pairs, 8 games")
	assert.Equal(t, "perft 5 = 1396", strings.Split(mustEvolve(t, "perft", "5", "--board", "26"), "  ")[0])
}

func TestMatchOnALargeBoardRefuses(t *testing.T) {
	for _, c := range []struct {
		says string
		args []string
	}{
		{"player strongest plays only on boards up to 8×8; players for larger boards: ",
			[]string{"strongest", "random"}},
		{`unknown player "xyz"`, []string{"random", "xyz"}},
		{"--pairs 0: must be 1 or more", []string{"random", "greedy", "--pairs", "0"}},
		{"--concurrency -1", []string{"random", "greedy", "--concurrency", "-1"}},
		{"--depth 0: must be 1", []string{"alphabeta", "greedy", "--depth", "0"}},
		{"depth 9: must be 1 to 8 on boards larger than 8×8", []string{"alphabeta", "greedy", "--depth", "9"}},
		{"found only 1 with 1 plies for 2 pairs; ask for fewer pairs or",
			[]string{"random", "greedy", "--opening-plies", "1", "--pairs", "2"}},
		{"--sprt", []string{"random", "greedy", "--sprt", "3"}},
	} {
		out, errs, code := evolveIn(t, "", append([]string{"match", "--board", "12"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, "%v", c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}

// A run on a large board has all that a run has: it stops, resumes, and its champion plays.
func TestRunOnALargeBoard(t *testing.T) {
	t.Chdir(t.TempDir())
	dir := filepath.Join("runs", "ten")
	mustEvolve(t, "run", "--board", "10", "--seed", "1", "--population", "4", "--pairs", "2", "--depth", "1",
		"--endgame", "0", "--generations", "1", "--out", dir, "--quiet")
	mustEvolve(t, "resume", dir, "--generations", "2", "--quiet")
	assert.Contains(t, mustEvolve(t, "status", dir), "seed 1 on 10x10, optimizer ga")
	assert.Contains(t, mustEvolve(t, "check", dir), "is sound")
	assert.Contains(t, mustEvolve(t, "plot", dir), "weights.svg")
	_, err := os.Stat(filepath.Join(dir, "plots", "table.svg"))
	assert.ErrorIs(t, err, os.ErrNotExist, "there is no picture of the squares")
	mustEvolve(t, "report", dir)
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	require.NoError(t, err)
	assert.Contains(t, string(page), "a player of Othello on the board 10x10")
	assert.Contains(t, string(page), "All weights of the champion")

	out := mustEvolve(t, "match", dir, "random", "--pairs", "2", "--json")
	assert.Contains(t, out, `"board": "10"`, "the board is the champion's")
	for _, c := range []struct {
		says string
		args []string
	}{
		{"its weights are for the board 10x10, not for Square-8", []string{"match", dir, "random", "--board", "8x8"}},
		{"board 10x10: evolve explain works only on boards up to 8×8: ", []string{"explain", dir}},
		{"board 10x10: the analysis of positions works only on boards up to 8×8: " +
			"", []string{"measure", "cuts", dir, "-o", "f"}},
		{"board 12x12: evolve solve works only on boards up to 8×8: ", []string{"solve", "--board", "12", "g8"}},
		{"its weights are for the board 10x10, not for 12x12", []string{"match", dir, "random", "--board", "12"}},
		{"scorer corner works only on boards up to 8×8", []string{"run", "--board", "10", "--scorers", "corner"}},
		{"scorer squares works only on boards up to 8×8", []string{"run", "--board", "10", "--squares", "orbits"}},
	} {
		out, errs, code := evolveIn(t, "", c.args...)
		assert.Equal(t, cli.Wrong, code, "%v", c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}
