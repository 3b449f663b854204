package evolve

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/formats"
	"evothello/ui/cli"
)

// A run's next games make a player of its scorers, phases and depth, with which another run can start.
func TestFitARun(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir, "--turns", "30,60", "--scorers", "table,possibility,frontier")
	before, file := filesOf(t, dir), filepath.Join(t.TempDir(), "fitted.json")
	fit := func(out, workers string) string {
		return mustEvolve(t, "fit", dir, "-o", out, "--games", "1500", "--keep", "0", "--concurrency", workers, "--quiet")
	}
	said := fit(file, "1")
	assert.Contains(t, said, "1500 games, ")
	assert.Regexp(t, `(?m)^ +1–30 +\d+ +\d+  0\.\d{3} +\d+\.\d %$`, said)
	assert.Contains(t, said, file+": 2 phases of 12 weights")
	assert.Equal(t, before, filesOf(t, dir), "the run is as it was")

	fitted, err := formats.ReadSwitch(file)
	require.NoError(t, err)
	assert.EqualValues(t, []int{30, 60}, fitted.Turns)
	assert.Equal(t, 1, fitted.Settings().Depth)
	assert.Positive(t, fitted.Phases[1].Get("table.corner"), "corners foretell who wins")
	again := filepath.Join(t.TempDir(), "again.json")
	fit(again, "3")
	assert.Equal(t, read(t, file), read(t, again), "the same games give the same file")
	on := filepath.Join(t.TempDir(), "on")
	runIn(t, on, "--start", file)
	assert.Contains(t, mustEvolve(t, "match", on, file, "--pairs", "4"), "score")
}

// By default the weights are the mean with the run's champion.
func TestFitKeeps(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir, "--turns", "30,60", "--scorers", "table,possibility,frontier")
	// ratios fits, and returns one weight as a multiple of another in each phase.
	ratios := func(args ...string) (of []float64) {
		file := filepath.Join(t.TempDir(), "fitted.json")
		mustEvolve(t, slices.Concat([]string{"fit", dir, "-o", file, "--games", "300", "--quiet"}, args)...)
		fitted, err := formats.ReadSwitch(file)
		require.NoError(t, err)
		for _, w := range fitted.Phases {
			of = append(of, float64(w.Get("frontier.w"))/float64(w.Get("table.corner")))
		}
		return of
	}
	champion, err := formats.ReadSwitch(filepath.Join(dir, "champion.json"))
	require.NoError(t, err)
	none, half, all, byDefault := ratios("--keep", "0"), ratios("--keep", "0.5"), ratios("--keep", "1"), ratios()
	for phase, w := range champion.Phases {
		its := float64(w.Get("frontier.w")) / float64(w.Get("table.corner"))
		assert.InDelta(t, its, all[phase], 0.05, "the champion, scaled")
		assert.Greater(t, half[phase], min(none[phase], its)-0.05)
		assert.Less(t, half[phase], max(none[phase], its)+0.05)
	}
	assert.Equal(t, half, byDefault)
	assert.NotEqual(t, none, half)
}

// fit also fits networks. A shared scorer has one set of weights for all phases.
func TestFitNetworks(t *testing.T) {
	dir, file := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "fitted.json")
	runIn(t, dir, "--turns", "30,60", "--scorers", "possibility,lines2,outer", "--shared", "outer")
	mustEvolve(t, "fit", dir, "-o", file, "--games", "200", "--quiet")
	fitted, err := formats.ReadSwitch(file)
	require.NoError(t, err)
	differ := map[string]bool{}
	for s, w := range fitted.Phases[0].All() {
		differ[s.Name] = !slices.Equal(w, fitted.Phases[1].Of(s))
	}
	assert.Equal(t, map[string]bool{"possibility": true, "lines2": true, "outer": false}, differ)
}

