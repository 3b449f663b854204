package evolve

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/qnet"
	"evothello/ui/cli"
)

// smallQNet returns the path of a qnet.json with very short rounds.
func smallQNet(t *testing.T) string {
	board, err := cli.Board("4x4")
	require.NoError(t, err)
	c, err := qnet.Usual.Config(board, 3)
	require.NoError(t, err)
	c.Opponent, c.Hidden = "random", []int{8}
	c.Round, c.Games, c.Memory, c.Warmup, c.Batch = 20, 10, 500, 50, 16
	path := filepath.Join(t.TempDir(), "qnet.json")
	require.NoError(t, os.WriteFile(path, c.Marshal(), 0o666))
	return path
}

func qnetFiles(t *testing.T, dir string) map[string]string {
	all := tablesFiles(t, dir)
	delete(all, "checkpoint.prev.qnet") // the time decides which rounds write a checkpoint
	return all
}

func TestTrainQNet(t *testing.T) {
	dir, config, out := filepath.Join(t.TempDir(), "qnet"), smallQNet(t), ""
	withPlots(func() { out = mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "60", "--out", dir) })
	assert.Contains(t, out, "Episode 60 of 60, ")
	assert.Contains(t, mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "7", "--out",
		filepath.Join(t.TempDir(), "seven")),
		"Episode 20: the goal of 7, rounded up to whole rounds, ")
	assert.Contains(t, out, "won or drawn")
	assert.Contains(t, out, "resume "+dir+" --episodes 120")
	for _, name := range []string{"rate.svg", "rate.png", "loss.svg", "loss.png"} {
		assert.FileExists(t, filepath.Join(dir, "plots", name))
	}
	var status qnet.Status
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", dir, "--json")), &status))
	assert.Equal(t, 60, status.Episodes)
	assert.Equal(t, "random", status.Opponent)

	var match struct{ Games int }
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "match", "qnet:file="+dir, "greedy", "--pairs", "4", "--json")),
		&match))
	assert.Equal(t, 8, match.Games)
	_, errs, code := evolveIn(t, "", "match", "qnet:file="+dir, "greedy", "--pairs", "4", "--board", "6x6")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "it was trained on board Square-4 and plays only there, not on Square-6")

	out = mustEvolve(t, "resume", dir, "--episodes", "80", "--json", "--quiet", "--concurrency", "1")
	require.NoError(t, json.Unmarshal([]byte(out), &status))
	assert.Equal(t, 80, status.Episodes)
	again := filepath.Join(t.TempDir(), "again")
	mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "80", "--out", again, "--quiet")
	assert.Equal(t, qnetFiles(t, dir), qnetFiles(t, again), "resumed or not, the same bytes")

	other := filepath.Join(t.TempDir(), "other")
	mustEvolve(t, "train", "qnet", "--config", config, "--hidden", "8,4", "--frames", "2", "--opponent", "greedy",
		"--episodes", "20", "--out", other, "--quiet")
	settings, err := os.ReadFile(filepath.Join(other, "qnet.json"))
	require.NoError(t, err)
	changed, err := qnet.ParseConfig(settings)
	require.NoError(t, err)
	assert.Equal(t, []int{8, 4}, changed.Hidden)
	assert.Equal(t, 2, changed.Frames)
	assert.Equal(t, "greedy", changed.Opponent)

	pictures := filepath.Join(t.TempDir(), "pictures")
	out = mustEvolve(t, "plot", dir, again, "--out", pictures)
	assert.Contains(t, out, filepath.Join(pictures, "compare-rate.svg"))
	svg, err := os.ReadFile(filepath.Join(pictures, "compare-rate.svg"))
	require.NoError(t, err)
	assert.Contains(t, string(svg), "Square-4, random, seed 3")
}

