package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// A Dir is a working directory of this program. All names are relative to it. Its methods read, write and remove only
// files inside it, and follow no links. A locked Dir refuses to write if its path no longer leads to the locked
// directory.
type Dir struct {
	path  string
	root  *os.Root     // nil unless locked: then each call opens the directory
	lock  *flock.Flock // nil unless locked
	outer *Dir         // the directory that this one is inside of, nil if there is none
	name  string       // in outer
}

// At returns the directory at a path, which need not exist. The path itself may be a link.
func At(path string) *Dir { return &Dir{path: path} }

// Sub returns a directory inside this one, which need not exist. As long as it has no lock of its own, the lock of this
// directory protects it.
func (d *Dir) Sub(name string) *Dir { return &Dir{path: d.Path(name), outer: d, name: name} }

// Path returns the path of a file in the directory; names are joined. Without names it returns the path of the
// directory.
func (d *Dir) Path(names ...string) string {
	if len(names) == 0 {
		return d.path
	}
	return filepath.Join(append([]string{d.path}, names...)...)
}

// String returns the path of the directory.
func (d *Dir) String() string { return d.path }

// ErrLost is the error if the path of a working directory no longer leads to it.
var ErrLost = errors.New("was moved, removed or replaced while this run worked in it")

// Owned returns an error that wraps ErrLost if the path of a locked directory no longer leads to that directory.
func (d *Dir) Owned() error {
	if d.lock == nil {
		if d.outer != nil {
			return d.outer.Owned()
		}
		return nil
	}
	locked, err := d.lock.Stat()
	if err == nil {
		var now fs.FileInfo
		if now, err = os.Lstat(d.Path(lockFile)); err == nil && os.SameFile(locked, now) {
			return nil
		}
	}
	return fmt.Errorf("%s %w: nothing more is written there", d.path, ErrLost)
}

// A LinkError is the error of a link, pipe or device inside a Dir.
type LinkError struct{ Path string }

// Error implements error.
func (e *LinkError) Error() string {
	return e.Path + " is a link, a pipe or a device, which must not be inside a working directory; " +
		"replace it with the file or directory itself"
}

// open returns the directory, to be closed by done.
func (d *Dir) open() (root *os.Root, done func(), err error) {
	if d.root != nil {
		return d.root, func() {}, nil
	}
	if d.outer == nil {
		root, err = os.OpenRoot(d.path)
	} else {
		err = d.outer.use(d.name, func(outer *os.Root) (err error) {
			root, err = outer.OpenRoot(d.name)
			return err
		})
	}
	return root, func() { root.Close() }, err
}

// use calls f with the directory, unless a name leads through a link in it. Errors have full paths.
func (d *Dir) use(name string, f func(*os.Root) error) error {
	root, done, err := d.open()
	if err != nil {
		return err
	}
	defer done()
	if err := d.checkLinks(root, name); err != nil {
		return err
	}
	return d.named(f(root))
}

// checkLinks returns a LinkError if something on the way to a name is neither a file nor a directory.
func (d *Dir) checkLinks(root *os.Root, name string) error {
	names := strings.Split(filepath.ToSlash(filepath.Clean(name)), "/")
	for i := range names {
		at := filepath.Join(names[:i+1]...)
		info, err := root.Lstat(at)
		if err != nil {
			return nil // the call fails, or makes it
		}
		if mode := info.Mode(); !mode.IsRegular() && !mode.IsDir() {
			return &LinkError{d.Path(at)}
		}
	}
	return nil
}

// named replaces the names in an error by paths.
func (d *Dir) named(err error) error {
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: strings.TrimSuffix(wrong.Op, "at"), Path: d.Path(wrong.Path), Err: wrong.Err}
	}
	if wrong, ok := errors.AsType[*os.LinkError](err); ok {
		return &os.LinkError{Op: strings.TrimSuffix(wrong.Op, "at"), Old: d.Path(wrong.Old), New: d.Path(wrong.New),
			Err: wrong.Err}
	}
	return err
}

// Open opens a file for reading.
func (d *Dir) Open(name string) (file *os.File, err error) {
	err = d.use(name, func(root *os.Root) (err error) {
		file, err = root.Open(name)
		return err
	})
	return file, err
}

// Read reads a file. most is the maximum size in bytes; a larger file is an error.
func (d *Dir) Read(name string, most int64) ([]byte, error) {
	file, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, d.Path(name), most)
}

// readAll reads an open file.
func readAll(file *os.File, path string, most int64) ([]byte, error) {
	tooLarge := fmt.Errorf("%s has more than %d MiB, the limit for such a file", path, most>>20)
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
	return withoutMark(path, data.Bytes()), nil
}

// withoutMark returns data without the byte order mark that editors write before JSON. A journal keeps it, because
// its bytes are counted.
func withoutMark(path string, data []byte) []byte {
	rest, marked := bytes.CutPrefix(data, []byte("\uFEFF"))
	begin := bytes.TrimLeft(rest, " \t\r\n")
	json := bytes.HasPrefix(begin, []byte("{")) || bytes.HasPrefix(begin, []byte("["))
	if marked && json && !strings.HasSuffix(path, ".jsonl") {
		return rest
	}
	return data
}

// Stat returns the fs.FileInfo of a file or directory. A link is an error.
func (d *Dir) Stat(name string) (info fs.FileInfo, err error) {
	err = d.use(name, func(root *os.Root) (err error) {
		info, err = root.Lstat(name)
		return err
	})
	return info, err
}

// Has reports whether a file or a directory exists.
func (d *Dir) Has(name string) bool {
	_, err := d.Stat(name)
	return err == nil
}

// List returns the entries of a subdirectory, or of the directory itself for ".". A missing directory has no entries.
func (d *Dir) List(name string) (entries []fs.DirEntry, err error) {
	err = d.use(name, func(root *os.Root) (err error) {
		entries, err = fs.ReadDir(root.FS(), filepath.ToSlash(name))
		return err
	})
	if IsMissing(err) {
		return nil, nil
	}
	return entries, err
}

// Inner returns the path of a subdirectory that has a lock of its own. It returns an error if a link is on the way, or
// if Owned returns one for this directory.
func (d *Dir) Inner(name string) (path string, err error) {
	if _, err = d.Stat(name); IsMissing(err) {
		err = nil
	}
	if err == nil {
		err = d.Owned()
	}
	return d.Path(name), err
}
