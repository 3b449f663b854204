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

// Bytes is a directory in which every byte of every file is damaged once.
type Bytes struct {
	Dir string
	// Check returns the messages of a check that changes nothing.
	Check func(dir string) []string
	// Answer goes on with the work in the directory and returns what comes of it: files by name, and what is printed.
	// An error must name the damaged file.
	Answer func(dir string) (map[string]string, error)
	// Form are patterns of files whose form is checked and whose values are not, because nothing depends on them. Skip
	// are those of files that are not checked at all.
	Form, Skip []string
	// Samples is the number of bytes that an ordinary test damages.
	Samples int
}

// Of a file that is larger than large, drawn bytes stand for all.
const large, drawn = 64 << 10, 512

// Test damages bytes. Each time the answer must be the same, or a refusal that names the file. The damaged file itself
// may stay as it is if the check names it, or if only its blanks differ.
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

// places returns all bytes that can be damaged. Those of a large file are drawn.
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
