package files

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeld(t *testing.T) {
	dir := t.TempDir()
	assert.False(t, Held(dir), "no process has locked it")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries, "to look leaves nothing behind")

	lock, err := Acquire(dir)
	require.NoError(t, err)
	assert.True(t, Held(dir))
	_, err = Acquire(dir)
	assert.ErrorIs(t, err, ErrBusy)
	lock.Release()
	assert.False(t, Held(dir))
}

// Held does not keep another process from taking the lock.
func TestHeldDoesNotBlockAcquire(t *testing.T) {
	dir := t.TempDir()
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			default:
				Held(dir)
			}
		}
	}()
	for range 200 {
		lock, err := Acquire(dir)
		require.NoError(t, err)
		lock.Release()
	}
	close(done)
	<-ended
}
