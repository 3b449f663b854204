package evolve

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/cli"
)

// tattler returns the spec of a program that writes a file when it runs. hasRun reports whether it has run, and
// removes the file.
func tattler(t *testing.T) (spec string, hasRun func() bool) {
	mark := filepath.Join(t.TempDir(), "mark")
	return "gtp:cmd=sh -c 'touch " + mark + "; exit 3'", func() bool {
		_, err := os.Stat(mark)
		_ = os.Remove(mark)
		return err == nil
	}
}

// A program that only a tournament's directory names runs only if the user agrees. Showing the results runs no
// program.
func TestADirectoryRunsNoPrograms(t *testing.T) {
	spec, hasRun := tattler(t)
	dir := filepath.Join(t.TempDir(), "kept")
	typed := []string{"tournament", "random", "greedy", spec, "--pairs", "2", "--out", dir, "--quiet"}
	want := mustEvolve(t, typed...)
	assert.True(t, hasRun(), "the user typed it")

	assert.Equal(t, want, mustEvolve(t, "tournament", "--out", dir, "--quiet"))
	assert.False(t, hasRun(), "showing the results runs no program")

	journal := filepath.Join(dir, "journal.jsonl")
	data, err := os.ReadFile(journal)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(data), "\n")
	cut := func() { require.NoError(t, os.WriteFile(journal, []byte(strings.Join(lines[:3], "")), 0o666)) }
	cut()
	out, errs, code := evolveIn(t, "y\n", "tournament", "--out", dir)
	assert.Equal(t, cli.Wrong, code)
	assert.Empty(t, out)
	assert.Equal(t, "evolve: "+dir+` names programs that would run on this machine: "`+
		strings.TrimPrefix(spec, "gtp:cmd=")+`"; if you trust them, add --run-programs`+"\n", errs)
	assert.False(t, hasRun(), "without a terminal there is no question, so the input is no answer")

	mustEvolve(t, "tournament", "--out", dir, "--run-programs", "--quiet")
	assert.True(t, hasRun())
	cut()
	mustEvolve(t, typed...)
	assert.True(t, hasRun(), "the user typed it")
}

// The same holds for programs that a simulator's settings file names, in any form.
func TestSettingsRunNoPrograms(t *testing.T) {
	spec, hasRun := tattler(t)
	dir := t.TempDir()
	registration, settings, out := filepath.Join(dir, "r.json"), filepath.Join(dir, "s.json"), filepath.Join(dir, "out")
	write := func(path string, document any) {
		text, err := json.Marshal(document)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, text, 0o666))
	}
	write(registration, map[string]any{"cmd": strings.TrimPrefix(spec, "gtp:cmd=") + " # \x1b[2K"})
	for named, shown := range map[string]string{
		spec:                            `"` + strings.TrimPrefix(spec, "gtp:cmd=") + `"`,
		"nboard:dir=/," + spec[4:]:      `" in "/"`,
		"external:file=" + registration: `exit 3' # \x1b[2K"`,
	} {
		write(settings, map[string]any{"matches": 1, "player_names": []string{"Random", "Greedy", named}})
		_, errs, code := evolveIn(t, "", "tournament", settings, "--out", out)
		assert.Equal(t, cli.Wrong, code, named)
		assert.Contains(t, errs, settings+" names programs that would run on this machine: ", named)
		assert.Contains(t, errs, shown, named)
		assert.Equal(t, 1, strings.Count(errs, "\n"))
		assert.False(t, hasRun(), named)
		assert.NoDirExists(t, out)
		mustEvolve(t, "tournament", settings, "--run-programs", "--quiet")
		assert.True(t, hasRun(), named)
	}
}

// What a run's configuration names starts no program.
func TestARunRunsNoPrograms(t *testing.T) {
	spec, hasRun := tattler(t)
	dir := filepath.Join(t.TempDir(), "run")
	runIn(t, dir, "--opponent", "random", "--quiet")
	config := filepath.Join(dir, "run.json")
	data, err := os.ReadFile(config)
	require.NoError(t, err)
	for _, named := range []string{`"random"`, `"alphabeta"`} { // in the panel, and a reference opponent
		text, err := json.Marshal(spec)
		require.NoError(t, err)
		require.Contains(t, string(data), named)
		require.NoError(t, os.WriteFile(config, bytes.Replace(data, []byte(named), text, 1), 0o666))
		for _, args := range []string{"run --generations 1 --config " + config + " --out " + dir + "-2", "resume " + dir,
			"status " + dir, "plot " + dir, "report " + dir, "freeze " + dir + " -o " + dir + ".json"} {
			_, _, code := evolveIn(t, "", strings.Fields(args)...)
			assert.Equal(t, cli.Wrong, code, args)
			assert.False(t, hasRun(), args)
		}
		_, errs, _ := evolveIn(t, "", "run", "--config", config, "--out", dir+"-2")
		assert.Contains(t, errs, "an opponent is a program, which runs only if the command line names it")
	}
}

func TestAsk(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, "YES\r\n": true, "yes": true, "\n": false, "": false,
		"n\ny\n": false, "yellow\n": false, strings.Repeat(" ", 1000) + "y": false} {
		var out bytes.Buffer
		yes, err := ask(strings.NewReader(answer), &out, "Do you? ")
		require.NoError(t, err)
		assert.Equal(t, want, yes, "%q", answer)
		assert.Equal(t, "Do you? ", out.String())
	}
	_, err := ask(strings.NewReader("y\n"), brokenWriter{}, "Do you? ")
	assert.ErrorIs(t, err, io.ErrClosedPipe)
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
