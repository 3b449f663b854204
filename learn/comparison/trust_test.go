package comparison

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/runs"
)

// bytesOf returns what must be the same in two comparisons: the files of their runs, and their outcomes.
func bytesOf(t *testing.T, c *Comparison) (all []string) {
	for _, r := range c.all() {
		for _, name := range []string{"history.csv", "champion.json", "checkpoint.json"} {
			all = append(all, read(t, r.dir, name))
		}
	}
	r, err := ReadResults(c.Dir)
	require.NoError(t, err)
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
	return append(all, string(r.csv()), string(r.outcomesCSV()))
}

// A worker that turns out wrong changes no finished run and no match in the end, wherever it is caught, also if the
// command is stopped then.
func TestFinishedRunsAreEvolvedAgain(t *testing.T) {
	t.Parallel()
	config := small()
	config.Seeds, config.Pairs, config.Opponents = []uint64{1}, leastPairs, []string{"reversi-blank"}
	count := &fitnesstest.Liar{CaughtAfter: -1} // it is honest
	honest := mustBegin(t, filepath.Join(t.TempDir(), "honest"), config)
	require.NoError(t, honest.Evolve(t.Context(), count, ignore))
	evolution := count.Played()
	finish(t, honest, count)
	all := count.Played()
	for _, test := range []struct {
		name        string
		caughtAfter int
		stop        bool
		again       bool // pairs of matches were played again
	}{
		{"in the last run", evolution - 3, false, false},
		{"in the first match", evolution + 2, false, true},
		{"in the last run, before the command is stopped", evolution - 3, true, false},
		{"at the end, before the command is stopped", all - 1, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := mustBegin(t, filepath.Join(t.TempDir(), "lied"), config)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			arena := &fitnesstest.Liar{CaughtAfter: test.caughtAfter}
			if test.stop {
				arena.OnCaught = cancel
			}
			evolved := map[string]int{}
			begun := func(b Begun) (runs.Observer, func()) {
				evolved[filepath.Base(b.Run.Path())]++
				return runs.Observer{}, func() {}
			}
			again := 0
			err := c.Evolve(ctx, arena, begun)
			var f *Field
			if err == nil {
				f, err = c.Play(ctx, arena, begun, func(int, int) {}, func(pairs int, _ string) { again += pairs })
			}
			if test.stop {
				require.ErrorIs(t, err, context.Canceled)
				finish(t, c, fitness.Local{}) // as another process, which knows no worker
			} else {
				require.NoError(t, err)
				require.NoError(t, c.WriteResults(c.Results(f)))
				assert.Equal(t, 2, evolved["cmaes-1"])
				assert.Equal(t, test.again, again > 0)
			}
			assert.Equal(t, bytesOf(t, honest), bytesOf(t, c))
		})
	}
}

// A kill after a worker is caught forgets no earlier run that it helped with.
func TestDoubtsSurviveAKill(t *testing.T) {
	t.Parallel()
	config := small()
	config.Seeds, config.Pairs, config.Opponents = []uint64{1}, leastPairs, []string{"reversi-blank"}
	count := &fitnesstest.Liar{CaughtAfter: -1} // it is honest
	honest := mustBegin(t, filepath.Join(t.TempDir(), "honest"), config)
	var ends []int // pairs until the end of each generation
	require.NoError(t, honest.Evolve(t.Context(), count, func(Begun) (runs.Observer, func()) {
		return runs.Observer{
			Generation: func(runs.Progress) { ends = append(ends, count.Played()) },
		}, func() {}
	}))
	evolution := count.Played()
	finish(t, honest, count)
	for _, test := range []struct {
		name        string
		caughtAfter int
		caught      func()
		kill        string // where
	}{
		{"in the second run", ends[2] - 3, nil, "again"},
		{"between the runs", math.MaxInt, nil, "generation"},
		{"in a match", evolution + 1, nil, "match"},
		{"in a long match", evolution + 2, func() { time.Sleep(time.Second) }, "pairs again"}, // doubts are seen each second
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir, killed := filepath.Join(t.TempDir(), "lied"), filepath.Join(t.TempDir(), "killed")
			c := mustBegin(t, dir, config)
			arena := &fitnesstest.Liar{CaughtAfter: test.caughtAfter, OnCaught: test.caught}
			happens := func(what string) { // a kill leaves what is on the disk
				if what == test.kill && caughtBy(arena) && !exists(killed) {
					require.NoError(t, os.CopyFS(killed, os.DirFS(dir)))
				}
			}
			redone := 0
			begun := func(b Begun) (runs.Observer, func()) {
				if b.Number == 2 && test.kill == "generation" {
					arena.CaughtAfter = min(arena.CaughtAfter, arena.Played())
				}
				return runs.Observer{
					Generation: func(runs.Progress) { happens("generation") },
					Redone:     func(runs.Redone) { redone++; happens("again") },
				}, func() {}
			}
			require.NoError(t, c.Evolve(t.Context(), arena, begun))
			_, err := c.Play(t.Context(), arena, begun, func(int, int) { happens("match") },
				func(int, string) { happens("pairs again") })
			require.NoError(t, err)
			assert.Positive(t, redone, "users are told")
			for i, of := range []*Comparison{mustBegin(t, killed, config), c} {
				require.NoError(t, of.Evolve(t.Context(), fitness.Local{}, ignore)) // as another process
				for k, r := range of.all() {
					for _, name := range []string{"history.csv", "champion.json", "checkpoint.json"} {
						assert.Equal(t, read(t, honest.all()[k].dir, name), read(t, r.dir, name), "%d %s", i, name)
					}
				}
			}
		})
	}
}

func caughtBy(arena fitness.Trusting) bool {
	times, _ := arena.Caught()
	return times > 0
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The directory of the run that is open is locked. It looks after itself.
func TestDoubtAboutTheOpenRun(t *testing.T) {
	config := small()
	config.Seeds = []uint64{1}
	c := mustBegin(t, filepath.Join(t.TempDir(), "compared"), config)
	arena := &fitnesstest.Liar{CaughtAfter: math.MaxInt}
	require.NoError(t, c.Evolve(t.Context(), arena, ignore))
	workers := fitness.WatchWorkers(arena)
	arena.CaughtAfter = arena.Played()
	all := c.all()
	run, err := runs.Resume(all[0].dir)
	require.NoError(t, err)
	require.NoError(t, c.doubt(workers, all[0].dir))
	run.Close()
	for i, count := range []int{2, 0} {
		run, err := runs.Resume(all[i].dir)
		require.NoError(t, err)
		assert.Equal(t, count, run.Count())
		run.Close()
	}
}
