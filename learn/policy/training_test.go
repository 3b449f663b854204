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
	"evothello/learn/nets"
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
	training, err := Create(filepath.Join(t.TempDir(), "net"), c, runs.Goal{Count: rounds})
	require.NoError(t, err)
	t.Cleanup(training.Close)
	return training
}

// run trains until the goal is reached.
func run(t *testing.T, training *Training, workers int) {
	stop, err := training.Run(t.Context(), workers, Observer{})
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
		all[strings.TrimPrefix(path, dir)] = files.SHA256(data)
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
		want := contents(t, whole.Dir)
		assert.Contains(t, want, "/"+PlayerFile)
		assert.Contains(t, want, "/training/00003.net")
		assert.NotContains(t, want, "/training/00001.net")
		assert.NotContains(t, want, "/samples/00001.samples", "outside the window of later rounds")

		// Stopped sooner and later, in every stage.
		stopped := create(t, c, 3)
		stopped.Close()
		for news, done := 1, false; !done; news += 2 + news/4 {
			again, err := Resume(stopped.Dir)
			require.NoError(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			left := news
			stop, err := again.Run(ctx, 2, Observer{Progress: func(Progress) {
				if left--; left == 0 {
					cancel()
				}
			}})
			cancel()
			require.NoError(t, err)
			done = stop == runs.Finished
			again.Close()
		}
		assert.Equal(t, want, contents(t, stopped.Dir), "teacher %q", teacher)
	}
}

