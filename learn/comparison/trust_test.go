package comparison

import (
	"context"
	"path/filepath"
	"testing"

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
	config, configs := small(t)
	config.Seeds, config.Pairs, config.Opponents = []uint64{1}, leastPairs, []string{"seed-blank"}
	count := &fitnesstest.Liar{CaughtAfter: -1} // it is honest
	honest := mustBegin(t, filepath.Join(t.TempDir(), "honest"), config, configs)
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
			c := mustBegin(t, filepath.Join(t.TempDir(), "lied"), config, configs)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			arena := &fitnesstest.Liar{CaughtAfter: test.caughtAfter}
			if test.stop {
				arena.Caught = cancel
			}
			evolved := map[string]int{}
			begun := func(b Begun) (runs.Observer, func()) {
				evolved[filepath.Base(b.Run.Dir)]++
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
				require.NoError(t, c.Write(c.Results(f)))
				assert.Equal(t, 2, evolved["cmaes-1"])
				assert.Equal(t, test.again, again > 0)
			}
			assert.Equal(t, bytesOf(t, honest), bytesOf(t, c))
		})
	}
}
