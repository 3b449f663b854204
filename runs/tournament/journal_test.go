package tournament

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
)

// journalOf plays a tournament in a directory and returns the journal. It uses one worker, so that the journal is in
// the order of the pairs.
func journalOf(t testing.TB, dir string) []byte {
	tournament := mustNew(t, config())
	require.NoError(t, tournament.OpenDirectory(dir))
	defer tournament.Close()
	require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: 1}, nil))
	data, err := os.ReadFile(filepath.Join(dir, JournalFile))
	require.NoError(t, err)
	return data
}

func TestDamagedJournal(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, JournalFile)
	sound := string(journalOf(t, dir))
	lines := strings.SplitAfter(sound, "\n") // the last one is empty
	without := func(i int) string { return strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "") }
	with := func(i int, text string) string {
		changed := slices.Clone(lines)
		changed[i] = text
		return strings.Join(changed, "")
	}
	reencode := func(old, new string) string { // changes line 3 and its checksum
		var e entry
		require.Contains(t, lines[2], old)
		require.NoError(t, json.Unmarshal([]byte(strings.Replace(lines[2], old, new, 1)), &e))
		return string(files.EncodeLine(&e))
	}
	opening := lines[2][strings.Index(lines[2], `"moves":"`)+9:][:12]
	for _, c := range []struct {
		name, text string
		played     int    // number of pairs that count
		says       string // "" if the tournament continues
	}{
		{"sound", sound, 12, ""},
		{"missing", "", 0, ""},
		{"lines in another order", lines[0] + lines[5] + lines[1], 2, ""},
		{"a line gone", without(3), 11, ""},
		{"last line cut in the middle", sound[:len(sound)-40], 11, ""},
		{"last line cut at its end", sound[:len(sound)-1], 11, ""},
		{"first line cut", lines[0][:20], 0, ""},
		{"first line gone", without(0), 0, ":1: the journal's first line is damaged; delete the file"},
		{"of another tournament", with(0, string(files.EncodeLine(&header{Tournament: "00"}))), 0,
			":1: the journal belongs to another tournament.json"},
		{"another checksum of the first line", with(0, strings.Replace(lines[0], `:"`, `:"00`, 1)), 0,
			":1: the journal's first line is damaged"},
		{"a line cut in the middle", with(4, lines[4][:50]+"\n"), 0,
			":5: the line is damaged; delete the line, then its pair is played again"},
		{"two lines run together", with(4, strings.TrimSuffix(lines[4], "\n")), 0, ":5: the line is damaged"},
		{"an empty line", with(4, "\n"+lines[4]), 0, ":5: the line is damaged"},
		{"zeros", with(4, strings.Repeat("\x00", 80)+"\n"), 0, ":5: the line is damaged"},
		{"a blank too many", with(4, strings.Replace(lines[4], ":", ": ", 1)), 0, ":5: the line is damaged"},
		{"an unknown field", with(4, strings.Replace(lines[4], `{`, `{"note":1,`, 1)), 0, ":5: the line is damaged"},
		{"Windows line ends", strings.ReplaceAll(sound, "\n", "\r\n"), 0, ":1: the journal's first line is damaged"},
		{"another pair's number", with(4, strings.Replace(lines[4], `{"pair":3`, `{"pair":4`, 1)), 0,
			":5: the line is damaged"},
		{"another result", with(4, strings.Replace(lines[4], `"nodes":`, `"nodes":1`, 1)), 0, ":5: the line is damaged"},
		{"a line twice", sound + lines[4], 0, ":14: pair 3 is listed twice"},
		{"a pair beyond the last", with(2, reencode(`"pair":1,`, `"pair":12,`)), 0,
			":3: there is no pair 12: the last one is 11"},
		{"a pair before the first", with(2, reencode(`"pair":1,`, `"pair":-1,`)), 0, ":3: there is no pair -1"},
		{"another opening", with(2, reencode(`"pair":1,`, `"pair":2,`)), 0,
			":3: game 1 does not begin with the opening of pair 2"},
		{"another move", with(2, strings.Replace(lines[2], opening, opening[:10]+"a1", 1)), 0, ":3: the line is damaged"},
		{"no move", with(2, strings.Replace(lines[2], opening, opening[:10]+"a9", 1)), 0, ":3: the line is damaged"},
	} {
		require.NoError(t, os.WriteFile(path, []byte(c.text), 0o666))
		tournament := mustNew(t, config())
		err := tournament.OpenDirectory(dir)
		if c.says == "" {
			require.NoError(t, err, c.name)
			played, _ := tournament.Pairs()
			assert.Equal(t, c.played, played, c.name)
			require.NoError(t, tournament.Play(context.Background(), fitness.Local{Workers: 1}, nil))
			tournament.Close()
			assert.ElementsMatch(t, lines, linesOf(t, path), c.name)
			continue
		}
		var refusal DirectoryError
		assert.ErrorAs(t, err, &refusal, c.name)
		assert.ErrorContains(t, err, path+c.says, c.name)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, c.text, string(after), "%s: a damaged journal does not change", c.name)
	}
}

func linesOf(t *testing.T, path string) []string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.SplitAfter(string(data), "\n")
}

func TestFailedWriteDoesNotCount(t *testing.T) {
	path := filepath.Join(t.TempDir(), JournalFile)
	j, err := files.At(filepath.Dir(path)).Journal(JournalFile, 0)
	require.NoError(t, err)
	j.Close() // writes fail, as on a full disk
	tournament := mustNew(t, config())
	tournament.dir = &openDirectory{journal: j}
	played := 0
	err = tournament.Play(context.Background(), fitness.Local{Workers: 4}, func(Played) { played++ })
	assert.ErrorIs(t, err, os.ErrClosed)
	assert.Zero(t, played)
	done, _ := tournament.Pairs()
	assert.Zero(t, done, "pairs that are not in the journal do not count")
}

func FuzzReadJournal(f *testing.F) {
	tournament := mustNew(f, config())
	lines := bytes.SplitAfter(journalOf(f, f.TempDir()), []byte("\n"))
	f.Add(slices.Concat(lines[:2]...))
	f.Add(slices.Concat(lines[0], lines[3], lines[2][:40]))
	f.Add([]byte("{}\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, JournalFile), data, 0o666))
		results := make([]*fitness.PairResult, len(tournament.results))
		tournament.elsewhere = map[int]bool{}
		whole, err := tournament.Config.readJournal(files.At(dir),
			func(e *entry) error { return tournament.addEntry(e, results) })
		if err != nil {
			return
		}
		// The entries must be equal to the lines, in any order.
		var again []string
		for i, r := range results {
			if r != nil {
				again = append(again, string(files.EncodeLine(newEntry(i, *r, tournament.elsewhere[i]))))
			}
		}
		var read []string
		for text := range bytes.Lines(data[:whole]) {
			read = append(read, string(text))
		}
		if whole > 0 {
			read = read[1:]
		}
		slices.Sort(again)
		slices.Sort(read)
		if fmt.Sprint(again) != fmt.Sprint(read) {
			t.Fatalf("read %q\nwrite %q", read, again)
		}
	})
}
