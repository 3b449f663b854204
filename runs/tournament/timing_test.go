package tournament

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
	"evothello/internal/files"
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
	times.remove("a", "b", r)
	assert.Empty(t, times)
}

// Each move takes 1 s in a slowLiar.
type slowLiar struct{ fitnesstest.Liar }

func (s *slowLiar) Play(ctx context.Context, pairs []fitness.Pair,
	played func(int, fitness.PairResult)) ([]fitness.PairResult, error) {
	return s.Liar.Play(ctx, pairs, func(i int, r fitness.PairResult) {
		for k := range r.Games {
			r.Games[k].Times = [2]fitness.Thinking{{Moves: 10, Time: 10 * time.Second}, {Moves: 10, Time: 10 * time.Second}}
		}
		played(i, r)
	})
}

// Only the pairs that count have times, also if a worker was wrong, and nothing is left of others.
func TestTimesOfWrongPairsDoNotCount(t *testing.T) {
	const perPair = 20 // moves of each player, and seconds
	for _, test := range []struct {
		name    string
		earlier int // pairs of a process before
		caught  int // after so many pairs
		stop    bool
		pairs   int // that have times in the end, of 12
	}{
		{"in the middle", 0, 7, false, 12},
		{"at the end", 0, 12, false, 12},
		{"before the command is stopped", 0, 6, true, 3},
		{"after an earlier process", 5, 6, false, 12},
		{"after an earlier process, before the command is stopped", 5, 2, true, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			play := func(arena *slowLiar, stopAfter int) {
				tournament := mustNew(t, config())
				require.NoError(t, tournament.OpenDirectory(dir))
				defer tournament.Close()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				arena.Workers = 1
				_ = tournament.Play(ctx, arena, func(Played) {
					if arena.Played() == stopAfter {
						cancel()
					}
				})
			}
			if test.earlier > 0 {
				play(&slowLiar{fitnesstest.Liar{CaughtAfter: math.MaxInt}}, test.earlier)
			}
			stopAfter := math.MaxInt
			if test.stop {
				stopAfter = test.caught
			}
			play(&slowLiar{fitnesstest.Liar{CaughtAfter: test.caught}}, stopAfter)
			times, err := ReadTimes(files.At(dir))
			require.NoError(t, err)
			moves, took := 0, time.Duration(0)
			for _, sum := range times {
				moves, took = moves+sum.Moves, took+sum.Time
			}
			assert.Equal(t, 2*perPair*test.pairs, moves)
			assert.Equal(t, time.Duration(2*perPair*test.pairs)*time.Second, took)
		})
	}
}

// Nothing is left of the times in the file if all pairs were wrong.
func TestAllTimesAreDropped(t *testing.T) {
	dir := t.TempDir()
	tournament := mustNew(t, config())
	require.NoError(t, tournament.OpenDirectory(dir))
	defer tournament.Close()
	arena := &fitnesstest.Liar{Local: fitness.Local{Timed: true}, CaughtAfter: 1}
	workers := fitness.WatchWorkers(arena)
	results, err := arena.Play(t.Context(), []fitness.Pair{tournament.pair(0)}, nil)
	require.NoError(t, err)
	require.NoError(t, tournament.store(0, results[0], true))
	require.NoError(t, tournament.writeTimes())
	for _, players := range []int{2, 0} {
		times, err := ReadTimes(files.At(dir))
		require.NoError(t, err)
		assert.Len(t, times, players)
		require.NoError(t, tournament.dropIfCaught(workers))
		require.NoError(t, tournament.writeTimes())
	}
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
	read, err := ReadTimes(files.At(dir))
	require.NoError(t, err)
	require.Len(t, read, 3)
	for player, took := range whole {
		assert.Equal(t, took.Moves, read[player].Moves)
		assert.InDelta(t, took.Time.Seconds(), read[player].Time.Seconds(), 1e-6)
		assert.Greater(t, took.Moves, first[player].Moves, "the first process counts")
	}
	playIn(t, dir, config(), 1)
	again, err := ReadTimes(files.At(dir))
	require.NoError(t, err)
	assert.Equal(t, read, again, "nothing was played")
}

func TestNoTimingFileWithoutTimes(t *testing.T) {
	dir := t.TempDir()
	playIn(t, dir, config(), 1)
	assert.NoFileExists(t, filepath.Join(dir, timingFile))
	times, err := ReadTimes(files.At(dir))
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
		_, err := ReadTimes(files.At(dir))
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "delete the file: only the times are lost")
	}
}

func TestOpenDirectoryWithDamagedTimes(t *testing.T) {
	dir := t.TempDir()
	playIn(t, dir, config(), 1)
	require.NoError(t, os.WriteFile(filepath.Join(dir, timingFile), []byte("x"), 0o666))
	var refusal DirectoryError
	assert.ErrorAs(t, mustNew(t, config()).OpenDirectory(dir), &refusal)
}
