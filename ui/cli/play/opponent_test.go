package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/players"
	"evothello/runs/reference"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
	"evothello/weights"
)

// A runFiles describes the files of a run.
type runFiles struct {
	name     string
	champion string // content of champion.json, "" for no file
	minute   int    // time of checkpoint.json, -1 for no file
}

func writeRuns(t *testing.T, runs []runFiles) string {
	t.Helper()
	dir := t.TempDir()
	for _, r := range runs {
		run := filepath.Join(dir, r.name)
		require.NoError(t, os.Mkdir(run, 0o755))
		if r.champion != "" {
			require.NoError(t, os.WriteFile(filepath.Join(run, "champion.json"), []byte(r.champion), 0o644))
		}
		if r.minute >= 0 {
			path := filepath.Join(run, "checkpoint.json")
			require.NoError(t, os.WriteFile(path, nil, 0o644))
			at := time.Date(2026, 1, 1, 0, r.minute, 0, 0, time.UTC)
			require.NoError(t, os.Chtimes(path, at, at))
		}
	}
	return dir
}

func TestDefaultOpponent(t *testing.T) {
	good := string(reference.Champion)
	for name, test := range map[string]struct {
		runs    []runFiles
		want    string   // the opponent's run, "" for the opponent at a beginner's level
		skipped []string // runs with unreadable champions, in the order of the warnings
	}{
		"no runs":            {},
		"newest":             {runs: []runFiles{{"a", good, 1}, {"b", good, 3}, {"c", good, 2}}, want: "b"},
		"tie":                {runs: []runFiles{{"b", good, 1}, {"a", good, 1}}, want: "a"},
		"not the reference":  {runs: []runFiles{{"reference", good, 9}, {"a", good, 1}}, want: "a"},
		"only the reference": {runs: []runFiles{{"reference", good, 9}}},
		"hidden":             {runs: []runFiles{{".b.partial-1", good, 9}, {"a", good, 1}}, want: "a"},
		"not yet a champion": {runs: []runFiles{{"a", good, 1}, {"b", "", 2}}, want: "a"},
		"damaged": {runs: []runFiles{{"a", good, 1}, {"b", good[:50], 2}, {"c", "{}", 3}}, want: "a",
			skipped: []string{"c", "b"}},
		"no checkpoint": {runs: []runFiles{{"a", good, -1}}, skipped: []string{"a"}},
		"older damage":  {runs: []runFiles{{"a", good, 2}, {"b", "{", 1}}, want: "a"},
		"a comma":       {runs: []runFiles{{"a,b", good, 1}}, want: "a,b"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := writeRuns(t, test.runs)
			var warn bytes.Buffer
			choice, contestant, err := defaultOpponent(dir, engine.Standard(), &warn)
			require.NoError(t, err)
			assert.Equal(t, choice.Name, contestant.Name)
			if test.want == "" {
				assert.Equal(t, playerlist.BeginnerOpponent, choice)
			} else {
				assert.Equal(t, playerlist.Choice{Name: "runs/" + test.want}, choice)
			}
			lines := strings.FieldsFunc(warn.String(), func(r rune) bool { return r == '\n' })
			require.Len(t, lines, len(test.skipped))
			for i, run := range test.skipped {
				assert.Contains(t, lines[i], filepath.Join(dir, run, "champion.json"))
			}
		})
	}
}

// Without --against the opponent is from runs/ in the working directory.
func TestPlaysNewestChampion(t *testing.T) {
	dir := writeRuns(t, []runFiles{{"seed-1", string(reference.Champion), 1}})
	parent := t.TempDir()
	require.NoError(t, os.Rename(dir, filepath.Join(parent, "runs")))
	t.Chdir(parent)
	code, stdout, stderr := run(t, "")
	assert.Equal(t, cli.Done, code)
	assert.Empty(t, stderr)
	assert.True(t, strings.HasPrefix(stdout, "You play runs/seed-1, your newest run: --against PLAYER chooses another; `"+
		called.Play("list")+"` lists all.\n"), stdout)
	shipped, err := weights.Read(reference.Champion)
	require.NoError(t, err)
	assert.Contains(t, stdout, fmt.Sprintf("Your opponent is runs/seed-1: %s, %v", shipped.Name, shipped.Settings()))

	t.Chdir(t.TempDir())
	_, stdout, _ = run(t, "")
	assert.True(t, strings.HasPrefix(stdout, "You play evolved at a beginner's level: --against PLAYER chooses another; "),
		stdout)
	assert.Contains(t, stdout, "gives away up to 16 discs a move")
	_, stdout, _ = run(t, "", "--against", "table")
	assert.True(t, strings.HasPrefix(stdout, "You are Black (X)."), stdout)
	_, stdout, _ = run(t, "", "--board", "10")
	assert.True(t, strings.HasPrefix(stdout, "You play alphabeta at a beginner's level: --against PLAYER chooses "+
		"another; "), stdout)
}

func TestList(t *testing.T) {
	code, table, _ := run(t, "", "list")
	assert.Equal(t, cli.Done, code)
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	require.Len(t, lines, len(players.Roster())+len(players.Groups())+2)
	for _, e := range players.Roster() {
		i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "  "+e.Name+" ") })
		require.GreaterOrEqual(t, i, 0, e.Name)
		assert.True(t, strings.HasSuffix(lines[i], "  "+e.About), e.Name)
		if r, known := e.Rating(); known {
			assert.Contains(t, lines[i], fmt.Sprintf(" %+.0f ± %.0f ", r.Elo, r.Error))
		}
	}

	code, text, _ := run(t, "", "list", "--json")
	assert.Equal(t, cli.Done, code)
	var rows []struct {
		Name, About, Group string
		Elo                float64
		Error              float64 `json:"elo_error"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &rows))
	require.Len(t, rows, len(players.Roster()))
	for i, row := range rows {
		entry := players.Roster()[slices.IndexFunc(players.Roster(),
			func(e players.RosterEntry) bool { return e.Name == row.Name })]
		rating, _ := entry.Rating()
		assert.Equal(t, []any{entry.About, entry.Group, rating}, []any{row.About, row.Group, players.Rating{Elo: row.Elo,
			Error: row.Error}})
		if i > 0 && row.Group == rows[i-1].Group && row.Error > 0 {
			assert.GreaterOrEqual(t, rows[i-1].Elo, row.Elo, "the strongest of a group comes first")
		}
	}
}
