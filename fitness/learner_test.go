package fitness_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// scribe writes down how its games end.
type scribe struct {
	stifler
	results map[engine.Side][]int
}

func (s scribe) GameOver(game *engine.Game, side engine.Side, discs int) {
	if !game.Final().Over() {
		panic("the game goes on")
	}
	s.results[side] = append(s.results[side], discs)
}

// A player of your own is told the result of each game, also as a part of a composition.
func TestTrainTablesersAreToldTheResults(t *testing.T) {
	results := map[engine.Side][]int{}
	players.Register(players.RosterEntry{
		Name: "scribe", About: "writes results down",
		Default: players.Plain(players.Contestant{About: "scribe",
			New: func(*search.Searcher) players.Player { return scribe{results: results} }}),
	})
	spec, err := players.ParseSpec("switch(scribe@20,table):endgame=4")
	require.NoError(t, err)
	mine, err := spec.Recipe()
	require.NoError(t, err)
	openings, err := fitness.RandomOpenings(fitness.Random(1, "learner"), engine.Start(), 1, 8, fitness.ForAnything)
	require.NoError(t, err)
	loop := fitness.NewGameLoop(fitness.NewPlayerCache(2))
	defer loop.Close()
	greedy, err := players.ParseRecipe("greedy", "greedy")
	require.NoError(t, err)
	pair := &fitness.Pair{A: mine, B: greedy, Opening: openings[0], Seed: 1}
	played, err := loop.Play(context.Background(), pair, false)
	require.NoError(t, err)
	assert.Equal(t, map[engine.Side][]int{
		engine.Black: {played.Games[0].Discs}, engine.White: {-played.Games[1].Discs},
	}, results)
}
