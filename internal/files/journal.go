package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// A Journal is a file to which lines are added. What a kill cuts short is cut away when
// it is opened again.
type Journal struct {
	file   *os.File
	synced time.Time
	err    error // the first that writing met; nothing is added after it
}

// OpenJournal opens or makes a file to append to. It keeps the first sound bytes and cuts off
// the rest.
func OpenJournal(path string, sound int64) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, deniedThere(err)
	}
	info, err := file.Stat()
	if err == nil && info.Size() != sound {
		err = file.Truncate(sound)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Journal{file: file}, nil
}

// Rewrite writes a file, and opens it for adding to it.
func Rewrite(path string, data []byte) (*Journal, error) {
	if err := Write(path, data); err != nil {
		return nil, err
	}
	return OpenJournal(path, int64(len(data)))
}

// AppendTo opens a file for adding to all that it holds. It is made if it is not there.
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

// Add adds lines, with their ends. They are with the operating system at once, which
// outlives this process.
func (j *Journal) Add(lines []byte) error {
	if j.err == nil {
		if _, err := j.file.Write(lines); err != nil {
			j.err = fmt.Errorf("cannot write %s: %w", j.file.Name(), rootCause(err))
		}
	}
	return j.err
}

// Sync brings what was added to the disk.
func (j *Journal) Sync() error {
	j.synced = time.Now()
	if j.err == nil {
		j.err = j.file.Sync()
	}
	return j.err
}

// SyncNowAndThen is Sync once a second at most.
func (j *Journal) SyncNowAndThen() error {
	if time.Since(j.synced) > time.Second {
		return j.Sync()
	}
	return j.err
}

// Close closes the file.
func (j *Journal) Close() { _ = j.file.Close() } // what was to be kept has been synced
