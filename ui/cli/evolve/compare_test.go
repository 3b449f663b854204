package evolve

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/runs"
	"evothello/ui/cli"
)

// smallComparison are the flags of a comparison that takes about a second.
var smallComparison = []string{"compare", "--vary", "optimizer=cmaes,ga", "--population", "8", "--pairs", "6",
	"--depth", "1", "--seeds", "1-2", "--generations", "2", "--match-pairs", "6", "--against", "alphabeta"}

// Three seeds of runs in which something has evolved have intervals and probabilities, and all settings that differ are
// listed.
func TestComparisonOfEvolution(t *testing.T) {
	p := 0.62
	end := func(elo float64) []comparison.Point {
		return []comparison.Point{{Generations: 12, Games: 100 + elo, CPU: 1}}
	}
	r := &comparison.Results{Seeds: []uint64{1, 2, 3}, Opponents: []comparison.Opponent{{Name: "random"}},
		Settings: []comparison.Outcome{
			{Name: "A", Elo: comparison.Measure{Mean: 7, Error: 35},
				Scores: []comparison.Score{{Mean: 0.9, Low: 0.7, High: 1}}, Curve: end(9)},
			{Name: "B", Elo: comparison.Measure{Mean: -7, Error: 30},
				Scores: []comparison.Score{{Mean: 0, Low: 0, High: 0.1}}, Curve: end(0)},
		},
		Compared: []comparison.Difference{{A: "A", B: "B", Probability: &p}},
	}
	c := &comparison.Config{Games: 100, Settings: []comparison.Setting{
		{Run: []byte(`{"population": 8, "gate": {"pairs": 3}, "optimizer": {"name": "ga", "elites": 1}}`)},
		{Run: []byte(`{"population": 8, "gate": {"pairs": 4}, "optimizer": {"name": "spsa"}, "panel": 0}`)}}}
	var out strings.Builder
	printComparison(&out, r, c)
	assert.Contains(t, out.String(), "What differs: gate.pairs 3, 4; optimizer.name ga, spsa; panel none, 0.\n")
	assert.Regexp(t, `\n +A +\+7 ± 35 +90 % \(70 to 100\) +109 +1\.0 +12\.0 *\n`, out.String())
	assert.Regexp(t, `\n +2  B +38\.0 +- *\n`, out.String())
	assert.Contains(t, out.String(), "The games are not equal: settings had from 100 to 109")
}

// smallMethods are the flags of a comparison of methods whose rounds take some tenths of a second.
var smallMethods = []string{"compare", "--method", "run --optimizer ga --population 8 --pairs 6 --depth 1",
	"--method", "train tables --player random --games 20 --depth 1 --endgame 2 --opponent random",
	"--method", "train policy --games 10 --steps 5 --hidden 4 --vector 4 --pairs 1 --opponent random",
	"--seeds", "1-2", "--match-pairs", "4", "--match-depth", "1", "--against", "random"}

