package players

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/search"
	"evothello/weights"
	"evothello/weights/probcut"
)

// A recipe that went through JSON is the same player: it has the same content and plays the same games.
func TestRecipesAreData(t *testing.T) {
	file := writeFile(t, switchJSON)
	for _, text := range []string{
		"random:seed=3", "montecarlo:games=3", "table", "strongest:depth=2,endgame=4", "joseki:depth=1",
		"edge:depth=2,book=none",
		"switch:file=" + file, "switch:book=neko,file=" + file, "iterative:nodes=500",
		"strongest:nodes=3000,selective=yes", "strongest:depth=5,endgame=4,selective=yes",
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

// The hash depends on everything that affects games and on nothing else.
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
		{"reversi-blank", "Reversi_Blank", true},
		{"reversi-blank", "negascout:weights=reversi-blank,endgame=8", true},
		{"blank8-16", "tpweb8-16", true},
		{"reversi-blank", "reversi-blank:depth=3", false},
		{"reversi-blank", "reversi-blank:endgame=9", false},
		{"reversi-blank", "reversi-blank:search=alphabeta", false},
		{"reversi-blank", "reversi-blank:book=Ushi", false},
		{"reversi-blank", "reversi-edge", false},
		{"random", "random:seed=1", false},
		{"strongest", "strongest:selective=no", true},
		{"strongest", "strongest:selective=yes", false},
		{"strongest:time=1s", "strongest:time=1s,selective=yes", true},
		{"strongest:time=1s", "strongest:time=1s,selective=no", false},
		{"strongest:time=1s,depth=9", "strongest:time=1s,depth=9,selective=no", true},
		{"strongest:nodes=1000", "strongest:nodes=1000,selective=no", true},
		{"strongest:time=1s,handicap=2", "strongest:time=1s,handicap=2,selective=no", true},
		{"random", "greedy", false},
	} {
		assert.Equal(t, c.same, recipe(c.a).Hash() == recipe(c.b).Hash(), "%s, %s", c.a, c.b)
	}
	one := recipe("reversi-blank")
	w := *one.Weights
	w.Name, w.Note, w.Origin = "another name", "a note", &weights.Origin{Seed: 5}
	assert.Equal(t, one.Hash(), Searching("another", &w, *one.Search).Hash())
}

func TestRecipesRefuse(t *testing.T) {
	seed, err := weights.Named("reversi-blank")
	require.NoError(t, err)
	settings := search.Settings{Depth: 2}
	champion, err := weights.Strongest()
	require.NoError(t, err)
	fit := probcut.BuiltIn(champion)
	for _, c := range []struct {
		recipe Recipe
		says   string
	}{
		{Recipe{}, "needs weights and search"},
		{Recipe{Weights: seed}, "needs weights and search"},
		{Recipe{Player: parsed("random"), Search: &settings}, "more than one of player, league, parameters and weights"},
		{Recipe{Player: parsed("random"), League: &LeaguePlayer{}}, "league, parameters and weights"},
		{Recipe{Weights: seed, Search: &settings, League: &LeaguePlayer{}}, "league, parameters and weights"},
		{Recipe{League: &LeaguePlayer{}}, `view "": must be black`},
		{Recipe{League: &LeaguePlayer{View: ViewSwapped}}, "0 tuples: must be 1 to 1000"},
		{Recipe{Player: parsed("ntuple:file=X.player")}, "player ntuple:file=X.player needs the weights in its recipe"},
		{Recipe{Player: parsed("reversi-blank")}, "player reversi-blank needs the weights in its recipe"},
		{Recipe{Player: parsed("edax")}, `unknown player "edax"`},
		{Recipe{Weights: &weights.Switch{Schema: 1}, Search: &settings}, "weights: turns [] must end at 60"},
		{Recipe{Weights: seed, Search: &search.Settings{}}, "a search needs a limit"},
		{Recipe{Weights: seed, Search: &settings, Book: "cow"}, `unknown book "cow"`},
		{Recipe{Player: parsed("random"), Selective: fit}, "give only one"},
		{Recipe{Weights: seed, Search: &settings, Selective: fit}, "it was measured for other weights: "},
		{Recipe{Weights: champion, Search: &settings, Selective: &probcut.Fit{}}, `selective: "schema" is missing`},
	} {
		_, err := c.recipe.Contestant()
		assert.ErrorContains(t, err, c.says)
	}
}

// parsed returns the player of a spec in JSON.
func parsed(text string) *Spec {
	s := new(Spec)
	_ = s.UnmarshalText([]byte(text)) // Validate returns the error
	return s
}

// playRecipe plays a recipe against itself and returns the game.
func playRecipe(t *testing.T, r *Recipe) string {
	t.Helper()
	c, err := r.Contestant()
	require.NoError(t, err)
	return playContestant(t, c, 1)
}
