package evolve

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"evothello/internal/files/filestest"
	"evothello/ui/cli"
)

// A byte that changes in any file of any directory changes no answer: either the command that goes on there refuses it
// and names the file, or all ends with the same bytes. FAULTS=every damages every byte once.
func TestEveryByte(t *testing.T) {
	config := smallQNet(t)
	t.Chdir(t.TempDir())
	tiny := []string{"--seed", "7", "--population", "6", "--generations", "2", "--depth", "1", "--pairs", "4", "--turns",
		"60", "--quiet"}
	for _, c := range []struct {
		dir     string
		samples int
		begin   []string
		again   []string // what reads it; resume if it is nil
	}{
		{"ga", 12, append([]string{"run", "--optimizer", "ga", "--out", "ga"}, tiny...), nil},
		{"cmaes", 12, append([]string{"run", "--optimizer", "cmaes", "--out", "cmaes"}, tiny...), nil},
		{"tables", 3, append(smallTables(t), "--out", "tables", "--rounds", "1"), nil},
		{"qnet", 12, []string{"train", "qnet", "--config", config, "--episodes", "20", "--out", "qnet", "--quiet"}, nil},
		{"policy", 4, append([]string{"train", "policy", "--out", "policy", "--rounds", "1"}, smallPolicy...), nil},
		{"tournament", 12, []string{"tournament", "random", "greedy", "--pairs", "2", "--depth", "1", "--out", "tournament",
			"--quiet"}, nil},
		{"match", 12, []string{"match", "random", "greedy", "--pairs", "2", "--out", "match", "--quiet"},
			[]string{"match", "random", "greedy", "--pairs", "2", "--out", "match", "--quiet"}},
		{"boards", 12, []string{"board", "Square-4", "--games", "10", "--state", "boards", "--quiet"}, nil},
		{"compared", 4, append(slices.Clone(smallComparison), "--out", "compared", "--quiet"), nil},
	} {
		t.Run(c.dir, func(t *testing.T) {
			mustEvolve(t, c.begin...)
			again := c.again
			if again == nil {
				again = []string{"resume", c.dir, "--quiet"}
			}
			damaged := filestest.Bytes{
				Dir: c.dir,
				Check: func(dir string) (all []string) {
					damage, err := verifyDirectory(dir)
					if err != nil {
						return []string{err.Error()}
					}
					for _, d := range damage {
						all = append(all, d.Error())
					}
					return all
				},
				Answer: func(dir string) (map[string]string, error) {
					_, errs, code := evolveIn(t, "", "status", dir)
					require.True(t, code == cli.Done || code == cli.Wrong, errs)
					out, errs, code := evolveIn(t, "", again...)
					if code != cli.Done {
						return nil, errors.New(strings.TrimSuffix(errs, "\n"))
					}
					answer := answerOf(t, dir)
					if c.dir == "compared" {
						delete(answer, "results.json") // holds what compare.csv and outcomes.csv hold
					}
					if c.again != nil { // resume tells what it did
						answer["output"] = measured.ReplaceAllString(out, "")
					}
					if c.dir == "boards" {
						answer["Square-4.json"] = measured.ReplaceAllString(answer["Square-4.json"], "")
					}
					return answer, nil
				},
				Form: []string{"timing.csv"}, Skip: []string{"*.png", "*.svg"}, Samples: c.samples,
			}
			damaged.Test(t)
		})
	}
}

// undecided are the files that tell how long work lasts, or lasted, also in games.
var undecided = []string{".lock", "timing.csv", "goal.json", "compare.csv", "pairs.jsonl"}

// measured matches the times in the report of a match and in the file of a board, and its checksum, which covers them.
var measured = regexp.MustCompile(`(?m)^  time .*$|\d+ games/s|"seconds": .*$|"sum": .*$`)

// answerOf returns the files of a directory that its configuration decides.
func answerOf(t *testing.T, dir string) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		name := entry.Name()
		if err != nil || entry.IsDir() || slices.Contains(undecided, name) || strings.Contains(name, ".prev.") ||
			strings.HasSuffix(name, ".svg") || strings.HasSuffix(name, ".png") {
			return err
		}
		data, err := os.ReadFile(path)
		path, _ = filepath.Rel(dir, path)
		found[path] = string(data)
		return err
	}))
	return found
}
