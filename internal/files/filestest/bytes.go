package filestest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Bytes tests a directory by damaging one byte of one file at a time: a sample of the bytes, or all of them.
type Bytes struct {
	Dir string
	// Check checks the directory without changing it, and returns its messages.
	Check func(dir string) []string
	// Answer continues the work in the directory and returns its results: files by name, and the output. An error must
	// name the damaged file.
	Answer func(dir string) (map[string]string, error)
	// Form has patterns of files whose form is checked but whose values are not, because nothing depends on them. Skip
	// has patterns of files that are not checked.
	Form, Skip []string
	// Samples is the number of bytes that a test damages by default, see Sample.
	Samples int
}

// In a file with more than large bytes, only drawn random bytes are damaged.
const large, drawn = 64 << 10, 512

// Test damages bytes, one at a time. Each time Answer must return the same results, or an error that names the file.
// The damaged file itself may stay damaged if Check names it, or if only its blanks differ.
func (b *Bytes) Test(t *testing.T) {
	sound := read(t, b.Dir)
	want, err := b.Answer(b.Dir)
	require.NoError(t, err)
	restore(t, b.Dir, sound)
	places := b.places(sound)
	d := Watch(t, b.Dir) // it syncs nothing, which takes long
	defer d.Stop()
	sample := Sample(len(places), b.Samples)
	refused, named := 0, 0
	for _, i := range sample {
		name, at := places[i].name, places[i].at
		data := []byte(sound[name])
		data[at] ^= byte(1 + rand.New(rand.NewPCG(uint64(at), 3)).IntN(255))
		require.NoError(t, os.WriteFile(filepath.Join(b.Dir, name), data, 0o666))
		found := slices.ContainsFunc(b.Check(b.Dir), func(message string) bool { return mentions(message, name) })
		got, err := b.Answer(b.Dir)
		switch {
		case err != nil:
			refused++
			assert.True(t, mentions(err.Error(), name), "%s, byte %d: the refusal does not name it: %v", name, at, err)
			assert.True(t, found, "%s, byte %d: refused (%v), but the check does not name it", name, at, err)
		default:
			if got[name] == string(data) && (found || sameJSON(data, []byte(sound[name]))) {
				got[name] = want[name]
			}
			assert.Empty(t, differences(want, got), "%s, byte %d, is %q instead of %q; named by the check: %v", name, at,
				around(string(data), at), around(sound[name], at), found)
		}
		if found {
			named++
		} else if !matches(b.Form, name) && err == nil {
			t.Logf("%s, byte %d, is %q instead of %q: the same answer, and the check does not name it", name, at,
				around(string(data), at), around(sound[name], at))
		}
		restore(t, b.Dir, sound)
	}
	t.Logf("%d of %d bytes damaged: %d named by the check, %d refused", len(sample), len(places), named, refused)
}

// A place is a byte of a file.
type place struct {
	name string
	at   int
}

// places returns all bytes that can be damaged. In a large file they are random ones.
func (b *Bytes) places(content map[string]string) (all []place) {
	for _, name := range slices.Sorted(maps.Keys(content)) {
		if matches(b.Skip, name) {
			continue
		}
		size := len(content[name])
		random := rand.New(rand.NewPCG(uint64(size), 4))
		for at := range size {
			if size <= large {
				all = append(all, place{name, at})
			} else if at < drawn {
				all = append(all, place{name, random.IntN(size)})
			}
		}
	}
	return all
}

// matches reports whether a file's name matches one of the patterns.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		matched, _ := filepath.Match(pattern, filepath.Base(name))
		return matched
	})
}

// differences returns the names that two answers say different things about.
func differences(a, b map[string]string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if is, known := b[name]; !known || is != a[name] {
			names = append(names, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if _, known := a[name]; !known {
			names = append(names, name)
		}
	}
	return names
}

// sameJSON reports whether two texts differ in blanks alone, if they are JSON.
func sameJSON(a, b []byte) bool {
	var short, other bytes.Buffer
	return json.Compact(&short, a) == nil && json.Compact(&other, b) == nil && bytes.Equal(short.Bytes(), other.Bytes())
}

// mentions reports whether a message names a file, or the directory with all its parts.
func mentions(message, name string) bool {
	return strings.Contains(message, filepath.Base(name)) && !strings.Contains(message, "\n")
}

// around returns the part of a text around a byte.
func around(text string, at int) string { return text[max(0, at-12):min(len(text), at+12)] }

// read returns the content of all files of a directory.
func read(t *testing.T, dir string) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".lock" {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		found[name] = string(data)
		return err
	}))
	return found
}

// restore makes a directory what it was.
func restore(t *testing.T, dir string, content map[string]string) {
	for name := range read(t, dir) {
		if _, known := content[name]; !known {
			require.NoError(t, os.Remove(filepath.Join(dir, name)))
		}
	}
	for name, is := range content {
		if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != is {
			require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(is), 0o666))
		}
	}
}
