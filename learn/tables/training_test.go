package tables

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs"
)

// small is a configuration whose rounds take a second, and in which candidates pass the gate.
func small(t testing.TB) Config {
	c := Defaults(3)
	c.SetGames(200)
	c.Search.Depth, c.Search.Endgame, c.Window = 1, 2, 2
	c.Gate.Pairs, c.Reference.Pairs = 100, 4
	c.Fit.Stages = []int{30, 64}
	var err error
	c.Players, err = c.Recipes([]string{"random", "greedy"})
	require.NoError(t, err)
	c.Reference.Opponents, err = c.Recipes([]string{"greedy", "strongest"})
	require.NoError(t, err)
	return c
}

// trainedAs makes a directory, trains some rounds and returns the path.
func trainedAs(t testing.TB, c Config, rounds, workers int) string {
	dir := filepath.Join(t.TempDir(), "tables")
	l, err := Create(dir, c, runs.Goal{Count: rounds})
	require.NoError(t, err)
	defer l.Close()
	stop, err := l.Run(t.Context(), fitness.Local{Workers: workers}, runs.Observer{})
	require.NoError(t, err)
	require.Equal(t, runs.Finished, stop)
	return dir
}

// trainings holds directories of small trainings by their number of rounds.
var trainings = map[int]fstest.MapFS{}

// trained returns the path of a directory with some rounds of a small training by two workers, which runs only once.
func trained(t testing.TB, rounds int) string {
	if trainings[rounds] == nil {
		all := fstest.MapFS{}
		dir := os.DirFS(trainedAs(t, small(t), rounds, 2))
		require.NoError(t, fs.WalkDir(dir, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(dir, path)
			all[path] = &fstest.MapFile{Data: data, Mode: 0o666}
			return err
		}))
		trainings[rounds] = all
	}
	dir := filepath.Join(t.TempDir(), "tables")
	require.NoError(t, os.CopyFS(dir, trainings[rounds]))
	return dir
}

// compared returns the contents of the files that depend on tables.json alone, by relative path.
func compared(t testing.TB, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		others := []string{runs.TimingFile, runs.GoalFile, ".lock"}
		if err != nil || entry.IsDir() || slices.Contains(others, entry.Name()) {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(data)
		return err
	}))
	return all
}

func TestRounds(t *testing.T) {
	c := small(t)
	one := compared(t, trained(t, 3))
	assert.Equal(t, one, compared(t, trainedAs(t, c, 3, 1)), "any number of workers")

	longer := trained(t, 1)
	l, err := Resume(longer)
	require.NoError(t, err)
	require.NoError(t, l.SetGoal(runs.Goal{Count: 3}))
	_, err = l.Run(t.Context(), fitness.Local{Workers: 3}, runs.Observer{})
	require.NoError(t, err)
	l.Close()
	assert.Equal(t, one, compared(t, longer), "one round, and then two more, with more workers")

	l, err = Open(longer)
	require.NoError(t, err)
	rounds := l.State.Rounds
	require.Len(t, rounds, 3)
	assert.True(t, rounds[0].Promoted, "the trained player beats the random player")
	assert.Equal(t, 0, rounds[0].Player)
	assert.Equal(t, 1, rounds[1].Player, "and plays the games of the second round")
	var games []int
	for _, r := range rounds {
		games = append(games, r.Fitted.Report.Games)
	}
	assert.Equal(t, []int{200, 400, 400}, games, "a window of two rounds")
	for _, name := range []string{
		"champion.json", "history.csv", "games/00003.games", "candidates/00002.json",
		patterns.FileName(l.State.ChampionRound().Fitted.Tables),
	} {
		assert.Contains(t, one, filepath.FromSlash(name))
	}
	assert.Equal(t, 4, strings.Count(one[historyFile], "\n"))
	assert.Len(t, l.Timings, 9, "three stages a round")
	assert.Positive(t, l.Status().CPUSeconds)
}

// The files have the same bytes on every processor. A commit that changes them must update the hash.
func TestProcessorsChangeNoByte(t *testing.T) {
	c := small(t)
	c.SetGames(40)
	c.Fit.Lookahead, c.Fit.Layer = []int{0, 1}, 2
	files := compared(t, trainedAs(t, c, 2, 2))
	digest := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(digest, "%s %d\n%s", filepath.ToSlash(name), len(files[name]), files[name])
	}
	assert.Equal(t, "f6f0c997b8e0995b5512435c5dae0d55d85725c83237a8f922ea1ab3ba16aa3e",
		hex.EncodeToString(digest.Sum(nil)), "after an intended change, write the new hash here")
}

