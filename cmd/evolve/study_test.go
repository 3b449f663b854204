package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/cli"
	"evothello/rivals/study"
)

// A study is killed while it trains; the same command, with nothing but --out, goes on, and
// other programs have left nothing half done.
func TestAKilledStudyGoesOn(t *testing.T) {
	t.Setenv(asCommand, "1") // for the trainings, which are processes
	dir := filepath.Join(t.TempDir(), "study")
	first := exec.Command(os.Args[0], "study", "--out", dir, "--methods", "networks,features", "--budgets", "0.5s,1s", "--seeds", "1", "--pairs", "1", "--workers", "1")
	require.NoError(t, first.Start())
	assert.Eventually(t, func() bool {
		_, err := os.Stat(filepath.Join(dir, "players", "networks-1-0.5s"))
		return err == nil
	}, 2*time.Minute, 5*time.Millisecond)
	config, err := study.ReadConfig(dir)
	require.NoError(t, err)
	require.NoError(t, first.Process.Kill())
	_ = first.Wait()                   // killed
	assert.Eventually(t, func() bool { // and so is the training, in a moment
		s, err := study.Open(dir, config)
		if err == nil {
			s.Close()
		}
		return err == nil
	}, time.Minute, 50*time.Millisecond)
	info, err := os.Stat(filepath.Join(dir, "players", "networks-1-0.5s", "stage.json"))
	require.NoError(t, err)

	var r study.Results
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "study", "--out", dir, "--quiet", "--json")), &r))
	after, err := os.Stat(filepath.Join(dir, "players", "networks-1-0.5s", "stage.json"))
	require.NoError(t, err)
	assert.Equal(t, info.ModTime(), after.ModTime(), "what was finished is not done again")
	require.Len(t, r.Training, 4)
	for _, c := range r.Training {
		require.Len(t, c.Points, 2)
		assert.GreaterOrEqual(t, c.Points[1].CPU, c.Points[0].CPU)
	}
	for _, name := range []string{"study.png", "study.svg", "study.csv", "results.json"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	out := mustEvolve(t, "study", "--out", dir)
	assert.Contains(t, out, "Elo above random moves after CPU seconds of training")
	assert.Contains(t, out, "\nnetworks, 4 plies\n")
	assert.Contains(t, out, "1 seed of each method")
}

func TestStudyRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, one := range []struct {
		says string
		args []string
	}{
		{"name the study's directory with --out", nil},
		{`unknown method "magic"`, []string{"--out", filepath.Join(dir, "a"), "--methods", "magic"}},
		{`--budgets: "soon" is no time such as 30s`, []string{"--out", filepath.Join(dir, "a"), "--budgets", "soon"}},
		{"so they must rise", []string{"--out", filepath.Join(dir, "a"), "--budgets", "30s,10s"}},
		{"0 seeds: must be", []string{"--out", filepath.Join(dir, "a"), "--seeds", "0"}},
		{"--experts: ", []string{"--out", filepath.Join(dir, "a"), "--experts", "none.wtb"}},
		{"files of games are for the method experts, which is not among", []string{"--out", filepath.Join(dir, "a"), "--methods", "features", "--experts", "../../formats/testdata/sample.wtb"}},
		{"workers", []string{"--out", filepath.Join(dir, "a"), "--workers", "-1"}},
		{"exists already and holds no study", []string{"--out", "testdata"}},
		{"usage: " + called.Evolve() + " study", []string{"runs/study"}},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"study"}, one.args...)...)
		assert.Equal(t, cli.Wrong, code, one.args)
		assert.Contains(t, errs, one.says, one.args)
	}
	assert.NoDirExists(t, filepath.Join(dir, "a"))
}
