package evolve

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/runs"
	"evothello/ui/cli"
	"evothello/weights/probcut"
)

// With the fit that measure cuts writes, the player needs fewer nodes for the same depth.
func TestMeasureCuts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fit.json")
	shown := mustEvolve(t, "measure", "cuts", "reversi-blank", "--positions", "20", "--depth", "6", "-o", path)
	assert.Regexp(t,
		`^moves 1–12 +slope +offset +error +correlation +positions\n +3 from 1 +[01]\.\d{3} +-?\d+ +\d+ +0\.\d{4} +20\n`,
		shown)
	assert.Contains(t, shown, "\n   6 from 2 ")
	assert.Contains(t, shown, path+": give the player selective="+path+"\n")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	_, err = probcut.Read(data)
	require.NoError(t, err)
	assert.Equal(t, string(data), mustEvolve(t, "measure", "cuts", "negascout", "--positions", "20", "--depth", "6",
		"--concurrency",
		"1", "--json"), "the same weights")

	match := mustEvolve(t, "match", "reversi-blank:depth=6,selective="+path, "reversi-blank:depth=2", "--pairs",
		"4", "--json")
	full := mustEvolve(t, "match", "reversi-blank:depth=6", "reversi-blank:depth=2", "--pairs", "4", "--json")
	assert.Less(t, field(t, match, "nodes"), field(t, full, "nodes"))
}

func field(t *testing.T, document, name string) float64 {
	var fields map[string]any
	require.NoError(t, json.Unmarshal([]byte(document), &fields))
	return fields[name].(float64)
}

func TestMeasureCutsRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"edax"}, `unknown player "edax"`},
		{[]string{"random"}, "player random has no weights"},
		{[]string{"strongest", "--positions", "3"}, "positions 3: must be 20 to 10000"},
		{[]string{"strongest", "--depth", "2"}, "depth 2: must be 3 to 60"},
		{[]string{"strongest", "--confidence", "-1"}, "confidence -1: must be 0 to 100"},
		{[]string{"strongest", "--concurrency", "-1"}, "--concurrency -1"},
		{[]string{"strongest", "-o", "/no/such/directory/fit.json"}, "there is no directory /no/such/directory"},
	} {
		out, errs, code := evolveIn(t, "", append([]string{"measure", "cuts"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says)
		assert.Empty(t, out)
	}
}

// A run holds a copy of a selective opponent with its fit.
func TestSelectiveOpponent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	mustEvolve(t, smallRun("--out", dir, "--opponent", "strongest:depth=3,selective=yes")...)
	run, err := runs.Open(dir)
	require.NoError(t, err)
	assert.NotNil(t, run.Config.Copies["strongest:depth=3,selective=yes"].Selective)
	_, errs, code := evolveIn(t, "", smallRun("--out", dir+"-2", "--opponent",
		"reversi-blank:depth=2,selective=fit.json")...)
	assert.Equal(t, cli.Wrong, code)
	assert.Contains(t, errs, "fit.json")
}
