package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/weights"
)

// tiny returns a configuration whose generations take a few hundredths of a second.
func tiny(seed uint64) evolution.Config {
	c := evolution.Defaults(seed)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.Turns = []int{30, 60}
	c.SetSize(6, 4)
	c.Gate.Every = 1
	return c
}

func TestSeedsDiffer(t *testing.T) {
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	play(t, a, tiny(1), 1, 2)
	play(t, b, tiny(2), 1, 2)
	assert.NotEqual(t, read(t, a, "champion.json"), read(t, b, "champion.json"))
}

func TestResumingAFinishedRunChangesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(1), 2, 2)
	before := snapshot(t, dir)
	run, err := Resume(dir)
	require.NoError(t, err)
	stop, err := run.Run(context.Background(), fitness.Local{Workers: 2}, Observer{})
	run.Close()
	require.NoError(t, err)
	assert.Equal(t, Finished, stop)
	assert.Equal(t, before, snapshot(t, dir))
}

func TestBudgetCountsAllProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := create(t, dir, tiny(1), 0)
	require.NoError(t, run.SetGoal(Goal{Budget: time.Nanosecond}))
	stop, err := run.Run(context.Background(), fitness.Local{Workers: 2}, Observer{})
	require.NoError(t, err)
	assert.Equal(t, OutOfBudget, stop)
	assert.Equal(t, 1, run.State.Generation, "the first generation is always played")
	run.Close()
	again, err := Resume(dir)
	require.NoError(t, err)
	defer again.Close()
	_, done := again.Done()
	assert.True(t, done)
}

// A generation that may not fit into the budget is not started. The estimate includes a gate and a reference.
func TestGenerationBeyondTheBudgetIsNotStarted(t *testing.T) {
	run := play(t, filepath.Join(t.TempDir(), "run"), tiny(1), 2, 2)
	_, games := run.Config.EstimateGames(run.History)
	require.Greater(t, games, 2*run.Config.Gate.Pairs+6*run.Config.Reference.Pairs)
	run.Timings[0].Seconds, run.Timings[1].Seconds = 20, 10
	next := 10 * float64(games) / float64(run.Timings[1].Games)
	for spare, want := range map[float64]Stop{-0.1: OutOfBudget, 1.1: ""} { // one second is reserved for the plots
		run.Goal = Goal{Budget: time.Duration((30 + next + spare) * float64(time.Second))}
		stop, _ := run.Done()
		assert.Equal(t, want, stop, "%g s to spare", spare)
	}
}

func TestChampionFileIsTheCurrentChampion(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := play(t, dir, tiny(2), 3, 2)
	champion, err := weights.Read(read(t, dir, "champion.json"))
	require.NoError(t, err)
	assert.Equal(t, run.State.CurrentChampion().Phases, champion.Phases)
	assert.Equal(t, run.Config.Hash(), champion.Origin.Run)
	assert.EqualValues(t, 2, champion.Origin.Seed)
	assert.Len(t, namesIn(t, filepath.Join(dir, "champions")), len(run.State.Champions))
}

func TestHistoryHasOneRowPerGeneration(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(2), 3, 2)
	lines := strings.Split(strings.TrimSpace(string(read(t, dir, "history.csv"))), "\n")
	require.Len(t, lines, 4)
	assert.True(t, strings.HasPrefix(lines[0], "generation,best,mean,worst,"))
	assert.Contains(t, lines[0],
		"reversi-blank,reversi-blank low,reversi-blank high,reversi-blank results,reversi-switch,")
	assert.True(t, strings.HasPrefix(lines[3], "3,0."))
}

func TestStatusIsAlwaysJSON(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run := create(t, dir, tiny(2), 1)
	_, err := json.Marshal(run.Status())
	assert.NoError(t, err, "generation 0")
	run.Close()
	_, err = json.Marshal(resume(t, dir, Goal{Count: 1}).Status())
	assert.NoError(t, err)
}

func create(t *testing.T, dir string, config evolution.Config, generations int) *Run {
	t.Helper()
	run, err := Create(dir, config, Goal{Count: generations})
	require.NoError(t, err)
	return run
}