// Methods of training are compared by CPU time, at several times.
func TestCompareMethods(t *testing.T) {
	t.Chdir(t.TempDir())
	start := append(slices.Clone(smallMethods), "--out", "methods", "--quiet")
	out := mustEvolve(t, append(start, "--cpu", "0.1s,0.3s")...)
	assert.Contains(t, out, "What differs: run --optimizer ga --population 8 --pairs 6 --depth 1; train tables --p")
	assert.Regexp(t, `\n +setting +Elo +random +games +CPU s +rounds +CPU µs a move`, out)
	assert.Regexp(t, `\n +train policy +[-+]\d+ +\d+ % +\d+ +\d+\.\d +\d+\.\d +[1-9]\d*\.\d *\n`, out)
	assert.Regexp(t, `\n  setting +0\.1 s +0\.3 s\n`, out)
	assert.Regexp(t, `\n  run +\d+ % \(\d\.\d\) +\d+ % \(\d\.\d\)\n`, out)
	assert.NotContains(t, out, "±", "two seeds")
	assert.Contains(t, mustEvolve(t, "status", "methods"), "3 settings and 2 seeds, 300ms of CPU time a run. 6 of 6 runs")
	assert.Equal(t, "methods is sound.\n", mustEvolve(t, "check", "methods"))
	kept, err := filepath.Glob("methods/players/train-policy-2-*.policy")
	require.NoError(t, err)
	require.NotEmpty(t, kept)

	// The same command and resume change nothing.
	results, err := os.ReadFile("methods/results.json")
	require.NoError(t, err)
	for _, again := range [][]string{start, {"resume", "methods", "--quiet"}} {
		assert.Equal(t, string(results), string(files.AddSum([]byte(mustEvolve(t, append(again, "--json")...)))))
	}

	// Trainings go on to later times, and with more methods; a name says what differs from the others.
	out = mustEvolve(t, "resume", "methods", "--cpu", "0.5s", "--quiet")
	assert.Regexp(t, `\n  setting +0\.1 s +0\.3 s +0\.5 s\n`, out)
	other := "run --optimizer cmaes --population 8 --pairs 6 --depth 1"
	out = mustEvolve(t, "compare", "--out", "methods", "--method", other, "--quiet")
	assert.Contains(t, out, "\n  run --optimizer cmaes  ")
	assert.Contains(t, out, "\n  run --optimizer ga  ")
	assert.DirExists(t, "methods/runs/run-1")
	assert.Contains(t, mustEvolve(t, "resume", "methods/runs/train-tables-1", "--cpu", "0.6s", "--quiet"), "Round ")

	// A copied player that is lost or damaged is named.
	require.NoError(t, os.WriteFile(kept[0], nil, 0o666))
	out, _, code := evolveIn(t, "", "check", "methods")
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, out, kept[0])
	require.NoError(t, os.Remove(kept[0]))
	if later, _ := filepath.Glob("methods/players/train-policy-2-*.policy"); len(later) == 0 {
		return // a round took longer than all times: the directory still has the player
	}
	_, errs, _ := evolveIn(t, "", "resume", "methods", "--quiet")
	assert.Contains(t, errs, "delete methods/runs/train-policy-2 to train it again")
	require.NoError(t, os.RemoveAll("methods/runs/train-policy-2"))
	mustEvolve(t, "resume", "methods", "--quiet")
}

