package filestest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
)

// Swaps are the changes that another program may make to a working directory. work is the path of the working
// directory, moved is a path to move it to, and other is a finished working directory.
var Swaps = []struct {
	Name string
	Do   func(work, moved, other string) error
}{
	{"moved", func(work, moved, _ string) error { return os.Rename(work, moved) }},
	{"moved and replaced", func(work, moved, other string) error {
		if err := os.Rename(work, moved); err != nil {
			return err
		}
		return os.CopyFS(work, os.DirFS(other))
	}},
	{"removed", func(work, _, _ string) error { return os.RemoveAll(work) }},
	{"unlocked", func(work, _, _ string) error { return os.Remove(filepath.Join(work, lock)) }},
}

const lock = ".lock"

// testSwaps makes one of Swaps to the working directory between two calls. The work must end with files.ErrLost and
// change nothing in the directory that is there then. Work in a moved directory must continue to its end.
func (w *Work) testSwaps(t *testing.T, calls int) {
	other := t.TempDir()
	require.NoError(t, w.Run(other))
	for i, call := range Sample(calls, w.Swaps) {
		swap := Swaps[i%len(Swaps)]
		how := fmt.Sprintf("%s before call %d", swap.Name, call)
		dir, moved := t.TempDir(), t.TempDir()
		d := Watch(t, dir)
		work, before := "", Image{}
		changes := 0 // after that; a Disk performs no syncs
		d.Before = func(now int, c *files.Call) {
			if work != "" && c.Op != files.OpSync && c.Op != files.OpSyncDir {
				changes++
			}
			if now < call || work != "" {
				return
			}
			if work = locked(dir); work == "" {
				return
			}
			name := filepath.Base(work)
			require.NoError(t, swap.Do(work, filepath.Join(moved, name), filepath.Join(other, name)), how)
			before = contents(t, dir)
		}
		err := w.Run(dir)
		d.Stop()
		if work == "" || changes == 0 {
			continue // it is made after that call, or finished before
		}
		assert.ErrorIs(t, err, files.ErrLost, how)
		assert.NotContains(t, fmt.Sprint(err), "\n", how)
		if swap.Name == "unlocked" { // directories inside it have locks of their own
			w.resume(t, dir, how)
			continue
		}
		assert.True(t, maps.Equal(before, contents(t, dir)), how+": something is written there")
		if files.At(moved).HasFiles() {
			w.resume(t, moved, how)
		}
	}
}

// locked returns the working directory in a directory, "" if there is none yet.
func locked(dir string) string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", lock)) // the pattern is valid; hidden ones are not complete
	for _, path := range found {
		if work := filepath.Dir(path); filepath.Base(work)[0] != '.' {
			return work
		}
	}
	return ""
}

// contents returns the files and directories of a directory, except lock files.
func contents(t *testing.T, dir string) Image {
	image := Image{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.Name() == lock {
			return err
		}
		name, _ := filepath.Rel(dir, path) // it is below
		if entry.IsDir() {
			image[name+"/"] = ""
			return nil
		}
		data, err := os.ReadFile(path)
		image[name] = string(data)
		return err
	}))
	return image
}
