package fitness_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/internal/files"
)

// A worker that is caught in a later match has changed no earlier one in the end, and no stored pair.
func TestWrongPairsArePlayedAgain(t *testing.T) {
	const matches, n = 3, 12
	pairs := fitnesstest.Pairs(t, matches*n, "seed-blank:depth=1", "greedy", "random")
	want, err := fitness.Local{}.Play(t.Context(), pairs, nil)
	require.NoError(t, err)
	for _, test := range []struct {
		name        string
		caughtAfter int // pairs
		stop        bool
		again       int // pairs
	}{
		{"in the first match", 4, false, 2},
		{"in a later match", 2*n + 6, false, n + 3},
		{"at the end", matches * n, false, matches * n / 2},
		{"just before the command is stopped", n + 6, true, n/2 + 3},
	} {
		for _, stored := range []bool{true, false} {
			if test.stop && !stored {
				continue
			}
			dir := filepath.Join(t.TempDir(), "match")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			arena := &fitnesstest.Liar{CaughtAfter: test.caughtAfter}
			if test.stop {
				arena.Caught = cancel
			}
			cache := fitness.NewResultCache(arena)
			if stored {
				cache, err = fitness.OpenResultCache(arena, files.At(dir))
				require.NoError(t, err)
			}
			again := 0
			cache.Again = func(pairs int, reason string) {
				again += pairs
				assert.Equal(t, "the liar lied", reason)
			}
			var got []fitness.PairResult
			err := cache.UntilTrusted(func() error {
				got = nil
				for i := range matches {
					results, err := cache.Play(ctx, pairs[i*n:][:n], nil)
					if err != nil {
						return err
					}
					got = append(got, results...)
				}
				return nil
			})
			require.NoError(t, cache.Close())
			assert.Equal(t, test.again, again, test.name)
			assert.Zero(t, cache.Unproven(), "all is of this process")
			if test.stop {
				require.ErrorIs(t, err, context.Canceled)
			} else {
				require.NoError(t, err)
				assert.Equal(t, want, got, test.name)
			}
			if stored { // what is resumed has no wrong result
				cache, err = fitness.OpenResultCache(fitness.Local{}, files.At(dir))
				require.NoError(t, err)
				got, err = cache.Play(t.Context(), pairs, nil)
				require.NoError(t, err)
				assert.Equal(t, want, got, test.name)
				require.NoError(t, cache.Close())
				if !test.stop {
					assert.Zero(t, cache.Played())
				}
			}
		}
	}
}

// A worker that comes back with wrong results under other names does not keep a match busy for ever.
func TestEndlessDoubts(t *testing.T) {
	pairs, n := fitnesstest.Pairs(t, 80, "table", "greedy"), 0
	arena := &fitnesstest.Liar{}
	cache := fitness.NewResultCache(arena)
	err := cache.UntilTrusted(func() error {
		*arena = fitnesstest.Liar{CaughtAfter: 4}
		n += 4
		_, err := cache.Play(t.Context(), pairs[:n], nil)
		return err
	})
	assert.ErrorContains(t, err,
		"workers have returned wrong results 11 times: find the faulty one, or play without workers")
}

// What earlier processes stored stays, and it is said how much that is.
func TestUnproven(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "match")
	pairs := fitnesstest.Pairs(t, 12, "table", "greedy")
	for i, test := range []struct{ from, to, unproven int }{{0, 4, 0}, {0, 12, 4}} {
		cache, err := fitness.OpenResultCache(&fitnesstest.Liar{CaughtAfter: 1 + 7*i}, files.At(dir))
		require.NoError(t, err)
		require.NoError(t, cache.UntilTrusted(func() error {
			_, err := cache.Play(t.Context(), pairs[test.from:test.to], nil)
			return err
		}))
		assert.Equal(t, test.unproven, cache.Unproven())
		require.NoError(t, cache.Close())
	}
}
