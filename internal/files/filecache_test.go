package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFileCache(t *testing.T) {
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	for _, path := range []string{a, b, c} {
		require.NoError(t, os.WriteFile(path, []byte(filepath.Base(path)), 0o666))
	}
	var k FileCache[string]
	reads := 0
	read := func(path string) string {
		text, err := k.Read(path, func(path string) (string, error) {
			reads++
			data, err := os.ReadFile(path)
			return string(data), err
		})
		require.NoError(t, err)
		return text
	}
	for range 3 {
		assert.Equal(t, "a", read(a))
		assert.Equal(t, "b", read(b))
	}
	assert.Equal(t, 2, reads)

	require.NoError(t, os.WriteFile(a, []byte("A"), 0o666))
	require.NoError(t, os.Chtimes(a, time.Time{}, time.Now().Add(time.Second)))
	assert.Equal(t, "A", read(a), "it has changed")
	require.NoError(t, os.Rename(c, b))
	assert.Equal(t, "c", read(b), "it is another file")
	assert.Equal(t, 4, reads)

	_, err := k.Read(filepath.Join(dir, "none"), func(string) (string, error) { return "", os.ErrNotExist })
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = k.Read(a, func(string) (string, error) { return "", errors.New("not called") })
	assert.NoError(t, err)
}
