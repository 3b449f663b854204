// Package files reads files that users name, and writes files that survive a kill: files and
// directories that appear whole or not at all, journals that lines are appended to, and locks on
// directories.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Size limits of files that are read, in bytes.
const (
	MaxSettings = 1 << 20   // settings
	MaxWeights  = 32 << 20  // weights, perhaps of networks in every phase, and settings with a start
	MaxGames    = 256 << 20 // games, results and states
	MaxJournal  = 4 << 30   // our own journals
)

// Read reads a file that a user names. most is its largest size in bytes. Errors name the file.
func Read(path string, most int64) ([]byte, error) {
	data, err := ReadInternal(path, most)
	return data, inWords(path, err)
}

// inWords returns the error of a file that a user names.
func inWords(path string, err error) error {
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, wrong.Err)
	}
	if IsMissing(err) {
		err = fmt.Errorf("%w; give its path as seen from here, or its whole path", err)
	}
	return err
}

// Open opens a file that a user names. Errors name the file.
func Open(path string) (*os.File, error) {
	file, err := OpenInternal(path)
	return file, inWords(path, err)
}

// OpenInternal opens a file in a directory of this program. It refuses directories, and pipes and devices, whose
// reading may never end.
func OpenInternal(path string) (*os.File, error) {
	switch info, err := os.Stat(path); { // before it is opened, which waits for the writer of a pipe
	case err != nil:
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory: name a file", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is a pipe, a device or a socket: name a file; what a pipe gives can be kept in one", path)
	}
	return os.Open(path)
}

// ReadInternal reads a file in a directory of this program. most is its largest size in bytes.
func ReadInternal(path string, most int64) ([]byte, error) {
	file, err := OpenInternal(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	tooLarge := fmt.Errorf("%s has more than %d MiB, the most that such a file may have", path, most>>20)
	var data bytes.Buffer
	if info, err := file.Stat(); err == nil {
		if info.Size() > most {
			return nil, tooLarge
		}
		data.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := data.ReadFrom(io.LimitReader(file, most+1)); err != nil {
		return nil, err
	}
	if int64(data.Len()) > most { // it grows
		return nil, tooLarge
	}
	return data.Bytes(), nil
}

// IsMissing reports whether an error means that a file does not exist.
func IsMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Partial is part of the names of files that are being written.
const Partial = ".partial-"

// Write replaces a file so that it appears whole or not at all. It writes a temporary file in the
// same directory, syncs it and renames it. If the file has that content already, Write leaves it alone.
// Errors name the file, not the temporary one.
func Write(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // keep a link and write its target
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
	switch denied := NameDeniedDir(err); {
	case err == nil:
		return nil
	case denied != err:
		return fmt.Errorf("cannot write %s: %w; make that writable, or choose another", path, denied)
	}
	return fmt.Errorf("cannot write %s: %w", path, rootCause(err))
}

// WriteAll writes files of a directory by name, in the order of their names, until one cannot be written.
func WriteAll(dir string, content map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if err := Write(filepath.Join(dir, name), content[name]); err != nil {
			return err
		}
	}
	return nil
}

// NameDeniedDir replaces a permission error by one that names the directory that cannot be written to. Other
// errors stay unchanged.
func NameDeniedDir(err error) error {
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
	if _, missing := os.Lstat(path); missing == nil { // only the file may be protected
		cause = fmt.Errorf("%s: %w", filepath.Base(path), cause)
	}
	return fmt.Errorf("cannot write in the directory %s: %w", filepath.Dir(path), cause)
}

// deniedThere is Denied for a directory of this program, with a remedy.
func deniedThere(err error) error {
	if denied := NameDeniedDir(err); denied != err {
		return fmt.Errorf("%w; make it writable, or go on with a copy of it elsewhere", denied)
	}
	return err
}

// rootCause returns the innermost error, without the name of the file.
func rootCause(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// randomText returns a part of a name that no other process chooses.
func randomText() string { return strconv.FormatUint(rand.Uint64(), 36) }

func statError(path string) error {
	_, err := os.Stat(path)
	return err
}

// replace writes a file. A new one has the rights that the process's umask leaves, another keeps its own.
func replace(path string, data []byte) error {
	temporary := filepath.Join(filepath.Dir(path), Partial+filepath.Base(path)+"-"+randomText())
	file, err := createFile(temporary, os.O_RDWR|os.O_EXCL)
	if err != nil {
		return err
	}
	err = writeFile(file, data)
	if info, missing := os.Stat(path); err == nil && missing == nil {
		err = chmod(file, info.Mode().Perm())
	}
	if err == nil {
		err = syncFile(file)
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = rename(temporary, path)
	}
	if err != nil {
		_ = Remove(temporary) // Sweep removes it otherwise
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// LinkAs gives a file a second name. It replaces a file with that name.
func LinkAs(path, other string) error {
	temporary := filepath.Join(filepath.Dir(other), Partial+filepath.Base(other))
	_ = Remove(temporary)
	if err := link(path, temporary); err != nil { // some file systems have no links
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return Write(other, data)
	}
	err := rename(temporary, other)
	_ = Remove(temporary) // it remains if both names were already links to the same file
	return err
}

// Sweep removes the partial files of a killed process from a directory.
func Sweep(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasPrefix(entry.Name(), Partial) {
			return err
		}
		return deniedThere(Remove(path))
	})
}
