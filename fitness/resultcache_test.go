package fitness

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

// A match that is interrupted and resumed gives the same results as an uninterrupted one, and plays no
// pair twice.
func TestResultCacheResumesAMatch(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	pairs := testPairs(t, 20, "reversi-blank:depth=1", "random:seed=2")
	want, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)

	played := 0
	for attempt := range 3 {
		cache, err := OpenResultCache(Local{Workers: 2}, files.At(dir))
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		got, err := cache.Play(ctx, pairs, func(i int, r PairResult) {
			assert.Equal(t, want[i], r)
			if seen++; seen == 7*(attempt+1) {
				cancel()
			}
		})
		require.NoError(t, cache.Close())
		if attempt < 2 {
			require.ErrorIs(t, err, context.Canceled)
		} else {
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
		cancel()
		played = len(linesOf(t, dir))
	}
	assert.Equal(t, 20, played, "every pair is stored once")
}

func TestOpenResultCacheErrors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	cache, err := OpenResultCache(Local{}, files.At(dir))
	require.NoError(t, err)
	_, err = cache.Play(context.Background(), testPairs(t, 3, "table", "random"), nil)
	require.NoError(t, err)
	_, err = OpenResultCache(Local{}, files.At(dir))
	assert.ErrorIs(t, err, files.ErrBusy)
	require.NoError(t, cache.Close())

	path := filepath.Join(dir, ResultsFile)
	lines := linesOf(t, dir)
	write := func(text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	write(lines[0] + strings.Replace(lines[1], `"discs":`, `"discs":1`, 1) + lines[2])
	_, err = OpenResultCache(Local{}, files.At(dir))
	assert.ErrorContains(t, err, path+":2: the line is damaged; delete the line, then its pair is played again")
	write(lines[0] + lines[1][:40])
	cache, err = OpenResultCache(Local{}, files.At(dir))
	require.NoError(t, err, "an incomplete last line is dropped")
	assert.Len(t, cache.results, 1)
	require.NoError(t, cache.Close())
	assert.Equal(t, lines[:1], linesOf(t, dir))

	locked := t.TempDir() // of a process that was killed before it wrote anything
	require.NoError(t, os.WriteFile(filepath.Join(locked, ".lock"), nil, 0o666))
	cache, err = OpenResultCache(Local{}, files.At(locked))
	require.NoError(t, err)
	require.NoError(t, cache.Close())

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "letter.txt"), nil, 0o666))
	_, err = OpenResultCache(Local{}, files.At(other))
	assert.ErrorContains(t, err, "exists already and is not the directory of a match: choose another --out")
}

func linesOf(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, ResultsFile))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(data), "\n")
	return lines[:len(lines)-1]
}
