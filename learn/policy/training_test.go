package policy

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/runs"
)

// small returns a configuration with rounds of a fraction of a second.
func small(t *testing.T, teacher string) Config {
	c := Defaults(5)
	c.Hidden, c.Vector = 4, 1
	c.Batch, c.Steps, c.Games, c.Pairs, c.Window = 16, 12, 21, 2, 2
	if teacher != "" {
		o, err := NewOpponent(teacher)
		require.NoError(t, err)
		c.Teacher = &o
	}
	opponent, err := NewOpponent("greedy")
	require.NoError(t, err)
	c.Opponents = []Opponent{opponent}
	return c
}

// create makes a directory with a goal of that many rounds.
func create(t *testing.T, c Config, rounds int) *Training {
	training, err := Create(filepath.Join(t.TempDir(), "policy"), c, runs.Goal{Count: rounds})
	require.NoError(t, err)
	t.Cleanup(training.Close)
	return training
}

// run trains until the goal is reached.
func run(t *testing.T, training *Training, workers int) {
	stop, err := training.Run(t.Context(), fitness.Local{Workers: workers}, runs.Observer{})
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
}

// contents returns the hashes of the files that must not depend on how often training was stopped.
func contents(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		name := entry.Name()
		if err != nil || entry.IsDir() || name == runs.TimingFile || name == runs.GoalFile || name == ".lock" {
			return err
		}
		data, err := os.ReadFile(path)
		all[filepath.ToSlash(strings.TrimPrefix(path, dir))] = files.SHA256(data)
		return err
	}))
	return all
}

func TestStoppedAndResumed(t *testing.T) {
	for _, teacher := range []string{"", "table"} {
		c := small(t, teacher)
		if teacher != "" {
			c.GameFiles = []tables.Source{source(t, shortest)}
		}
		whole := create(t, c, 3)
		run(t, whole, 1)
		want := contents(t, whole.Path())
		assert.Contains(t, want, "/"+PlayerFile)
		assert.Contains(t, want, "/training/00003.policy")
		assert.NotContains(t, want, "/training/00001.policy")
		assert.NotContains(t, want, "/samples/00001.samples", "outside the window of later rounds")

		// Stopped sooner and later, in every stage.
		stopped := create(t, c, 3)
		stopped.Close()
		for news, done := 1, false; !done; news += 2 + news/4 {
			again, err := Resume(stopped.Path())
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			left := news
			stop, err := again.Run(ctx, fitness.Local{Workers: 2}, runs.Observer{Stage: func(runs.Stage) {
				if left--; left == 0 {
					cancel()
				}
			}})
			cancel()
			require.NoError(t, err)
			done = stop == runs.Finished
			again.Close()
		}
		assert.Equal(t, want, contents(t, stopped.Path()), "teacher %q", teacher)
	}
}

// A cancelled ctx stops every stage at once: there is no progress report after it.
func TestEveryStageStops(t *testing.T) {
	for _, stage := range []Stage{Reading, Playing, TrainingSteps, Matches} {
		c := small(t, "table")
		c.GameFiles = []tables.Source{source(t, shortest), source(t, shortest+"\n"+begun)}
		training := create(t, c, 1)
		ctx, cancel := context.WithCancel(t.Context())
		var after []runs.Stage
		stop, err := training.Run(ctx, fitness.Local{Workers: 1}, runs.Observer{
			Line: func(...string) { assert.NoError(t, ctx.Err(), "the files are not read to their end") },
			Stage: func(p runs.Stage) {
				if ctx.Err() != nil {
					after = append(after, p)
				}
				if p.What == string(stage) {
					cancel()
				}
			},
		})
		cancel()
		require.NoError(t, err)
		assert.Equal(t, runs.Interrupted, stop, stage)
		assert.Empty(t, after, stage)
		assert.Empty(t, training.State.Rounds)
		run(t, training, 2)
	}
}

func TestTrainingThatDivergesStops(t *testing.T) {
	training := create(t, small(t, ""), 1)
	run(t, training, 1)
	want := contents(t, training.Path())
	require.NoError(t, training.SetGoal(runs.Goal{Count: 2}))
	for i := range training.learner.trainer.net.outputs {
		training.learner.trainer.net.outputs[i] = float32(math.NaN())
	}
	_, err := training.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	require.ErrorIs(t, err, ErrDiverged)
	assert.ErrorContains(t, err, "round 2: training has diverged: in step 1 the loss is NaN; lower --rate")
	got := contents(t, training.Path())
	delete(got, "/samples/00002.samples")
	assert.Equal(t, want, got)
	run(t, training, 1) // from the last good state
}
