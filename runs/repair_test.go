package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/weights"
)

// A damaged journal is made again byte by byte, whatever the damage. If history.csv is damaged as well, the last
// generation may be given up, and else nothing is changed.
func TestTheJournalIsMadeAgain(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	play(t, whole, tiny(5), 4, 2)
	journal, history := read(t, whole, "journal.jsonl"), read(t, whole, "history.csv")
	flip := func(data []byte, i int) []byte {
		return slices.Concat(data[:i], []byte{data[i] ^ 1}, data[i+1:])
	}
	for _, c := range []struct {
		name             string
		journal, history []byte
		reason           string // why it cannot be made again
	}{
		{"missing", nil, history, ""},
		{"a bit in the first line", flip(journal, 20), history, ""},
		{"a bit in the last line", flip(journal, len(journal)-20), history, ""},
		{"a line gone", journal[bytes.IndexByte(journal, '\n')+1:], history, ""},
		{"history too", flip(journal, 20), flip(history, bytes.LastIndex(history, []byte("\n1,"))+7),
			"it does not follow from history.csv and the champions' files"},
		{"history is gone", flip(journal, 20), nil, "history.csv has 0 generations: must have 3"},
	} {
		dir := filepath.Join(t.TempDir(), "damaged")
		require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "journal.jsonl"), c.journal, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "history.csv"), c.history, 0o666))
		before := snapshot(t, dir)
		require.Len(t, Evolution.Kind().Check(files.At(dir)), 1, c.name)
		did, left, err := Repair(dir, Evolution.Kind().Check)
		require.NoError(t, err)
		if c.reason != "" {
			assert.Empty(t, did, c.name)
			require.Len(t, left, 1, c.name)
			assert.ErrorContains(t, left[0], "restore one of the two checkpoints from a copy, or start again with "+
				called.Evolve("run", "--config"))
			assert.ErrorContains(t, left[0], "; repairing it failed: "+c.reason)
			assert.Equal(t, before, snapshot(t, dir))
			continue
		}
		assert.Equal(t, []string{filepath.Join(dir, "journal.jsonl") + " is made again from history.csv and champions"}, did)
		assert.Empty(t, left)
		assertSame(t, whole, dir)
	}
}

// A symbolic link in place of a checkpoint is refused: the newest could not be kept as the one before.
func TestLinkedCheckpoints(t *testing.T) {
	for _, name := range []string{"checkpoint.json", "checkpoint.prev.json"} {
		dir, elsewhere := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "elsewhere")
		play(t, dir, tiny(5), 2, 2)
		path := filepath.Join(dir, name)
		require.NoError(t, os.Rename(path, elsewhere))
		require.NoError(t, os.Symlink(elsewhere, path))
		sound := read(t, elsewhere)
		if name == "checkpoint.json" {
			_, err := Resume(dir)
			assert.ErrorContains(t, err, path+" is a link, a pipe or a device")
		}
		did, left, err := Repair(dir, Evolution.Kind().Check)
		require.NoError(t, err)
		assert.NotEmpty(t, did)
		assert.Empty(t, left)
		resume(t, dir, Goal{Count: 3})
		assert.Equal(t, sound, read(t, elsewhere))
	}
}

// One other digit in a goal, a champion or the checkpoint before is named.
func TestOneDigitIsNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	play(t, dir, tiny(5), 3, 2)
	for _, name := range []string{"goal.json", "champion.json", "champions/00001.json", "checkpoint.prev.json"} {
		path := filepath.Join(dir, name)
		sound := read(t, path)
		i := bytes.LastIndexAny(sound[:bytes.Index(sound, []byte(`"sum"`))+1], "12345678")
		if i < 0 { // the checksum stands first
			i = bytes.LastIndexAny(sound, "12345678")
		}
		damaged := slices.Concat(sound[:i], []byte{sound[i] + 1}, sound[i+1:])
		require.NoError(t, os.WriteFile(path, damaged, 0o666))
		damage := Evolution.Kind().Check(files.At(dir))
		require.Len(t, damage, 1, name)
		assert.Equal(t, path, damage[0].Path)
		if strings.HasPrefix(name, "strongest") {
			_, err := weights.Read(damaged)
			assert.ErrorContains(t, err, "its content does not match its checksum")
		}
		require.NoError(t, os.WriteFile(path, sound, 0o666))
	}
}