// Self-play uses the depths in turn, one a round; matches use the depth of Search.
func TestDepthsTakeTurns(t *testing.T) {
	c := small(t)
	c.Search.Depth, c.Depths = 2, []int{1, 2}
	l, err := Open(trainedAs(t, c, 3, 0))
	require.NoError(t, err)
	require.True(t, l.State.Rounds[0].Promoted)
	var depths []int
	for round := 2; round <= 3; round++ {
		recipes, err := l.selfPlayers(round)
		require.NoError(t, err)
		depths = append(depths, recipes[0].Search.Depth)
	}
	assert.Equal(t, []int{2, 1}, depths)
	player, err := l.currentPlayer()
	require.NoError(t, err)
	assert.Equal(t, 2, player.Search.Depth)
	assert.Equal(t, "depths 1, 2 in turn, by round", c.Depth())
}

// Training that is stopped at random moments and resumed gives the same bytes.
func TestStoppedAndResumed(t *testing.T) {
	c := small(t)
	want := compared(t, trained(t, 2))
	dir := filepath.Join(t.TempDir(), "stopped")
	l, err := Create(dir, c, runs.Goal{Count: 2})
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for attempt := 0; ; attempt++ {
		ctx, cancel := context.WithCancel(t.Context())
		// The limit grows because a resumed fit starts again and cached pairs are reported too.
		news, enough := 0, 1+rng.IntN(40+20*attempt)
		stop, err := l.Run(ctx, fitness.Local{Workers: 2}, runs.Observer{Stage: func(runs.Stage) {
			if news++; news == enough {
				cancel()
			}
		}})
		cancel()
		l.Close()
		require.NoError(t, err)
		if stop == runs.Finished {
			assert.Greater(t, attempt, 3)
			break
		}
		require.Equal(t, runs.Interrupted, stop)
		l, err = Resume(dir)
		require.NoError(t, err)
	}
	assert.Equal(t, want, compared(t, dir))
}

// Waits tells why a directory has no champion yet.
func TestWaits(t *testing.T) {
	c := small(t)
	passed := trained(t, 1)
	assert.Empty(t, noChampionReason(passed))
	c.Gate.Pairs = 1 // too few for the SPRT to accept
	stuck := trainedAs(t, c, 2, 0)
	assert.Equal(t, "no candidate has passed the gate against random there yet; the last is "+CandidateFile(stuck, 2),
		noChampionReason(stuck))
	fresh, err := Create(filepath.Join(t.TempDir(), "fresh"), c, runs.Goal{})
	require.NoError(t, err)
	defer fresh.Close()
	assert.Equal(t, "no round of training is finished there yet: `"+
		called.Evolve()+" resume "+fresh.Path()+"` continues it", noChampionReason(fresh.Path()))
}

func TestCreateRefuses(t *testing.T) {
	dir := trained(t, 1)
	_, err := Create(dir, small(t), runs.Goal{})
	assert.ErrorIs(t, err, runs.ErrExists)
	assert.ErrorContains(t, err, "continue with `"+called.Evolve("resume"))
	_, err = Create(filepath.Join(dir, gamesDir), small(t), runs.Goal{})
	assert.ErrorContains(t, err, "is not empty: choose another --out")
	_, err = Create(filepath.Join(dir, configFile), small(t), runs.Goal{})
	assert.ErrorContains(t, err, "is not a directory")
	_, err = Open(filepath.Join(dir, "no"))
	assert.ErrorContains(t, err, "there is no such directory")
	_, err = Open(filepath.Join(dir, gamesDir))
	assert.ErrorContains(t, err, "it has no readable tables.json")
	l, err := Resume(dir)
	require.NoError(t, err)
	defer l.Close()
	_, err = Resume(dir)
	assert.ErrorIs(t, err, files.ErrBusy)
}

// A configuration copies the tables of its players into the directory.
func TestPlayersWithTables(t *testing.T) {
	first := trained(t, 1)
	c := small(t)
	var err error
	c.Players, err = c.Recipes([]string{first})
	require.NoError(t, err)
	dir := trainedAs(t, c, 1, 0)
	tables := c.Players[0].Weights.Tables
	require.NotEmpty(t, tables)
	require.FileExists(t, filepath.Join(dir, patterns.FileName(tables)))
	l, err := Resume(dir)
	require.NoError(t, err)
	l.Close()
	data, err := os.ReadFile(filepath.Join(dir, configFile))
	require.NoError(t, err)
	again, err := ParseConfig(data, dir)
	require.NoError(t, err)
	assert.Equal(t, c.Hash(), again.Hash())
	require.NoError(t, os.Remove(filepath.Join(dir, patterns.FileName(tables))))
}
