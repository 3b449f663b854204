package players

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/search"
	"evothello/weights"
)

// A recipe that went through JSON is the same player: the same content, the same games.
func TestRecipesAreData(t *testing.T) {
	file := writeFile(t, switchJSON)
	for _, text := range []string{
		"random:seed=3", "montecarlo:games=3", "table", "champion:depth=2,endgame=4", "joseki:depth=1", "edge:depth=2,book=none",
		"switch:file=" + file, "switch:book=neko,file=" + file, "iterative:nodes=500",
	} {
		r, err := mustSpec(t, text).Recipe()
		require.NoError(t, err)
		data, err := json.Marshal(r)
		require.NoError(t, err)
		var again Recipe
		require.NoError(t, json.Unmarshal(data, &again))
		assert.Equal(t, text, again.Name)
		assert.Equal(t, r.Hash(), again.Hash())
		assert.Len(t, again.Hash(), 64)
		assert.Equal(t, playRecipe(t, r), playRecipe(t, &again), text)
		there, err := again.Contestant()
		require.NoError(t, err)
		here, err := mustSpec(t, text).Contestant()
		require.NoError(t, err)
		assert.Equal(t, here.About, there.About)
	}
}

// The hash is of what decides the games and of nothing else.
func TestHashes(t *testing.T) {
	recipe := func(text string) *Recipe {
		r, err := mustSpec(t, text).Recipe()
		require.NoError(t, err)
		return r
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"seed-blank", "Seed_Blank", true},
		{"seed-blank", "negascout:weights=seed-blank,endgame=8", true},
		{"blank8-16", "tpweb8-16", true},
		{"seed-blank", "seed-blank:depth=3", false},
		{"seed-blank", "seed-blank:endgame=9", false},
		{"seed-blank", "seed-blank:search=alphabeta", false},
		{"seed-blank", "seed-blank:book=Ushi", false},
		{"seed-blank", "seed-edge", false},
		{"random", "random:seed=1", false},
		{"random", "greedy", false},
	} {
		assert.Equal(t, c.same, recipe(c.a).Hash() == recipe(c.b).Hash(), "%s, %s", c.a, c.b)
	}
	one := recipe("seed-blank")
	w := *one.Weights
	w.Name, w.Note, w.Origin = "another name", "a note", &weights.Origin{Seed: 5}
	assert.Equal(t, one.Hash(), Searching("somebody", &w, *one.Search).Hash())
}

func TestRecipesRefuse(t *testing.T) {
	seed, err := weights.Named("seed-blank")
	require.NoError(t, err)
	settings := search.Settings{Depth: 2}
	for _, c := range []struct {
		recipe Recipe
		says   string
	}{
		{Recipe{}, "needs weights and a search"},
		{Recipe{Weights: seed}, "needs weights and a search"},
		{Recipe{Player: "random", Search: &settings}, "one of the League or weights: one of them"},
		{Recipe{Player: "random", League: &LeaguePlayer{}}, "one of the League or weights: one of them"},
		{Recipe{Weights: seed, Search: &settings, League: &LeaguePlayer{}}, "one of the League or weights: one of them"},
		{Recipe{League: &LeaguePlayer{}}, `view "": want black`},
		{Recipe{League: &LeaguePlayer{View: AsItsOwn}}, "0 tuples: want 1 to 1000"},
		{Recipe{Player: "ntuple:file=X.player"}, "player ntuple:file=X.player: its recipe must hold the weights"},
		{Recipe{Player: "seed-blank"}, "player seed-blank: its recipe must hold the weights"},
		{Recipe{Player: "edax"}, `unknown player "edax"`},
		{Recipe{Weights: &weights.Switch{Schema: 1}, Search: &settings}, "weights: turns [] must end at 60"},
		{Recipe{Weights: seed, Search: &search.Settings{}}, "a search needs a limit"},
		{Recipe{Weights: seed, Search: &settings, Book: "cow"}, `unknown book "cow"`},
	} {
		_, err := c.recipe.Contestant()
		assert.ErrorContains(t, err, c.says)
	}
}

// playRecipe is the game of a recipe against itself.
func playRecipe(t *testing.T, r *Recipe) string {
	t.Helper()
	c, err := r.Contestant()
	require.NoError(t, err)
	return playContestant(t, c, 1)
}
