package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/ui/cli"
	"evothello/weights"
)

// A run on a board of another shape gives a champion for that board, with the same bytes for any number of workers. By
// default the champion plays on its board. On other boards it is an error.
func TestRunOnAShape(t *testing.T) {
	dir, again := filepath.Join(t.TempDir(), "heart"), filepath.Join(t.TempDir(), "again")
	out := runIn(t, dir, "--board", "heart", "--squares", "orbits", "--concurrency", "1")
	assert.Contains(t, out, "Generation 4 of 4")
	runIn(t, again, "--board", "Heart", "--squares", "orbits", "--concurrency", "2")
	assert.Equal(t, filesOf(t, dir), filesOf(t, again))
	mustEvolve(t, "resume", dir, "--generations", "5")

	champion := filepath.Join(dir, "champion.json")
	data, err := os.ReadFile(champion)
	require.NoError(t, err)
	evolved, err := weights.Read(data)
	require.NoError(t, err)
	assert.Equal(t, "Heart", evolved.HomeBoard().Name)
	assert.Contains(t, string(data), "squares.a3", "the first square of an orbit")
	assert.NotContains(t, string(data), "squares.a1", "a hole")

	var report fitness.Report
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "match", champion, "random", "--pairs", "10", "--json")),
		&report))
	assert.Greater(t, report.Score, 0.5)
	games := filepath.Join(t.TempDir(), "games.ggf")
	mustEvolve(t, "match", champion, "random", "--pairs", "2", "--ggf", games)
	assert.Contains(t, mustEvolve(t, "analyze", games, "--player", champion, "--depth", "1", "--endgame", "4"), "Game 4")
	assert.Contains(t, mustEvolve(t, "explain", champion, "f5"), "#--##--#")
	assert.Contains(t, mustEvolve(t, "tournament", champion, "random", "greedy", "--pairs", "2"), "12 games")
	mustEvolve(t, "report", dir)

	for _, args := range [][]string{
		{"match", champion, "random", "--board", "X"}, {"explain", champion, "f5", "--board", "X"},
		{"tournament", champion, "random", "--board", "X"},
		{"analyze", "f5d6", "--player", champion, "--board", "Square-8"}, {"run", "--board", "X", "--start", champion},
	} {
		_, errs, code := evolveIn(t, "", args...)
		assert.Equal(t, cli.Wrong, code, "%v", args)
		assert.Contains(t, errs, "its weights are for the board Heart, not for ", "%v", args)
	}
}

// All commands refuse pattern tables of the standard board on other boards.
func TestPatternTablesOnShapes(t *testing.T) {
	for _, args := range [][]string{
		{"match", "strongest", "random", "--board", "X"}, {"match", "random", "../../../runs/strongest", "--board", "X"},
		{"explain", "strongest", "--board", "X", "d3"}, {"tournament", "strongest", "random", "--board", "X"},
		{"analyze", "--board", "X", "d3", "--player", "strongest"},
	} {
		_, errs, code := evolveIn(t, "", args...)
		assert.Equal(t, cli.Wrong, code, "%v", args)
		assert.Contains(t, errs, "its pattern tables are for the standard board only: on board X use player evolved-x", "%v",
			args)
	}
}

func TestOtherCommandsOnShapes(t *testing.T) {
	assert.Contains(t, mustEvolve(t, "perft", "5", "--board", "x"), "perft 5 = ")
	file := filepath.Join(t.TempDir(), "tiny.txt")
	require.NoError(t,
		os.WriteFile(file, []byte("########\n########\n##----##\n##-OX-##\n##-XO-##\n##----##\n########\n########\n"), 0o600))
	assert.Contains(t, mustEvolve(t, "solve", "d3", "--board", file), "O to move  +10",
		"White wins 11–3, and two squares stay empty")
	assert.Contains(t, mustEvolve(t, "match", "greedy", "random", "--board", file, "--pairs", "3"), "3 pairs")
	for args, says := range map[string]string{
		"match greedy random --board Hexagon":                   `unknown board "Hexagon"; known: X, x, Square-8`,
		"match greedy random --board " + file + "x":             "tiny.txtx",
		"run --board X --squares tens":                          `--squares: unknown value "tens"; known: classes, orbits`,
		"run --scorers edge --squares orbits":                   "--squares orbits: scorer table does not evolve",
		"match greedy gtp:cmd=sh --board X":                     "GTP knows only the standard board, not X",
		"match greedy nboard:cmd=sh --board X":                  "its protocol cannot represent the holes of the board X",
		"match greedy random --board X --openings " + file + "": "does not have the squares of board X",
	} {
		_, errs, code := evolveIn(t, "", strings.Fields(args)...)
		assert.Equal(t, cli.Wrong, code, args)
		assert.Contains(t, errs, says, args)
	}
}
