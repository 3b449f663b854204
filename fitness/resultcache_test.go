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

// A match that is stopped and goes on gives what it would have given in one go, and plays
// no pair twice.
func TestAKeptMatchGoesOn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	pairs := somePairs(t, 20, "seed-blank:depth=1", "random:seed=2")
	want, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)

	played := 0
	for sitting := range 3 {
		kept, err := CacheResults(Local{Workers: 2}, dir)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		got, err := kept.Play(ctx, pairs, func(i int, r PairResult) {
			assert.Equal(t, want[i], r)
			if seen++; seen == 7*(sitting+1) {
				cancel()
			}
		})
		require.NoError(t, kept.Close())
		if sitting < 2 {
			require.ErrorIs(t, err, context.Canceled)
		} else {
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}
		cancel()
		played = len(linesOf(t, dir))
	}
	assert.Equal(t, 20, played, "every pair is there once")
}

func TestKeepRefuses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	kept, err := CacheResults(Local{}, dir)
	require.NoError(t, err)
	_, err = kept.Play(context.Background(), somePairs(t, 3, "table", "random"), nil)
	require.NoError(t, err)
	_, err = CacheResults(Local{}, dir)
	assert.ErrorIs(t, err, files.ErrBusy)
	require.NoError(t, kept.Close())

	path := filepath.Join(dir, journalOfPairs)
	lines := linesOf(t, dir)
	write := func(text string) {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	write(lines[0] + strings.Replace(lines[1], `"discs":`, `"discs":1`, 1) + lines[2])
	_, err = CacheResults(Local{}, dir)
	assert.ErrorContains(t, err, path+":2: the line is damaged; delete it, and its pair is played again")
	write(lines[0] + lines[1][:40])
	kept, err = CacheResults(Local{}, dir)
	require.NoError(t, err, "a line that was cut short goes")
	assert.Len(t, kept.results, 1)
	require.NoError(t, kept.Close())
	assert.Equal(t, lines[:1], linesOf(t, dir))

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "letter.txt"), nil, 0o666))
	_, err = CacheResults(Local{}, other)
	assert.ErrorContains(t, err, "exists already and holds no match: choose another --out")
}

func linesOf(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, journalOfPairs))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(data), "\n")
	return lines[:len(lines)-1]
}
