package comparison

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// tiny is a run whose generations take a few hundredths of a second each.
func tiny(model string) evolution.Config {
	c := evolution.Defaults(0)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.SetSize(8, 4)
	c.Gate.Every = 1
	_ = c.SetOptimizer(model)
	return c
}

// small compares two models over two seeds.
func small() Config {
	settings := []Setting{{Name: "optimizer=cmaes", Dir: "cmaes"}, {Name: "optimizer=ga", Dir: "ga"}}
	settings[0].Set(&runs.Plan{Config: tiny("cmaes")})
	settings[1].Set(&runs.Plan{Config: tiny("ga")})
	c := New(settings)
	c.Seeds, c.Generations, c.Pairs = []uint64{1, 2}, 2, 6
	c.Opponents = []string{"reversi-blank", "alphabeta"}
	return c
}

func mustBegin(t *testing.T, dir string, c Config) *Comparison {
	t.Helper()
	comparison, err := Begin(dir, c)
	require.NoError(t, err)
	t.Cleanup(comparison.Close)
	return comparison
}

func ignore(Begun) (runs.Observer, func()) { return runs.Observer{}, func() {} }

// finish does all the work of a comparison and returns its results.
func finish(t *testing.T, c *Comparison, arena fitness.Arena) *Results {
	t.Helper()
	require.NoError(t, c.Evolve(t.Context(), arena, ignore))
	f, err := c.Play(t.Context(), arena, ignore, func(int, int) {}, nil)
	require.NoError(t, err)
	r := c.Results(f)
	require.NoError(t, c.WriteResults(r))
	return r
}

func read(t *testing.T, names ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(names...))
	require.NoError(t, err)
	return string(data)
}

func TestFromBeginningToEnd(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compared")
	config := small()
	c := mustBegin(t, dir, config)
	var begun []string
	require.NoError(t, c.Evolve(t.Context(), fitness.Local{Workers: 2}, func(b Begun) (runs.Observer, func()) {
		begun = append(begun, filepath.Base(b.Run.Path()))
		return runs.Observer{}, func() {}
	}))
	assert.Equal(t, []string{"cmaes-1", "ga-1", "cmaes-2", "ga-2"}, begun)
	r := finish(t, c, fitness.Local{Workers: 2})
	c.Close()

	// Each run is an ordinary one, to the byte.
	ordinary := filepath.Join(t.TempDir(), "ordinary")
	own := tiny("ga")
	own.Seed = 2
	run, err := runs.Create(ordinary, own, runs.Goal{Count: 2})
	require.NoError(t, err)
	_, err = run.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	require.NoError(t, err)
	run.Close()
	for _, name := range []string{"run.json", "history.csv", "champion.json", "checkpoint.json", "goal.json"} {
		assert.Equal(t, read(t, ordinary, name), read(t, dir, runsDir, "ga-2", name), name)
	}

	require.Len(t, r.Settings, 2)
	assert.GreaterOrEqual(t, r.Settings[0].Elo.Mean, r.Settings[1].Elo.Mean)
	assert.InDelta(t, 0, r.Settings[0].Elo.Mean+r.Settings[1].Elo.Mean, 1e-9, "0 is the mean of all champions")
	require.Len(t, r.Compared, 1)
	assert.InDelta(t, 2*r.Settings[0].Elo.Mean, r.Compared[0].Elo.Mean, 1e-9)
	assert.Nil(t, r.Compared[0].Probability, "two seeds are too few")
	assert.Nil(t, r.Probability(0, 1))
	require.Len(t, r.Runs, 4)
	for _, one := range r.Runs {
		require.Len(t, one.Stages, len(shares))
		assert.Equal(t, 2, one.Stages[len(shares)-1].Generation)
		for i, s := range one.Stages {
			assert.Len(t, s.Scores, 2)
			assert.True(t, i == 0 || s.Games >= one.Stages[i-1].Games)
		}
	}
	end := r.Settings[0].Curve[len(shares)-1]
	assert.InDelta(t, end.Score.Mean, (r.Settings[0].Scores[0].Mean+r.Settings[0].Scores[1].Mean)/2, 1e-9)
	assert.Positive(t, end.CPU)
	assert.Contains(t, read(t, dir, tableFile), "\noptimizer=cmaes,1,2,")

	// A second call evolves and plays nothing.
	again := mustBegin(t, dir, config)
	assert.Equal(t, r, finish(t, again, failingArena{}))
	again.Close()
	stored, err := ReadResults(files.At(dir))
	require.NoError(t, err)
	assert.Equal(t, r, stored)

	// With one more seed only its runs are evolved, and results of before are gone until then.
	config.Seeds = append(config.Seeds, 3)
	more := mustBegin(t, dir, config)
	status, err := ReadStatus(dir)
	require.NoError(t, err)
	assert.Equal(t, []any{4, 6, false}, []any{status.Finished, len(status.Runs), status.HasResults})
	_, err = ReadResults(files.At(dir))
	assert.ErrorIs(t, err, os.ErrNotExist)
	begun = nil
	require.NoError(t, more.Evolve(t.Context(), fitness.Local{Workers: 2}, func(b Begun) (runs.Observer, func()) {
		begun = append(begun, filepath.Base(b.Run.Path()))
		return runs.Observer{}, func() {}
	}))
	assert.Equal(t, []string{"cmaes-3", "ga-3"}, begun)
	more.Close()

	// With a larger goal the runs go on.
	config.Generations = 3
	longer := mustBegin(t, dir, config)
	require.NoError(t, longer.Evolve(t.Context(), fitness.Local{Workers: 2}, ignore))
	status, err = ReadStatus(dir)
	require.NoError(t, err)
	assert.Equal(t, 3, status.Runs[0].Generations)
	assert.Equal(t, 6, status.Finished)
}

