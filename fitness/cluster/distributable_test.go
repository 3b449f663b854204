package cluster

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players"
	_ "evothello/players/programs"
)

// Players whose games depend on data alone may run anywhere, and workers accept their recipes.
func TestWhichPlayersMayRunRemotely(t *testing.T) {
	file := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(file, []byte("1 1 4 0 7 56 63 -1 0 1"), 0o600))
	for text, reproducible := range map[string]bool{
		"strongest":                     true,
		"greedy":                        true,
		"ntuple:file=" + file:           true,
		"strongest:time=1s":             false,
		"montecarlo":                    false,
		"gtp:cmd=" + os.Args[0]:         false,
		"montecarlo:games=10":           true,
		"ntuple:view=self,file=" + file: true,
	} {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		recipe, err := spec.Recipe()
		require.NoError(t, err)
		assert.Equal(t, reproducible, isReproducible(recipe), text)
		there, err := newRecipeCache().put(recipe.Hash(), recipe.Content(), nil)
		if !reproducible {
			assert.Error(t, err, text)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, recipe.Hash(), there.Hash(), text)
	}
}
