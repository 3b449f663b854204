package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/learn/policy"
	"evothello/ui/cli"
)

// smallPolicy holds the flags of a training that takes a second.
var smallPolicy = []string{"--seed", "3", "--games", "30", "--steps", "40", "--batch", "16", "--hidden", "16",
	"--vector",
	"1", "--pairs", "2", "--opponent", "greedy"}

func trainIn(t *testing.T, dir string, more ...string) string {
	return mustEvolve(t, append(append([]string{"train", "policy", "--out", dir}, smallPolicy...), more...)...)
}

func TestNet(t *testing.T) {
	dir, out := filepath.Join(t.TempDir(), "policy"), ""
	withPlots(func() { out = trainIn(t, dir, "--teacher", "table", "--rounds", "1") })
	assert.Contains(t, out, "the moves of table in 30 games a round")
	assert.Contains(t, out, "  against greedy ")
	out = mustEvolve(t, "resume", dir, "--rounds", "2", "--concurrency", "1")
	assert.Contains(t, out, "Round 2 of 2")
	for _, name := range []string{"policy.json", "checkpoint.json", "history.csv", "player.policy", "plots/agreement.svg",
		"plots/reference.png"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	var status policy.Status
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "status", dir, "--json")), &status))
	assert.Equal(t, 2, status.Round)
	assert.Equal(t, 2*40*16, status.Seen)
	assert.Contains(t, mustEvolve(t, "plot", dir), "agreement.svg")

	player := "policy:file=" + dir
	var match struct{ Pairs int }
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "match", player, "random", "--pairs", "4", "--json")), &match))
	assert.Equal(t, 4, match.Pairs)
}

func TestNetLearnsFromFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "policy")
	_, errs, code := evolveIn(t, "", append(append([]string{"train", "policy", "--out", dir}, smallPolicy[:2]...),
		append(smallPolicy[4:],
			"--from", "../../../formats/testdata/sample.wtb", "../../../formats/testdata/match.ggf", "--held-out",
			"../../../formats/testdata/sample.wtb", "--rounds", "1")...)...)
	require.Equal(t, cli.Done, code, errs)
	assert.Contains(t, errs, "games to train on")
	config, err := os.ReadFile(filepath.Join(dir, "policy.json"))
	require.NoError(t, err)
	assert.Contains(t, string(config), `"games": 0`)
	assert.Contains(t, string(config), "match.ggf")
	assert.NoDirExists(t, filepath.Join(dir, "samples", "00001.samples"))
}

// Files belong to the flag before them.
func TestFilesFollowTheirFlag(t *testing.T) {
	for line, want := range map[string][2][]string{
		"--from a,b --held-out c,d":              {{"a,b"}, {"c,d"}},
		"--from a b --held-out c d":              {{"a", "b"}, {"c", "d"}},
		"--held-out c d --steps 5 e --from=a b":  {{"a", "b"}, {"c", "d", "e"}},
		"--from a --from b c --held-out d -- -e": {{"a", "b", "c"}, {"d", "-e"}},
	} {
		var f policyFlags
		cmd := &cobra.Command{Use: "policy"}
		f.addOwn(cmd)
		require.NoError(t, cmd.ParseFlags(strings.Fields(line)))
		paths, err := f.files.paths(nil, cmd.Flags().Args())
		require.NoError(t, err)
		assert.Equal(t, want, [2][]string{paths["from"], paths["held-out"]}, line)
	}
}

func TestTrainPolicyRefuses(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "x"), 0o755))
	const sample = "../../../formats/testdata/sample.wtb"
	for _, one := range []struct {
		says string
		args []string
	}{
		{"nothing to train on", []string{"--games", "0"}},
		{"--teacher: missing: --games needs --teacher games",
			[]string{"--games", "5", "--from", sample}},
		{"unknown player", []string{"--teacher", "xyz"}},
		{"time limit", []string{"--teacher", "switch"}},
		{"an external program", []string{"--teacher", "gtp:cmd=go"}},
		{"no such file", []string{"--from", "none.wtb"}},
		{`unexpected argument "a.wtb": give files of games after --from or --held-out`, []string{"a.wtb"}},
		{`unexpected argument "a.wtb"`, []string{"a.wtb", "--from", "b.wtb"}},
		{"--from: the name of a file is empty", []string{"--from="}},
		{"--from: there is no file a.wtb,b.wtb; separate files by blanks, not commas",
			[]string{"--from", "a.wtb,b.wtb"}},
		{"--held-out: cannot read c.wtb", []string{"--from", sample, "--held-out", sample, "c.wtb"}},
		{"--from: cannot read c.wtb", []string{"--held-out", sample, sample, "--from", sample, "c.wtb"}},
		{"rate is 0", []string{"--rate", "0"}},
		{"hidden is 0: must be 1 to 256", []string{"--hidden", "0"}},
		{"concurrency", []string{"--concurrency", "-1"}},
		{"must be 1 to", []string{"--rounds", "0"}},
		{"is not empty", []string{"--out", taken}},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"train", "policy"}, one.args...)...)
		assert.Equal(t, cli.Wrong, code, one.args)
		assert.Contains(t, errs, one.says, one.args)
	}
}
