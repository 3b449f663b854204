package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/ui/cli"
)

// The output has the score of each match, and the mean of the scores.
func TestLeague(t *testing.T) {
	boards := boardsOf(t, "f5d6c3d3c4f4", "f5f6e6f4", "c4e3")
	player := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(player, []byte("{ 1 { 1 4 { 0 } { 7 } { 56 } { 63 } { -1 0 1 } } }"), 0o600))
	corners := "ntuple:file=" + player
	var league struct {
		Player  string
		Mean    float64
		Matches []struct {
			B     string
			Games int
			Score float64
		}
	}
	out := mustEvolve(t, "league", "strongest", corners, "reversi-blank", "--openings", boards, "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &league))
	assert.Equal(t, "strongest", league.Player)
	mean := 0.0
	for i, opponent := range []string{corners, "reversi-blank"} {
		var match struct{ Score float64 }
		out := mustEvolve(t, "match", "strongest", opponent, "--openings", boards, "--depth", "1", "--endgame", "0", "--json")
		require.NoError(t, json.Unmarshal([]byte(out), &match))
		assert.Equal(t, opponent, league.Matches[i].B)
		assert.Equal(t, 6, league.Matches[i].Games)
		assert.Equal(t, match.Score, league.Matches[i].Score)
		mean += match.Score / 2
	}
	assert.InDelta(t, mean, league.Mean, 1e-12)
	assert.Contains(t, mustEvolve(t, "league", "strongest", corners, "--openings", boards),
		"mean of strongest, 6 games with each")

	for args, says := range map[string]string{
		"":                                     "usage: " + called.Evolve() + " league PLAYER [OPPONENT…]",
		"strongest --pairs 0":                  "--pairs 0: must be 1 or more",
		"strongest xyz --openings " + boards:   `unknown player "xyz"`,
		"strongest random --openings /no/such": "/no/such",
	} {
		_, errs, code := evolveIn(t, "", append([]string{"league"}, strings.Fields(args)...)...)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, errs, says)
	}
}

// From the start position a player meets the League's standard heuristic, with random moves that depend on the seed.
func TestLeagueMeasure(t *testing.T) {
	measure := func(args string) string {
		return mustEvolve(t, append([]string{"league", "--json"}, strings.Fields(args)...)...)
	}
	var league struct {
		Mean    float64
		Matches []struct {
			B     string
			Pairs int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(measure("strongest")), &league))
	require.Len(t, league.Matches, 1)
	assert.Equal(t, "wpc", league.Matches[0].B)
	assert.Equal(t, 1000, league.Matches[0].Pairs)
	assert.InDelta(t, 0.71, league.Mean, 0.03)
	few := measure("table --pairs 20 --seed 3")
	assert.Equal(t, few, measure("table wpc --pairs 20 --seed 3 --concurrency 3"))
	assert.NotEqual(t, few, measure("table --pairs 20 --seed 4"))
	require.NoError(t, json.Unmarshal([]byte(measure("wpc")), &league))
	assert.InDelta(t, 0.5, league.Mean, 0.04, "wpc against itself")
}
