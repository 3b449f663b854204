//go:build unix

package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
)

// counted returns the spec of the small engine with a parameter file, and a file with a line for each start: the
// content of the parameter file.
func counted(t *testing.T) (spec, starts string) {
	starts = filepath.Join(t.TempDir(), "starts")
	run := script(t, fmt.Sprintf("tr -d '\\n' <\"$1\" >>%s\necho >>%s\nexec %s\n", starts, starts,
		behaving(t, "gtp ").String()))
	return fmt.Sprintf("gtp:cmd='%s' {parameters}", run), starts
}

func values(corner float64) *players.Recipe {
	return &players.Recipe{Name: "x", Parameters: map[string]float64{"corner": corner, "edge": 0.25}}
}

// A program starts once for each set of values and keeps running between games. Close ends all and leaves no file.
func TestTunedProgramsKeepRunning(t *testing.T) {
	spec, starts := counted(t)
	tuned, err := NewTunable(spec, "", []string{"corner", "edge"}, 1)
	require.NoError(t, err)
	for range 3 {
		for _, corner := range []float64{5, -7} {
			c, err := tuned.Compile(values(corner))
			require.NoError(t, err)
			p := c.New(nil)
			game := &engine.Game{Start: engine.Start()}
			_, err = players.Choose(t.Context(), p, game, game.Final())
			require.NoError(t, err)
			players.Close(p)
		}
	}
	text, err := os.ReadFile(starts)
	require.NoError(t, err)
	assert.Equal(t, `{ "schema": 1, "parameters": {  "corner": 5,  "edge": 0.25 }}`+"\n"+
		`{ "schema": 1, "parameters": {  "corner": -7,  "edge": 0.25 }}`+"\n", string(text))
	dir := tuned.dir
	assert.DirExists(t, dir)
	tuned.Close()
	assert.NoDirExists(t, dir)
}

// Of the programs that wait for games at most so many run.
func TestIdleProgramsAreFew(t *testing.T) {
	spec, _ := counted(t)
	tuned, err := NewTunable(spec, "", []string{"corner", "edge"}, 1)
	require.NoError(t, err)
	defer tuned.Close()
	tuned.idle.most = 2
	for corner := range 4 {
		players.Close(tuned.player(values(float64(corner))))
	}
	var keys []string
	for _, p := range tuned.idle.all {
		keys = append(keys, p.key)
	}
	assert.Equal(t, []string{values(2).Hash(), values(3).Hash()}, keys)
	assert.Nil(t, tuned.idle.take(values(0).Hash()))
	assert.NotNil(t, tuned.idle.take(values(3).Hash()))
}

// Values are filled into a command word by word, and quoted in a line for a shell.
func TestFilledCommands(t *testing.T) {
	placeholders := map[string]string{"parameters": "/tmp/a b's/1.json", "corner": "5"}
	c, err := ParseCommand("echo --w {parameters} '{corner},{other}'", "")
	require.NoError(t, err)
	assert.Equal(t, []string{"--w", "/tmp/a b's/1.json", "5,{other}"}, c.replaced(placeholders).args)
	assert.Equal(t, []string{"--w", "{parameters}", "{corner},{other}"}, c.args)
	line, err := ShellCommand("echo {parameters} {corner} | cat", "")
	require.NoError(t, err)
	out, err := line.replaced(placeholders).exec().Output()
	require.NoError(t, err)
	assert.Equal(t, "/tmp/a b's/1.json 5", strings.TrimSpace(string(out)))
}

func TestTunableRefuses(t *testing.T) {
	registration := filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, os.WriteFile(registration, []byte(`{"name": "x", "cmd": "./x"}`), 0o666))
	for _, c := range []struct{ spec, set, says string }{
		{"cat {corner}", "", "the protocols are external, gtp, nboard"},
		{"table", "", "want PROTOCOL:cmd=COMMAND"},
		{"gtp", "", "name the program to run, as in gtp:cmd=edax -gtp -l 4"},
		{"gtp:cmd=cat", "", "does not get its parameters: write {parameters} for the path of a file, {corner} for "},
		{"gtp:cmd=cat {korner}", "", `{korner}: unknown parameter "korner"`},
		{"gtp:cmd=cat", "set {name}", "want a line with {name} and {value}"},
		{"nboard:cmd=cat", "set {name} {value}", "works only with programs of the protocol gtp"},
		{"external:file=" + registration, "", "does not get its parameters"},
	} {
		_, err := NewTunable(c.spec, c.set, []string{"corner"}, 1)
		assert.ErrorContains(t, err, c.says, c.spec)
	}
}
