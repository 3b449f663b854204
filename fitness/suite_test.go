package fitness_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
	"evothello/internal/files"
)

func TestArenas(t *testing.T) {
	t.Run("one core", func(t *testing.T) { fitnesstest.TestArena(t, fitness.Local{Workers: 1}) })
	t.Run("more slots than cores", func(t *testing.T) { fitnesstest.TestArena(t, fitness.Local{Workers: 7}) })
	t.Run("with a result cache", func(t *testing.T) {
		cache, err := fitness.OpenResultCache(fitness.Local{}, files.At(t.TempDir()))
		require.NoError(t, err)
		defer cache.Close()
		fitnesstest.TestArena(t, cache)
	})
}
