package evolve

import (
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/runs"
)

// docs/reference/files.md describes every file that the commands write, every CSV column and every JSON field. The
// description is in the section on the directory, or in a section that this section refers to.
func TestFilesReference(t *testing.T) {
	data, err := os.ReadFile("../../../docs/reference/files.md")
	require.NoError(t, err)
	sections := sectionsOf(string(data))
	config := smallQNet(t)
	t.Chdir(t.TempDir())
	for _, optimizer := range evolution.Optimizers() {
		mustEvolve(t, "run", "--out", optimizer, "--optimizer", optimizer, "--seed", "1", "--population", "16",
			"--pairs", "4", "--depth", "1", "--endgame", "4", "--generations", "2", "--budget", "1h", "--quiet")
		checkDirectory(t, optimizer, sections, "A run")
	}
	withPlots(func() {
		mustEvolve(t, "resume", "cmaes", "--generations", "3", "--quiet")
		mustEvolve(t, "report", "cmaes")
		trainTablesIn(t, "tables", "--rounds", "1", "--from", documentedGames(t), "--quiet")
		mustEvolve(t, "train", "qnet", "--config", config, "--episodes", "40", "--out", "qnet", "--quiet")
		trainIn(t, "policy", "--rounds", "2", "--quiet")
		mustEvolve(t, "tournament", "random", "greedy", "--pairs", "2", "--depth", "1", "--out", "tournament", "--quiet")
		mustEvolve(t, "match", "random", "greedy", "--pairs", "2", "--out", "match", "--quiet")
		mustEvolve(t, "board", "Square-4", "--games", "10", "--state", "boards", "--quiet")
		importance := []string{"importance", "reversi-blank", "--pairs", "16", "--depth", "1", "--out", "importance",
			"--quiet"}
		mustEvolve(t, append(importance, "--parts", "scorers")...)
		mustEvolve(t, append(importance, "--grid", "3", "--landscape", "blank.w1,possibility.w")...)
	})
	mustEvolve(t, append(slices.Clone(smallComparison), "--out", "compared", "--quiet")...)
	checkDirectory(t, filepath.Join("compared", "runs", "ga-2"), sections, "A run")
	mustEvolve(t, append(slices.Clone(smallMethods), "--cpu", "0.1s,0.2s", "--out", "methods", "--quiet")...)
	for _, dir := range []string{"compared", "methods"} {
		require.NoError(t, os.RemoveAll(filepath.Join(dir, "runs")))
	}
	for dir, section := range map[string]string{
		"cmaes": "A run", "tables": "Pattern tables", "qnet": "A Q-network", "policy": "A policy network",
		"tournament": "A tournament", "match": "A match", "boards": "Board analyses",
		"compared": "A comparison", "methods": "A comparison", "importance": "The importance of weights",
	} {
		checkDirectory(t, dir, sections, section)
		assert.Equal(t, dir != "importance", runs.KindOf(dir) != nil, dir)
	}
}

// documentedGames writes a file of games from the standard start and returns its name.
func documentedGames(t *testing.T) string {
	t.Helper()
	const game = "c4c3d3c5f6f5d6e6g6f3b3e3f4c6b4g4g5f7d2h5b6b5e7c1c7d7g8a4g7e2f2e8f8c8d1g3d8h8a3a2a5a6h2b7h7h6" +
		"a8a7h3h4a1h1b1f1c2b2b8g2g1e1\n"
	require.NoError(t, os.WriteFile("games.txt", []byte(game), 0o666))
	return "games.txt"
}

// sectionsOf returns the sections of a document by heading. The heading of the text before the first section is "".
func sectionsOf(document string) map[string]string {
	sections := map[string]string{}
	for i, text := range strings.Split(document, "\n## ") {
		title, rest, _ := strings.Cut(text, "\n")
		if i == 0 {
			title = ""
		}
		sections[title] = rest
	}
	return sections
}

// described holds the files whose fields, or most of them, other documents describe, and the variable words in file
// names.
var (
	described = []string{"run.json", "tables.json", "qnet.json", "policy.json", "compare.json"}
	varying   = strings.NewReplacer("greedy", "NAME", "reversi-blank", "NAME", "reversi-switch", "NAME",
		"alphabeta", "NAME", "wpc", "NAME",
		"evolved", "NAME", "random", "NAME")
)

// checkDirectory checks that a section describes all files of a directory, with their columns and fields.
func checkDirectory(t *testing.T, dir string, sections map[string]string, section string) {
	require.Contains(t, sections, section)
	text := sections[section] + sections[""] + sections["Champion file"] + sections["A match"]
	has := func(word string) bool { return strings.Contains(text, "`"+word+"`") }
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".lock" {
			return err
		}
		name, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		assert.True(t, hasFile(text, name, section), "files.md, %s: %s", section, name)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		switch filepath.Ext(name) {
		case ".csv":
			header, err := csv.NewReader(strings.NewReader(string(data))).Read()
			require.NoError(t, err)
			for _, column := range header {
				if strings.HasPrefix(column, "genes ") {
					column = "genes SCORER"
				}
				if strings.HasPrefix(column, "better than ") {
					column = "better than SETTING"
				}
				known := has(column) || has(varying.Replace(column)) || name == "crosstable.csv"
				assert.True(t, known, "files.md, %s: column %s of %s", section, column, name)
			}
		case ".json", ".jsonl":
			if slices.Contains(described, name) {
				break
			}
			for _, field := range fieldsOf(t, data, section == "Board analyses") {
				assert.True(t, has(field), "files.md, %s: field %s of %s", section, field, name)
			}
		}
		return nil
	}))
}

var (
	digits = regexp.MustCompile(`\d{5}`)
	hashes = regexp.MustCompile(`-[0-9a-f]{16}\.`)
)

// hasFile reports whether a section names a file, with any number or hash. Plots are named without their endings.
func hasFile(text, name, section string) bool {
	if stem, ending, _ := strings.Cut(name, "."); section == "Board analyses" {
		name = "NAME.json"
	} else if ending == "png" || ending == "svg" {
		name = strings.TrimPrefix(stem, "plots/")
		return strings.Contains(text, "`"+name+"`") || strings.Contains(text, "`"+name+".svg`")
	}
	if player, is := strings.CutPrefix(name, "players/"); is {
		name = "players/DIR-SEED-ROUND" + filepath.Ext(player)
	}
	name = digits.ReplaceAllString(hashes.ReplaceAllString(name, "-*."), "N")
	return strings.Contains(digits.ReplaceAllString(text, "N"), "`"+name+"`")
}

// fieldsOf returns the names of all fields in JSON documents. If shallow is set, it returns those of the
// outermost object and of the lists in it. Weights, whose names have dots, and hashes do not count as fields.
func fieldsOf(t *testing.T, data []byte, shallow bool) (fields []string) {
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, inner := range v {
				const hash = 64
				if !strings.Contains(name, ".") && len(name) < hash {
					fields = append(fields, name)
				}
				if _, object := inner.(map[string]any); !object || !shallow {
					visit(inner)
				}
			}
		case []any:
			for _, inner := range v {
				visit(inner)
			}
		}
	}
	for decoder := json.NewDecoder(strings.NewReader(string(data))); decoder.More(); {
		var v any
		require.NoError(t, decoder.Decode(&v))
		visit(v)
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}
