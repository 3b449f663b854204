package evolution

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	_ "evothello/players/programs" // players that are programs
	"evothello/search"
	"evothello/weights"
)

// withCopies returns a configuration that has copies of the opponents where it needs some.
func withCopies(t *testing.T, opponents ...string) Config {
	t.Helper()
	c := Defaults(1)
	c.Copies = Copies{}
	for _, text := range opponents {
		name, copied, err := CopyPlayer(c.HomeBoard(), text)
		require.NoError(t, err)
		if c.Opponents = append(c.Opponents, name); copied != nil {
			c.Copies[name] = copied
		}
	}
	return c
}

// championFile writes the champion file of a weight set.
func championFile(t *testing.T, name string) string {
	t.Helper()
	w, err := weights.Named(name)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "mine.json")
	require.NoError(t, os.WriteFile(path, w.File(), 0o666))
	return path
}

// A run keeps the player that a file held when the run began.
func TestOpponentFromAFile(t *testing.T) {
	path := championFile(t, "reversi-edge")
	c := withCopies(t, path, path+":depth=2,endgame=3", "reversi-switch-1279:depth=1")
	require.NoError(t, c.Validate())
	assert.Len(t, c.Copies, 2, "a name that comes with the program needs no copy")
	require.NoError(t, os.WriteFile(path, []byte("something else"), 0o666))

	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	assert.Equal(t, c.Hash(), again.Hash())
	recipes, err := again.recipes(again.Opponents, 5, 6)
	require.NoError(t, err)
	assert.Equal(t, search.Settings{Depth: 5, Endgame: 6}, *recipes[0].Search, "searches as the run does")
	assert.Equal(t, search.Settings{Depth: 2, Endgame: 3}, *recipes[1].Search, "searches as its spec says")
	assert.Equal(t, path, recipes[0].Name)
	want, err := weights.Named("reversi-edge")
	require.NoError(t, err)
	assert.True(t, want.SameWeights(recipes[0].Weights))
}

// The champion that ships is copied with its tables.
func TestOpponentWithTables(t *testing.T) {
	c := withCopies(t, "strongest")
	again, err := ParseConfig(c.Marshal(), nil)
	require.NoError(t, err)
	require.Len(t, again.Tables(), 1)
	assert.Equal(t, c.Copies["strongest"].Weights.Tables, again.Tables()[0].Hash())
}

// A copy of weights that are a reference opponent is not measured by itself.
func TestCopiedOpponentLeavesTheReference(t *testing.T) {
	c := withCopies(t, championFile(t, "reversi-blank"))
	assert.ErrorContains(t, c.Validate(), "has the same evaluation as the reference opponent reversi-blank")
	file, err := json.Marshal(map[string]any{"opponents": c.Opponents, "copies": c.Copies})
	require.NoError(t, err)
	c, err = ParseConfig(file, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"reversi-switch", "alphabeta"}, c.Reference.Opponents)
}

func TestCopyPlayerRefuses(t *testing.T) {
	path := championFile(t, "reversi-edge")
	const clock = "player evolved:time=1s: games with a time limit cannot be repeated; give depth or nodes"
	for text, want := range map[string]string{
		"edax":                           "unknown player",
		"evolved:time=1s":                clock,
		path + ":endgame=3":              "sets endgame but no depth: give depth as well",
		path + ":depth=0":                "want a whole number from 1",
		"switch(random@20,gtp:cmd=true)": "an opponent made of several players cannot contain an external program",
		"external:file=" + path:          "",
	} {
		_, _, err := CopyPlayer(engine.Standard(), text)
		assert.ErrorContains(t, err, want, text)
	}
}

func recipeOf(t *testing.T, spec string) *players.Recipe {
	r, err := players.ParseRecipe(spec, spec)
	require.NoError(t, err)
	return r
}

// Only what the user names runs: a file can neither hide a program behind a name nor in a composition.
func TestCopiesAreWhatTheirNamesSay(t *testing.T) {
	c := withCopies(t, "gtp:cmd=true", "random")
	require.NoError(t, c.Validate())
	assert.Equal(t, []string{"gtp:cmd=true"}, c.Programs())

	edge, err := weights.Named("reversi-edge")
	require.NoError(t, err)
	program, greedy := recipeOf(t, "gtp:cmd=false"), recipeOf(t, "greedy")
	for want, r := range map[string]*players.Recipe{
		"a recipe is null: " +
			"give a player's recipe": {Players: []*players.Recipe{nil}, Turns: weights.Turns{60}},
		"want a player's recipe":               nil,
		`"player" must be an external program`: program,
		"its spec must be its name in copies":  greedy,
		"the games of an " +
			"external program cannot be repeated": {Players: []*players.Recipe{program}, Turns: weights.Turns{60}},
		"games with a time limit cannot be repeated": players.Searching("x", edge, search.Settings{Time: 9}),
	} {
		c.Copies = Copies{"random": r}
		assert.ErrorContains(t, c.Validate(), want)
	}
	c.Copies = Copies{"greedy": greedy}
	assert.ErrorContains(t, c.Validate(), "copies: greedy is neither in opponents nor in reference.opponents")
}
