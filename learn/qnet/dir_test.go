package qnet

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
)

var background = context.Background()

// short returns settings with short rounds.
func short(t *testing.T) Config {
	c := tiny(t, 5)
	c.Round, c.Hidden = 20, []int{8}
	return c
}

// trained makes a directory and trains that many episodes.
func trained(t *testing.T, dir string, config Config, episodes int) *Training {
	one, err := Create(dir, config, runs.Goal{Count: episodes})
	require.NoError(t, err)
	t.Cleanup(one.Close)
	runTo(t, one, episodes)
	return one
}

func runTo(t *testing.T, one *Training, episodes int) {
	require.NoError(t, one.SetGoal(runs.Goal{Count: episodes}))
	stop, err := one.Run(background, fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	assert.Equal(t, runs.Finished, stop)
}

// contents returns the files of a directory that depend on qnet.json alone.
func contents(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	for _, name := range []string{configFile, checkpointFile, playerFile, historyFile} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all[name] = string(data)
	}
	return all
}

func sameFiles(t *testing.T, want, got map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		assert.True(t, want[name] == got[name], "%s differs", name)
	}
}

func TestResumedGivesTheSameBytes(t *testing.T) {
	for name, config := range map[string]Config{"usual": short(t), "stacked": func() Config {
		c := short(t)
		c.Frames, c.Passes, c.Double, c.Memory, c.Opponent = 3, true, false, 100, "episode"
		return c
	}()} {
		straight, stopped := filepath.Join(t.TempDir(), "straight"), filepath.Join(t.TempDir(), "stopped")
		trained(t, straight, config, 120)
		trained(t, stopped, config, 60).Close()
		again, err := Resume(stopped)
		require.NoError(t, err, name)
		defer again.Close()
		assert.Equal(t, 60, again.Count())

		ctx, cancel := context.WithCancel(background) // a moment into a round
		stop, err := again.Run(ctx, fitness.Local{}, runs.Observer{Stage: func(runs.Stage) { cancel() }})
		require.NoError(t, err)
		assert.Equal(t, runs.Finished, stop, "the goal was reached before")
		require.NoError(t, again.SetGoal(runs.Goal{Count: 120}))
		stop, err = again.Run(ctx, fitness.Local{}, runs.Observer{Stage: func(runs.Stage) { cancel() }})
		require.NoError(t, err)
		assert.Equal(t, runs.Interrupted, stop)
		assert.Equal(t, 60, again.Count())
		again.Close()

		again, err = Resume(stopped)
		require.NoError(t, err)
		defer again.Close()
		runTo(t, again, 120)
		sameFiles(t, contents(t, straight), contents(t, stopped))
	}
}

// A NaN stops training with an error that says where, and leaves the last good files.
func TestNaNStopsTraining(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "qnet")
	one := trained(t, dir, short(t), 100)
	before := contents(t, dir)
	one.saved.Target[0].Values[3] = float32(math.NaN())
	require.NoError(t, one.SetGoal(runs.Goal{Count: 200}))
	_, err := one.Run(background, fitness.Local{}, runs.Observer{})
	fault, is := errors.AsType[*Divergence](err)
	require.True(t, is, "%v", err)
	assert.Equal(t, 100, fault.Episode)
	assert.ErrorContains(t, err, "the loss is not finite at training step ")
	sameFiles(t, before, contents(t, dir))
	one.Close()

	again, err := Resume(dir)
	require.NoError(t, err)
	defer again.Close()
	runTo(t, again, 200)
}

