//go:build unix

package programs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
)

// A command is the last key of a spec and runs to its end, including commas.
func TestSpecsOfPrograms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x,y")
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "engine"), []byte("#!/bin/sh\n"), 0o777))
	registration := filepath.Join(t.TempDir(), "a,b.json")
	require.NoError(t, os.WriteFile(registration, []byte(`{"name":"Top","cmd":"sh top.sh","timeouttime":2}`), 0o666))
	for spec, about := range map[string]string{
		"gtp:cmd=sh -c 'a=1,cmd=2' -l": "the program sh -c 'a=1,cmd=2' -l, GTP, at most 1m0s a move",
		"GTP:timeout=10s,cmd=sh":       "the program sh, GTP, at most 10s a move",
		"nboard:cmd=sh":                "the program sh, NBoard at depth 4, at most 1m0s a move",
		"nboard:depth=7,cmd=sh x":      "the program sh x, NBoard at depth 7, at most 1m0s a move",
		"external:file=" + registration: "the program sh top.sh, " +
			"started for each move by a shell (sh -c), at most 2s a move",
		"external:timeout=1s,file=" + registration: "the program sh top.sh, " +
			"started for each move by a shell (sh -c), at most 1s a move",

		"gtp:dir=" + dir + ",cmd=./engine -l": "the program ./engine -l in " + dir + ", GTP, at most 1m0s a move",
		"nboard:dir=" + dir + ",depth=7,cmd=sh": "the program sh in " + dir + ", " +
			"NBoard at depth 7, at most 1m0s a move",
		"external:file=" + registration + ",dir=" + dir: "the program sh top.sh in " + dir + ", " +
			"started for each move by a shell (sh -c), at most 2s a move",
	} {
		parsed := mustSpec(t, spec)
		c, err := parsed.Contestant()
		require.NoError(t, err, spec)
		assert.Equal(t, about, c.About)
		assert.Equal(t, spec, c.Name)
		assert.ErrorContains(t, parsed.CheckRepeatable(), "an external program", spec)
	}
	c, err := mustSpec(t, "nboard:cmd=sh").WithDepth(9).Contestant()
	require.NoError(t, err)
	assert.Contains(t, c.About, "NBoard at depth 9")
}

// A program loses the game by a fault.
func TestProgramsForfeit(t *testing.T) {
	c, err := mustSpec(t, "gtp:cmd=sh -c 'echo broken; echo; cat'").Contestant()
	require.NoError(t, err)
	player := c.New(nil)
	defer players.Close(player)
	var forfeit *players.Forfeit
	_, err = players.Choose(t.Context(), player, engine.NewGame(), engine.Start())
	require.ErrorAs(t, err, &forfeit)
	assert.Equal(t, `answers "broken" to set_game Othello, which is not a GTP reply`, forfeit.Reason)
}

// Errors say what a program's spec lacks.
func TestSpecsOfProgramsRefuse(t *testing.T) {
	for _, c := range []struct{ spec, says string }{
		{"gtp", "name the program to run, as in gtp:cmd="},
		{"nboard:depth=3", "name the program to run, as in nboard:depth=4,cmd="},
		{"external", "name its registration file"},
		{"gtp:", `unknown key ""; known: timeout, dir, cmd`},
		{"gtp:cmd=", "the command is empty"},
		{"gtp:cmd=nosuchprogram -x", `no program "nosuchprogram" in PATH`},
		{"gtp:timeout=0s,cmd=sh", "want the time a move may take at most"},
		{"gtp:depth=3,cmd=sh", `unknown key "depth"; known: timeout, dir, cmd`},
		{"external:file=/no/such/file", "/no/such/file"},
		{"gtp:dir=/no/such/dir,cmd=sh", "there is no directory /no/such/dir"},
		{"gtp:dir=,cmd=sh", "want the directory to run it in"},
		{"gtp:dir=.,cmd=./nosuchprogram", "there is no program /"},
		{"gtp:dir=players.go,cmd=sh", "there is no directory players.go"},
	} {
		spec, err := players.ParseSpec(c.spec)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.ErrorContains(t, err, c.says, c.spec)
	}
}

