package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A directory's name is no pattern.
func TestGlobTakesTheDirectoryLiterally(t *testing.T) {
	for _, name := range []string{"plain", "runs [1]", "a[b", "a*", "what?", `back\slash`, "[[]]"} {
		parent := t.TempDir()
		if os.Mkdir(filepath.Join(parent, name), 0o755) != nil {
			continue // Windows has no such names
		}
		require.NoError(t, os.Mkdir(filepath.Join(parent, "a1"), 0o755))
		for _, dir := range []string{"a1", name} {
			require.NoError(t, os.WriteFile(filepath.Join(parent, dir, "x.json"), nil, 0o644))
		}
		assert.Equal(t, []string{filepath.Join(parent, name, "x.json")}, Glob(filepath.Join(parent, name), "*.json"))
	}
}
