package runstest

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/runs"
)

// testDamage damages each file in three ways: what is left of it is nothing or half, in turn. FAULTS has both.
func (s *suite) testDamage(t *testing.T) {
	all := contents(t, s.firstDir, true)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		content := all[name]
		left := []string{"empty", "cut"}[i%2]
		for kind, damage := range map[string]func(path string) error{
			"removed": os.Remove,
			"empty":   func(path string) error { return os.WriteFile(path, nil, 0o666) },
			"cut":     func(path string) error { return os.WriteFile(path, []byte(content[:len(content)/2]), 0o666) },
			"garbled": func(path string) error { return os.WriteFile(path, changeByte(content), 0o666) },
		} {
			if (kind == "empty" || kind == "cut") && kind != left && os.Getenv("FAULTS") == "" {
				continue
			}
			t.Run(name+" "+kind, func(t *testing.T) {
				t.Parallel() // it mostly waits for the disk
				s.testDamageOf(t, name, kind, damage)
			})
		}
	}
}

// testDamageOf damages one file of a directory, which is then checked, repaired and resumed.
func (s *suite) testDamageOf(t *testing.T, name, kind string, damage func(path string) error) {
	message := name + " " + kind
	dir := copyOf(t, s.firstDir)
	require.NoError(t, damage(filepath.Join(dir, name)))
	before := contents(t, dir, true)
	if trainer, err := s.Open(dir); err != nil {
		assert.NotContains(t, err.Error(), "\n", message)
	} else {
		assert.LessOrEqual(t, trainer.Count(), s.FirstCount, message)
	}
	s.testCheck(t, dir, name, kind)
	assert.True(t, maps.Equal(before, contents(t, dir, true)), "%s: a reader changes nothing", message)
	s.testRepair(t, copyOf(t, dir), message, kind == "garbled")
	_, err := s.resume(t.Context(), dir, s.FinalCount)
	switch {
	case err != nil:
		assert.ErrorContains(t, err, filepath.Base(name), message)
		assert.NotContains(t, err.Error(), "\n", message)
		after := contents(t, dir, true)
		delete(before, runs.GoalFile)
		delete(after, runs.GoalFile)
		assert.True(t, maps.Equal(before, after), "%s: %v, but files changed", message, err)
	default:
		assertSame(t, s.finalDir, dir, message)
	}
}

// testLinks puts a link to something outside in the place of each file and directory. Whatever works in the directory
// then, nothing outside is changed, and nothing in it is used.
func (s *suite) testLinks(t *testing.T) {
	names := map[string]bool{}
	for name := range contents(t, s.firstDir, true) {
		names[name] = true
		if inner := filepath.Dir(name); inner != "." {
			names[inner] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		dir, outside := copyOf(t, s.firstDir), filepath.Join(t.TempDir(), "outside")
		require.NoError(t, os.Rename(filepath.Join(dir, name), outside))
		require.NoError(t, os.Symlink(outside, filepath.Join(dir, name)))
		before := contents(t, filepath.Dir(outside), true)
		for _, work := range []func() error{
			func() error { _, err := s.Open(dir); return err },
			func() error { _, err := s.resume(t.Context(), dir, s.FinalCount); return err },
			func() error { _, _, err := runs.Repair(dir, s.Check); return err },
			func() error { _, err := s.resume(t.Context(), dir, s.FinalCount); return err },
		} {
			if err := work(); err != nil {
				assert.ErrorContains(t, err, filepath.Base(name))
				assert.NotContains(t, err.Error(), "\n")
			}
			assert.True(t, maps.Equal(before, contents(t, filepath.Dir(outside), true)), "%s: changed outside", name)
		}
	}
}

// changeByte returns a copy of content with a different byte in the middle.
func changeByte(content string) []byte {
	data := []byte(content)
	if len(data) > 0 {
		data[len(data)/2] ^= 1
	}
	return data
}

// testCheck checks a directory with a damaged file.
func (s *suite) testCheck(t *testing.T, dir, name, kind string) {
	damage := s.Check(files.At(dir))
	for _, damaged := range damage {
		assert.Contains(t, damaged.Error(), damaged.Path)
		assert.NotContains(t, damaged.Error(), "\n")
	}
	named := slices.ContainsFunc(damage, func(damaged *files.Damaged) bool {
		return damaged.Path == filepath.Join(dir, name) || strings.Contains(damaged.Error(), filepath.Base(name))
	})
	// A missing file may never have existed, and no other file depends on times.
	if kind != "removed" && name != runs.TimingFile {
		assert.True(t, named, "%s %s: check does not name it but %v", name, kind, damage)
	}
}

// testRepair repairs a directory, which is then sound or unchanged. It continues training in a sound one.
func (s *suite) testRepair(t *testing.T, dir, message string, train bool) {
	before := contents(t, dir, true)
	did, left, err := runs.Repair(dir, s.Check)
	require.NoError(t, err, message)
	assert.Equal(t, messages(left), messages(s.Check(files.At(dir))), message)
	switch {
	case len(did) == 0:
		assert.True(t, maps.Equal(before, contents(t, dir, true)), "%s: nothing is repaired, but files changed", message)
	case len(left) == 0 && train:
		s.finish(t, dir, s.FinalCount)
		assertSame(t, s.finalDir, dir, message+" and repaired")
	}
}

// messages returns the messages of damage.
func messages(damage []*files.Damaged) (all []string) {
	for _, damaged := range damage {
		all = append(all, damaged.Error())
	}
	return all
}