// A cancelled ctx stops every stage at once: there is no progress report after it.
func TestEveryStageStops(t *testing.T) {
	for _, stage := range []Stage{Reading, Playing, Learning, Matches} {
		c := small(t, "table")
		c.GameFiles = []tables.Source{source(t, shortest), source(t, shortest+"\n"+begun)}
		training := create(t, c, 1)
		ctx, cancel := context.WithCancel(t.Context())
		var after []Progress
		stop, err := training.Run(ctx, 1, Observer{
			FilesRead: func(tables.FileGameCounts, Samples) {
				assert.NoError(t, ctx.Err(),
					"the files are not read to their end")
			},
			Progress: func(p Progress) {
				if ctx.Err() != nil {
					after = append(after, p)
				}
				if p.Stage == stage {
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

// A cancelled ctx stops the measurement of up to twenty thousand positions.
func TestMeasuringStops(t *testing.T) {
	c := small(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newPolicy(newNetwork(c.Shape(), 1)).measure(ctx, randomSamples(30))
	assert.ErrorIs(t, err, context.Canceled)
}

// A kill after the files of a round are written and before its checkpoint is.
func TestAKillBeforeTheCheckpoint(t *testing.T) {
	whole := create(t, small(t, ""), 2)
	run(t, whole, 1)
	want := contents(t, whole.Dir)
	cut := create(t, small(t, ""), 1)
	run(t, cut, 1)
	checkpoint, err := os.ReadFile(cut.Path(checkpointFile))
	require.NoError(t, err)
	training, err := os.ReadFile(cut.learnerFile(1))
	require.NoError(t, err)
	require.NoError(t, cut.SetGoal(runs.Goal{Count: 2}))
	run(t, cut, 1)
	cut.Close()
	require.NoError(t, os.WriteFile(cut.Path(checkpointFile), checkpoint, 0o644))
	require.NoError(t, os.WriteFile(cut.learnerFile(1), training, 0o644))
	require.NoError(t, os.WriteFile(cut.Path(PlayerFile), []byte("half"), 0o644))
	require.NoError(t, os.WriteFile(cut.Path(trainingDir, ".partial-1"), []byte("half"), 0o644))
	again, err := Resume(cut.Dir)
	require.NoError(t, err)
	defer again.Close()
	_, err = Load(cut.Dir)
	assert.NoError(t, err, "the player is that of the checkpoint again")
	run(t, again, 1)
	assert.Equal(t, want, contents(t, cut.Dir))
}

func TestTrainingThatDivergesStops(t *testing.T) {
	training := create(t, small(t, ""), 1)
	run(t, training, 1)
	want := contents(t, training.Dir)
	require.NoError(t, training.SetGoal(runs.Goal{Count: 2}))
	for i := range training.learner.trainer.net.outputs {
		training.learner.trainer.net.outputs[i] = float32(math.NaN())
	}
	_, err := training.Run(t.Context(), 1, Observer{})
	require.ErrorIs(t, err, ErrDiverged)
	assert.ErrorContains(t, err, "round 2: training has diverged: in step 1 the loss is NaN; lower --rate")
	got := contents(t, training.Dir)
	delete(got, "/samples/00002.samples")
	assert.Equal(t, want, got)
	run(t, training, 1) // from the last good state
}

// A learner fits its samples, and so does the mean of its weights.
func TestTrainFitsTheSamples(t *testing.T) {
	c := small(t, "")
	c.Hidden, c.Vector, c.Rate = 8, 8, 0.1
	p := newLearner(&c)
	samples := randomSamples(30)
	first := 0.0
	finished := func(step int, loss float64) {
		if first == 0 {
			first = loss
		}
	}
	last, err := p.train(t.Context(), fitness.Random(1, "test"), samples, nil, 300, finished)
	require.NoError(t, err)
	assert.Less(t, last, first)
	a, err := p.policy().measure(t.Context(), samples)
	require.NoError(t, err)
	assert.Equal(t, 30, a.Positions)
	assert.Greater(t, a.Same, 27)
}

// The mean covers all weights at first, and about the last ninth of them in the long run.
func TestTheMeanOfWeights(t *testing.T) {
	c := small(t, "")
	p := newLearner(&c)
	for i := 1; i <= 900; i++ {
		p.trainer.net.vectors[0] = float32(i)
		p.updateMean()
		if i == 2 {
			assert.InDelta(t, 1.9, p.mean.vectors[0], 1e-6)
		}
	}
	assert.InDelta(t, 900*0.9, p.mean.vectors[0], 5)
}

func TestDamagedDirectories(t *testing.T) {
	training := create(t, small(t, ""), 1)
	run(t, training, 1)
	_, err := Create(training.Dir, training.Config, runs.Goal{})
	require.ErrorIs(t, err, runs.ErrExists)
	assert.ErrorContains(t, err, "resume")
	training.Close()
	for _, one := range []struct{ file, content, says string }{
		{configFile, `{"schema":1}`, "net.json"},
		{configFile, "", "net.json"},
		{checkpointFile, "{}", "delete both, and resume trains anew"},
		{runs.GoalFile, "[", "give --rounds or --budget again"},
		{runs.TimingFile, "a,b", "only the times are lost"},
		{runs.TimingFile, "round,stage,seconds\n1,playing,x\n", "line 2"},
	} {
		path := training.Path(one.file)
		sound, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, []byte(one.content), 0o644))
		_, err = Resume(training.Dir)
		require.Error(t, err, one.file)
		assert.ErrorContains(t, err, one.says)
		assert.NotContains(t, err.Error(), "\n")
		require.NoError(t, os.WriteFile(path, sound, 0o644))
	}
	again, err := Resume(training.Dir)
	require.NoError(t, err)
	again.Close()
	_, err = Open(t.TempDir())
	assert.ErrorContains(t, err, "no network is trained at")
}

// cutShort truncates a file to half its length.
func cutShort(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path)) // it may have two names
	require.NoError(t, os.WriteFile(path, data[:len(data)/2], 0o644))
}

// After damage to the files of the last round, Resume repeats that round with the same bytes, even if the
// next one has begun.
func TestADamagedRoundIsMadeAgain(t *testing.T) {
	four := create(t, small(t, ""), 4)
	run(t, four, 1)
	want := contents(t, four.Dir)

	stopped := create(t, small(t, ""), 4)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := stopped.Run(ctx, 1, Observer{Progress: func(p Progress) {
		if p.Round == 4 && p.Stage == Learning {
			cancel()
		}
	}})
	cancel()
	require.NoError(t, err)
	require.Equal(t, 3, stopped.Count())
	stopped.Close()
	for name, one := range map[string]struct {
		damage func(*Training)
		notice string
	}{
		"a checkpoint is cut": {
			func(d *Training) { cutShort(t, d.Path(checkpointFile)) },
			"checkpoint.json is damaged: .*; continuing from checkpoint.prev.json, after round 2$",
		},
		"it is lost": {
			func(d *Training) { require.NoError(t, os.Remove(d.Path(checkpointFile))) },
			"checkpoint.json: .*; continuing from checkpoint.prev.json, after round 2$",
		},
		"what training goes on from is cut": {
			func(d *Training) { cutShort(t, d.learnerFile(3)) },
			"00003.net is damaged; continuing after round 2$",
		},
		"the player is cut": {func(d *Training) { cutShort(t, d.Path(PlayerFile)) }, "^$"},
	} {
		dir := filepath.Join(t.TempDir(), "net")
		require.NoError(t, os.CopyFS(dir, os.DirFS(stopped.Dir)))
		one.damage(&Training{Directory: runs.Directory{Dir: dir}})
		again, err := Resume(dir)
		require.NoError(t, err, name)
		assert.Regexp(t, one.notice, again.Notice, name)
		run(t, again, 1)
		assert.Empty(t, again.Notice)
		again.Close()
		assert.Equal(t, want, contents(t, dir), name)
	}
}

// If two rounds are damaged Resume returns an error rather than start training again.
func TestTwoDamagedRounds(t *testing.T) {
	d := create(t, small(t, ""), 2)
	run(t, d, 1)
	d.Close()
	newest, earlier := d.learnerFile(2), d.learnerFile(1)
	cutShort(t, newest)
	cutShort(t, earlier)
	_, err := Resume(d.Dir)
	assert.ErrorContains(t, err, newest+" is damaged, and "+earlier+" is damaged: put one of them back, or delete ")
	cutShort(t, d.Path(checkpointFile))
	_, err = Open(d.Dir)
	assert.ErrorContains(t, err, "; resume continues from checkpoint.prev.json")
	cutShort(t, d.Path("checkpoint.prev.json"))
	_, err = Resume(d.Dir)
	assert.ErrorContains(t, err, "and checkpoint.prev.json cannot replace it (")
	assert.ErrorContains(t, err, "delete both, and resume trains anew")
	require.NoError(t, os.Remove(d.Path(checkpointFile)))
	require.NoError(t, os.Remove(d.Path("checkpoint.prev.json")))
	anew, err := Resume(d.Dir)
	require.NoError(t, err)
	assert.Zero(t, anew.Count())
	anew.Close()
}

func TestInvalidSettings(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"batch":                func(c *Config) { c.Batch = 0 },
		"steps":                func(c *Config) { c.Steps = -1 },
		"nothing to learn":     func(c *Config) { c.Games = 0 },
		"least of plies":       func(c *Config) { c.Plies[0] = 1 },
		"want the least first": func(c *Config) { c.Plies[1] = 2 },
		"vector":               func(c *Config) { c.Vector = 0 },
		"hidden":               func(c *Config) { c.Hidden = 0 },
		"rate is NaN":          func(c *Config) { c.Rate = math.NaN() },
		"rate is 0":            func(c *Config) { c.Rate = 0 },
		"schema":               func(c *Config) { c.Schema = 1 },
		"too few different":    func(c *Config) { c.Pairs = 100_000 },
	} {
		c := small(t, "")
		require.NoError(t, c.Validate())
		spoil(&c)
		assert.ErrorContains(t, c.Validate(), name)
	}
	for text, says := range map[string]string{
		"xyz": "unknown player", "switch": "clock", "net:file=none": "no such file",
	} {
		_, err := NewOpponent(text)
		assert.ErrorContains(t, err, says)
	}
	o := Opponent{Spec: "greedy", Recipe: "another"}
	_, err := o.recipe()
	assert.ErrorContains(t, err, "has changed since training began")
	c := small(t, "")
	data := c.Marshal()
	got, err := ParseConfig(data)
	require.NoError(t, err)
	assert.Equal(t, c, got)
}

// A learner file belongs to one configuration.
func TestReadLearnerRefusesOtherFiles(t *testing.T) {
	c := small(t, "")
	p := newLearner(&c)
	path := filepath.Join(t.TempDir(), "a.net")
	data, err := p.save(path, 1)
	require.NoError(t, err)
	_, _, err = readLearner(&c, data)
	assert.ErrorContains(t, err, "no network to play with")
	other := c
	other.Seed++
	_, _, err = readLearner(&other, data)
	assert.ErrorContains(t, err, "another net.json")
	_, _, err = readLearner(&c, data[:100])
	assert.Error(t, err)
	require.NoError(t, nets.Save(path, playerKind, origin{}, nil))
	player, err := os.ReadFile(path)
	require.NoError(t, err)
	_, _, err = readLearner(&c, player)
	assert.ErrorContains(t, err, "another kind")
}