// A comparison is worked on by all commands for directories.
func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	out := mustEvolve(t, append(smallComparison, "--out", "compared", "--quiet")...)
	assert.Contains(t, out, "2 seeds each, 2 generations a run.")
	assert.Contains(t, out, "What differs: optimizer.name cmaes, ga.\n")
	assert.Regexp(t, `\n +optimizer=ga +[-+]\d+ +\d+ % +\d+ +\d+\.\d +2\.0 *\n`, out)
	assert.Contains(t, out, "Nothing has evolved in 4 of 4 runs")
	for _, name := range []string{"compare.png", "compare.svg", "compare.csv", "outcomes.csv", "results.json",
		"runs/ga-2/run.json"} {
		assert.FileExists(t, filepath.Join("compared", name))
	}

	assert.Equal(t, "compared is sound.\n", mustEvolve(t, "check", "compared"))
	status := mustEvolve(t, "status", "compared")
	assert.Contains(t, status, "2 settings and 2 seeds, 2 generations a run. 4 of 4 runs finished.")
	assert.Contains(t, status, "resume compared")
	var asJSON struct {
		Finished int
		Results  comparison.Results
	}
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", "compared", "--json")), &asJSON))
	assert.Equal(t, 4, asJSON.Finished)
	assert.Len(t, asJSON.Results.Settings, 2)
	assert.Contains(t, mustEvolve(t, "plot", "compared", "--out", "pictures"), filepath.Join("pictures", "compare.png"))
	page := mustEvolve(t, "report", "compared", "-o", "-")
	assert.Contains(t, page, "<h1>compared</h1>")
	assert.Contains(t, page, "<svg")
	assert.Contains(t, mustEvolve(t, "status", "compared/runs/cmaes-1"), "Generation 2 of 2")

	// The same command and resume go on; with a larger goal all runs do.
	results, err := os.ReadFile("compared/results.json")
	require.NoError(t, err)
	for _, again := range [][]string{append(smallComparison, "--out", "compared"), {"resume", "compared"}} {
		assert.Equal(t, string(results), string(files.AddSum([]byte(mustEvolve(t, append(again, "--quiet", "--json")...)))))
	}
	assert.Contains(t, mustEvolve(t, "resume", "compared", "--generations", "3", "--quiet"), "3 generations a run")
	assert.Contains(t, mustEvolve(t, "compare", "--out", "compared", "--seeds", "1-3", "--quiet"), "3 seeds each")
	assert.Contains(t, mustEvolve(t, "plot", "compared/runs/cmaes-1", "compared/runs/ga-1", "--group", "--axis", "games"),
		"compare-reference.png")

	for _, c := range []struct {
		says string
		args []string
	}{
		{"3 generations each: ask for as many or more", []string{"resume", "compared", "--generations", "2"}},
		{"--budget does not work with compared", []string{"resume", "compared", "--budget", "2s"}},
		{"--depth: the runs of compared already have their " +
			"settings", []string{"compare", "--out", "compared", "--depth", "2"}},
		{"has other settings", append(smallComparison, "--out", "compared", "--opening-plies", "9", "--generations", "3")},
		{"a comparison is there, not a player: name a directory of compared/runs", []string{"match", "compared", "random"}},
		{"only several runs or several Q-networks can be drawn together", []string{"plot", "compared", "compared"}},
		{"--axis is for plots of several runs", []string{"plot", "compared/runs/ga-1", "--axis", "games"}},
		{"--group is for plots of several runs", []string{"plot", "compared", "--group"}},
		{`unknown axis "time"`, []string{"plot", "compared/runs/ga-1", "compared/runs/ga-2", "--axis", "time"}},
	} {
		_, errs, code := evolveIn(t, "", c.args...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says, c.args)
	}
}

// Killed at any time, a comparison goes on with the same command.
func TestAKilledComparisonGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compared")
	args := append(smallComparison, "--out", dir, "--quiet")
	for after := 100 * time.Millisecond; after < 2*time.Second; after *= 3 {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		require.NoError(t, cmd.Start())
		time.Sleep(after)
		_ = cmd.Process.Kill() // it may have finished
		_ = cmd.Wait()
	}
	mustEvolve(t, args...)
	straight := filepath.Join(t.TempDir(), "compared")
	mustEvolve(t, append(smallComparison, "--out", straight, "--quiet")...)
	for _, run := range []string{"cmaes-1", "ga-2"} {
		assert.Equal(t, filesOf(t, filepath.Join(straight, "runs", run)), filesOf(t, filepath.Join(dir, "runs", run)))
	}
}

func TestMethodsRefused(t *testing.T) {
	for method, says := range map[string]string{
		"run --seed 3":                  "--seed: a comparison sets seeds, goals and directories itself for all methods",
		"run --games 5":                 "--games: a comparison sets",
		"train tables --rounds 3":       "--rounds: a comparison sets",
		"train qnet --out x":            "--out: a comparison sets",
		"train tabels":                  "want one of the commands run, train tables, train policy, train qnet",
		"tune --program x":              "runs of evolve tune cannot be compared",
		"train policy --foo":            "unknown flag: --foo",
		"run x":                         "1 argument given",
		"train tables --games -1":       "games is -1: must be 0 to",
		"train policy --teacher nosuch": "--teacher: unknown player",
		"train tables 'x":               "reached EOF without closing quote",
	} {
		_, err := parseMethod(method)
		assert.ErrorContains(t, err, says, method)
	}
	helped, err := parseMethod("train tables --player evolved --player random")
	require.NoError(t, err)
	assert.Equal(t, "evolved", helped.Helper())
}

