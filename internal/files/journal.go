package files

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A Journal is a file that lines are appended to. When it is opened again, a line that a kill left
// incomplete is removed.
type Journal struct {
	dir    *Dir
	name   string // in dir
	file   *os.File
	synced time.Time
	err    error // the first error of writing; nothing is added after it
}

// Journal opens or creates a file to append to. It keeps the first sound bytes and truncates the rest.
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

// Rewrite writes a file and opens it to append to it.
func (d *Dir) Rewrite(name string, data []byte) (*Journal, error) {
	if err := d.Write(name, data); err != nil {
		return nil, err
	}
	return d.Journal(name, int64(len(data)))
}

// AppendTo opens a file that a user names, or what a link with that name leads to, to append to its whole content. It
// creates a missing file.
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

// Add appends lines, including their line ends. The operating system has them at once, so they survive the
// end of this process.
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

// SyncEverySecond is Sync at most once per second.
func (j *Journal) SyncEverySecond() error {
	if time.Since(j.synced) > time.Second {
		return j.Sync()
	}
	return j.err
}

// Filter removes the lines that keep does not want. They include their line ends. The file is written again.
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

// Close closes the file.
func (j *Journal) Close() { _ = j.file.Close() } // lines that must be kept have been synced
