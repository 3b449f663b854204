package evolve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/report/plots"
	"evothello/ui/cli"
)

// If the environment has this variable, the test binary is the evolve command itself. So tests can kill it.
const asCommand = "EVOLVE_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if quirk, is := os.LookupEnv(asEngine); is {
		beEngine(quirk)
		os.Exit(0)
	}
	if os.Getenv(asCommand) != "" {
		os.Exit(cli.Run(Command(), os.Args[1:], os.Stdout, os.Stderr))
	}
	writePlots = func(plots.Work, *files.Dir) ([]string, error) { return nil, nil }
	os.Exit(m.Run())
}

// withPlots makes the trainings of run draw their plots, which takes longer than they do.
func withPlots(run func()) {
	defer func(without func(plots.Work, *files.Dir) ([]string, error)) { writePlots = without }(writePlots)
	writePlots = plots.Write
	run()
}

// evolveIn runs the command in this process.
func evolveIn(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	root := Command()
	root.SetIn(strings.NewReader(stdin))
	code = cli.Run(root, args, &out, &errs)
	return out.String(), errs.String(), code
}

func mustEvolve(t *testing.T, args ...string) string {
	t.Helper()
	out, errs, code := evolveIn(t, "", args...)
	require.Equal(t, cli.Done, code, "%v: %s", args, errs)
	return out
}

// small holds the flags of a run of about a second.
var small = []string{"--seed", "7", "--population", "6", "--generations", "4", "--depth", "1", "--pairs", "6"}

func runIn(t *testing.T, dir string, more ...string) string {
	return mustEvolve(t, append(append([]string{"run", "--out", dir}, small...), more...)...)
}

var compared = []string{"history.csv", "champion.json", "checkpoint.json"}

func filesOf(t *testing.T, dir string) (all string) {
	for _, name := range compared {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all += string(data)
	}
	return all
}

func TestRunWritesItsFiles(t *testing.T) {
	dir, out := filepath.Join(t.TempDir(), "run"), ""
	withPlots(func() { out = runIn(t, dir, "--concurrency", "1") })
	assert.Contains(t, out, "Generation 4 of 4")
	assert.Contains(t, out, "  against reversi-blank ")
	assert.Contains(t, out, "resume "+dir+" --generations 8")
	for _, name := range []string{"run.json", "goal.json", "checkpoint.json", "checkpoint.prev.json", "history.csv",
		"timing.csv", "champion.json",
		"champions/00001.json", "plots/fitness.svg", "plots/reference.png", "plots/weights.svg", "plots/table.png"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	again := filepath.Join(t.TempDir(), "again")
	runIn(t, again, "--concurrency", "2")
	assert.Equal(t, filesOf(t, dir), filesOf(t, again))

	copied := filepath.Join(t.TempDir(), "copied")
	mustEvolve(t, "run", "--config", filepath.Join(dir, "run.json"), "--generations", "4", "--out", copied)
	assert.Equal(t, filesOf(t, dir), filesOf(t, copied), "--config gives the same bytes")
}

func TestKilledAndResumedGivesTheSameBytes(t *testing.T) {
	straight, killed := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "killed")
	began := time.Now()
	runIn(t, straight)
	whole := time.Since(began)

	rng := rand.New(rand.NewPCG(1, 1))
	kill := func(after time.Duration, args ...string) {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		require.NoError(t, cmd.Start())
		time.Sleep(after)
		_ = cmd.Process.Kill() // fails if the command has finished
		_ = cmd.Wait()
	}
	start := append([]string{"run", "--out", killed}, small...)
	for i := range 10 {
		if _, err := os.Stat(killed); err != nil {
			kill(time.Duration(rng.Int64N(int64(whole/4))), start...)
			continue
		}
		kill(time.Duration(rng.Int64N(int64(whole/4))), "resume", killed)
		if i == 5 { // once, also damage the checkpoint
			if data, err := os.ReadFile(filepath.Join(killed, "checkpoint.json")); err == nil && len(data) > 0 {
				if _, err := os.Stat(filepath.Join(killed, "checkpoint.prev.json")); err == nil {
					// Write a new file: the old one may be hard-linked to checkpoint.prev.json.
					require.NoError(t, os.Remove(filepath.Join(killed, "checkpoint.json")))
					require.NoError(t, os.WriteFile(filepath.Join(killed, "checkpoint.json"), data[:len(data)/2], 0o666))
				}
			}
		}
	}
	if _, err := os.Stat(killed); err != nil {
		mustEvolve(t, start...)
	}
	mustEvolve(t, "resume", killed)
	assert.Equal(t, filesOf(t, straight), filesOf(t, killed))
}