// A registration's command is a line for a shell, like in the reversi library: it may change
// directories, use pipes and set variables.
func TestRegistrationsAreRunByAShell(t *testing.T) {
	dir, registration := t.TempDir(), filepath.Join(t.TempDir(), "r.json")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "engine"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "engine", "best.txt"), []byte("2 3\n"), 0o666))
	for cmd, spec := range map[string]string{
		"cd '" + dir + "/engine' && cat best.txt": "external:file=" + registration,
		"X=3; echo 2 $X": "external:file=" + registration,
		"head -c 1 engine/best.txt | sed 's/$/ 3/'": "external:dir=" + dir + ",file=" + registration,
		"read side; echo $side 2 | tr 1 3":          "external:file=" + registration, // the question's first line
	} {
		text, err := json.Marshal(map[string]any{"name": "X", "cmd": cmd})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(registration, text, 0o666))
		c, err := mustSpec(t, spec).Contestant()
		require.NoError(t, err)
		move, err := players.Choose(t.Context(), c.New(nil), engine.NewGame(), engine.Start())
		require.NoError(t, err, cmd)
		assert.Contains(t, []string{"c4", "d3"}, move.Move.String(), cmd)
	}
}

// A program runs in the spec's directory.
func TestDirectoriesOfPrograms(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "engine"), []byte("#!/bin/sh\npwd >&2\n"), 0o777))
	for _, protocol := range []string{"gtp", "nboard"} {
		c, err := mustSpec(t, protocol+":dir="+dir+",cmd=./engine").Contestant()
		require.NoError(t, err)
		_, err = players.Choose(t.Context(), c.New(nil), engine.NewGame(), engine.Start())
		assert.ErrorContains(t, err, dir)
	}
}

// The recipe of a program contains the program and all keys, including those set after parsing.
func TestRecipesOfPrograms(t *testing.T) {
	spec := mustSpec(t, "nboard:timeout=2s,cmd=sh -c 'a=1,cmd=2'").WithDepth(9)
	assert.True(t, spec.External)
	r, err := spec.Recipe()
	require.NoError(t, err)
	assert.Equal(t, "nboard:timeout=2s,cmd=sh -c 'a=1,cmd=2'", r.Name)
	assert.Equal(t, "nboard:depth=9,timeout=2s,cmd=sh -c 'a=1,cmd=2'", r.Player.String())
	c, err := r.Contestant()
	require.NoError(t, err)
	assert.Equal(t, "the program sh -c 'a=1,cmd=2', NBoard at depth 9, at most 2s a move", c.About)
}

// Every spec is parsed or refused without a panic, and so are its methods' calls.
func FuzzSpecs(f *testing.F) {
	for _, seed := range []string{
		"gtp:cmd=echo <(x)", "nboard:depth=3,timeout=1s,cmd=sh -c 'a=1,cmd=2'", "external:file=a,b.json",
		"gtp", "gtp:cmd=", "nboard:depth=99999999999999999999,cmd=sh", "switch:file=x,depth=3",
		"montecarlo:games=5,seed=1", "alphabeta:book=none,weights=reversi-edge,search=minmax,nodes=7,endgame=60",
		"table:", ":", "=", "champion:,=,",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := players.ParseSpec(text)
		if err != nil || strings.Contains(text, "file") { // do not read random files
			return
		}
		_ = spec.CheckRepeatable()
		deeper, _ := spec.WithDepth(3).WithEndgame(4).AtDepth(5)
		if recipe, err := deeper.Recipe(); err == nil {
			_, err = recipe.Contestant()
			assert.NoError(t, err, text)
		}
	})
}

func mustSpec(t *testing.T, text string) players.Spec {
	t.Helper()
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	return spec
}