// A Q-network of a large board is trained, resumed and checked, and plays there and nowhere else.
func TestTrainQNetOnALargeBoard(t *testing.T) {
	dir, again := filepath.Join(t.TempDir(), "qnet"), filepath.Join(t.TempDir(), "again")
	config := smallQNet(t)
	data, err := os.ReadFile(config)
	require.NoError(t, err)
	c, err := qnet.ParseConfig(data)
	require.NoError(t, err)
	c.Board, c.Frames = engine.Large(10), 2
	require.NoError(t, os.WriteFile(config, c.Marshal(), 0o666))
	mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "20", "--out", dir, "--quiet")
	mustEvolve(t, "resume", dir, "--episodes", "40", "--quiet", "--concurrency", "1")
	mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "40", "--out", again, "--quiet")
	assert.Equal(t, qnetFiles(t, dir), qnetFiles(t, again), "resumed or not, the same bytes")
	mustEvolve(t, "check", dir)

	var match struct {
		Games int
		Board string
	}
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "match", dir, "greedy", "--pairs", "2", "--json")), &match))
	assert.Equal(t, 4, match.Games)
	assert.Equal(t, "10", match.Board)
	for board, says := range map[string]string{"12": "not on 12x12", "8x8": "not on Square-8"} {
		_, errs, code := evolveIn(t, "", "match", "qnet:file="+dir, "greedy", "--pairs", "2", "--board", board)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, errs, "it was trained on board 10x10 and plays only there, "+says)
	}
}

func TestTrainQNetKilled(t *testing.T) {
	config := smallQNet(t)
	straight, killed := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "killed")
	began := time.Now()
	mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "600", "--out", straight, "--quiet")
	whole := time.Since(began)

	rng := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		args := []string{"resume", killed, "--quiet"}
		if _, err := os.Stat(killed); err != nil {
			args = []string{"train", "qnet", "--config", config, "--episodes", "600", "--out", killed, "--quiet"}
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		require.NoError(t, cmd.Start())
		time.Sleep(whole/8 + time.Duration(rng.Int64N(int64(whole/4))))
		_ = cmd.Process.Kill() // fails if the command has finished
		_ = cmd.Wait()
	}
	mustEvolve(t, "resume", killed, "--episodes", "600", "--quiet")
	assert.Equal(t, qnetFiles(t, straight), qnetFiles(t, killed))
}

func TestTrainQNetRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "qnet")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--board", "5x5"}, "board 5x5: square boards are Square-4, Square-6, Square-8 and"},
		{[]string{"--board", "10", "--opponent", "table-8x8"}, "player table-8x8 plays only on boards up to 8×8"},
		{[]string{"--board", "10", "--opponent", "alphabeta:depth=9"}, "must be 1 to 8 on boards larger than 8×8"},
		{[]string{"--board", "26", "--preset", "original"}, "hidden: the width of a layer is 24336: must be 1 to 16384"},
		{[]string{"--board", "28"}, "board 28: square boards are Square-4, Square-6, Square-8 and"},
		{[]string{"--preset", "best"}, `unknown preset "best"; known: usual, original`},
		{[]string{"--opponent", "xyz"}, `unknown player "xyz"`},
		{[]string{"--opponent", "montecarlo"}, "with a time limit"},
		{[]string{"--opponent", "ntuple:file=x"}, "a file may change"},
		{[]string{"--episodes", "0"}, "--episodes 0: must be 1 to"},
		{[]string{"--budget", "-1s"}, "--budget -1s: must be above 0, such as 10m"},
		{[]string{"--hidden", "64,0"}, "the width of a layer is 0: must be 1 to 16384"},
		{[]string{"--frames", "0"}, "frames is 0: must be 1 to"},
		{[]string{"--concurrency", "-1"}, "--concurrency -1"},
		{[]string{"--config", "../../../go.mod"}, "../../../go.mod: "},
		{[]string{"--config", "x", "--board", "6x6"}, "leave out --board and --preset"},
		{[]string{"more"}, "more"},
		{[]string{"--gpu"}, "--gpu: training runs only on the processor"},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"train", "qnet", "--out", dir}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, "%v: %s", c.args, errs)
		assert.Contains(t, errs, c.says)
		assert.NoDirExists(t, dir)
	}
}
