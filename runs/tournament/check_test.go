package tournament

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/runs"
)

// Check names every damaged file of a finished tournament. After Repair, the files are as they were but for pairs
// that are played again.
func TestCheckAndRepair(t *testing.T) {
	whole := t.TempDir()
	journal := string(journalOf(t, whole))
	tournament := mustNew(t, config())
	require.NoError(t, tournament.OpenDirectory(whole))
	require.NoError(t, tournament.WriteResults(tournament.Results()))
	tournament.Close()
	require.Empty(t, Check(files.At(whole)))
	lines := strings.SplitAfter(journal, "\n")
	for _, c := range []struct {
		file    string
		damage  func(string) string
		says    string
		journal string // after Repair
	}{
		{resultsFile, func(s string) string { return strings.Replace(s, `"elo": `, `"elo": 1`, 1) },
			"its content does not follow from the other files", journal},
		{ratingsFile, func(string) string { return "" }, "is damaged", journal},
		{crossFile, func(s string) string { return s + "\n" }, "is damaged", journal},
		{timingFile, func(string) string { return "x" }, "delete the file: only the times are lost", journal},
		{configFile, func(s string) string { return strings.Replace(s, `"seed": `, `"seed": 1`, 1) },
			"the journal belongs to another tournament.json", journal},
		{JournalFile, func(string) string { return lines[0][:9] + "\n" + strings.Join(lines[1:], "") },
			"the journal's first line is damaged", journal},
		{JournalFile, func(string) string { return strings.Replace(journal, lines[3], lines[3][:40]+"\n", 1) },
			":4: the line is damaged", strings.Replace(journal, lines[3], "", 1)},
	} {
		dir := t.TempDir()
		require.NoError(t, os.CopyFS(dir, os.DirFS(whole)))
		sound, _ := os.ReadFile(filepath.Join(dir, c.file))
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.file), []byte(c.damage(string(sound))), 0o666))
		damage := Check(files.At(dir))
		require.Len(t, damage, 1, c.file)
		assert.ErrorContains(t, damage[0], c.says)
		did, left, err := runs.Repair(dir, Check)
		require.NoError(t, err)
		if c.file == configFile {
			assert.Len(t, left, 1)
			continue
		}
		assert.Len(t, did, 1)
		assert.Empty(t, left)
		data, err := os.ReadFile(filepath.Join(dir, JournalFile))
		require.NoError(t, err)
		assert.Equal(t, c.journal, string(data), c.file)
	}
}
