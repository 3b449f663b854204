package runs

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
)

// compared are the files whose bytes depend only on the configuration.
var compared = []string{"run.json", "checkpoint.json", "checkpoint.prev.json", "journal.jsonl", "history.csv",
	"champion.json"}

// everyOptimizer runs a test for each optimizer, with one and two rounds per generation, with opponents and a schedule.
func everyOptimizer(t *testing.T, test func(t *testing.T, c evolution.Config)) {
	for _, name := range evolution.Optimizers() {
		for rounds := 1; rounds <= 2; rounds++ {
			t.Run(fmt.Sprintf("%s/%d", name, rounds), func(t *testing.T) {
				c := tiny(7)
				require.NoError(t, c.SetOptimizer(name))
				c.SetSize(6+2*rounds, 2+2*rounds)
				c.Rounds = rounds
				switch optimizer := c.Optimizer.(type) {
				case *evolution.IslandGA:
					optimizer.Islands.Count, optimizer.Islands.Every = 2, 2
				case *evolution.Library:
					optimizer.Large.Every = 2
				}
				c.Opponents = []string{"reversi-edge", "random"}
				c.Schedule = []evolution.ScheduleEntry{{From: 3, Endgame: 2, Pairs: 5}, {From: 5, Depth: 2}}
				c.Gate.Every = 2
				switch name {
				case "cmaes-mirrored", "spsa": // need one round and no opponents
					c.Rounds, c.Opponents = 1, nil
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
	digests := map[string]map[string]string{} // by test and file
	compare := func(t *testing.T, c evolution.Config) {
		one, many := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "many")
		play(t, one, c, 5, 1)
		play(t, many, c, 5, 5)
		assertSame(t, one, many)
		undisturbed[c.Hash()] = filesOf(t, one)
		run, err := Open(one)
		require.NoError(t, err)
		journal, err := run.journalOfHistory(5)
		require.NoError(t, err)
		assert.Equal(t, string(read(t, one, journalFile)), string(journal), "history.csv and champions hold all of it")
		digests[t.Name()] = map[string]string{}
		for _, name := range compared {
			digests[t.Name()][name] = files.SHA256(read(t, one, name))[:16]
		}
	}
	everyOptimizer(t, compare)
	t.Run("networks", func(t *testing.T) {
		c := tiny(7)
		c.Scorers = []string{"possibility", "lines2", "lines3", "blocks"}
		require.NoError(t, c.SetOptimizer(c.Optimizer.Name()))
		c.Shared = []string{"lines2", "lines3", "blocks"}
		compare(t, c)
	})
	t.Run("whitened", func(t *testing.T) {
		c := tiny(7)
		require.NoError(t, c.SetOptimizer("cmaes-mirrored"))
		c.SetSize(14, 5)
		c.Optimizer.(*evolution.Mirrored).Step = 0.3
		compare(t, c)
	})
	randomMoves(t, compare)
	t.Run("large", func(t *testing.T) { compare(t, onLarge(t)) })
	if *update {
		require.NoError(t, os.WriteFile(golden, files.EncodeJSON(digests), 0o666))
	}
	var want map[string]map[string]string
	require.NoError(t, json.Unmarshal(read(t, golden), &want))
	assert.Equal(t, want, digests, "if the change is intended: go test ./runs -run NoByte -update")
}

// randomMoves runs a test with random moves in games of fitness, against a panel and against mirror images.
func randomMoves(t *testing.T, test func(t *testing.T, c evolution.Config)) {
	for _, optimizer := range []string{"cmaes", "cmaes-mirrored"} {
		t.Run("random moves/"+optimizer, func(t *testing.T) {
			c := tiny(7)
			require.NoError(t, c.SetOptimizer(optimizer))
			c.SetSize(14, 5)
			c.RandomEvery = 10
			test(t, c)
		})
	}
}

// onLarge returns a configuration on 10×10.
func onLarge(t *testing.T) evolution.Config {
	c := tiny(7)
	c.SetBoard(engine.Large(10))
	require.NoError(t, c.SetOptimizer("cmaes"))
	c.SetSize(4, 3)
	c.Opponents = []string{"table", "random"}
	return c
}

func TestInterruptedRunGivesTheSameBytes(t *testing.T) {
	everyOptimizer(t, interruptAndResume)
	randomMoves(t, interruptAndResume)
	t.Run("large", func(t *testing.T) { interruptAndResume(t, onLarge(t)) })
}

func TestInterruptedRunsThatBeginAnewGiveTheSameBytes(t *testing.T) {
	for _, optimizer := range []string{"cmaes", "ga"} {
		c := tiny(7)
		require.NoError(t, c.SetOptimizer(optimizer))
		c.Gate.Every, c.Restart = 100, evolution.Restart{After: 2, Growth: 2}
		interruptAndResume(t, c)
	}
}

// undisturbed holds the files of runs of five generations, by the hash of the configuration.
var undisturbed = map[string]map[string]string{}

// interruptAndResume compares an interrupted run of five generations with an undisturbed one, which is played once.
func interruptAndResume(t *testing.T, config evolution.Config) {
	if undisturbed[config.Hash()] == nil {
		straight := filepath.Join(t.TempDir(), "straight")
		play(t, straight, config, 5, 2)
		undisturbed[config.Hash()] = filesOf(t, straight)
	}
	interrupted := filepath.Join(t.TempDir(), "stopped")
	rng := rand.New(rand.NewPCG(1, 1))
	create(t, interrupted, config, 5).Close()
	for stops := 0; ; stops++ {
		require.Less(t, stops, 200)
		run, err := Resume(interrupted)
		require.NoError(t, err)
		// Cancel after a random number of pairs; those on larger boards take longer, and there are fewer of them.
		most := 100
		if config.HomeBoard().IsLarge() {
			most = 30
		}
		ctx, cancel := context.WithCancel(context.Background())
		left := rng.IntN(most)
		stop, err := run.Run(ctx, fitness.Local{Workers: 2}, Observer{Played: func(int, int) {
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
	assert.Equal(t, undisturbed[config.Hash()], filesOf(t, interrupted))
}

func TestGoalChangesNoByte(t *testing.T) {
	straight, extended := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "extended")
	play(t, straight, tiny(3), 5, 2)
	play(t, extended, tiny(3), 2, 2)
	resume(t, extended, Goal{Count: 5})
	assertSame(t, straight, extended)
}
