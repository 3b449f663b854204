package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/report/boards"
	"evothello/ui/cli"
)

// times matches the times, which differ between two analyses of a board.
var times = regexp.MustCompile(`\d+\.\ds`)

func TestBoardInWords(t *testing.T) {
	out := times.ReplaceAllString(mustEvolve(t, "board", "Square-4", "--concurrency", "1"), "0.0s")
	golden := filepath.Join("testdata", "board.golden")
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(golden, []byte(out), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), out)
}

func analysisOf(t *testing.T, args ...string) (s boards.BoardAnalysis) {
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t,
		append([]string{"board", "--json", "--games", "1000", "--memory", "32"}, args...)...)), &s))
	return s
}

// The JSON has the keys that scripts depend on, and the published results of the board X.
func TestBoardAsJSON(t *testing.T) {
	var document map[string]any
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "board", "X", "--json", "--memory", "32")), &document))
	assert.Equal(t, "X", document["name"])
	assert.Equal(t, "--####-----##---##----#####OX######XO#####----##---##-----####--", document["board"])
	assert.EqualValues(t, 32, document["squares"])
	assert.EqualValues(t, 28, document["blanks"])
	assert.Equal(t, []any{"d3", "e6"}, document["first_moves"])
	assert.Positive(t, document["seconds"])
	random := document["random"].(map[string]any)
	assert.EqualValues(t, 10000, random["games"])
	assert.InDelta(t, 46.8, random["black"], 2.5)
	assert.InDelta(t, 41.7, random["white"], 2.5)
	assert.InDelta(t, 11.5, random["draw"], 2.5)
	for key, want := range map[string]map[string]any{
		"best_game":          {"black": 11.0, "white": 10.0, "exact": true},
		"largest_win_black":  {"black": 28.0, "white": 1.0, "exact": true},
		"largest_win_white":  {"black": 1.0, "white": 28.0, "exact": true},
		"shortest_win_black": {"moves": 8.0, "exact": true},
		"shortest_win_white": {"moves": 10.0, "exact": true},
	} {
		part := document[key].(map[string]any)
		assert.NotEmpty(t, part["record"], key)
		assert.Subset(t, part, want, key)
	}
}

// Boards may come from files, and each board has a JSON document.
func TestBoardsFromFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boards.json")
	strip := strings.Repeat("#", 24) + "--OX----" + strings.Repeat("#", 32)
	require.NoError(t, os.WriteFile(path, []byte(`{"strip": {"board": "`+strip+`"}, "small": {"board": "`+
		strings.ReplaceAll(strip, "--#", "###")+`"}}`), 0o666))
	s := analysisOf(t, path+"#strip")
	assert.Equal(t, strip, s.Board)
	assert.Equal(t, boards.End{Black: 3, White: 0, Record: "b4"}, s.BestGame.End)
	assert.Equal(t, boards.End{Black: 3, White: 0, Record: "b4"}, s.LargestWinWhite.End,
		"nothing better can happen to White")
	assert.Equal(t, 1, s.ShortestWinBlack.Moves)
	assert.Equal(t, []any{0, true}, []any{s.ShortestWinWhite.Moves, s.ShortestWinWhite.Exact}, "White can never win")

	decoder := json.NewDecoder(strings.NewReader(mustEvolve(t, "board", "--json", path+"#small", "Square-4", "--memory",
		"32")))
	var names []string
	for decoder.More() {
		var s boards.BoardAnalysis
		require.NoError(t, decoder.Decode(&s))
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"small", "Square-4"}, names)
}

// With --state results are saved, and the next command continues from them.
func TestBoardContinuesFromItsState(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	first := analysisOf(t, "Xhole", "--state", dir, "--budget", "200ms", "--concurrency", "1")
	assert.False(t, first.BestGame.Exact)
	out := mustEvolve(t, "board", "Xhole", "--state", dir, "--budget", "1ms", "--memory", "32")
	assert.Contains(t, out, "not known yet: Black gets ")
	second := analysisOf(t, "Xhole", "--state", dir, "--budget", "300ms", "--concurrency", "1")
	assert.Greater(t, second.Seconds, first.Seconds)
	assert.Equal(t, first.Random, second.Random)
	assert.GreaterOrEqual(t, second.ShortestWinBlack.Moves, 11)

	state := filepath.Join(dir, "Xhole.json")
	require.NoError(t, os.WriteFile(state, []byte("{"), 0o666))
	_, errs, code := evolveIn(t, "", "board", "Xhole", "--state", dir)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, state+": not readable as JSON: unexpected end of JSON input; "+
		"move the file away to start again\n")
}

func TestBoardRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	for _, c := range []struct {
		args []string
		says string
	}{
		{nil, "no board: give a board's name, a file, or --all"},
		{[]string{"--all", "X"}, "--all analyses all boards: leave out X"},
		{[]string{"Triangle"}, `unknown board "Triangle"; known: X, x, Square-8`},
		{[]string{file}, file + ": there is no content; a board is 64 characters"},
		{[]string{"X", "--budget", "0s"}, "--budget 0s: must be above 0"},
		{[]string{"X", "--games", "0"}, "--games 0: must be 1 to 10000000"},
		{[]string{"X", "--concurrency", "0"}, "--concurrency 0: must be 1 to 256"},
		{[]string{"X", "--memory", "0"}, "--memory 0: must be 1 to 1048576"},
		{[]string{"X", "--state", file}, "--state: mkdir " + file + ": not a directory"},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"board"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, "%v", c.args)
		assert.Contains(t, errs, c.says)
		assert.Equal(t, 1, strings.Count(errs, "\n"))
	}
}
