package runs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/runs/reference"
	"evothello/runs/strongest"
)

// The name alone does not decide whether a run ships with the program: a user's run may have the same name.
func TestShipped(t *testing.T) {
	shipped := map[string][]byte{"reference": reference.Champion, "strongest": strongest.File}
	for name, file := range shipped {
		dir := t.TempDir()
		for i, run := range []string{name, "mine"} {
			finished := time.Date(2026, 1, 1, 0, 9-i, 0, 0, time.UTC)
			require.NoError(t, os.Mkdir(filepath.Join(dir, run), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, run, championFile), file, 0o644))
			require.NoError(t, os.WriteFile(filepath.Join(dir, run, checkpointFile), nil, 0o644))
			require.NoError(t, os.Chtimes(filepath.Join(dir, run, checkpointFile), finished, finished))
		}
		its, mine := filepath.Join(dir, name, championFile), filepath.Join(dir, "mine", championFile)
		fails := func(champion string, err error) { t.Errorf("%s: %v", champion, err) }

		assert.True(t, Shipped(filepath.Join(dir, name)))
		assert.Equal(t, []string{mine}, Newest(dir, fails))

		require.NoError(t, os.WriteFile(its, []byte(`{"schema":1}`), 0o644))
		assert.False(t, Shipped(filepath.Join(dir, name)))
		assert.Equal(t, []string{its, mine}, Newest(dir, fails), name)
	}
	for name := range shipped {
		assert.True(t, Shipped(name), "the run in the source tree")
	}
}
