package policy

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/runs"
)

// A kill after the files of a round are written and before its checkpoint is.
func TestAKillBeforeTheCheckpoint(t *testing.T) {
	whole := create(t, small(t, ""), 2)
	run(t, whole, 1)
	want := contents(t, whole.Path())
	cut := create(t, small(t, ""), 1)
	run(t, cut, 1)
	checkpoint, err := os.ReadFile(cut.Path(checkpointFile))
	require.NoError(t, err)
	training, err := os.ReadFile(cut.Path(learnerFile(1)))
	require.NoError(t, err)
	require.NoError(t, cut.SetGoal(runs.Goal{Count: 2}))
	run(t, cut, 1)
	cut.Close()
	require.NoError(t, os.WriteFile(cut.Path(checkpointFile), checkpoint, 0o644))
	require.NoError(t, os.WriteFile(cut.Path(learnerFile(1)), training, 0o644))
	require.NoError(t, os.WriteFile(cut.Path(PlayerFile), []byte("half"), 0o644))
	require.NoError(t, os.WriteFile(cut.Path(trainingDir, ".partial-1"), []byte("half"), 0o644))
	again, err := Resume(cut.Path())
	require.NoError(t, err)
	defer again.Close()
	_, err = Load(cut.Path())
	assert.NoError(t, err, "the player is that of the checkpoint again")
	run(t, again, 1)
	assert.Equal(t, want, contents(t, cut.Path()))
}

func TestDamagedDirectories(t *testing.T) {
	training := create(t, small(t, ""), 1)
	run(t, training, 1)
	_, err := Create(training.Path(), training.Config, runs.Goal{})
	require.ErrorIs(t, err, runs.ErrExists)
	assert.ErrorContains(t, err, "resume")
	training.Close()
	for _, one := range []struct{ file, content, says string }{
		{configFile, `{"schema":0}`, "restore the original policy.json"},
		{configFile, "", "policy.json"},
		{checkpointFile, "{}", "delete both checkpoints, and resume starts again"},
		{runs.GoalFile, "[", "give --rounds or --budget again"},
		{runs.TimingFile, "a,b", "only the times are lost"},
		{runs.TimingFile, "round,stage,seconds\n1,playing,x\n", "line 2"},
	} {
		path := training.Path(one.file)
		sound, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, []byte(one.content), 0o644))
		_, err = Resume(training.Path())
		require.Error(t, err, one.file)
		assert.ErrorContains(t, err, one.says)
		assert.NotContains(t, err.Error(), "\n")
		require.NoError(t, os.WriteFile(path, sound, 0o644))
	}
	again, err := Resume(training.Path())
	require.NoError(t, err)
	again.Close()
	_, err = Open(t.TempDir())
	assert.ErrorContains(t, err, "no policy network is trained at")
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
	want := contents(t, four.Path())

	stopped := create(t, small(t, ""), 4)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := stopped.Run(ctx, fitness.Local{Workers: 1}, runs.Observer{Stage: func(p runs.Stage) {
		if p.Number == 4 && p.What == string(TrainingSteps) {
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
			func(d *Training) { cutShort(t, d.Path(learnerFile(3))) },
			"00003.policy is damaged; continuing after round 2$",
		},
		"the player is cut": {func(d *Training) { cutShort(t, d.Path(PlayerFile)) }, "^$"},
	} {
		dir := filepath.Join(t.TempDir(), "policy")
		require.NoError(t, os.CopyFS(dir, os.DirFS(stopped.Path())))
		one.damage(&Training{Directory: runs.Directory{Dir: files.At(dir)}})
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
	newest, earlier := d.Path(learnerFile(2)), d.Path(learnerFile(1))
	cutShort(t, newest)
	cutShort(t, earlier)
	_, err := Resume(d.Path())
	assert.ErrorContains(t, err, newest+" is damaged, and "+earlier+" is damaged: restore one of the files, or delete ")
	cutShort(t, d.Path(checkpointFile))
	_, err = Open(d.Path())
	assert.ErrorContains(t, err, "; resume continues from checkpoint.prev.json")
	cutShort(t, d.Path("checkpoint.prev.json"))
	_, err = Resume(d.Path())
	assert.ErrorContains(t, err, "and checkpoint.prev.json cannot replace it (")
	assert.ErrorContains(t, err, "delete both checkpoints, and resume starts again")
	require.NoError(t, os.Remove(d.Path(checkpointFile)))
	require.NoError(t, os.Remove(d.Path("checkpoint.prev.json")))
	anew, err := Resume(d.Path())
	require.NoError(t, err)
	assert.Zero(t, anew.Count())
	anew.Close()
}

// Lost samples of an earlier round are made again by training again up to the round before, if that gives the network
// that played the games.
func TestLostSamples(t *testing.T) {
	c := small(t, "")
	c.Window = 5
	training := create(t, c, 3)
	run(t, training, 1)
	want, err := os.ReadFile(training.Path(samplesFile(2)))
	require.NoError(t, err)
	require.NoError(t, os.Remove(training.Path(samplesFile(2))))
	training.Close()

	again, err := Resume(training.Path())
	require.NoError(t, err)
	defer again.Close()
	lost := again.Path(samplesFile(2))
	assert.Equal(t, lost+" is missing; the rounds before it are trained again to play its games", again.Notice)
	require.NoError(t, again.SetGoal(runs.Goal{Count: 4}))
	first := &again.State.Rounds[0].Training
	sum := *first
	*first = "another"
	_, err = again.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	assert.ErrorContains(t, err, lost+" is missing, and this version of the program would train another network")
	*first = sum
	run(t, again, 1)
	got, err := os.ReadFile(lost)
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
