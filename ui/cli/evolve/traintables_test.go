package evolve

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/tables"
	"evothello/ui/cli"
)

// smallTables returns the command of a training that takes a second and promotes champions. It has two stages,
// because most of the time goes by stages.
func smallTables(t *testing.T) []string {
	c := tables.Defaults(3)
	c.SetGames(200)
	c.Search.Depth, c.Search.Endgame, c.Window, c.Fit.Stages = 1, 2, 2, []int{30, 64}
	var err error
	c.Players, err = c.Recipes([]string{"random"})
	require.NoError(t, err)
	c.Reference.Opponents, err = c.Recipes([]string{"greedy"})
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "tables.json")
	require.NoError(t, os.WriteFile(path, c.Marshal(), 0o666))
	return []string{"train", "tables", "--config", path, "--rounds", "2", "--quiet"}
}

func trainTablesIn(t *testing.T, dir string, more ...string) string {
	return mustEvolve(t, append(append(smallTables(t), "--out", dir), more...)...)
}

// tablesFiles returns checksums of the files that tables.json alone decides. Plots are left out, because they show the
// directory's name.
func tablesFiles(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if entry.Name() == "plots" {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() || entry.Name() == "timing.csv" || entry.Name() == "goal.json" ||
			entry.Name() == ".lock" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	}))
	return all
}

func TestTrainTables(t *testing.T) {
	dir, again, out := filepath.Join(t.TempDir(), "tables"), filepath.Join(t.TempDir(), "again"), ""
	withPlots(func() { out = trainTablesIn(t, dir, "--concurrency", "1") })
	assert.Contains(t, out, "Round 2 of 2, ")
	assert.Contains(t, out, "  against greedy ")
	assert.Contains(t, out, "resume "+dir+" --rounds 4")
	mustEvolve(t, "train", "tables", "--config", filepath.Join(dir, "tables.json"), "--rounds", "2", "--concurrency", "3",
		"--out", again,
		"--quiet")
	files := tablesFiles(t, dir)
	assert.Equal(t, files, tablesFiles(t, again), "--config gives the same bytes, with any number of workers")
	for _, name := range []string{"tables.json", "checkpoint.json", "history.csv", "champion.json", "games/00001.games",
		"candidates/00002.json"} {
		assert.Contains(t, files, filepath.FromSlash(name))
	}
	assert.FileExists(t, filepath.Join(dir, "plots", "error.svg"))
	assert.FileExists(t, filepath.Join(dir, "plots", "reference.png"))

	var match struct{ Score float64 }
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "match", dir, "random", "--pairs", "100", "--json")), &match))
	assert.Greater(t, match.Score, 0.6, "the directory is a player")
	mustEvolve(t, "match", filepath.Join(dir, "candidates", "00001.json"), "strongest:depth=1", "--pairs", "2")

	var status tables.Status
	for _, verb := range [][]string{{"status"}, {"status"}} {
		require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, append(verb, dir, "--json")...)), &status))
		assert.Equal(t, 2, status.Round)
		assert.True(t, status.Finished)
		assert.Equal(t, 400, status.Games)
		require.NotNil(t, status.Champion)
		assert.Equal(t, "greedy", status.Champion.Reference[0].Opponent)
	}
	assert.Contains(t, mustEvolve(t, "plot", dir), filepath.Join(dir, "plots", "error.svg"))
	page := mustEvolve(t, "report", dir, "-o", "-")
	assert.Contains(t, page, "greedy")
	assert.Equal(t, page, mustEvolve(t, "report", dir, "-o", "-"), "the same directory gives the same page")

	_, errs, code := evolveIn(t, "", "resume", dir, "--generations", "3")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, ", which takes --rounds, --budget")
	mustEvolve(t, "resume", dir, "--quiet")
	out = mustEvolve(t, "resume", dir, "--rounds", "3")
	assert.Contains(t, out, "Round 3 of 3, ")
}

