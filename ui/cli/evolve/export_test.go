package evolve

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/report/tensorboard"
	"evothello/ui/cli"
)

func TestExportToTensorBoard(t *testing.T) {
	t.Chdir(t.TempDir())
	runIn(t, "first")
	runIn(t, "second", "--optimizer", "cmaes")
	first := filepath.Join("logs", "first", tensorboard.FileName)
	second := filepath.Join("logs", "second", tensorboard.FileName)
	said := mustEvolve(t, "plot", "first", "second", "--export", "tensorboard", "--out", "logs")
	assert.Equal(t, first+"\n"+second+"\n", said)
	events, err := os.ReadFile(first)
	require.NoError(t, err)
	for _, curve := range []string{"best", "diversity", "reversi-blank", "promoted"} {
		assert.Contains(t, string(events), curve)
	}
	assert.NotContains(t, string(events), "gate_results", "which is no number")

	t.Chdir("first")
	mustEvolve(t, "plot", ".", "--export", "tensorboard", "--out", "logs")
	assert.FileExists(t, filepath.Join("logs", "first", tensorboard.FileName))
	t.Chdir("..")

	require.NoError(t, os.MkdirAll("empty", 0o777))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"first", "--export", "tensorbord", "--out", "logs"}, `--export "tensorbord": want tensorboard`},
		{[]string{"first", "--export", "tensorboard"}, "give one with --out DIR"},
		{[]string{"first", "--export", "tensorboard", "--out", "logs", "--group"}, "leave them out with --export"},
		{[]string{"first", "./first", "--export", "tensorboard", "--out", "logs"}, "two directories are called first"},
		{[]string{"empty", "--export", "tensorboard", "--out", "logs"}, "empty has no history.csv"},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"plot"}, c.args...)...)
		assert.Equal(t, cli.Wrong, code, c.args)
		assert.Contains(t, errs, c.says)
	}
	require.NoError(t, os.WriteFile(filepath.Join("first", "timing.csv"), []byte("generation,seconds\n1,x\n"), 0o666))
	_, errs, _ := evolveIn(t, "", "plot", "first", "--export", "tensorboard", "--out", "logs")
	assert.Contains(t, errs, "timing.csv: line 2: ")
}
