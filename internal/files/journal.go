package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Journal is a file that lines are appended to. When it is opened again, a line that a kill left
// incomplete is removed.
type Journal struct {
	file   *os.File
	synced time.Time
	err    error // the first error of writing; nothing is added after it
}

// OpenJournal opens or creates a file to append to. It keeps the first sound bytes and truncates the
// rest.
func OpenJournal(path string, sound int64) (*Journal, error) {
	_, missing := os.Stat(path)
	file, err := createFile(path, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return nil, deniedThere(err)
	}
	info, err := file.Stat()
	if err == nil && info.Size() != sound {
		err = truncateFile(file, sound)
	}
	// The name of a file that is new, or that a killed process has just made, may be lost, however often its lines are
	// synced.
	if err == nil && (missing != nil || info.Size() == 0) {
		err = SyncDir(filepath.Dir(path))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Journal{file: file}, nil
}

// Rewrite writes a file and opens it to append to it.
func Rewrite(path string, data []byte) (*Journal, error) {
	if err := Write(path, data); err != nil {
		return nil, err
	}
	return OpenJournal(path, int64(len(data)))
}

// AppendTo opens a file to append to its whole content. It creates a missing file.
func AppendTo(path string) (*Journal, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return OpenJournal(path, 0)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("cannot write %s: it is no file that could be added to; name another", path)
	}
	return OpenJournal(path, info.Size())
}

// Add appends lines, including their line ends. The operating system has them at once, so they survive the
// end of this process.
func (j *Journal) Add(lines []byte) error {
	if j.err == nil {
		if err := writeFile(j.file, lines); err != nil {
			j.err = fmt.Errorf("cannot write %s: %w", j.file.Name(), rootCause(err))
		}
	}
	return j.err
}

// Sync writes added lines to the disk.
func (j *Journal) Sync() error {
	j.synced = time.Now()
	if j.err == nil {
		j.err = syncFile(j.file)
	}
	return j.err
}

// AddSynced appends lines and writes them to the disk.
func (j *Journal) AddSynced(lines []byte) error {
	if err := j.Add(lines); err != nil {
		return err
	}
	return j.Sync()
}

// SyncEverySecond is Sync at most once per second.
func (j *Journal) SyncEverySecond() error {
	if time.Since(j.synced) > time.Second {
		return j.Sync()
	}
	return j.err
}

// Filter removes the lines that keep does not want. They include their line ends. The file is written anew.
func (j *Journal) Filter(keep func(line []byte) bool) error {
	if j.err != nil {
		return j.err
	}
	path := j.file.Name()
	var kept []byte
	_, err := ReadLines(path, func(_ int, line []byte) error {
		if keep(line) {
			kept = append(kept, line...)
		}
		return nil
	})
	j.Close() // some systems do not replace open files
	if err == nil {
		var filtered *Journal
		if filtered, err = Rewrite(path, kept); err == nil {
			j.file = filtered.file
		}
	}
	j.err = err
	return err
}

// Close closes the file.
func (j *Journal) Close() { _ = j.file.Close() } // lines that must be kept have been synced
