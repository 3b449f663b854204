package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockFile is what a directory is locked by.
const lockFile = ".lock"

// ErrBusy says that another process works in a directory.
var ErrBusy = errors.New("another process is working on it")

// A Lock on a directory dies with the process.
type Lock struct{ flock *flock.Flock }

// Acquire takes a directory's lock. If another process has it the error is ErrBusy. It
// tries for a moment, for that of Held.
func Acquire(dir string) (*Lock, error) {
	lock := flock.New(filepath.Join(dir, lockFile))
	moment, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	switch locked, err := lock.TryLockContext(moment, 10*time.Millisecond); {
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return nil, deniedThere(err)
	case !locked:
		return nil, fmt.Errorf("%s: %w: wait for it or stop it", dir, ErrBusy)
	}
	return &Lock{lock}, nil
}

// Release gives the lock back.
func (l *Lock) Release() { _ = l.flock.Unlock() } // the process has it no longer, whatever the file says

// Held reports whether a process works in a directory. To find out, it takes a shared lock for a
// moment; no file changes.
func Held(dir string) bool {
	path := filepath.Join(dir, lockFile)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	defer lock.Close()
	free, err := lock.TryRLock()
	return err == nil && !free
}

// MakeDir makes a directory that appears with its files or not at all, and returns its
// lock. Nothing but an empty directory may be there.
func MakeDir(dir string, content map[string][]byte) (lock *Lock, err error) {
	parent, prefix := filepath.Dir(filepath.Clean(dir)), "."+filepath.Base(dir)+Partial
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, Denied(err)
	}
	sweepAbandoned(parent, prefix)
	temporary, err := os.MkdirTemp(parent, prefix)
	if err != nil {
		return nil, Denied(err)
	}
	defer func() {
		if err != nil {
			if lock != nil {
				lock.Release()
			}
			lock = nil
			os.RemoveAll(temporary)
		}
	}()
	if err := os.Chmod(temporary, 0o755); err != nil {
		return nil, err
	}
	if lock, err = Acquire(temporary); err != nil {
		return nil, err
	}
	for name, data := range content {
		if err := Write(filepath.Join(temporary, name), data); err != nil {
			return lock, err
		}
	}
	_ = os.Remove(dir) // an empty directory may stand in the way
	if err := os.Rename(temporary, dir); err != nil {
		return lock, err
	}
	SyncDir(parent)
	return lock, nil
}

// sweepAbandoned removes directories that a killed process left unfinished: those whose lock
// is free.
func sweepAbandoned(parent, prefix string) {
	entries, _ := os.ReadDir(parent) // if it cannot be read there is nothing to clear
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		if lock, err := Acquire(dir); err == nil {
			os.RemoveAll(dir)
			lock.Release()
		}
	}
}
