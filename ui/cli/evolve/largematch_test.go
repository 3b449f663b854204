package evolve

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	on10 := report("--board", "10", "--workers", "1")
	assert.Equal(t, "10", on10["board"])
	assert.EqualValues(t, 40, on10["games"])
	assert.Less(t, on10["mean_discs"], 0.0, "greedy has more")
	assert.Equal(t, on10, report("--board", "10", "--workers", "3"))
	assert.NotEqual(t, on10, report("--board", "10", "--seed", "2"))
	on26 := report("--board", "26")
	assert.Less(t, on26["score"], 0.2, "greedy wins nearly all on the largest")
	tested := report("--board", "26", "--pairs", "200", "--sprt=-200,-100")
	assert.Less(t, tested["pairs"], 200.0)
	assert.Equal(t, "rejected", tested["sprt"].(map[string]any)["result"])

	out := mustEvolve(t, "match", "table", "alphabeta", "--board", "10", "--depth", "1", "--endgame", "4", "--pairs", "2")
	assert.Contains(t, out, "table against alphabeta: 2 pairs, 4 games")
}

func TestMatchOnALargeBoardRefuses(t *testing.T) {
	for _, c := range []struct {
		says string
		args []string
	}{
		{"player champion plays only on boards up to 8×8; players for larger boards: random,",
			[]string{"champion", "random"}},
		{`unknown player "xyz"`, []string{"random", "xyz"}},
		{"--ggf works on boards up to 8×8 only: leave it out with --board ", []string{"random", "greedy", "--ggf", "x.ggf"}},
		{"--out works on boards up to 8×8 only", []string{"random", "greedy", "--out", "x"}},
		{"--listen works on boards up to 8×8 only", []string{"random", "greedy", "--listen", ":0"}},
		{"--pairs 0: must be 1 or more", []string{"random", "greedy", "--pairs", "0"}},
		{"--workers -1", []string{"random", "greedy", "--workers", "-1"}},
		{"--depth 0: must be 1", []string{"alphabeta", "greedy", "--depth", "0"}},
		{"depth=9: want a whole number from 1 to 8", []string{"alphabeta", "greedy", "--depth", "9"}},
		{"found 1 of 1 plies for 2 pairs; ask for at most 1 pair or",
			[]string{"random", "greedy", "--plies", "1", "--pairs", "2"}},
		{"--sprt", []string{"random", "greedy", "--sprt", "3"}},
	} {
		out, errs, code := evolveIn(t, "", append([]string{"match", "--board", "12"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, "%v", c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}