// failingArena is an arena that plays no games.
type failingArena struct{}

func (failingArena) Slots() int { return 1 }
func (failingArena) Play(
	_ context.Context, pairs []fitness.Pair, _ func(int, fitness.PairResult),
) ([]fitness.PairResult, error) {
	if len(pairs) > 0 {
		return nil, errors.New("a game to play")
	}
	return nil, nil
}

// Stopped at any pair and resumed, a comparison has the same results, but for the times.
func TestAStoppedComparisonGoesOn(t *testing.T) {
	straight, stopped := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "stopped")
	config := small()
	config.Generations, config.Games = 0, 200
	want := finish(t, mustBegin(t, straight, config), fitness.Local{Workers: 2})
	for stops := 0; ; stops++ {
		require.Less(t, stops, 100)
		c := mustBegin(t, stopped, config)
		ctx, cancel := context.WithCancel(t.Context())
		arena := &limited{Arena: fitness.Local{Workers: 2}, left: 150, stop: cancel}
		err := c.Evolve(ctx, arena, ignore)
		if err == nil {
			_, err = c.Play(ctx, arena, ignore, func(int, int) {}, nil)
		}
		cancel()
		c.Close()
		if err == nil {
			assert.Positive(t, stops)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
	}
	got := finish(t, mustBegin(t, stopped, config), failingArena{})
	for _, r := range []*Results{want, got} {
		for i := range r.Settings {
			for k := range r.Settings[i].Curve {
				r.Settings[i].Curve[k].CPU = 0
			}
		}
		for i := range r.Runs {
			for k := range r.Runs[i].Stages {
				r.Runs[i].Stages[k].CPU = 0
			}
		}
	}
	assert.Equal(t, want, got)
	for _, r := range got.Runs {
		assert.InDelta(t, 200, r.Stages[len(shares)-1].Games, 60, "equal games")
	}
}

// limited is an arena that stops after some pairs.
type limited struct {
	fitness.Arena
	left int
	stop func()
}

func (l *limited) Play(
	ctx context.Context, pairs []fitness.Pair, played func(int, fitness.PairResult),
) ([]fitness.PairResult, error) {
	return l.Arena.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		if l.left--; l.left < 0 {
			l.stop()
		}
		if played != nil {
			played(i, r)
		}
	})
}

func TestWhatMayNotChange(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compared")
	config := small()
	c := mustBegin(t, dir, config)
	_, err := Begin(dir, config)
	assert.ErrorContains(t, err, "another process is working on it")
	require.NoError(t, c.Evolve(t.Context(), fitness.Local{Workers: 2}, ignore))
	c.Close()

	fewer := config
	fewer.Generations = 1
	_, err = Begin(dir, fewer)
	assert.ErrorContains(t, err, "its runs already have 2 generations each: ask for as many or more, or choose another "+
		"--out")
	games := config
	games.Generations, games.CPU = 0, time.Hour
	_, err = Begin(dir, games)
	assert.ErrorContains(t, err, "its runs already have 2 generations each")
	others, panel := small(), tiny("ga")
	panel.Panel = 4
	others.Settings[1].Set(&runs.Plan{Config: panel})
	_, err = Begin(dir, others)
	assert.ErrorContains(t, err, filepath.Join("ga-1", "run.json")+" has other settings")

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "file"), nil, 0o666))
	_, err = Begin(other, config)
	assert.ErrorContains(t, err, "exists already and holds no comparison")
	_, err = Open(other)
	assert.ErrorIs(t, err, ErrNone)

	for damage, says := range map[string]string{
		"{": "compare.json: not readable as JSON", `{"schema":2}`: "schema 2 is newer",
		strings.Replace(read(t, dir, configFile), `"name": "cmaes"`, `"name": "none"`, 1): "restore the original file",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, configFile), []byte(damage), 0o666))
		_, err = Open(dir)
		assert.ErrorContains(t, err, says)
	}
}

// A lost run is evolved again, from the settings in compare.json.
func TestALostRunComesBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "compared")
	config := small()
	c := mustBegin(t, dir, config)
	require.NoError(t, c.Evolve(t.Context(), fitness.Local{Workers: 2}, ignore))
	c.Close()
	before := read(t, dir, runsDir, "cmaes-2", "history.csv")
	require.NoError(t, os.RemoveAll(filepath.Join(dir, runsDir, "cmaes-2")))
	stored, err := Open(dir)
	require.NoError(t, err)
	again := mustBegin(t, dir, stored.Config)
	_, err = again.Play(t.Context(), fitness.Local{}, ignore, func(int, int) {}, nil)
	assert.ErrorContains(t, err, "cmaes-2: there is no such directory")
	require.NoError(t, again.Evolve(t.Context(), fitness.Local{Workers: 2}, ignore))
	assert.Equal(t, before, read(t, dir, runsDir, "cmaes-2", "history.csv"))
}
