package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A Call is a call to the operating system that changes the disk. What must survive is written by this package alone,
// so that tests can have any of its calls fail: see filestest.
type Call struct {
	Op   Op
	Path string
	To   string // the other name, of Rename and Link
	Data []byte // of Append
	Size int64  // of Truncate
}

// An Op is a kind of Call.
type Op string

// The kinds of calls.
const (
	OpCreate    Op = "create" // opens a file, and makes it if it is missing
	OpAppend    Op = "append"
	OpTruncate  Op = "truncate"
	OpChmod     Op = "chmod"
	OpSync      Op = "sync"
	OpSyncDir   Op = "sync directory"
	OpRename    Op = "rename"
	OpLink      Op = "link"
	OpRemove    Op = "remove"
	OpRemoveAll Op = "remove all"
	OpMakeDir   Op = "make directory"
)

// intercept is called instead of each Call, if it is not nil. perform makes the call.
var intercept func(c *Call, perform func() error) error

// Intercept is for tests: it has a function called instead of each Call, until restore is called. perform makes the
// call, with the Data that the Call then has.
func Intercept(f func(c *Call, perform func() error) error) (restore func()) {
	intercept = f
	return func() { intercept = nil }
}

func (c *Call) do(perform func() error) error {
	if intercept == nil {
		return perform()
	}
	return intercept(c, perform)
}

func createFile(path string, flag int) (file *os.File, err error) {
	c := &Call{Op: OpCreate, Path: path}
	err = c.do(func() error {
		file, err = os.OpenFile(path, flag|os.O_CREATE, 0o666)
		return err
	})
	return file, err
}

func writeFile(file *os.File, data []byte) error {
	c := &Call{Op: OpAppend, Path: file.Name(), Data: data}
	return c.do(func() error {
		_, err := file.Write(c.Data)
		return err
	})
}

func truncateFile(file *os.File, size int64) error {
	c := &Call{Op: OpTruncate, Path: file.Name(), Size: size}
	return c.do(func() error { return file.Truncate(size) })
}

func chmod(file *os.File, mode fs.FileMode) error {
	c := &Call{Op: OpChmod, Path: file.Name()}
	return c.do(func() error { return file.Chmod(mode) })
}

func syncFile(file *os.File) error {
	c := &Call{Op: OpSync, Path: file.Name()}
	return c.do(file.Sync)
}

func rename(path, to string) error {
	c := &Call{Op: OpRename, Path: path, To: to}
	return c.do(func() error { return os.Rename(path, to) })
}

func link(path, to string) error {
	c := &Call{Op: OpLink, Path: path, To: to}
	return c.do(func() error { return os.Link(path, to) })
}

func makeDir(path string) error {
	c := &Call{Op: OpMakeDir, Path: path}
	return c.do(func() error { return os.Mkdir(path, 0o777) })
}

// Remove removes a file if it exists.
func Remove(path string) error {
	c := &Call{Op: OpRemove, Path: path}
	if err := c.do(func() error { return os.Remove(path) }); !IsMissing(err) {
		return err
	}
	return nil
}

// RemoveAll removes a file or a directory with all that is in it, if it exists.
func RemoveAll(path string) error {
	if _, err := os.Lstat(path); IsMissing(err) {
		return nil
	}
	c := &Call{Op: OpRemoveAll, Path: path}
	return c.do(func() error { return os.RemoveAll(path) })
}

// MakeAll makes a directory and those above it, if they are missing.
func MakeAll(dir string) error {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: dir, Err: syscall.ENOTDIR}
		}
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := MakeAll(parent); err != nil {
			return err
		}
	}
	if err := makeDir(dir); err != nil {
		if info, missing := os.Stat(dir); missing == nil && info.IsDir() {
			return nil // another process was faster
		}
		return err
	}
	return SyncDir(filepath.Dir(dir))
}

// Rename gives a directory that is complete its final name in the same directory, durably: its files first.
func Rename(dir, to string) error {
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return SyncDir(path)
		case !entry.Type().IsRegular():
			return nil
		}
		file, err := os.OpenFile(path, os.O_RDWR, 0) // Windows syncs only what may be written
		if err != nil {
			return err
		}
		defer file.Close()
		return syncFile(file)
	})
	if err == nil {
		err = rename(dir, to)
	}
	if err == nil {
		err = SyncDir(filepath.Dir(to))
	}
	return err
}

// SyncDir makes the names in a directory durable. Systems that cannot do that are no error, because files are
// whole even then.
func SyncDir(path string) error {
	c := &Call{Op: OpSyncDir, Path: path}
	err := c.do(func() error {
		dir, err := os.Open(path)
		if err != nil {
			return nil
		}
		defer dir.Close()
		return dir.Sync()
	})
	if errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return nil
}
