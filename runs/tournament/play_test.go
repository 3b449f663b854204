package tournament

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

// sortedJournal returns the lines of a tournament's journal in an order of their own.
func sortedJournal(t *testing.T, dir string) []string {
	data, err := os.ReadFile(filepath.Join(dir, JournalFile))
	require.NoError(t, err)
	return slices.Sorted(strings.Lines(string(data)))
}

// A worker that turns out wrong changes neither results nor journal in the end, also if the command is stopped then.
func TestWrongPairsArePlayedAgain(t *testing.T) {
	honest := t.TempDir()
	journalOf(t, honest)
	for _, test := range []struct {
		name        string
		caughtAfter int // pairs, of 12
		stop        bool
		again       int // pairs
	}{
		{"at once", 2, false, 1},
		{"in the middle", 7, false, 3},
		{"at the end", 12, false, 6},
		{"just before the command is stopped", 6, true, 3},
	} {
		dir, again := t.TempDir(), 0
		tournament := mustNew(t, config())
		tournament.Again = func(pairs int, reason string) {
			again += pairs
			assert.Equal(t, "the liar lied", reason)
		}
		require.NoError(t, tournament.OpenDirectory(dir))
		ctx, cancel := context.WithCancel(t.Context())
		arena := &fitnesstest.Liar{CaughtAfter: test.caughtAfter}
		arena.Workers = 1
		if test.stop {
			arena.OnCaught = cancel
		}
		err := tournament.Play(ctx, arena, nil)
		cancel()
		tournament.Close()
		assert.Equal(t, test.again, again, test.name)
		if test.stop {
			require.ErrorIs(t, err, context.Canceled)
			tournament = mustNew(t, config())
			require.NoError(t, tournament.OpenDirectory(dir))
			require.NoError(t, tournament.Play(t.Context(), fitness.Local{}, nil))
			tournament.Close()
		} else {
			require.NoError(t, err)
		}
		assert.Equal(t, sortedJournal(t, honest), sortedJournal(t, dir), test.name)
	}
}

// What workers returned to an earlier process is played again, too, and what this machine played is not.
func TestEarlierPairsArePlayedAgain(t *testing.T) {
	honest, dir := t.TempDir(), t.TempDir()
	journalOf(t, honest)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	arena := &fitnesstest.Liar{CaughtAfter: math.MaxInt}
	arena.Workers = 1
	for _, stopAfter := range []int{5, math.MaxInt} {
		tournament := mustNew(t, config())
		require.NoError(t, tournament.OpenDirectory(dir))
		tournament.Again = func(pairs int, _ string) { assert.Equal(t, 2, pairs) }
		_ = tournament.Play(ctx, arena, func(Played) {
			if arena.Played() == stopAfter {
				cancel()
			}
		})
		tournament.Close()
		ctx, arena = t.Context(), &fitnesstest.Liar{CaughtAfter: 1}
	}
	assert.Equal(t, sortedJournal(t, honest), sortedJournal(t, dir))
}
