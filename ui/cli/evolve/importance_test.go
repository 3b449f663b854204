package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/report/importance"
	"evothello/ui/cli"
)

func TestImportance(t *testing.T) {
	t.Chdir(t.TempDir())
	args := strings.Fields("importance reversi-blank --depth 1 --endgame 0 --pairs 32 --parts weights,scorers --quiet")
	out := mustEvolve(t, args...)
	const hint = "\n\nWith --out DIR there are a picture, tables, and all games to continue from.\n"
	assert.True(t, strings.HasSuffix(out, hint))
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Empty(t, left, "it writes only where asked")

	args = append(args, "--out", "importance")
	kept := mustEvolve(t, append(args, "--concurrency", "1")...)
	assert.Equal(t, strings.Split(out, "With --out")[0]+"The picture is importance/importance.png.\n", kept)
	assert.Contains(t, out, "Elo that reversi-blank loses against itself when weights are changed, negascout to depth 1")
	assert.Contains(t, out, "within ± 15 Elo, or a quarter of the loss, and after 32 pairs at most.")
	assert.Regexp(t, `\nweights\n +left out +halved +doubled *\n`, out)
	assert.Regexp(t, `\n  table.corner +[^ ]+ \([^)]+\) +[^ ]+ \([^)]+\) +[^ ]+ \([^)]+\) *\n`, out)
	assert.Regexp(t, `\nscorers\n +left out *\n  \w+ +[^ ]+ \([^)]+\) *\n`, out)
	for _, name := range []string{"importance.json", "importance.csv", "importance.png", "importance.svg"} {
		assert.FileExists(t, filepath.Join("importance", name))
	}
	table, err := os.ReadFile("importance/importance.csv")
	require.NoError(t, err)
	assert.Contains(t, string(table), "kind,part,factor,elo_lost,lost_low,lost_high,pairs\nweights,")
	assert.Contains(t, string(table), "\nscorers,table,0,")

	// The same command plays nothing again, and says the same with more workers.
	games, err := os.ReadFile("importance/games/pairs.jsonl")
	require.NoError(t, err)
	var found struct{ Importance []importance.Result }
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, append(args, "--concurrency", "3", "--json")...)), &found))
	assert.Len(t, found.Importance, 18)
	again, err := os.ReadFile("importance/games/pairs.jsonl")
	require.NoError(t, err)
	assert.Equal(t, string(games), string(again))

	out = mustEvolve(t, strings.Fields("importance reversi-blank --depth 1 --endgame 0 --pairs 32 --grid 3 --quiet "+
		"--landscape blank.w1,possibility.w --out landscape")...)
	assert.Contains(t, out, "blank.w1 times the factor of the column, possibility.w times that of the row:")
	assert.Regexp(t, `\n +× 1.00 +[^ ]+ \([^)]+\) +\+0 +[^ ]+ \([^)]+\) *\n`, out)
	assert.Contains(t, out, "A quadratic fits the points")
	assert.FileExists(t, "landscape/landscape.png")
	assert.FileExists(t, "landscape/landscape.json")

	runIn(t, "run", "--quiet")
	mustEvolve(t, strings.Fields("importance run --pairs 16 --parts scorers --quiet")...)
	assert.FileExists(t, "run/importance/importance.png")
	assert.Contains(t, mustEvolve(t, "resume", "run", "--generations", "5", "--quiet"), "Generation 5")
	assert.FileExists(t, "run/importance/importance.json")
}

func TestImportanceRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for says, args := range map[string]string{
		"player random has no weights":                         "random",
		"unknown player":                                       "nosuch",
		`--parts: unknown kind "weight"; did you mean weights`: "evolved --parts weight",
		"--landscape: want two different weights":              "evolved --landscape table.corner",
		"--landscape: want two different":                      "evolved --landscape table.x,table.x",
		`--landscape: unknown weight "table.y"`:                "evolved --landscape table.x,table.y",
		"--landscape: weight number.w is 0 in all phases":      "evolved --landscape table.x,number.w",
		"--grid 2: must be 3 to 15":                            "evolved --grid 2",
		"--precision 0: must be above 0":                       "evolved --precision 0",
		"--pairs 15: must be 16 or more":                       "evolved --pairs 15",
		"so that repeated games are the same: give --depth":    "evolved:time=1s",
		"its pattern tables are for the standard board":        "strongest --board X",
		"usage: ": "evolved strongest",
	} {
		_, errs, code := evolveIn(t, "", append([]string{"importance"}, strings.Fields(args)...)...)
		assert.Equal(t, cli.Wrong, code, args)
		assert.Contains(t, errs, says, args)
	}
	assert.NoDirExists(t, "importance")
}
