package evolve

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/runs"
	"evothello/ui/cli"
)

const (
	gaSetting = `{"max_generations": 3, "population_num": 5, "offspring_num": 2, "mutation_chance": 1, "mutation_value": 6,
 "large_mutation": 100, "large_mutation_value": 25, "board_size": 8, "matches": 5, "threshold": 100, "random_opening": 8,
 "processes": 2, "parallel": "game"}`
	gaPopulation = `{"generation": 3, "corner": [-126, 196], "c": [123, 15], "a1": [29, -144], "a2": [-143, -83],
 "b1": [103, -109], "b2": [51, -6], "b3": [40, 14], "x": [-107, -189], "o1": [75, 129], "o2": [235, 33],
 "fitness": [10.0, 35.0]}`
)

// The files of the reversi library's genetic algorithm start a run of it here, and its best genome plays.
func TestLibraryGA(t *testing.T) {
	dir := t.TempDir()
	setting, population := filepath.Join(dir, "ga_setting.json"), filepath.Join(dir, "population.json")
	require.NoError(t, os.WriteFile(setting, []byte(gaSetting), 0o666))
	require.NoError(t, os.WriteFile(population, []byte(gaPopulation), 0o666))
	out := filepath.Join(dir, "run")
	mustEvolve(t, "run", "--config", setting, "--start", population, "--seed", "1", "--out", out, "--quiet")
	run, err := runs.Open(out)
	require.NoError(t, err)
	assert.Equal(t, 3, run.State.Generation)
	assert.Equal(t, []string{"table"}, run.Config.Opponents)
	assert.Equal(t, "ga-library", run.Config.Optimizer.Name())
	assert.Equal(t, [][]int32{{-126, 123, 29, -143, 103, 51, 40, -107, 75, 235},
		{196, 15, -144, -83, -109, -6, 14, -189, 129, 33}}, run.Config.Optimizer.(*evolution.Library).First)

	stopped := filepath.Join(dir, "stopped")
	low := filepath.Join(dir, "low.json")
	require.NoError(t, os.WriteFile(low, []byte(`{"optimizer": {"name": "ga-library", "threshold": 1}, "population": 5}`), 0o666))
	mustEvolve(t, "run", "--config", low, "--seed", "1", "--pairs", "4", "--depth", "1", "--out", stopped, "--quiet")
	assert.Contains(t, mustEvolve(t, "status", stopped), "It has stopped: a genome has scored the threshold of its "+
		"optimizer.")

	best := filepath.Join(dir, "best.json")
	assert.Contains(t, mustEvolve(t, "freeze", population, "-o", best), "weights of "+population)
	frozen, err := os.ReadFile(best)
	require.NoError(t, err)
	assert.Contains(t, string(frozen), `"table.corner": 196`)
	assert.Contains(t, mustEvolve(t, "match", population+":endgame=4", "table", "--pairs", "2"), "score")

	broken := filepath.Join(dir, "broken.json")
	for _, c := range []struct{ content, says string }{
		{`{"population_num": 5}`, `"large_mutation" is missing`},
		{`{"population_num": "x", "popul": 1}`, `unknown key "popul"`},
	} {
		require.NoError(t, os.WriteFile(broken, []byte(c.content), 0o666))
		_, errs, code := evolveIn(t, "", "run", "--config", broken, "--out", filepath.Join(dir, "none"))
		assert.Equal(t, cli.Wrong, code, c.content)
		assert.Contains(t, errs, c.says)
	}
	_, errs, code := evolveIn(t, "", "run", "--start", population, "--out", filepath.Join(dir, "none"))
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, `--start population.json needs --optimizer ga-library`)
	mustEvolve(t, "run", "--optimizer", "ga-library", "--scorers", "table", "--turns", "60", "--start", population,
		"--population",
		"4", "--pairs", "4", "--depth", "1", "--generations", "1", "--out", filepath.Join(dir, "flags"), "--quiet")
}