func TestMethodNames(t *testing.T) {
	all := []comparison.Setting{{Command: "run --optimizer ga --depth 1"}, {Command: "run --optimizer cmaes --depth 1"},
		{Command: "train tables --games 5000"}, {Command: "train policy", Dir: "old"}, {Command: "train policy --steps 9"}}
	nameMethods(all)
	var names []string
	for _, s := range all {
		names = append(names, s.Name+" in "+s.Dir)
	}
	assert.Equal(t, []string{"run --optimizer ga in run-optimizer-ga", "run --optimizer cmaes in run-optimizer-cmaes",
		"train tables in train-tables", "train policy in old", "train policy --steps 9 in train-policy-steps-9"}, names)
}

func TestCompareRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for says, args := range map[string]string{
		"no directory for the comparison: " +
			"give one with --out DIR": "--out= --vary optimizer=cmaes,ga --games 100",
		"holds no comparison: name what differs with --vary":         "--games 100",
		"--seed: a comparison has several seeds":                     "--vary optimizer=cmaes,ga --games 100 --seed 3",
		"--games and --cpu: only one":                                "--vary optimizer=cmaes,ga --games 100 --cpu 1s",
		"give what is equal in all runs: --games, --cpu":             "--vary optimizer=cmaes,ga",
		"--generations 0: must be 1 or more":                         "--vary optimizer=cmaes,ga --generations 0",
		"--games 0: must be 1 or more":                               "--vary optimizer=cmaes,ga --games 0",
		`--seeds "3-1": want numbers`:                                "--vary optimizer=cmaes,ga --games 9 --seeds 3-1",
		`--seeds "x": want numbers`:                                  "--vary optimizer=cmaes,ga --games 9 --seeds x",
		`unknown setting "pears"; did you mean pairs?`:               "--vary pears=2,4 --games 9",
		`--vary "population": want a setting and its values`:         "--vary population --games 9",
		`--vary population: 8 is listed twice`:                       "--vary population=8,8 --games 9",
		"--vary population is given twice":                           "--vary population=8 --vary population=9 --games 9",
		"--vary seed: give the seeds with --seeds":                   "--vary seed=1,2 --games 9",
		`sigma=1: "optimizer": ga has no setting "sigma"`:            "--vary optimizer=ga --vary optimizer.sigma=1,2 --games 9",
		"population=1: population is 1: must be":                     "--vary population=1,64 --games 9",
		"there is nothing to compare":                                "--vary population=64 --games 9",
		"unknown player":                                             "--vary population=64,32 --games 9 --against nosuch",
		"--cpu counts only the CPU time of this machine":             "--vary population=64,32 --cpu 1s --listen :0",
		"3 pairs in each of the champions' matches":                  "--vary population=64,32 --games 9 --match-pairs 3",
		"usage: " + called.Evolve() + " compare":                     "a",
		"settings board=X and board=Diamond play on different board": "--vary board=X,Diamond --games 9",
	} {
		_, errs, code := evolveIn(t, "", append([]string{"compare", "--out", "a"}, strings.Fields(args)...)...)
		assert.Equal(t, cli.Wrong, code, args)
		assert.Contains(t, errs, says, args)
	}
	assert.NoDirExists(t, "a")
}

