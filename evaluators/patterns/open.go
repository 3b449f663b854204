package patterns

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"evothello/internal/files"
)

// shipped returns the champion's tables, which ship with the program.
var shipped = sync.OnceValues(func() (*Tables, error) {
	data, err := Shipped()
	if err != nil {
		return nil, err
	}
	return Read(data)
})

// opened holds the tables that were opened last, the latest first.
var opened struct {
	sync.Mutex
	tables []*Tables
}

// keep is how many tables stay in memory after their last use. Each takes some megabytes.
const keep = 8

// FileName returns the file name of the tables with this hash, which must pass CheckHash.
func FileName(hash string) string { return "patterns-" + hash[:16] + ".tables" }

// CheckHash returns an error unless the text has the form of a hash of tables.
func CheckHash(hash string) error {
	if len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return fmt.Errorf("%q is not a hash of tables: it must be the 64 hexadecimal digits of their SHA-256", hash)
	}
	return nil
}

// Open returns the tables with this hash: the ones that ship with the program, or those in a file named FileName(hash)
// in one of the directories. It skips a damaged file if another directory has a valid one. Tables that are still in
// memory are not read again. Errors name the file and the remedy; an error about one file is a FileError.
func Open(hash string, dirs ...string) (*Tables, error) {
	if err := CheckHash(hash); err != nil {
		return nil, err
	}
	opened.Lock()
	defer opened.Unlock()
	if i := slices.IndexFunc(opened.tables, func(t *Tables) bool { return t.Hash() == hash }); i >= 0 {
		t := opened.tables[i]
		opened.tables = slices.Insert(slices.Delete(opened.tables, i, i+1), 0, t)
		return t, nil
	}
	t, err := open(hash, dirs)
	if err != nil {
		return nil, err
	}
	opened.tables = slices.Insert(opened.tables, 0, t)
	opened.tables = opened.tables[:min(len(opened.tables), keep)]
	return t, nil
}

// A FileError is the error of a file of tables that is damaged or missing.
type FileError struct {
	Path string
	error
}

// Unwrap returns the error without the path.
func (e *FileError) Unwrap() error { return e.error }

func open(hash string, dirs []string) (*Tables, error) {
	if t, err := shipped(); err != nil || t.Hash() == hash {
		return t, err
	}
	name := FileName(hash)
	var wrong error // about the first file with that name
	for _, dir := range dirs {
		path := filepath.Join(dir, name)
		file, err := files.At(dir).Read(name, MaxFile)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var t *Tables
		if err == nil {
			t, err = readNamed(path, file, hash)
		}
		if err == nil {
			return t, nil
		}
		if wrong == nil {
			wrong = &FileError{path, err}
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("the tables %s are missing: copy them from where the champion came from", name)
	}
	missing := fmt.Errorf("the tables %s are missing: copy them into %s from where the champion came from",
		name, strings.Join(dirs, " or "))
	return nil, &FileError{filepath.Join(dirs[0], name), missing}
}

func readNamed(path string, file []byte, want string) (*Tables, error) {
	t, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if t.Hash() != want {
		return nil, fmt.Errorf("%s: its tables have the hash %s: copy the champion's tables, which have the hash "+
			"%s", path, t.Hash(), want)
	}
	return t, nil
}