// The directory that comes with the program has no games, so one plot is missing.
func TestShippedTablesIsPlotted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pictures")
	out, errs, code := evolveIn(t, "", "plot", "../../../runs/strongest", "--out", dir)
	require.Equal(t, cli.Done, code, errs)
	assert.Equal(t, 6, strings.Count(out, "\n"))
	assert.Equal(t, 1, strings.Count(errs, "\n"))
	assert.Contains(t, errs, "The most valuable edges are not drawn: ")
	assert.Contains(t, mustEvolve(t, "report", "../../../runs/strongest", "-o", "-"), "reversi-switch")
}

func TestTrainTablesFromFiles(t *testing.T) {
	// The file has finished games, an unfinished one and an illegal one.
	games := filepath.Join(t.TempDir(), "games.txt")
	var text strings.Builder
	rng := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		text.WriteString(randomTranscript(rng) + "\n")
	}
	require.NoError(t, os.WriteFile(games, []byte(text.String()+"f5d6\nf5f5\n"), 0o666))
	dir := filepath.Join(t.TempDir(), "tables")
	out := mustEvolve(t, append(smallTables(t), "--quiet=false", "--out", dir, "--games", "0", "--rounds", "1",
		"--opponent", "random", "--from", "../../../formats/testdata/match.ggf", games)...)
	assert.Contains(t, out, "games to train on; left out: ")
	assert.Contains(t, out, "1 unfinished, 1 with illegal moves")
	before := tablesFiles(t, dir)
	require.NoError(t, os.Remove(games), "what was read is kept")
	mustEvolve(t, "resume", dir)
	assert.Equal(t, before, tablesFiles(t, dir))
}

func TestTrainTablesRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--games", "-1"}, "games is -1: must be 0 to 100000000"},
		{[]string{"--games", "0"}, "there is nothing to train on"},
		{[]string{"--rounds", "0"}, "--rounds 0: must be 1 to 10000"},
		{[]string{"--budget", "-1s"}, "--budget -1s: must be above 0, such as 10m"},
		{[]string{"--opening-plies", "6"}, "--opening-plies: want two numbers, the smaller first"},
		{[]string{"--opening-plies", "20,6"}, "plies is [20 6]: the smaller number must come first"},
		{[]string{"--opening-plies", "0,6"}, "opening_plies 0: training games have no openings"},
		{[]string{"--random-every", "1001"}, "random_every is 1001: must be 0 to 1000"},
		{[]string{"--depth", "0"}, "depth is 0: must be 1 to 60"},
		{[]string{"--player", "xyz"}, "--player: "},
		{[]string{"--player", "switch:time=0.1s"}, "the search must have a depth"},
		{[]string{"--player", "montecarlo"}, "with a time limit"},
		{[]string{"--player", "gtp:cmd=true"}, "gtp"},
		{[]string{"games.txt"}, `unexpected argument "games.txt": give files of games after --from; usage: `},
		{[]string{"--from", "no.txt"}, "--from: cannot read no.txt"},
		{[]string{"--from", "../../../search/testdata/ffo-01-19.obf"}, "holds positions: name a file of games"},
		{[]string{"--config", "../../../go.mod"}, "../../../go.mod: "},
		{[]string{"--concurrency", "-1"}, "--concurrency -1"},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"train", "tables", "--out", dir}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, "%v: %s", c.args, errs)
		assert.Contains(t, errs, c.says)
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
		assert.NoDirExists(t, dir)
	}
	for _, args := range [][]string{{"resume", dir}, {"status", dir}, {"resume", dir}} {
		_, _, code := evolveIn(t, "", args...)
		assert.Equal(t, cli.Wrong, code)
	}
}

// randomTranscript returns the transcript of a game of random moves.
func randomTranscript(rng *rand.Rand) string {
	g := engine.NewGame()
	for p := g.Start; p.Moves() != 0; p = g.Final() {
		g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
	}
	return g.Transcript()
}