func TestFitFiles(t *testing.T) {
	games, dir := "../../../formats/testdata/match.ggf", t.TempDir()
	file, table := filepath.Join(dir, "fitted.json"), filepath.Join(dir, "counts.csv")
	said := mustEvolve(t, "fit", games, "-o", file, "--scorers", "edge,number", "--turns", "60", "--depth", "2",
		"--csv", table)
	lines, err := csv.NewReader(strings.NewReader(read(t, table))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"game", "moves", "phase", "side", "edge.w", "number.w", "result"}, lines[0])
	assert.Regexp(t, `(?m)^ +1–60 +\d+ +0 +– +–$`, said, "four games are too few to hold one out")
	for _, line := range lines[1:] {
		assert.Contains(t, []string{"0", "0.5", "1"}, line[6])
	}
	fitted, err := formats.ReadSwitch(file)
	require.NoError(t, err)
	assert.Contains(t, fitted.Note, "match.ggf")
	assert.Equal(t, 2, fitted.Settings().Depth)
}

func TestFitRefuses(t *testing.T) {
	dir := t.TempDir()
	games, err := filepath.Abs("../../../formats/testdata/match.ggf")
	require.NoError(t, err)
	run := filepath.Join(dir, "run")
	runIn(t, run)
	diary := filepath.Join(dir, "diary.json")
	require.NoError(t, os.WriteFile(diary, []byte("today"), 0o666))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{run}, "no output file: give one with -o FILE"},
		{[]string{run, "-o", filepath.Join(dir, "no", "f.json")}, "there is no directory"},
		{[]string{run, "-o", diary}, diary + " exists already and was changed or not written by evolve: name another file"},
		{[]string{run, "-o", "f.txt"}, "f.txt: name a file that ends in .json"},
		{[]string{run, games, "-o", "f.json"}, "is a directory: give either one run, or files"},
		{[]string{games, "-o", "f.json", "--games", "9"}, "--games works only with a run"},
		{[]string{run, "-o", "f.json", "--games", "0"}, "--games 0: must be 1 or more"},
		{[]string{run, "-o", "f.json", "--scorers", "lines4", "--games", "999999"}, "must be at most "},
		{[]string{games, "-o", "f.json", "--keep", "0.5"}, "--keep works only with a run"},
		{[]string{run, "-o", "f.json", "--keep", "1.5"}, "--keep 1.5: must be 0 to 1"},
		{[]string{run, "-o", "f.json", "--scorers", "number"}, "the champion has weights of table too: name "},
		{[]string{run, "-o", "f.json", "--ridge", "0"}, "--ridge 0: must be 0.001 to 1e+09"},
		{[]string{run, "-o", "f.json", "--scorers", "tabel"}, `unknown scorer "tabel"; did you mean table?`},
		{[]string{run, "-o", "f.json", "--scorers", "table,squares"}, "fit cannot fit scorers with one weight per square"},
		{[]string{run, "-o", "f.json", "--csv", "./f.json"}, "-o and --csv are the same file"},
		{[]string{run, "-o", "f.json", "--scorers", "patterns"}, "scorer patterns uses pattern tables"},
		{[]string{run, "-o", "f.json", "--turns", "30,20", "--depth", "-1"}, "turns [30 20] must rise strictly"},
		{[]string{run, "-o", "f.json", "--turns", "30,20,60"}, "turns [30 20 60] must rise strictly"},
		{[]string{run, "-o", "f.json", "--depth", "-1"}, "depth"},
		{[]string{games, "-o", "f.json", "--turns", "1,60", "--depth", "59"}, "no training position of phase 2"},
		{[]string{"/nope.ggf", "-o", "f.json"}, "/nope.ggf"},
		{[]string{dir, "-o", "f.json"}, dir},
	} {
		t.Chdir(t.TempDir())
		args := slices.Concat([]string{"fit"}, c.args)
		_, errs, code := evolveIn(t, "", args...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says)
		assert.Equal(t, 1, strings.Count(errs, "\n"), errs)
		assert.NoFileExists(t, "f.json")
	}
}

func read(t *testing.T, path string) string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}
