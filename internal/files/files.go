// Package files reads files at paths from users, and writes files that survive a crash. It has atomic writes of files
// and directories, journals to which lines are appended, and locks on directories.
package files

import (
	"bytes"
	"errors"
	"fmt"
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

// Maximum sizes of files that are read, in bytes.
const (
	MaxSettings = 1 << 20   // settings
	MaxWeights  = 32 << 20  // weights, perhaps of networks in every phase, and settings with a start
	MaxGames    = 256 << 20 // games, results and states
	MaxJournal  = 4 << 30   // our own journals
)

// Read reads a file at a path from the user. most is the maximum size in bytes. Errors name the file.
func Read(path string, most int64) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := readAll(file, path, most)
	return data, inWords(path, err)
}

// inWords returns the error of a file at a path from the user.
func inWords(path string, err error) error {
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, wrong.Err)
	}
	if IsMissing(err) {
		err = fmt.Errorf("%w; give its path from the working directory, or its absolute path", err)
	}
	return err
}

// Open opens a file at a path from the user. It returns an error for directories, and for pipes and devices, which may
// have no end. Errors name the file.
func Open(path string) (*os.File, error) {
	switch info, err := os.Stat(path); { // before it is opened, which waits for the writer of a pipe
	case err != nil:
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory: name a file", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file: save its content to a file first", path)
	}
	file, err := os.Open(path)
	return file, inWords(path, err)
}

// IsMissing reports whether an error means that a file does not exist.
func IsMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Partial is a part of the names of temporary files, which get their final names when they are complete.
const Partial = ".partial-"

// Write replaces the file at a path from the user, like Dir.Write. If the path is a link, it replaces the link's
// target.
func Write(path string, data []byte) error {
	path, err := target(path)
	if err != nil {
		return err
	}
	return At(filepath.Dir(path)).Write(filepath.Base(path), data)
}

// target returns the path of the file to write for a path from the user. For a link it is the path of the link's
// target.
func target(path string) (string, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return "", fmt.Errorf("cannot write %s: it is a directory; name a file in it", path)
	} else if err == nil && !info.Mode().IsRegular() {
		return "", fmt.Errorf("cannot write %s: it is not a regular file; name another file", path)
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); IsMissing(err) {
		return "", fmt.Errorf("cannot write %s: there is no directory %s; create it, or name another file", path, dir)
	}
	return path, nil
}

// Write replaces a file atomically: after a crash it has either its old or its new content. Write writes a temporary
// file in the same directory, syncs it and renames it. It does nothing if the file already has this content. Errors
// name the file, not the temporary one.
func (d *Dir) Write(name string, data []byte) error {
	if old, err := d.Read(name, int64(len(data))); err == nil && bytes.Equal(old, data) {
		return d.Owned()
	}
	return d.unwritten(name, d.replace(name, data))
}

// unwritten adds the file and the remedy to the error of writing it.
func (d *Dir) unwritten(name string, err error) error {
	switch denied := NameDeniedDir(err); {
	case err == nil, isOwn(err):
		return err
	case denied != err:
		return fmt.Errorf("cannot write %s: %w; make the directory writable, or choose another", d.Path(name), denied)
	}
	return fmt.Errorf("cannot write %s: %w", d.Path(name), rootCause(err))
}

// isOwn reports whether an error is one of this package, which names the file or directory.
func isOwn(err error) bool {
	_, link := errors.AsType[*LinkError](err)
	return link || errors.Is(err, ErrLost)
}

// WriteAll writes files, given by name, in the order of their names. It stops at the first error.
func (d *Dir) WriteAll(content map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if err := d.Write(name, content[name]); err != nil {
			return err
		}
	}
	return nil
}

// NameDeniedDir replaces a permission error by one that contains the path of the directory that is not writable. Other
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

// deniedThere is NameDeniedDir for a directory of this program, with a remedy.
func deniedThere(err error) error {
	if denied := NameDeniedDir(err); denied != err {
		return fmt.Errorf("%w; make the directory writable, or continue with a copy of it elsewhere", denied)
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

// temporary returns the name for a file or directory that is being made with another name in the same directory. It is
// not longer than systems allow.
func temporary(name string) string {
	dir, base := filepath.Split(name)
	return dir + Partial + short(base) + "-" + randomText()
}

// short returns the beginning of a name.
func short(name string) string { return strings.ToValidUTF8(name[:min(len(name), 100)], "") }

// replace writes a file. A new one has the rights that the process's umask leaves, another keeps its own.
func (d *Dir) replace(name string, data []byte) error {
	if info, err := d.Stat(name); err == nil && info.IsDir() {
		return &fs.PathError{Op: "write", Path: d.Path(name), Err: errors.New("it is a directory")}
	} else if err != nil && !IsMissing(err) {
		return err
	}
	partial := temporary(name)
	file, err := d.create(partial, os.O_RDWR|os.O_EXCL)
	if err != nil {
		return err
	}
	err = d.appendTo(file, partial, data)
	if info, missing := d.Stat(name); err == nil && missing == nil {
		err = d.chmod(file, partial, info.Mode().Perm())
	}
	if err == nil {
		err = d.sync(file, partial)
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = d.rename(partial, name)
	}
	if err != nil {
		_ = d.Remove(partial) // Sweep removes it otherwise
		return err
	}
	return d.SyncDir(filepath.Dir(name))
}

// LinkAs gives a file the second name other, as a hard link, or as a copy on file systems without links. It replaces an
// existing file with this name.
func (d *Dir) LinkAs(name, other string) error {
	partial := Partial + other
	_ = d.Remove(partial)
	if err := d.link(name, partial); err != nil { // some file systems have no links
		if isOwn(err) {
			return err
		}
		data, err := d.Read(name, MaxJournal)
		if err != nil {
			return err
		}
		return d.Write(other, data)
	}
	err := d.rename(partial, other)
	_ = d.Remove(partial) // it remains if both names were already links to the same file
	return err
}

// Sweep removes the partial files of a killed process from the directory and its subdirectories.
func (d *Dir) Sweep() error { return d.sweep(".") }

func (d *Dir) sweep(name string) error {
	entries, err := d.List(name)
	for _, entry := range entries {
		inner := filepath.Join(name, entry.Name())
		switch {
		case err != nil:
		case entry.IsDir():
			err = d.sweep(inner)
		case strings.HasPrefix(entry.Name(), Partial):
			err = deniedThere(d.Remove(inner))
		}
	}
	return err
}
