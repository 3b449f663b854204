package fitness_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/fitness/fitnesstest"
)

func TestArenas(t *testing.T) {
	t.Run("one core", func(t *testing.T) { fitnesstest.Exercise(t, fitness.Local{Workers: 1}) })
	t.Run("more slots than cores", func(t *testing.T) { fitnesstest.Exercise(t, fitness.Local{Workers: 7}) })
	t.Run("one that keeps what it plays", func(t *testing.T) {
		kept, err := fitness.CacheResults(fitness.Local{}, t.TempDir())
		require.NoError(t, err)
		defer kept.Close()
		fitnesstest.Exercise(t, kept)
	})
}
