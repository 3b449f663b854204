package documents

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRead(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "docs"), 0o777))
	for name, text := range map[string]string{
		"README.md": "Title\n\n    go run ./cmd/evolve run --seed 1\n    go test ./...\n\nText `go run ./cmd/evolve plot`.\n",
		"docs/a.md": "    GOGC=off evolve train qnet \\\n        --out 'a b'\n    " +
			"printf 'f5\\nquit\\n' | play --plain <in\n\n" +
			"      one  1\n\n    two\n\n    evolve bench\n\ntext\n\n    {\"not\": \"a command\"}\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o666))
	}
	commands, err := Read(root, "evolve")
	require.NoError(t, err)
	assert.Equal(t, []Command{
		{File: "README.md", Line: 3, Program: "evolve", Args: []string{"run", "--seed", "1"}},
		{File: "docs/a.md", Line: 1, Program: "evolve", Args: []string{"train", "qnet", "--out", "a b"}},
		{File: "docs/a.md", Line: 1, Program: "evolve", Args: []string{"bench"}},
	}, commands)
	commands, err = Read(root, "play")
	require.NoError(t, err)
	assert.Equal(t, []Command{
		{File: "docs/a.md", Line: 1, Program: "play", Args: []string{"--plain"}, Sample: "  one  1\n\ntwo"},
	}, commands)
}

func TestReadNamesABrokenCommand(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "docs"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte("\n    evolve 'run\n"), 0o666))
	_, err := Read(root, "evolve")
	assert.ErrorContains(t, err, "README.md:2: ")
}

func TestShows(t *testing.T) {
	const output = "\nA: 8 pairs, 23639 games/s\n  score  93.5 %\n  time   1.8µs and 900ns a move\nend\n"
	for sample, shown := range map[string]bool{
		output: true,
		"A: 8 pairs, 7 games/s\n  score  93.5 %\n  time   1.82ms and 2s a move\nend": true,
		"A: 9 pairs, 23639 games/s\n…":                                               false,
		"A: 8 pairs, 23639 games/s\n  score  99.0 %\n…":                              false,
		"A: 8 pairs, 23639 games/s\n…":                                               true,
		"A: 8 …\n  score  93.5 %\n…":                                                 true,
		"…\nend":                                                                     true,
		"…\nfend":                                                                    false,
		"A: 8 pairs, 23639 games/s\nscore  93.5 %\n…":                                false,
		"A: 8 pairs, 23639 games/s\n  score  93.5 %\n  time\n…":                      false,
		"A: 8 pairs, 23639 games/s\n  score  93.5 %\n":                               false,
		"A: 8 pairs, 23639 games/s\n  score  93.5 %\n…\nend\n…x":                     false,
	} {
		assert.Equal(t, shown, Shows(sample, output), sample)
	}
}

func TestShowsForm(t *testing.T) {
	assert.True(t, ShowsForm("slope  error\n  1.004   1,234\n…", "slope error\n 0.9 7\nmore\n"))
	assert.False(t, ShowsForm("slope  error\n  1.004   1,234\n…", "slope errors\n 0.9 7\nmore\n"))
}

func TestNumbers(t *testing.T) {
	assert.Equal(t, []int{0, 10, 14}, Numbers("12 a move 3.5 8, 7 games/s, 1.5µs and 2s a move"))
}

// Documents that name the version of Go which the program needs name that of go.mod.
func TestVersionOfGo(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	require.NoError(t, err)
	needed := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(string(mod))[1]
	files, err := Files("../..")
	require.NoError(t, err)
	found := 0
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join("../..", name))
		require.NoError(t, err)
		for _, version := range regexp.MustCompile(`Go (\S+)\s+or\s+newer`).FindAllStringSubmatch(string(text), -1) {
			assert.Equal(t, needed, version[1], name)
			found++
		}
	}
	assert.Greater(t, found, 3)
}

// Each term of the glossary stands there once, in order.
func TestGlossaryIsSorted(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/glossary.md")
	require.NoError(t, err)
	_, entries, _ := strings.Cut(string(text), "\n\n")
	last := ""
	for entry := range strings.SplitSeq(strings.TrimPrefix(entries, "- **"), "\n- **") {
		term, _, _ := strings.Cut(entry, "**: ")
		term = strings.ToLower(strings.ReplaceAll(term, "–", "-"))
		assert.Less(t, last, term)
		last = term
	}
	assert.NotEmpty(t, last)
}

// Each page of results has one form.
func TestResultsHaveOneForm(t *testing.T) {
	pages, err := filepath.Glob("../../docs/results/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, page := range pages {
		if filepath.Base(page) == "README.md" {
			continue
		}
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		var sections []string
		for line := range strings.Lines(string(text)) {
			if title, is := strings.CutPrefix(line, "## "); is {
				sections = append(sections, strings.TrimSpace(title))
			}
		}
		assert.Equal(t, []string{"Question", "Command", "Commit and machine", "Table", "Answer"}, sections, page)
	}
}