// play makes a run and plays all its generations.
func play(t *testing.T, dir string, config evolution.Config, generations, workers int) *Run {
	t.Helper()
	run := create(t, dir, config, generations)
	defer run.Close()
	stop, err := run.Run(context.Background(), fitness.Local{Workers: workers}, Observer{})
	require.NoError(t, err)
	require.Equal(t, Finished, stop)
	return run
}

type resumed struct {
	*Run
	noticeAtStart string
}

// resume resumes a run with a new goal.
func resume(t *testing.T, dir string, goal Goal) resumed {
	t.Helper()
	run, err := Resume(dir)
	require.NoError(t, err)
	defer run.Close()
	notice := run.Notice
	require.NoError(t, run.SetGoal(goal))
	_, err = run.Run(context.Background(), fitness.Local{Workers: 2}, Observer{})
	require.NoError(t, err)
	return resumed{run, notice}
}

func read(t *testing.T, names ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(names...))
	require.NoError(t, err)
	return data
}

func assertSame(t *testing.T, a, b string) {
	t.Helper()
	assert.Equal(t, filesOf(t, a), filesOf(t, b))
}

// filesOf returns the files of a run whose bytes depend only on the configuration.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range compared {
		all[name] = string(read(t, dir, name))
	}
	return all
}

// snapshot returns the modification time and the bytes of every file in a directory.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	contents := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			contents[path] = info.ModTime().String() + string(read(t, path))
		}
		return err
	}))
	return contents
}

// Games and CPU time of a goal are met within half a generation, and the bytes are those of as many generations.
func TestGoalsOfEffort(t *testing.T) {
	for games, generations := range map[int]int{1: 1, 86: 1, 88: 2, 139: 2, 141: 3} { // 58 games, then 54
		byGames, byCount := filepath.Join(t.TempDir(), "games"), filepath.Join(t.TempDir(), "count")
		run, err := Create(byGames, tiny(3), Goal{Games: games})
		require.NoError(t, err)
		stop, err := run.Run(context.Background(), fitness.Local{Workers: 2}, Observer{})
		run.Close()
		require.NoError(t, err)
		assert.Equal(t, Finished, stop)
		require.Equal(t, generations, run.Count(), "%d games", run.Games())
		play(t, byCount, tiny(3), generations, 1)
		assertSame(t, byCount, byGames)
	}
	run := Run{Directory: Directory{Format: Evolution, Goal: Goal{CPU: 10 * time.Second}}, State: &evolution.State{}}
	for seconds, enough := range map[float64]bool{0: false, 1: false, 1.9: false, 2.1: true, 5: true} {
		run.State.Generation = 2
		run.Timings = []Timing{{Round: 1, CPU: 6}, {Round: 2, CPU: seconds}} // a generation took half of both
		_, done := run.Done()
		assert.Equal(t, enough, done, seconds)
	}
}

// Candidates that the gate refuses are counted until the next promotion, also if the run is stopped in between.
func TestRefusedCandidates(t *testing.T) {
	played := fitness.Pentanomial{1, 0, 0, 0, 1}
	rows := []evolution.Row{{Promoted: true}, {Gate: played}, {}, {Gate: played}, {Gate: played, Promoted: true},
		{Gate: played}}
	assert.Equal(t, []int{0, 1, 1, 2, 0, 1}, Refused(rows))
	assert.Empty(t, Refused(nil))

	straight, stopped := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "stopped")
	run := play(t, straight, tiny(2), 6, 2)
	play(t, stopped, tiny(2), 3, 2)
	resume(t, stopped, Goal{Count: 6})
	assert.Equal(t, string(read(t, straight, "history.csv")), string(read(t, stopped, "history.csv")))
	lines := strings.Split(strings.TrimSpace(string(read(t, straight, "history.csv"))), "\n")
	columns := strings.Split(lines[0], ",")
	at := slices.Index(columns, "refused")
	require.Equal(t, "genes edgestability", columns[len(columns)-1])
	for i, refused := range Refused(run.History) {
		fields := strings.Split(lines[i+1], ",")
		assert.Len(t, fields, len(columns))
		assert.Equal(t, fmt.Sprint(refused), fields[at])
		assert.NotEmpty(t, fields[at+1], "selection")
		assert.Regexp(t, `^0\.\d{6}$`, fields[len(fields)-1])
	}
}