func TestFactors(t *testing.T) {
	for text, want := range map[string]factor{
		"population=64, 256":              {"population", []string{"64", "256"}},
		"scorers=[table,edge],[table]":    {"scorers", []string{"[table,edge]", "[table]"}},
		`scorers=["table","edge"]`:        {"scorers", []string{`["table","edge"]`}},
		`limits={"edge.w":[0,3]},{}`:      {"limits", []string{`{"edge.w":[0,3]}`, "{}"}},
		"start=random,switch:file=a.json": {"start", []string{"random", "switch:file=a.json"}},
		`opponents=["a,b"],["c"]`:         {"opponents", []string{`["a,b"]`, `["c"]`}},
		"optimizer.large.every=10,20":     {"optimizer.large.every", []string{"10", "20"}},
		"optimizer=cmaes":                 {"optimizer", []string{"cmaes"}},
	} {
		got, err := parseFactor(text)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	assert.Equal(t, []any{"table", "edge"}, valueOf("[table,edge]"))
	assert.Equal(t, []any{json.Number("2"), json.Number("3")}, valueOf("[2,3]"))
	assert.Equal(t, json.Number("0.5"), valueOf("0.5"))
	assert.Equal(t, "cmaes", valueOf("cmaes"))

	factors := []factor{{"optimizer", []string{"cmaes", "ga"}}, {"opening_plies", []string{"8"}},
		{"population", []string{"64", "128"}}}
	var names, dirs []string
	for _, oneAtATime := range []bool{false, true} {
		for _, choice := range choices(factors, oneAtATime) {
			s := settingOf(factors, choice, oneAtATime)
			names, dirs = append(names, s.Name), append(dirs, s.Dir)
		}
	}
	assert.Equal(t, []string{"optimizer=cmaes population=64", "optimizer=cmaes population=128",
		"optimizer=ga population=64",
		"optimizer=ga population=128", "base", "optimizer=ga", "population=128"}, names)
	assert.Equal(t, []string{"cmaes-population64", "cmaes-population128", "ga-population64", "ga-population128", "base",
		"ga", "population128"}, dirs)
}

// configsOf returns what settings of evolution configure.
func configsOf(settings []comparison.Setting) (all []evolution.Config) {
	for _, s := range settings {
		all = append(all, s.Method.(*runs.Plan).Config)
	}
	return all
}

// Every setting of run.json can vary, with the defaults that follow from it.
func TestVariedSettings(t *testing.T) {
	f := compareFlags{vary: []string{"population=64,256", "optimizer=ga-library,ga", "search=alphabeta", "board=X",
		"scorers=[squares,possibility]"}}
	cmd := newCompare()
	f.config.flags, f.config.squares = cmd.Flags(), "classes"
	settings, err := f.settings(cmd)
	require.NoError(t, err)
	configs := configsOf(settings)
	require.Len(t, configs, 4)
	assert.Equal(t, "population=64 optimizer=ga", settings[1].Name)
	assert.Equal(t, "ga", configs[1].Optimizer.Name())
	assert.Equal(t, []int{64, 32}, []int{configs[1].Population, configs[1].Pairs}, "pairs follow from the population")
	assert.Equal(t, "alphabeta", configs[3].Search.Algorithm.String())
	assert.Equal(t, []string{"squares", "possibility"}, configs[3].Scorers)
	assert.Equal(t, "X", configs[3].HomeBoard().Name)

	f.vary = []string{"population=256,32", "pairs=default,6", "optimizer.alpha=default,0.3",
		"optimizer=default,ga-library"}
	f.oneAtATime = true
	settings, err = f.settings(cmd)
	require.NoError(t, err)
	configs = configsOf(settings)
	assert.Equal(t, "base", settings[0].Name)
	var sizes [][2]int
	for _, c := range configs {
		sizes = append(sizes, [2]int{c.Population, c.Pairs})
	}
	assert.Equal(t, [][2]int{{256, 8}, {32, 64}, {256, 6}, {256, 8}, {256, 8}}, sizes)
	assert.Equal(t, "ga-library", configs[4].Optimizer.Name())

	f.oneAtATime = false
	f.vary = []string{`start="reversi-blank:depth=7,endgame=9",random`, "optimizer.large.every=7", "optimizer=ga-library"}
	settings, err = f.settings(cmd)
	require.NoError(t, err)
	configs = configsOf(settings)
	assert.Equal(t, `start="reversi-blank:depth=7,endgame=9"`, settings[0].Name)
	assert.Equal(t, "reversi-blank:depth=7,endgame=9", configs[0].Start.Name)
	assert.Nil(t, configs[1].Start)
	assert.Contains(t, string(configs[1].Marshal()), `"every": 7`)
}
