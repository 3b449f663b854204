package tournament

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
)

func TestTimesBelongToTheRightPlayers(t *testing.T) {
	times := Times{}
	took := func(moves int, ns time.Duration) fitness.Thinking { return fitness.Thinking{Moves: moves, Time: ns} }
	r := fitness.PairResult{Games: [2]fitness.Record{
		{Times: [2]fitness.Thinking{took(30, 300), took(29, 5)}}, // a is Black
		{Times: [2]fitness.Thinking{took(28, 7), took(27, 100)}}, // b is Black
	}}
	times.add("a", "b", r)
	assert.Equal(t, Times{"a": took(57, 400), "b": took(57, 12)}, times)
	times.add("a", "c", fitness.PairResult{})
	assert.Len(t, times, 2, "a pair without times adds nothing")
}

func TestTimesIncludeEarlierProcesses(t *testing.T) {
	dir := t.TempDir()
	play := func(stop bool) Times {
		tournament := mustNew(t, config())
		require.NoError(t, tournament.OpenDirectory(dir))
		defer tournament.Close()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		_ = tournament.Play(ctx, fitness.Local{Workers: 1, Timed: true}, func(Played) {
			if stop {
				cancel()
			}
		})
		return tournament.Times()
	}
	first := play(true)
	require.Len(t, first, 2, "one pair was played")
	whole := play(false)
	read, err := ReadTimes(dir)
	require.NoError(t, err)
	require.Len(t, read, 3)
	for player, took := range whole {
		assert.Equal(t, took.Moves, read[player].Moves)
		assert.InDelta(t, took.Time.Seconds(), read[player].Time.Seconds(), 1e-6)
		assert.Greater(t, took.Moves, first[player].Moves, "the first process counts")
	}
	playIn(t, dir, config(), 1)
	again, err := ReadTimes(dir)
	require.NoError(t, err)
	assert.Equal(t, read, again, "nothing was played")
}

func TestNoTimingFileWithoutTimes(t *testing.T) {
	dir := t.TempDir()
	playIn(t, dir, config(), 1)
	assert.NoFileExists(t, filepath.Join(dir, timingFile))
	times, err := ReadTimes(dir)
	require.NoError(t, err)
	assert.Empty(t, times)
}

func TestReadTimesErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, timingFile)
	for text, says := range map[string]string{
		"":                                    "its first line is not player,moves,seconds",
		"player,games,seconds\n":              "its first line is not",
		"player,moves,seconds\na,b,1\n":       "line 2:",
		"player,moves,seconds\na,1,NaN\n":     "line 2: NaN seconds for 1 moves",
		"player,moves,seconds\na,0,1\n":       "line 2: 1 seconds for 0 moves",
		"player,moves,seconds\na,1,1\na,1\n":  "wrong number of fields",
		"player,moves,seconds\na,1,1e300\n":   "line 2: 1e+300 seconds",
		"player,moves,seconds\n\"a,1,0.001\n": "parse error",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
		_, err := ReadTimes(dir)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "delete it, only the times are lost")
	}
}

func TestOpenDirectoryWithDamagedTimes(t *testing.T) {
	dir := t.TempDir()
	playIn(t, dir, config(), 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, timingFile), []byte("x"), 0o666))
	var refusal DirectoryError
	assert.ErrorAs(t, mustNew(t, config()).OpenDirectory(dir), &refusal)
}
