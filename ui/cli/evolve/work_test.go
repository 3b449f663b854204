package evolve

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// All finished trainings end with the same text: the command that extends them. A resume says why there is nothing to
// do. The status has the times.
func TestFinishedTrainings(t *testing.T) {
	config := smallQNet(t)
	data, err := os.ReadFile(config)
	require.NoError(t, err)
	unbeaten := filepath.Join(t.TempDir(), "unbeaten.json")
	require.NoError(t, os.WriteFile(unbeaten, bytes.Replace(data, []byte(`"unbeaten": 0`), []byte(`"unbeaten": 1`), 1),
		0o666))
	for _, c := range []struct {
		command string // continues the training
		start   []string
		has     string // the reason why it is finished
		extends string // the flag that extends the training, "" if it cannot be extended
	}{
		{"resume", append([]string{"run"}, small...), "has its 4 generations", " --generations 8"},
		{"resume", smallTables(t), "has its 2 rounds", " --rounds 4"},
		{"resume", append(smallTables(t), "--games", "0", "--rounds", "1", "--opponent", "random",
			"--from", "../../../formats/testdata/match.ggf"), "has been trained on its files", ""},
		{"resume", []string{"train", "qnet", "--config", config, "--episodes", "30"}, "has its 40 episodes",
			" --episodes 80"},
		{"resume", []string{"train", "qnet", "--config", unbeaten, "--episodes", "10000"},
			"has not lost one of its last 1 games", ""},
		{"resume", []string{"train", "qnet", "--config", config, "--budget", "1ms"},
			"has no time for another round in its budget of 1ms", " --budget "},
		{"resume", append([]string{"train", "policy", "--rounds", "1"}, smallPolicy...), "has its 1 round", " --rounds 2"},
	} {
		dir := filepath.Join(t.TempDir(), "work")
		out := mustEvolve(t, append(c.start, "--out", dir)...)
		resume := c.command + " " + dir
		if c.extends == "" {
			assert.NotContains(t, out, "extend it")
		} else {
			assert.Regexp(t, `\n  extend it  .*`+resume+c.extends, out)
		}
		again, errs, code := evolveIn(t, "", append(strings.Fields(resume), "--json")...)
		require.Equal(t, cli.Done, code, errs)
		want := "work " + c.has + "; there is nothing more to do\n"
		if c.extends != "" {
			want = "work " + c.has + "; continue with: "
			assert.Contains(t, errs, resume+c.extends)
		}
		assert.Contains(t, errs, want)
		var status struct {
			Seconds float64
			CPU     float64 `json:"cpu_seconds"`
		}
		require.NoError(t, json.Unmarshal([]byte(again), &status))
		assert.Positive(t, status.Seconds)
		assert.Positive(t, status.CPU)
	}
}
