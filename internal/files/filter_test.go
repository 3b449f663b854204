package files

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Lines are removed from a journal that is open, and added after that.
func TestFilter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	journal, err := At(filepath.Dir(path)).Journal("journal", 0)
	require.NoError(t, err)
	defer func() { journal.Close() }()
	require.NoError(t, journal.Add([]byte("one\ntwo\nthree\n")))
	require.NoError(t, journal.Filter(func(line []byte) bool { return !bytes.Equal(line, []byte("two\n")) }))
	require.NoError(t, journal.AddSynced([]byte("four\n")))
	content, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "one\nthree\nfour\n", string(content))

	require.NoError(t, os.Remove(path))
	require.NoError(t, os.MkdirAll(filepath.Join(path, "in the way"), 0o777))
	require.Error(t, journal.Filter(func([]byte) bool { return true }))
	assert.Error(t, journal.Add([]byte("five\n")), "what is no longer sure gets no more lines")
}
