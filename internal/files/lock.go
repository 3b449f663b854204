package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockFile is the name of the file that locks its directory.
const lockFile = ".lock"

// ErrBusy is the error if another process is working in the directory.
var ErrBusy = errors.New("another process is working on it")

// tries and pause determine how long Lock waits, because Held may take the lock for a moment. Tries are counted instead
// of time, because on a busy machine any time limit may pass before the first try.
const (
	tries = 11
	pause = 10 * time.Millisecond
)

// Lock locks an existing directory until Close or the end of the process. It returns ErrBusy if another process still
// has the lock after 100 ms.
func (d *Dir) Lock() error {
	if err := d.Owned(); err != nil { // by the lock of the outer directory
		return err
	}
	root, _, err := d.open()
	if err != nil {
		return deniedThere(err)
	}
	d.root = root
	if err := d.lockRoot(); err != nil {
		d.Close()
		return err
	}
	return nil
}

// lockRoot locks the open directory.
func (d *Dir) lockRoot() error {
	if err := d.CheckLock(); err != nil && !IsMissing(err) {
		return err
	}
	d.lock = flock.New(d.Path(lockFile))
	for try := range tries {
		if try > 0 {
			time.Sleep(pause)
		}
		if locked, err := d.lock.TryLock(); err != nil {
			return deniedThere(err)
		} else if locked {
			return d.sameLock()
		}
	}
	return fmt.Errorf("%s: %w: wait for that process or stop it", d.path, ErrBusy)
}

// sameLock returns an error unless the locked file is the lock file of the open directory.
func (d *Dir) sameLock() error {
	inside, err := d.Stat(lockFile)
	if err != nil {
		return err
	}
	if locked, err := d.lock.Stat(); err != nil || !os.SameFile(inside, locked) {
		return fmt.Errorf("%s %w: try again", d.path, ErrLost)
	}
	return d.Owned()
}

// CheckLock returns an error unless the lock file of the directory is a regular file.
func (d *Dir) CheckLock() error {
	info, err := d.Stat(lockFile)
	_, link := errors.AsType[*LinkError](err)
	if link || err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file: remove it; it only locks the directory", d.Path(lockFile))
	}
	return err
}

// Close unlocks the directory.
func (d *Dir) Close() {
	if d.lock != nil {
		_ = d.lock.Unlock() // the process loses the lock even after an error
		d.lock = nil
	}
	if d.root != nil {
		d.root.Close()
		d.root = nil
	}
}

// Held reports whether a process has locked the directory. It takes a shared lock for a moment and changes no file.
func (d *Dir) Held() bool {
	if d.CheckLock() != nil {
		return false
	}
	lock := flock.New(d.Path(lockFile), flock.SetFlag(os.O_RDONLY))
	defer lock.Close()
	free, err := lock.TryRLock()
	return err == nil && !free
}

// HasFiles reports whether the directory holds anything but its lock file.
func (d *Dir) HasFiles() bool {
	entries, _ := d.List(".")
	return slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return entry.Name() != lockFile })
}

// MakeDir creates a directory with files and locks it. It is atomic: the directory appears with all its files or not at
// all. content has the files by name. An existing directory must be empty; otherwise the error is fs.ErrExist. If
// several processes try at the same time, one succeeds.
func MakeDir(path string, content map[string][]byte) (d *Dir, err error) {
	parent, name := At(filepath.Dir(filepath.Clean(path))), filepath.Base(path)
	partial := "." + short(name) + Partial
	if err := parent.Make(); err != nil {
		return nil, NameDeniedDir(err)
	}
	sweepAbandoned(parent.path, partial)
	partial += randomText()
	if err := parent.MakeAll(partial); err != nil {
		return nil, NameDeniedDir(err)
	}
	made := partial
	d = At(parent.Path(partial))
	defer func() {
		if err != nil {
			d.Close()
			d = nil
			_ = parent.RemoveAll(made)
		}
	}()
	if err := d.Lock(); err != nil {
		return d, err
	}
	if err := d.WriteAll(content); err != nil {
		return d, err
	}
	_ = parent.Remove(name) // an empty directory would block the rename on some systems
	if runtime.GOOS == "windows" {
		d.Close() // a directory with open files cannot be renamed there
	}
	if err := parent.rename(partial, name); err != nil {
		if At(path).HasFiles() {
			err = fs.ErrExist
		}
		return d, err
	}
	made, d.path = name, path
	if d.root == nil {
		if err := d.Lock(); err != nil {
			return d, err
		}
	}
	return d, parent.SyncDir(".")
}

// abandoned is the age of unfinished directories that are removed. A younger one may belong to a process that has
// not locked it yet.
const abandoned = time.Minute

// MakeTemporary makes a locked directory with this prefix in the system's directory for temporary files. Call remove to
// remove it. MakeTemporary also removes directories with this prefix that killed processes have left.
func MakeTemporary(prefix string) (dir string, remove func(), err error) {
	sweepAbandoned(os.TempDir(), prefix)
	if dir, err = os.MkdirTemp("", prefix); err != nil {
		return "", nil, err
	}
	locked := At(dir)
	if err := locked.Lock(); err != nil {
		os.RemoveAll(dir)
		return "", nil, err
	}
	return dir, func() {
		locked.Close()
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
		if d := At(dir); d.Lock() == nil {
			d.Close() // Windows removes no open files
			os.RemoveAll(dir)
		}
	}
}