func TestDamagedCheckpoints(t *testing.T) {
	dir, straight := filepath.Join(t.TempDir(), "qnet"), filepath.Join(t.TempDir(), "straight")
	one := trained(t, dir, short(t), 60)
	runTo(t, one, 100)
	one.Close()
	trained(t, straight, short(t), 120)
	path := filepath.Join(dir, checkpointFile)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path)) // the former checkpoint may be a hard link to the same file
	require.NoError(t, os.WriteFile(path, data[:len(data)/2], 0o666))
	_, err = Open(dir)
	assert.ErrorContains(t, err, "; resume continues from checkpoint.prev.qnet")
	again, err := Resume(dir)
	require.NoError(t, err)
	assert.Regexp(t, `checkpoint.qnet is damaged: .*; continuing from checkpoint.prev.qnet, after episode \d0$`,
		again.Notice)
	runTo(t, again, 120)
	again.Close()
	sameFiles(t, contents(t, straight), contents(t, dir))

	require.NoError(t, os.Remove(path))
	again, err = Resume(dir)
	require.NoError(t, err)
	assert.Contains(t, again.Notice, "; continuing from checkpoint.prev.qnet, after episode ", "it is lost")
	again.Close()

	for name, damage := range map[string]func([]byte) []byte{
		"is damaged":                     func(d []byte) []byte { return d[:100] },
		"is not a file of a trained net": func([]byte) []byte { return []byte("hello") },
		"belongs to another qnet.json": func([]byte) []byte {
			c := short(t)
			c.Seed++
			other := trained(t, filepath.Join(t.TempDir(), "other"), c, 20)
			d, err := os.ReadFile(other.Path(checkpointFile))
			require.NoError(t, err)
			return d
		},
	} {
		for _, file := range []string{checkpointFile, "checkpoint.prev.qnet"} {
			require.NoError(t, files.At(dir).Remove(file))
			require.NoError(t, os.WriteFile(filepath.Join(dir, file), damage(data), 0o666))
		}
		_, err := Open(dir)
		assert.ErrorContains(t, err, name)
		assert.ErrorContains(t, err, "and checkpoint.prev.qnet cannot replace it (")
	}
}

func TestInvalidDirectories(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(filepath.Join(dir, "nothing"))
	assert.ErrorContains(t, err, "there is no such directory")
	_, err = Open(dir)
	assert.ErrorContains(t, err, "it has no readable qnet.json")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "x"), nil, 0o666))
	_, err = Create(dir, short(t), runs.Goal{})
	assert.ErrorIs(t, err, runs.ErrExists)
	one := trained(t, filepath.Join(dir, "qnet"), short(t), 20)
	_, err = Create(one.Path(), short(t), runs.Goal{})
	assert.ErrorContains(t, err, "continue with `"+called.Evolve("resume"))
	_, err = Resume(one.Path())
	assert.ErrorIs(t, err, files.ErrBusy)
}

func TestUnbeatenStops(t *testing.T) {
	c := short(t)
	c.Unbeaten = 2
	one, err := Create(filepath.Join(t.TempDir(), "qnet"), c, runs.Goal{Count: 10_000})
	require.NoError(t, err)
	defer one.Close()
	stop, err := one.Run(background, fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	assert.Equal(t, Unbeaten, stop)
	assert.Less(t, one.Count(), 10_000)
}

func TestStatus(t *testing.T) {
	one := trained(t, filepath.Join(t.TempDir(), "qnet"), short(t), 100)
	s := one.Status()
	assert.Equal(t, 100, s.Episodes)
	assert.Equal(t, 100, s.Wins+s.Draws+s.Losses)
	assert.True(t, s.Finished)
	assert.InDelta(t, float64(s.Wins+s.Draws)/100, s.Thousand.Unbeaten, 1e-9)
	assert.Equal(t, Record{1, 100, s.Thousand.Unbeaten, float64(s.Wins) / 100}, s.Last)
	assert.FileExists(t, s.Player)
	assert.Positive(t, s.CPUSeconds)
	one.Close()
	require.NoError(t, os.WriteFile(one.Path(runs.TimingFile), []byte("round,seconds\n1,1.500\n2,2.500\n"), 0o666))
	old, err := Open(one.Path())
	require.NoError(t, err)
	s = old.Status()
	assert.Equal(t, []float64{4, 0}, []float64{s.Seconds, s.CPUSeconds}, "a file without processor times")

	rounds := []Round{
		{Episodes: 40, Wins: 10, Draws: 10}, {Episodes: 40, Wins: 40}, {Episodes: 40}, {Episodes: 40, Draws: 20},
	}
	assert.Equal(t, []Record{{1, 80, 0.75, 0.625}, {81, 80, 0.25, 0}}, Records(rounds, 50))
	assert.Equal(t, Record{121, 40, 0.5, 0}, Trailing(rounds, 40))
	assert.Equal(t, Record{1, 160, 0.5, 0.3125}, Trailing(rounds, 1000))
}
