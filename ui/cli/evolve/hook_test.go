package evolve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/runs"
	"evothello/ui/cli"
)

// The command of --on-champion is called for each new champion, and a failure does not end the run.
func TestOnChampion(t *testing.T) {
	t.Chdir(t.TempDir())
	script := "echo generation $1: $2 >>calls; cp $3 last.json; echo told; exit $4"
	require.NoError(t, os.WriteFile("called.sh", []byte(script), 0o666))
	_, said, code := evolveIn(t, "", append([]string{"run", "--out", "run", "--on-champion",
		"sh called.sh {generation} {run} {champion} 0"}, small...)...)
	require.Equal(t, cli.Done, code, said)
	run, err := runs.Open("run")
	require.NoError(t, err)
	assert.Equal(t, len(run.State.Champions), strings.Count(read(t, "calls"), "\n"))
	assert.Contains(t, read(t, "calls"), "generation 1: run\n")
	assert.Equal(t, read(t, filepath.Join("run", "champion.json")), read(t, "last.json"))
	assert.Contains(t, said, "told\n")
	for _, file := range []string{"run.json", "goal.json", "checkpoint.json"} {
		assert.NotContains(t, read(t, filepath.Join("run", file)), "called.sh", "no file of the run names the command")
	}

	_, said, code = evolveIn(t, "", append([]string{"run", "--out", "failing", "--on-champion",
		"sh called.sh {generation} {run} {champion} 3"}, small...)...)
	assert.Equal(t, cli.Done, code)
	assert.Contains(t, said, "evolve: --on-champion: ")
	assert.Equal(t, read(t, filepath.Join("run", "champion.json")), read(t, filepath.Join("failing", "champion.json")))

	for command, says := range map[string]string{
		"no-such-program-here {champion}": `--on-champion: no program "no-such-program-here" in PATH`,
		"sh called.sh {strongets}":        "--on-champion: {strongets}: unknown placeholder",
	} {
		_, said, code := evolveIn(t, "", append([]string{"run", "--out", "refused", "--on-champion", command}, small...)...)
		assert.Equal(t, cli.Wrong, code)
		assert.Contains(t, said, says)
		assert.NoDirExists(t, "refused")
	}
}

// A run with --patience stops when so many games have promoted no champion.
func TestPatience(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"--seed", "7", "--population", "6", "--depth", "1", "--pairs", "6", "--patience", "400"}
	_, said, code := evolveIn(t, "", append([]string{"run", "--out", "run"}, args...)...)
	require.Equal(t, cli.Done, code, said)
	assert.Contains(t, mustEvolve(t, "status", "run"), "It has stopped: no new champion in the last 400 games.\n")
	assert.Contains(t, mustEvolve(t, "status", "run", "--json"), `"stopped": "stalled"`)
	run, err := runs.Open("run")
	require.NoError(t, err)
	games := 0
	for _, row := range run.History[run.State.CurrentChampion().Generation:] {
		assert.Less(t, games, 400)
		games += row.Games
	}
	assert.GreaterOrEqual(t, games, 400)

	_, said, _ = evolveIn(t, "", "resume", "run")
	assert.Contains(t, said, "run has no new champion in its last 400 games; continue with: ")
	assert.Contains(t, said, "resume run --patience 800")
	mustEvolve(t, "resume", "run", "--patience", "800", "--quiet")
	assert.Regexp(t, `"generations": 400,\s+"patience": 800`, read(t, filepath.Join("run", "goal.json")))
	mustEvolve(t, "resume", "run", "--generations", "500", "--quiet")
	assert.Regexp(t, `"generations": 500,\s+"patience": 800`, read(t, filepath.Join("run", "goal.json")))
	_, said, code = evolveIn(t, "", "run", "--patience", "0")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, said, "--patience 0: must be 1 or more")
}

// A run with --flat stops when it has not become measurably stronger over so many generations. Interrupted or not, it
// stops after the same one.
func TestFlat(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"run", "--seed", "7", "--population", "6", "--depth", "1", "--pairs", "6", "--flat", "4"}
	mustEvolve(t, append(args, "--out", "whole", "--quiet")...)
	assert.Contains(t, mustEvolve(t, "status", "whole"),
		"It has stopped: no measurable gain against the reference opponents in the last 4 generations.\n")
	assert.Contains(t, mustEvolve(t, "status", "whole", "--json"), `"stopped": "flat"`)
	mustEvolve(t, append(args, "--out", "parts", "--generations", "3", "--quiet")...)
	mustEvolve(t, "resume", "parts", "--generations", "400", "--quiet")
	assert.Equal(t, read(t, filepath.Join("whole", "history.csv")), read(t, filepath.Join("parts", "history.csv")))
	assert.Regexp(t, `"generations": 400,\s+"flat": 4`, read(t, filepath.Join("parts", "goal.json")))

	_, said, _ := evolveIn(t, "", "resume", "whole")
	assert.Contains(t, said, "whole has no measurable gain in its last 4 generations; continue with: ")
	assert.Contains(t, said, "resume whole --flat 8")
	_, said, code := evolveIn(t, "", "run", "--flat", "0")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, said, "--flat 0: must be 1 or more")
}

// A run with --restart-after begins its optimizer anew, and status says so.
func TestRestartAfter(t *testing.T) {
	t.Chdir(t.TempDir())
	config := func(restart string) string {
		require.NoError(t, os.WriteFile("config.json", []byte(`{"restart": `+restart+`}`), 0o666))
		return "config.json"
	}
	runIn(t, "run", "--restart-after", "1", "--config", config(`{"growth": 2}`), "--optimizer", "cmaes")
	assert.Contains(t, read(t, filepath.Join("run", "run.json")), `"restart": {`)
	said := mustEvolve(t, "status", "run")
	assert.Contains(t, said, "The optimizer has begun anew 2 times, the last time with generation 4.\n")
	runIn(t, "both", "--restart-after", "1", "--config", config(`{"growth": 2, "alternate": true}`), "--optimizer", "cmaes")
	assert.Contains(t, read(t, filepath.Join("both", "run.json")), `"alternate": true`)
	assert.Empty(t, runs.Evolution.Kind().Check(files.At("both")))
	_, said, code := evolveIn(t, "", "run", "--config", config(`{"alternate": true}`), "--out", "refused")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, said, "must be 2 or more with restart.alternate")
	_, said, code = evolveIn(t, "", "run", "--config", config(`{"growth": 11}`), "--out", "refused")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, said, "restart.growth is 11")
}
