package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeld(t *testing.T) {
	dir := t.TempDir()
	assert.False(t, At(dir).Held(), "no process has locked it")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "to look leaves nothing behind")

	locked := At(dir)
	require.NoError(t, locked.Lock())
	assert.True(t, At(dir).Held())
	assert.ErrorIs(t, At(dir).Lock(), ErrBusy)
	locked.Close()
	assert.False(t, At(dir).Held())
}

// Held does not keep another process from taking the lock.
func TestHeldDoesNotBlockLock(t *testing.T) {
	dir := t.TempDir()
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			default:
				At(dir).Held()
			}
		}
	}()
	for range 200 {
		locked := At(dir)
		require.NoError(t, locked.Lock())
		locked.Close()
	}
	close(done)
	<-ended
}

// Of many that make a directory at the same time one succeeds. The others leave nothing behind.
func TestMakeDirOnce(t *testing.T) {
	const makers = 8
	for round := range 20 {
		parent := t.TempDir()
		dir := filepath.Join(parent, "made")
		if round%2 == 1 {
			require.NoError(t, os.Mkdir(dir, 0o777)) // an empty one is as good as none
		}
		locks, errs := make([]*Dir, makers), make([]error, makers)
		var all sync.WaitGroup
		for i := range makers {
			all.Go(func() { locks[i], errs[i] = MakeDir(dir, map[string][]byte{"file": {byte(i)}}) })
		}
		all.Wait()
		made := -1
		for i, err := range errs {
			if err != nil {
				assert.ErrorIs(t, err, fs.ErrExist)
				assert.Nil(t, locks[i])
				continue
			}
			require.Equal(t, -1, made, "two have made it")
			made = i
		}
		require.NotEqual(t, -1, made, "none has made it: %v", errs)
		data, err := os.ReadFile(filepath.Join(dir, "file"))
		require.NoError(t, err)
		assert.Equal(t, []byte{byte(made)}, data)
		assert.True(t, At(dir).Held())
		locks[made].Close()
		entries, err := os.ReadDir(parent)
		require.NoError(t, err)
		assert.Len(t, entries, 1)
	}
}

// Temporary directories of killed processes are removed, and those of others are not.
func TestMakeTemporary(t *testing.T) {
	parent := t.TempDir()
	t.Setenv("TMPDIR", parent)
	names := func() (all []string) {
		entries, err := os.ReadDir(parent)
		require.NoError(t, err)
		for _, entry := range entries {
			all = append(all, entry.Name())
		}
		return all
	}
	long := time.Now().Add(-time.Hour)
	busy, remove, err := MakeTemporary("work-")
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(busy, long, long))
	for _, name := range []string{"work-dead", "other"} {
		require.NoError(t, os.MkdirAll(filepath.Join(parent, name, "more"), 0o777))
		require.NoError(t, os.Chtimes(filepath.Join(parent, name), long, long))
	}
	require.NoError(t, os.Symlink(busy, filepath.Join(parent, "work-link")))
	_, removeToo, err := MakeTemporary("work-")
	require.NoError(t, err)
	assert.Len(t, names(), 4)
	assert.NotContains(t, names(), "work-dead")
	remove()
	removeToo()
	assert.Equal(t, []string{"other", "work-link"}, names())
}
