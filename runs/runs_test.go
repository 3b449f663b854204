package runs

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
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

// compared are the files whose bytes depend only on the configuration.
var compared = []string{"run.json", "checkpoint.json", "checkpoint.prev.json", "journal.jsonl", "history.csv",
	"champion.json"}

// everyModel runs a test for each model, with one and two rounds per generation, and with opponents and a schedule.
func everyModel(t *testing.T, test func(t *testing.T, c evolution.Config)) {
	for _, name := range evolution.Models() {
		for rounds := 1; rounds <= 2; rounds++ {
			t.Run(fmt.Sprintf("%s/%d", name, rounds), func(t *testing.T) {
				c := tiny(7)
				require.NoError(t, c.SetModel(name))
				c.SetSize(6+2*rounds, 2+2*rounds)
				c.Rounds = rounds
				switch model := c.Model.(type) {
				case *evolution.Archipelago:
					model.Islands.Count, model.Islands.Every = 2, 2
				case *evolution.MinimalGap:
					model.MGG.Children, model.MGG.Large.Every = 1+rounds, 2
				}
				c.Opponents = []string{"seed-edge", "random"}
				c.Schedule = []evolution.ScheduleEntry{{From: 3, Endgame: 2, Pairs: 5}, {From: 5, Depth: 2}}
				c.Gate.Every = 2
				switch name {
				case "mirrored": // needs one round and no opponents
					c.Rounds, c.Opponents = 1, nil
					c.SetSize(14, 5)
				case "differential":
					c.Rounds = 1
					c.SetSize(14, 5)
				}
				test(t, c)
			})
		}
	}
}

var update = flag.Bool("update", false, "write testdata/bytes.json anew")

// The bytes must not depend on the number of workers. They must also be those of testdata/bytes.json, which may be from
// another processor and an earlier version.
func TestWorkersAndProcessorsChangeNoByte(t *testing.T) {
	const golden = "testdata/bytes.json"
	digests := map[string]string{}
	compare := func(t *testing.T, c evolution.Config) {
		one, many := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "many")
		play(t, one, c, 5, 1)
		play(t, many, c, 5, 5)
		assertSame(t, one, many)
		run, err := Open(one)
		require.NoError(t, err)
		journal, err := run.journalOfHistory(5)
		require.NoError(t, err)
		assert.Equal(t, string(read(t, one, journalFile)), string(journal), "history.csv and champions hold all of it")
		digest := sha256.New()
		for _, name := range compared {
			digest.Write(read(t, one, name))
		}
		digests[t.Name()] = hex.EncodeToString(digest.Sum(nil))
	}
	everyModel(t, compare)
	t.Run("networks", func(t *testing.T) {
		c := tiny(7)
		c.Scorers = []string{"possibility", "lines2", "lines3", "blocks"}
		require.NoError(t, c.SetModel(c.Model.Name()))
		c.WholeGame = []string{"lines2", "lines3", "blocks"}
		compare(t, c)
	})
	if *update {
		require.NoError(t, os.WriteFile(golden, files.EncodeJSON(digests), 0o666))
	}
	var want map[string]string
	require.NoError(t, json.Unmarshal(read(t, golden), &want))
	assert.Equal(t, want, digests, "if the change is intended: go test ./runs -run NoByte -update")
}

func TestInterruptedRunGivesTheSameBytes(t *testing.T) { everyModel(t, interruptAndResume) }

func interruptAndResume(t *testing.T, config evolution.Config) {
	uninterrupted, interrupted := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "stopped")
	play(t, uninterrupted, config, 6, 2)

	rng := rand.New(rand.NewPCG(1, 1))
	create(t, interrupted, config, 6).Close()
	for stops := 0; ; stops++ {
		require.Less(t, stops, 200)
		run, err := Resume(interrupted)
		require.NoError(t, err)
		// Cancel after a random number of pairs.
		ctx, cancel := context.WithCancel(context.Background())
		left := rng.IntN(100)
		stop, err := run.Run(ctx, fitness.Local{Workers: 2}, Observer{Played: func() {
			if left--; left < 0 {
				cancel()
			}
		}})
		cancel()
		run.Close()
		require.NoError(t, err)
		if stop == Finished {
			require.Greater(t, stops, 2, "the test must interrupt the run several times")
			break
		}
		require.Equal(t, Interrupted, stop)
	}
	assertSame(t, uninterrupted, interrupted)
}

func TestGoalChangesNoByte(t *testing.T) {
	straight, extended := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "extended")
	play(t, straight, tiny(3), 5, 2)
	play(t, extended, tiny(3), 2, 2)
	resume(t, extended, Goal{Count: 5})
	assertSame(t, straight, extended)
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

// A generation that may not fit into the budget is not started. The estimate includes a gate and a ladder.
func TestGenerationBeyondTheBudgetIsNotStarted(t *testing.T) {
	run := play(t, filepath.Join(t.TempDir(), "run"), tiny(1), 2, 2)
	_, games := run.Config.EstimateGames(run.History)
	require.Greater(t, games, 2*run.Config.Gate.Pairs+6*run.Config.Ladder.Pairs)
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
	assert.Contains(t, lines[0], "seed-blank,seed-blank low,seed-blank high,seed-blank results,seed-switch,")
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
	for _, name := range compared {
		assert.Equal(t, string(read(t, a, name)), string(read(t, b, name)), name)
	}
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
