package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Nothing is read, written or removed through a link, but a link itself can be removed.
func TestNothingThroughLinks(t *testing.T) {
	outside, d := t.TempDir(), At(t.TempDir())
	file := filepath.Join(outside, "file")
	require.NoError(t, os.WriteFile(file, []byte("outside"), 0o666))
	require.NoError(t, d.Write("own", []byte("outside")))
	require.NoError(t, os.Symlink(outside, d.Path("dir")))
	require.NoError(t, os.Symlink(file, d.Path("link")))
	require.NoError(t, os.Symlink(d.Path("own"), d.Path("inside")))
	for _, name := range []string{"link", "inside", filepath.Join("dir", "file"), filepath.Join("dir", "new")} {
		for what, use := range map[string]func() error{
			"read":    func() error { _, err := d.Read(name, 100); return err },
			"write":   func() error { return d.Write(name, []byte("changed")) },
			"same":    func() error { return d.Write(name, []byte("outside")) },
			"journal": func() error { _, err := d.Journal(name, 0); return err },
			"sub":     func() error { return d.Sub(name).Write("file", nil) },
			"stat":    func() error { _, err := d.Stat(name); return err },
			"lines":   func() error { _, err := d.ReadLines(name, func(int, []byte) error { return nil }); return err },
		} {
			var link *LinkError
			assert.ErrorAs(t, use(), &link, "%s %s", what, name)
		}
		assert.False(t, d.Has(name))
	}
	_, err := d.List("dir")
	assert.ErrorContains(t, err, d.Path("dir")+" is a link, a pipe or a device, which must not be inside")
	assert.Error(t, d.Remove(filepath.Join("dir", "file")))
	assert.Error(t, d.MakeAll(filepath.Join("dir", "made")))

	require.NoError(t, d.Remove("link"))
	require.NoError(t, d.RemoveAll("dir"))
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "outside", string(data))
	require.NoError(t, d.Replace("inside", []byte("new")))
	data, err = d.Read("own", 100)
	require.NoError(t, err)
	assert.Equal(t, "outside", string(data), "Replace removes the link")
}

// A locked directory that is moved, replaced or unlocked is written to no more. Each work of this program tests the
// same by filestest.Work.
func TestOwned(t *testing.T) {
	for name, lose := range map[string]func(path string) error{
		"moved":    func(path string) error { return os.Rename(path, path+"-moved") },
		"removed":  os.RemoveAll,
		"unlocked": func(path string) error { return os.Remove(filepath.Join(path, lockFile)) },
		"replaced": func(path string) error {
			if err := os.Rename(path, path+"-moved"); err != nil {
				return err
			}
			other, err := MakeDir(path, map[string][]byte{"journal": []byte("other\n")})
			other.Close()
			return err
		},
	} {
		path := filepath.Join(t.TempDir(), "work")
		d, err := MakeDir(path, map[string][]byte{"file": []byte("a")})
		require.NoError(t, err)
		journal, err := d.Journal("journal", 0)
		require.NoError(t, err)
		require.NoError(t, d.Owned())
		require.NoError(t, lose(path), name)
		for what, change := range map[string]func() error{
			"owned":  d.Owned,
			"write":  func() error { return d.Write("file", []byte("b")) },
			"same":   func() error { return d.Write("file", []byte("a")) },
			"add":    func() error { return journal.Add([]byte("line\n")) },
			"make":   func() error { return d.MakeAll("inner") },
			"remove": func() error { return d.Remove("file") },
			"sub":    func() error { return d.Sub("inner").Make() },
		} {
			err := change()
			assert.ErrorIs(t, err, ErrLost, "%s %s", name, what)
			assert.ErrorContains(t, err, path+" was moved, removed or replaced while this run worked in it")
		}
		if data, err := os.ReadFile(filepath.Join(path, "journal")); err == nil {
			assert.NotContains(t, string(data), "line")
		}
		journal.Close()
		d.Close()
	}
}

// Names may be as long as the system allows.
func TestLongNames(t *testing.T) {
	parent, long := t.TempDir(), strings.Repeat("é", 127)
	d, err := MakeDir(filepath.Join(parent, long), map[string][]byte{long: nil})
	require.NoError(t, err)
	defer d.Close()
	require.NoError(t, d.Write(long, []byte("a")))
	require.NoError(t, Write(d.Path(long), []byte("b")))
	require.NoError(t, d.Sweep())
	_, err = MakeDir(filepath.Join(parent, strings.Repeat("a", 256)), nil)
	assert.Error(t, err)
}
