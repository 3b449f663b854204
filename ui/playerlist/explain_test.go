package playerlist

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/learn/qnet"
	"evothello/players"
	"evothello/runs"
	"evothello/weights"
)

// directory makes a directory that holds an empty file.
func directory(t *testing.T, file string) string {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "champions"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, file), nil, 0o666))
	return dir
}

// Explain recognizes files that resume makes again, whatever the working directory is.
func TestExplainNamesTheRemedy(t *testing.T) {
	run := directory(t, "run.json")
	for _, c := range []struct{ from, file, dir string }{
		{"", filepath.Join(run, "champion.json"), run},
		{"", filepath.Join(run, "champions", "1.json"), run},
		{run, "champion.json", "."},
		{run, filepath.Join("champions", "1.json"), "."},
		{filepath.Join(run, "champions"), "1.json", ".."},
		{"", filepath.Join(run, "champions", "1.txt"), ""},
		{"", filepath.Join(run, "champion", "1.json"), ""},
		{"", filepath.Join(run, "goal.json"), ""},
		{"", filepath.Join(t.TempDir(), "champion.json"), ""},
	} {
		if c.from != "" {
			t.Chdir(c.from)
		}
		want := "it is cut off"
		if c.dir != "" {
			want += "; `" + called.Evolve() + " resume " + c.dir + "` makes it again"
		}
		damaged := &files.Damaged{Path: c.file, Err: errors.New("it is cut off")}
		assert.EqualError(t, Explain(damaged), want, c.file)
		assert.ErrorIs(t, Explain(damaged), damaged)
	}
	other := &files.Damaged{Path: filepath.Join(run, "champion.json"), Err: weights.ErrParameters}
	assert.EqualError(t, Explain(other), weights.ErrParameters.Error(), "resume would make the same file")
}

func TestWhyThereIsNoPlayer(t *testing.T) {
	resume := "`" + called.Evolve("resume") + " %s` makes it as soon as "
	for config, says := range map[string]string{
		"run.json":        "a run is there, but it has no champion.json: " + resume + "a generation is finished",
		"qnet.json":       "a Q-network is trained there, but it has no player.qnet: " + resume + "a round is finished",
		"tournament.json": "a tournament is there, not a player: `" + called.Evolve("status") + " %s` lists its players",
	} {
		dir := directory(t, config)
		err := fmt.Errorf("seat 1: %w", &players.NoPlayer{Player: "player x", Dir: dir})
		assert.EqualError(t, Explain(err), "seat 1: player x: "+fmt.Sprintf(says, dir))
		assert.ErrorIs(t, Explain(err), err)
	}
	none := &players.NoPlayer{Player: "player x", Dir: t.TempDir()}
	assert.Same(t, none, Explain(none))
}

func TestDirectoriesOfOtherFormats(t *testing.T) {
	dir := directory(t, "qnet.json")
	absent := &runs.NotFoundError{Format: &runs.Evolution, Dir: dir}
	assert.EqualError(t, absent, "no run at "+dir+": it has no readable run.json")
	assert.EqualError(t, Explain(absent), "no run at "+dir+", but a Q-network is trained there: "+
		"`"+called.Evolve("status", dir)+"` shows its state, `"+called.Evolve("resume", dir)+"` continues it")
	absent.Format = &qnet.Format
	assert.Same(t, absent, Explain(absent))
}

func TestConfigurationsOfOtherFormats(t *testing.T) {
	for text, says := range map[string]string{
		`{"schema":1,"population":3}`: "",
		`{"schema":9,"memory":3}`:     "it is a qnet.json, not a run.json",
		`{"population":`:              "",
		`["memory"]`:                  "",
	} {
		if err := runs.CheckConfigOf([]byte(text), &runs.Evolution); says == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, says)
		}
	}
}
