package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
)

// Decimals formats a number with six decimals, as in our CSV files.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// SHA256 returns the SHA-256 of data in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// HashFile returns the SHA-256 in hexadecimal of a file at a path from the user. The file may have any size. Errors
// name the file.
func HashFile(path string) (string, error) {
	file, err := Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", inWords(path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// Damaged is the error of a missing file or one with wrong content.
type Damaged struct {
	Path string
	Err  error // the full message, including Path
	// Mend writes the file again or removes it, and returns a description of the repair. It is nil if neither is
	// possible.
	Mend func() (did string, err error)

	dir  *Dir
	name string // in dir
}

// Error implements error.
func (d *Damaged) Error() string { return d.Err.Error() }

// Unwrap returns Err.
func (d *Damaged) Unwrap() error { return d.Err }

// Damage returns the error of a damaged file with this name. The message of err must contain the file's path.
func (d *Dir) Damage(name string, err error) *Damaged {
	return &Damaged{Path: d.Path(name), Err: err, dir: d, name: name}
}

// Damagedf returns the error of a damaged file with this name. The message is the file's path and the formatted text.
func (d *Dir) Damagedf(name, format string, args ...any) *Damaged {
	return d.Damage(name, fmt.Errorf("%s "+format, append([]any{d.Path(name)}, args...)...))
}

// CheckContent returns nil if a file has the content want, which was computed from other files. Otherwise it returns a
// Damaged whose Mend writes want to the file.
func (d *Dir) CheckContent(name string, want []byte) *Damaged {
	var damaged *Damaged
	is, err := d.Read(name, MaxGames)
	_, linked := errors.AsType[*LinkError](err)
	switch {
	case linked:
		damaged = d.Damage(name, err)
	case IsMissing(err):
		damaged = d.Damagedf(name, "is missing")
	case err != nil:
		damaged = d.Damagedf(name, "is damaged: %w", err)
	case bytes.Equal(is, want):
		return nil
	default:
		damaged = d.Damagedf(name, "is damaged: its content does not follow from the other files")
	}
	damaged.Mend = func() (string, error) { return "is made again", d.Replace(name, want) }
	return damaged
}

// CheckContents is CheckContent for several files, by name. It returns the damaged ones in the order of their names.
func (d *Dir) CheckContents(want map[string][]byte) (all []*Damaged) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if damaged := d.CheckContent(name, want[name]); damaged != nil {
			all = append(all, damaged)
		}
	}
	return all
}

// Replace is Write, but first removes a link on the path to the file and makes missing directories.
func (d *Dir) Replace(name string, data []byte) error {
	if err := d.unlink(name); err != nil {
		return err
	}
	return d.Write(name, data)
}

// unlink removes the first link on the way to a name, and makes directories up to it.
func (d *Dir) unlink(name string) error {
	if link, is := errors.AsType[*LinkError](d.statError(name)); is {
		at, err := filepath.Rel(d.path, link.Path)
		if err == nil {
			err = d.Remove(at)
		}
		if err != nil {
			return err
		}
	}
	return d.MakeAll(filepath.Dir(name))
}

func (d *Dir) statError(name string) error {
	_, err := d.Stat(name)
	return err
}

// Drop sets Mend to remove the file, or a link in its place. then describes the consequence, for messages.
func (d *Damaged) Drop(then string) *Damaged {
	d.Mend = func() (string, error) {
		err := d.dir.unlink(d.name)
		if err == nil {
			err = d.dir.Remove(d.name)
		}
		return "is removed: " + then, err
	}
	return d
}
