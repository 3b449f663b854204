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
		"strongest":                            "usage: " + called.Evolve() + " league PLAYER OPPONENT…",
		"strongest random":                     "give a file with --openings FILE",
		"strongest xyz --openings " + boards:   `unknown player "xyz"`,
		"strongest random --openings /no/such": "/no/such",
	} {
		_, errs, code := evolveIn(t, "", append([]string{"league"}, strings.Fields(args)...)...)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, errs, says)
	}
}
