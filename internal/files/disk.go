package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// A Call is a call to the operating system that changes the disk. Only this package writes files that must survive a
// crash, so tests can make each of these calls fail; see filestest.
type Call struct {
	Op   Op
	Path string
	To   string // new path, for OpRename and OpLink
	Data []byte // appended data, for OpAppend
	Size int64  // new size, for OpTruncate
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

// Intercept is for tests: it replaces each Call by a call of f, until restore is called. In f, perform makes the
// original call, with the current Data of the Call.
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

// change makes a call that changes something in the directory, which must be Owned. There must be no link on the way to
// the name.
func (d *Dir) change(c *Call, name string, perform func(*os.Root) error) error {
	return c.do(func() error {
		if err := d.Owned(); err != nil {
			return err
		}
		return d.use(name, perform)
	})
}

func (d *Dir) create(name string, flag int) (file *os.File, err error) {
	err = d.change(&Call{Op: OpCreate, Path: d.Path(name)}, name, func(root *os.Root) (err error) {
		file, err = root.OpenFile(name, flag|os.O_CREATE, 0o666)
		return err
	})
	return file, err
}

// changeFile makes a call that changes an open file of the directory, which must be Owned.
func (d *Dir) changeFile(c *Call, perform func() error) error {
	return c.do(func() error {
		if err := d.Owned(); err != nil {
			return err
		}
		if err := perform(); err != nil {
			return &fs.PathError{Op: string(c.Op), Path: c.Path, Err: rootCause(err)}
		}
		return nil
	})
}

func (d *Dir) appendTo(file *os.File, name string, data []byte) error {
	c := &Call{Op: OpAppend, Path: d.Path(name), Data: data}
	return d.changeFile(c, func() error {
		_, err := file.Write(c.Data)
		return err
	})
}

func (d *Dir) truncate(file *os.File, name string, size int64) error {
	c := &Call{Op: OpTruncate, Path: d.Path(name), Size: size}
	return d.changeFile(c, func() error { return file.Truncate(size) })
}

func (d *Dir) chmod(file *os.File, name string, mode fs.FileMode) error {
	return d.changeFile(&Call{Op: OpChmod, Path: d.Path(name)}, func() error { return file.Chmod(mode) })
}

func (d *Dir) sync(file *os.File, name string) error {
	return d.changeFile(&Call{Op: OpSync, Path: d.Path(name)}, file.Sync)
}

// rename gives a file another name. It replaces what has it.
func (d *Dir) rename(name, to string) error {
	c := &Call{Op: OpRename, Path: d.Path(name), To: d.Path(to)}
	return d.change(c, name, func(root *os.Root) error { return root.Rename(name, to) })
}

func (d *Dir) link(name, to string) error {
	c := &Call{Op: OpLink, Path: d.Path(name), To: d.Path(to)}
	return d.change(c, name, func(root *os.Root) error { return root.Link(name, to) })
}

// Remove removes a file or a link, if it exists. It does not remove the target of a link.
func (d *Dir) Remove(name string) error {
	c := &Call{Op: OpRemove, Path: d.Path(name)}
	err := d.change(c, filepath.Dir(name), func(root *os.Root) error { return root.Remove(name) })
	if IsMissing(err) {
		return nil
	}
	return err
}

// RemoveAll removes a file, a link, or a directory with its content, if it exists. It does not remove the target of a
// link.
func (d *Dir) RemoveAll(name string) error {
	if _, err := d.Stat(name); IsMissing(err) {
		return nil
	}
	c := &Call{Op: OpRemoveAll, Path: d.Path(name)}
	return d.change(c, filepath.Dir(name), func(root *os.Root) error { return root.RemoveAll(name) })
}

// MakeAll makes a subdirectory and its parent directories, if they are missing.
func (d *Dir) MakeAll(name string) error {
	if name == "." || d.Has(name) {
		return nil
	}
	if err := d.MakeAll(filepath.Dir(name)); err != nil {
		return err
	}
	c := &Call{Op: OpMakeDir, Path: d.Path(name)}
	err := d.change(c, name, func(root *os.Root) error { return root.Mkdir(name, 0o777) })
	if err != nil && !errors.Is(err, fs.ErrExist) { // another process may have been faster
		return err
	}
	return d.SyncDir(filepath.Dir(name))
}

// Rename renames a complete subdirectory durably: it syncs the files in it, renames it, and syncs the new parent
// directory.
func (d *Dir) Rename(name, to string) error {
	err := d.syncAll(name)
	if err == nil {
		err = d.rename(name, to)
	}
	if err == nil {
		err = d.SyncDir(filepath.Dir(to))
	}
	return err
}

// syncAll makes the files in an inner directory durable.
func (d *Dir) syncAll(name string) error {
	entries, err := d.List(name)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		inner := filepath.Join(name, entry.Name())
		switch {
		case entry.IsDir():
			err = d.syncAll(inner)
		case entry.Type().IsRegular():
			var file *os.File
			if file, err = d.create(inner, os.O_RDWR); err == nil { // Windows syncs only what may be written
				err = d.sync(file, inner)
				file.Close()
			}
		}
		if err != nil {
			return err
		}
	}
	return d.SyncDir(name)
}

// SyncDir makes the names in a directory durable. It returns no error on systems that cannot do this, because files are
// complete even there.
func (d *Dir) SyncDir(name string) error {
	err := (&Call{Op: OpSyncDir, Path: d.Path(name)}).do(func() error {
		if err := d.Owned(); err != nil {
			return err
		}
		dir, err := d.Open(name)
		if err != nil {
			return nil
		}
		defer dir.Close()
		return dir.Sync()
	})
	if errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENOSPC) || errors.Is(err, ErrLost) {
		return err
	}
	return nil
}

// Make makes the directory and its parent directories, if they are missing.
func (d *Dir) Make() error {
	if d.outer == nil {
		return makeAll(d.path)
	}
	if err := d.outer.Make(); err != nil {
		return err
	}
	return d.outer.MakeAll(d.name)
}

// makeAll makes a directory that a user names and those above it, if they are missing.
func makeAll(path string) error {
	if info, err := os.Stat(path); err == nil {
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
		}
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := makeAll(parent); err != nil {
			return err
		}
	}
	return At(parent).MakeAll(filepath.Base(path))
}
