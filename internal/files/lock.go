package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockFile is the name of the file that locks its directory.
const lockFile = ".lock"

// ErrBusy is the error of a directory that another process is working on.
var ErrBusy = errors.New("another process is working on it")

// A Lock is a lock on a directory. It ends with the process.
type Lock struct{ flock *flock.Flock }

// tries and pause say how long Acquire waits, because Held may take the lock for a moment. They are counted: on a busy
// machine any time may be over before the first try.
const (
	tries = 11
	pause = 10 * time.Millisecond
)

// Acquire locks a directory. The error is ErrBusy if another process has the lock, also after 100 ms.
func Acquire(dir string) (*Lock, error) {
	lock := flock.New(filepath.Join(dir, lockFile))
	for try := range tries {
		if try > 0 {
			time.Sleep(pause)
		}
		if locked, err := lock.TryLock(); err != nil {
			return nil, deniedThere(err)
		} else if locked {
			return &Lock{lock}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w: wait for it or stop it", dir, ErrBusy)
}

// Release releases the lock.
func (l *Lock) Release() { _ = l.flock.Unlock() } // the process loses the lock even after an error

// Held reports whether a process has locked a directory. It takes a shared lock for a moment and changes
// no file.
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

// HasFiles reports whether a directory holds anything but the file that locks it.
func HasFiles(dir string) bool {
	entries, _ := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return entry.Name() != lockFile })
}

// MakeDir creates a directory that appears with all its files or not at all, and returns its lock. If
// the directory exists it must be empty; if it is not, the error is fs.ErrExist. Of several processes one succeeds.
func MakeDir(dir string, content map[string][]byte) (lock *Lock, err error) {
	parent, prefix := filepath.Dir(filepath.Clean(dir)), "."+filepath.Base(dir)+Partial
	if err := MakeAll(parent); err != nil {
		return nil, NameDeniedDir(err)
	}
	sweepAbandoned(parent, prefix)
	temporary := filepath.Join(parent, prefix+randomText())
	if err := makeDir(temporary); err != nil {
		return nil, NameDeniedDir(err)
	}
	made := temporary
	defer func() {
		if err != nil {
			if lock != nil {
				lock.Release()
			}
			lock = nil
			_ = RemoveAll(made)
		}
	}()
	if lock, err = Acquire(temporary); err != nil {
		return nil, err
	}
	if err := WriteAll(temporary, content); err != nil {
		return lock, err
	}
	_ = Remove(dir) // an empty directory would block the rename on some systems
	if err := rename(temporary, dir); err != nil {
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			err = fs.ErrExist
		}
		return lock, err
	}
	made = dir
	return lock, SyncDir(parent)
}

// abandoned is the age of unfinished directories that are removed. A younger one may belong to a process that has
// not locked it yet.
const abandoned = time.Minute

// MakeTemporary makes a directory for the time of this process, among those of the system for temporary files, and
// removes those with the prefix that killed processes left. remove removes it.
func MakeTemporary(prefix string) (dir string, remove func(), err error) {
	sweepAbandoned(os.TempDir(), prefix)
	if dir, err = os.MkdirTemp("", prefix); err != nil {
		return "", nil, err
	}
	lock, err := Acquire(dir)
	if err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}
	return dir, func() {
		lock.Release()
		os.RemoveAll(dir)
	}, nil
}

// sweepAbandoned removes directories that a killed process left unfinished. Their locks are free.
func sweepAbandoned(parent, prefix string) {
	entries, _ := os.ReadDir(parent) // an unreadable directory has nothing to clear
	for _, entry := range entries {
		dir := filepath.Join(parent, entry.Name())
		info, err := entry.Info()
		if err != nil || !entry.IsDir() || !strings.HasPrefix(entry.Name(), prefix) ||
			time.Since(info.ModTime()) < abandoned {
			continue
		}
		if lock, err := Acquire(dir); err == nil {
			os.RemoveAll(dir)
			lock.Release()
		}
	}
}
