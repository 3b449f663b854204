package files

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A Journal is a file to which lines are appended.
type Journal struct {
	dir    *Dir
	name   string // in dir
	file   *os.File
	synced time.Time
	err    error // the first error of writing; nothing is added after it
}

// Journal opens or creates a file to append to. sound is the number of bytes to keep; Journal removes the rest, such as
// an incomplete last line after a crash.
func (d *Dir) Journal(name string, sound int64) (*Journal, error) {
	j, err := d.journal(name, sound)
	return j, deniedThere(err)
}

func (d *Dir) journal(name string, sound int64) (*Journal, error) {
	missing := !d.Has(name)
	file, err := d.create(name, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() != sound {
		err = d.truncate(file, name, sound)
	}
	// The name of a file that is new, or that a killed process has just made, may be lost, however often its lines are
	// synced.
	if err == nil && (missing || info.Size() == 0) {
		err = d.SyncDir(filepath.Dir(name))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Journal{dir: d, name: name, file: file}, nil
}

// Rewrite replaces a file's content by data and opens it as a journal.
func (d *Dir) Rewrite(name string, data []byte) (*Journal, error) {
	if err := d.Write(name, data); err != nil {
		return nil, err
	}
	return d.Journal(name, int64(len(data)))
}

// AppendTo opens the file at a path from the user, or the target of a link there, as a journal. It keeps the whole
// content, and creates a missing file.
func AppendTo(path string) (*Journal, error) {
	path, err := target(path)
	if err != nil {
		return nil, err
	}
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		size = info.Size()
	}
	d, name := At(filepath.Dir(path)), filepath.Base(path)
	j, err := d.journal(name, size)
	return j, d.unwritten(name, err)
}

// Add appends lines, including their line ends. It hands them to the operating system at once, so they survive a crash
// of this process, but a power failure only after Sync.
func (j *Journal) Add(lines []byte) error {
	if j.err == nil {
		err := j.dir.appendTo(j.file, j.name, lines)
		if err != nil && !isOwn(err) {
			err = fmt.Errorf("cannot write %s: %w", j.dir.Path(j.name), rootCause(err))
		}
		j.err = err
	}
	return j.err
}

// Sync writes added lines to the disk.
func (j *Journal) Sync() error {
	j.synced = time.Now()
	if j.err == nil {
		j.err = j.dir.sync(j.file, j.name)
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

// SyncEverySecond calls Sync if the last Sync is more than a second ago.
func (j *Journal) SyncEverySecond() error {
	if time.Since(j.synced) > time.Second {
		return j.Sync()
	}
	return j.err
}

// Filter writes the file again with only those lines for which keep returns true. keep gets lines with their line ends.
func (j *Journal) Filter(keep func(line []byte) bool) error {
	if j.err != nil {
		return j.err
	}
	var kept []byte
	_, err := j.dir.ReadLines(j.name, func(_ int, line []byte) error {
		if keep(line) {
			kept = append(kept, line...)
		}
		return nil
	})
	j.Close() // some systems do not replace open files
	if err == nil {
		var filtered *Journal
		if filtered, err = j.dir.Rewrite(j.name, kept); err == nil {
			j.file = filtered.file
		}
	}
	j.err = err
	return err
}

// Close closes the file without Sync.
func (j *Journal) Close() { _ = j.file.Close() } // lines that must be kept have been synced
