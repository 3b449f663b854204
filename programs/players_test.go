//go:build unix

package programs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
)

// A command is the last key of a spec and runs to its end, commas and all.
func TestSpecsOfPrograms(t *testing.T) {
	registration := filepath.Join(t.TempDir(), "a,b.json")
	require.NoError(t, os.WriteFile(registration, []byte(`{"name":"Top","cmd":"sh top.sh","timeouttime":2}`), 0o666))
	for spec, about := range map[string]string{
		"gtp:cmd=sh -c 'a=1,cmd=2' -l":             "the program sh -c 'a=1,cmd=2' -l, GTP, at most 1m0s a move",
		"GTP:timeout=10s,cmd=sh":                   "the program sh, GTP, at most 10s a move",
		"nboard:cmd=sh":                            "the program sh, NBoard at depth 4, at most 1m0s a move",
		"nboard:depth=7,cmd=sh x":                  "the program sh x, NBoard at depth 7, at most 1m0s a move",
		"external:file=" + registration:            "the program sh top.sh, started for each move, at most 2s a move",
		"external:timeout=1s,file=" + registration: "the program sh top.sh, started for each move, at most 1s a move",
	} {
		parsed := mustSpec(t, spec)
		c, err := parsed.Contestant()
		require.NoError(t, err, spec)
		assert.Equal(t, about, c.About)
		assert.Equal(t, spec, c.Name)
		assert.ErrorContains(t, parsed.Fixed(), "somebody else's", spec)
	}
	c, err := mustSpec(t, "nboard:cmd=sh").WithDepth(9).Contestant()
	require.NoError(t, err)
	assert.Contains(t, c.About, "NBoard at depth 9")
}

// What a program does wrong loses it the game.
func TestProgramsForfeit(t *testing.T) {
	c, err := mustSpec(t, "gtp:cmd=sh -c 'echo broken; echo; cat'").Contestant()
	require.NoError(t, err)
	player := c.New(nil)
	defer players.Close(player)
	var forfeit *players.Forfeit
	_, err = players.Choose(t.Context(), player, engine.NewGame(), engine.Start())
	require.ErrorAs(t, err, &forfeit)
	assert.Equal(t, `answers "broken" to set_game Othello, which is no GTP reply`, forfeit.Reason)
}

// A player of ours says what its spec lacks.
func TestSpecsOfProgramsRefuse(t *testing.T) {
	for _, c := range []struct{ spec, says string }{
		{"gtp", "name the program to run, as in gtp:cmd="},
		{"nboard:depth=3", "name the program to run, as in nboard:depth=4,cmd="},
		{"external", "name its registration file"},
		{"gtp:", `no key ""; known: timeout, cmd`},
		{"gtp:cmd=", "the command is empty"},
		{"gtp:cmd=nosuchprogram -x", `no program "nosuchprogram" in PATH`},
		{"gtp:timeout=0s,cmd=sh", "want the time a move may take at most"},
		{"gtp:depth=3,cmd=sh", `no key "depth"; known: timeout, cmd`},
		{"external:file=/no/such/file", "/no/such/file"},
	} {
		spec, err := players.ParseSpec(c.spec)
		if err == nil {
			_, err = spec.Contestant()
		}
		assert.ErrorContains(t, err, c.says, c.spec)
	}
}

// The recipe of a program names the program, with all that was set since.
func TestRecipesOfPrograms(t *testing.T) {
	spec := mustSpec(t, "nboard:timeout=2s,cmd=sh -c 'a=1,cmd=2'").WithDepth(9)
	assert.True(t, spec.Foreign())
	r, err := spec.Recipe()
	require.NoError(t, err)
	assert.Equal(t, "nboard:timeout=2s,cmd=sh -c 'a=1,cmd=2'", r.Name)
	assert.Equal(t, "nboard:depth=9,timeout=2s,cmd=sh -c 'a=1,cmd=2'", r.Player)
	c, err := r.Contestant()
	require.NoError(t, err)
	assert.Equal(t, "the program sh -c 'a=1,cmd=2', NBoard at depth 9, at most 2s a move", c.About)
}

// Whatever a spec says, it is read or refused, and so is what is asked of it.
func FuzzSpecs(f *testing.F) {
	for _, seed := range []string{
		"gtp:cmd=echo <(x)", "nboard:depth=3,timeout=1s,cmd=sh -c 'a=1,cmd=2'", "external:file=a,b.json", "gtp", "gtp:cmd=", "nboard:depth=99999999999999999999,cmd=sh",
		"switch:file=x,depth=3", "montecarlo:games=5,seed=1", "alphabeta:book=none,weights=seed-edge,search=minmax,nodes=7,endgame=60", "table:", ":", "=", "champion:,=,",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := players.ParseSpec(text)
		if err != nil || strings.Contains(text, "file") { // whatever file that may be
			return
		}
		_ = spec.Fixed()
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
