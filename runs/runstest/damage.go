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

// damaged does four kinds of harm to each file.
func (e *examination) damaged(t *testing.T) {
	for name, content := range contents(t, e.few, true) {
		for harm, damage := range map[string]func(path string) error{
			"removed": os.Remove,
			"empty":   func(path string) error { return os.WriteFile(path, nil, 0o666) },
			"cut":     func(path string) error { return os.WriteFile(path, []byte(content[:len(content)/2]), 0o666) },
			"garbled": func(path string) error { return os.WriteFile(path, garbled(content), 0o666) },
		} {
			what := name + " " + harm
			dir := copyOf(t, e.few)
			require.NoError(t, damage(filepath.Join(dir, name)))
			before := contents(t, dir, true)
			if trainer, err := e.Open(dir); err != nil {
				assert.NotContains(t, err.Error(), "\n", what)
			} else {
				assert.LessOrEqual(t, trainer.Count(), e.Few, what)
			}
			e.checked(t, dir, name, harm)
			assert.True(t, maps.Equal(before, contents(t, dir, true)), "%s: a reader changes nothing", what)
			e.repaired(t, copyOf(t, dir), what, harm == "garbled")
			_, err := e.goOn(t.Context(), dir, e.More)
			switch {
			case err != nil:
				assert.ErrorContains(t, err, filepath.Base(name), what)
				assert.NotContains(t, err.Error(), "\n", what)
				after := contents(t, dir, true)
				delete(before, runs.GoalFile)
				delete(after, runs.GoalFile)
				assert.True(t, maps.Equal(before, after), "%s: %v, but files changed", what, err)
			default:
				same(t, e.straight, dir, what)
			}
		}
	}
}

// checked checks a directory in which a file is harmed.
func (e *examination) checked(t *testing.T, dir, name, harm string) {
	damage := e.Check(dir)
	for _, damaged := range damage {
		assert.Contains(t, damaged.Error(), damaged.Path)
		assert.NotContains(t, damaged.Error(), "\n")
	}
	named := slices.ContainsFunc(damage, func(damaged *files.Damaged) bool {
		return damaged.Path == filepath.Join(dir, name) || strings.Contains(damaged.Error(), filepath.Base(name))
	})
	// A missing file may be one that was never there, and nothing follows from times.
	if harm != "removed" && name != runs.TimingFile {
		assert.True(t, named, "%s %s: check does not name it but %v", name, harm, damage)
	}
}

// repaired repairs a directory, which then is sound or as it was, and goes on with it.
func (e *examination) repaired(t *testing.T, dir, what string, goOn bool) {
	before := contents(t, dir, true)
	did, left, err := runs.Repair(dir, e.Check)
	require.NoError(t, err, what)
	assert.Equal(t, texts(left), texts(e.Check(dir)), what)
	switch {
	case len(did) == 0:
		assert.True(t, maps.Equal(before, contents(t, dir, true)), "%s: nothing is repaired, but files changed", what)
	case len(left) == 0 && goOn:
		e.finish(t, dir, e.More)
		same(t, e.straight, dir, what+" and repaired")
	}
}

// texts are the messages of damage.
func texts(damage []*files.Damaged) (all []string) {
	for _, damaged := range damage {
		all = append(all, damaged.Error())
	}
	return all
}

// garbled is a content with another byte in its middle.
func garbled(content string) []byte {
	data := []byte(content)
	if len(data) > 0 {
		data[len(data)/2] ^= 1
	}
	return data
}