func TestResume(t *testing.T) {
	dir, longer := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "longer")
	runIn(t, dir)
	out := mustEvolve(t, "resume", dir)
	assert.Contains(t, out, "Generation 4 of 4")
	assert.Contains(t, out, "--generations 8")
	mustEvolve(t, "resume", dir, "--generations", "5")
	runIn(t, longer, "--generations", "5")
	assert.Equal(t, filesOf(t, longer), filesOf(t, dir))

	path := filepath.Join(dir, "checkpoint.json")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data[:100], 0o666))
	_, errs, code := evolveIn(t, "", "resume", dir, "--quiet")
	assert.Equal(t, cli.Done, code)
	assert.Contains(t, errs, "checkpoint.json is damaged")
	assert.Contains(t, errs, "continuing from checkpoint.prev.json, after generation 4")
	assert.Equal(t, filesOf(t, longer), filesOf(t, dir))
}

func TestRunProgressAndJSON(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	out, errs, code := evolveIn(t, "", append([]string{"run", "--out", dir, "--json"}, small...)...)
	require.Equal(t, cli.Done, code, errs)
	lines := strings.Split(strings.TrimSpace(errs), "\n")
	assert.True(t, strings.HasPrefix(lines[0], "Run "+dir+": seed 7, optimizer ga, "), "what is played, and where")
	generations, promotions := 0, 0
	assert.Equal(t, "The next generation comes from the genomes that win most. At first often, later every 4 "+
		"generations, a candidate plays the champion for its place. "+
		"How strong a champion is shows in what it scores against reversi-blank, reversi-switch, alphabeta and wpc, which "+
		"never change.",
		lines[1])
	assert.Contains(t, lines[2], "The gate has 9 pairs, and a candidate needs at least 35 to pass")
	for _, line := range lines[3:] {
		if strings.Contains(line, ": new champion") {
			promotions++
			continue
		}
		generations++
		assert.Regexp(t,
			fmt.Sprintf(`^generation %d of 4  champion \d+ %% vs reversi-blank  genomes win \d+ %%, the best \d+ %%  `,
				generations), line)
	}
	assert.Equal(t, 4, generations, errs)
	assert.Positive(t, promotions)
	assert.NotContains(t, errs, "\033", "no control codes where there is no terminal")
	var fromRun, fromStatus map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &fromRun))
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", dir, "--json")), &fromStatus))
	assert.Equal(t, fromStatus, fromRun)
	assert.EqualValues(t, 4, fromRun["generation"])

	_, errs, _ = evolveIn(t, "", append([]string{"run", "--out", dir + "2", "--quiet"}, small...)...)
	assert.Empty(t, errs)
}

func TestReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir)
	page := filepath.Join(dir, "report.html")
	assert.Equal(t, page+"\n", mustEvolve(t, "report", dir))
	written, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Equal(t, string(written), mustEvolve(t, "report", dir, "-o", "-"))
	elsewhere := filepath.Join(t.TempDir(), "x.html")
	mustEvolve(t, "report", dir, "-o", elsewhere)
	assert.FileExists(t, elsewhere)

	// The status has the same results, as text and as JSON.
	status := mustEvolve(t, "status", dir)
	for _, line := range strings.Split(status, "\n") {
		if strings.HasPrefix(line, "The champion of generation ") || strings.HasPrefix(line, "The run cost ") {
			assert.Contains(t, html.UnescapeString(string(written)), line)
		}
	}
	assert.Contains(t, status, "too few to say how strong it is.")
	assert.Contains(t, status, "The run cost 4 generations, ")
	var document struct {
		Champion struct {
			Ladder []struct {
				LOS     *float64
				LOSNote string `json:"los_note"`
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", dir, "--json")), &document))
	require.Len(t, document.Champion.Ladder, 4)
	assert.Nil(t, document.Champion.Ladder[0].LOS)
	assert.Equal(t, "too few pairs to say", document.Champion.Ladder[0].LOSNote)
}

func TestMatchReports(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.ggf")
	var report map[string]any
	out := mustEvolve(t, "match", "reversi-blank", "greedy", "--pairs", "20", "--depth", "2", "--endgame", "4", "--json",
		"--ggf", games, "--sprt", "0,400")
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	for _, key := range []string{"a", "b", "pairs", "games", "wins", "draws", "losses", "score", "elo", "elo_low",
		"elo_high", "los", "pentanomial",
		"mean_discs", "sprt", "games_per_second", "nodes", "seed", "plies"} {
		assert.Contains(t, report, key)
	}
	assert.NotNil(t, report["los"])
	assert.NotContains(t, report, "los_note")
	assert.EqualValues(t, 16, report["pairs"], "the sequential test stops after the first sixteen pairs")
	assert.Equal(t, "accepted", report["sprt"].(map[string]any)["result"])
	data, err := os.ReadFile(games)
	require.NoError(t, err)
	assert.Equal(t, 32, strings.Count(string(data), "(;GM[Othello]"))

	openings := filepath.Join(t.TempDir(), "openings.txt")
	for _, text := range []string{"\ufeffF5D6C3 % a comment\n\nF5 F6 E6\r\n", "(;B[f5]W[d6]B[c3];)(;B[f5]W[f6];)"} {
		require.NoError(t, os.WriteFile(openings, []byte(text), 0o666))
		plain := mustEvolve(t, "match", "table", "random", "--openings", openings)
		assert.Contains(t, plain, "2 pairs, 4 games")
		assert.Contains(t, plain, "pentanomial")
		assert.Contains(t, mustEvolve(t, "match", "table", "random", "--openings", openings, "--opening-plies", "1"),
			"1 pair, 2 games")
	}
}

func TestPerft(t *testing.T) {
	assert.Contains(t, mustEvolve(t, "perft", "7"), "perft 7 = 55092 ")
	assert.Contains(t, mustEvolve(t, "perft", "1", "f5d6c3"), "perft 1 = ")
	assert.Contains(t, mustEvolve(t, "perft", "6", "--json"), `"nodes": 8200`)
}

func TestSolve(t *testing.T) {
	var document struct {
		Positions []solution
		Nodes     uint64
	}
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "solve", "../../../search/testdata/ffo-01-19.obf", "--json")),
		&document))
	require.Len(t, document.Positions, 19)
	assert.Equal(t, 18, document.Positions[0].Score)
	assert.Equal(t, "g8", document.Positions[0].Move)

	// A position may have fewer discs than the start.
	two := filepath.Join(t.TempDir(), "two.obf")
	require.NoError(t, os.WriteFile(two, []byte("XO"+strings.Repeat("-", 62)+" X;\n"), 0o666))
	assert.Contains(t, mustEvolve(t, "solve", two), "+64")

	wrong := filepath.Join(t.TempDir(), "wrong.obf")
	require.NoError(t, os.WriteFile(wrong, []byte("-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X; "+
		"A1:+2;\n"), 0o666))
	out, errs, code := evolveIn(t, "", "solve", wrong)
	assert.Equal(t, cli.Failed, code)
	assert.Contains(t, out, "WRONG: the file says +2")
	assert.Contains(t, errs, "1 of 1 scores differ")
}
