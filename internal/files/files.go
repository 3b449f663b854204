// Package files reads the files that users name, and writes what survives a kill: files
// and directories that appear whole or not at all, journals that lines are added to, and
// locks on directories.
package files

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// How large files may be that are read, in bytes.
const (
	MaxSettings = 1 << 20   // settings and weights
	MaxGames    = 256 << 20 // games, results and states
	MaxJournal  = 4 << 30   // our own journals
)

// Read reads a file that a user names, of so many bytes at most. Errors name it.
func Read(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file", path)
	}
	data, err := ReadKept(path, most)
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, wrong.Err)
	}
	if IsMissing(err) {
		err = fmt.Errorf("%w; give its path as seen from here, or its whole path", err)
	}
	return data, err
}

// ReadKept reads a file of a directory that we keep, of so many bytes at most.
func ReadKept(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	tooLarge := fmt.Errorf("%s has more than %d MiB, the most that such a file may have", path, most>>20)
	var data bytes.Buffer
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		if info.Size() > most {
			return nil, tooLarge
		}
		data.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := data.ReadFrom(io.LimitReader(file, most+1)); err != nil {
		return nil, err
	}
	if int64(data.Len()) > most { // it is no file of a size, or grows
		return nil, tooLarge
	}
	return data.Bytes(), nil
}

// IsMissing reports whether an error says that a file does not exist.
func IsMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Remove removes a file, if it is there.
func Remove(path string) error {
	if err := os.Remove(path); !IsMissing(err) {
		return err
	}
	return nil
}

// CSV writes lines of comma-separated values.
func CSV(lines ...[]string) []byte {
	var out bytes.Buffer
	_ = csv.NewWriter(&out).WriteAll(lines) // a buffer takes everything
	return out.Bytes()
}

// Partial marks files that are still being written.
const Partial = ".partial-"

// Write makes the file appear whole or not at all: it writes a neighbour,
// brings that to the disk, and renames it. A file that holds the data already is
// left alone. Errors name the file, not its neighbour.
func Write(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays, and what it leads to is written
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a directory; name a file", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("cannot write %s: it is no file that could be replaced; name another", path)
	}
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	if dir := filepath.Dir(path); IsMissing(statError(dir)) {
		return fmt.Errorf("cannot write %s: there is no directory %s; make it first", path, dir)
	}
	err := replace(path, data)
	switch denied := Denied(err); {
	case err == nil:
		return nil
	case denied != err:
		return fmt.Errorf("cannot write %s: %w; make that writable, or choose another", path, denied)
	}
	return fmt.Errorf("cannot write %s: %w", path, rootCause(err))
}

// Denied says in which directory nothing can be written, if that is what an error is about: the
// system permits it to others, or to none. Other errors stay as they are.
func Denied(err error) error {
	if !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return err
	}
	var path string
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		path = wrong.Path
	} else if wrong, ok := errors.AsType[*os.LinkError](err); ok {
		path = wrong.New
	} else {
		return err
	}
	cause := rootCause(err)
	if _, missing := os.Lstat(path); missing == nil { // it may be the file alone
		cause = fmt.Errorf("%s: %w", filepath.Base(path), cause)
	}
	return fmt.Errorf("cannot write in the directory %s: %w", filepath.Dir(path), cause)
}

// deniedThere is Denied, with what to do about a directory that we keep.
func deniedThere(err error) error {
	if denied := Denied(err); denied != err {
		return fmt.Errorf("%w; make it writable, or go on with a copy of it elsewhere", denied)
	}
	return err
}

// rootCause is what went wrong, without the name of the file it happened to.
func rootCause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

func statError(path string) error {
	_, err := os.Stat(path)
	return err
}

func replace(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), Partial+filepath.Base(path)+"-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails after the rename, as it should
	_, err = file.Write(data)
	if err == nil {
		err = file.Chmod(0o644)
	}
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err == nil {
		SyncDir(filepath.Dir(path))
	}
	return err
}

// SyncDir brings a rename to the disk. Not every system can; the file is whole
// all the same.
func SyncDir(path string) {
	if dir, err := os.Open(path); err == nil {
		_ = dir.Sync()
		dir.Close()
	}
}

// KeepAs gives a file a second name, replacing what bore it.
func KeepAs(path, other string) error {
	temporary := filepath.Join(filepath.Dir(other), Partial+filepath.Base(other))
	_ = os.Remove(temporary)
	if err := os.Link(path, temporary); err != nil { // not every file system can link
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return Write(other, data)
	}
	err := os.Rename(temporary, other)
	_ = os.Remove(temporary) // it stays where both names were of one file already
	return err
}

// Sweep removes what a killed process left half written in a directory.
func Sweep(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(entry.Name(), Partial) {
			return err
		}
		return deniedThere(os.Remove(path))
	})
}
