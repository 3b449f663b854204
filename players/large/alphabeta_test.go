package large_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/weights"
)

// A clocked player keeps its time, and solves what it can solve in half of it.
func TestClocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	const limit = 20 * time.Millisecond
	player := contestant(t, "switch:time=20ms").Large()
	for _, empties := range []int{90, 60, 30} {
		at := randomPosition(rng, 10, empties)
		began := time.Now()
		r, err := chooseAt(t.Context(), player, at)
		require.NoError(t, err)
		assert.Less(t, time.Since(began), 20*limit, "%d empties", empties) // other processes take time, too
		assert.Positive(t, r.Depth)
	}
	at := randomPosition(rng, 10, 5)
	r, err := chooseAt(t.Context(), contestant(t, "switch:time=10s").Large(), at)
	require.NoError(t, err)
	assert.Equal(t, at.Empties(), r.Depth, "solved")

	at = randomPosition(rng, 10, 60)
	for depth, spec := range map[int]string{1: "iterative:time=1ns", 2: "iterative:time=10s,depth=2"} {
		r, err := chooseAt(t.Context(), contestant(t, spec).Large(), at)
		require.NoError(t, err)
		want, err := chooseAt(t.Context(), contestant(t, "alphabeta:depth="+string(rune('0'+depth))).Large(), at)
		require.NoError(t, err)
		assert.Equal(t, want.Move, r.Move, "%s plays like alphabeta of the depth that it finished", spec)
		assert.Equal(t, depth, r.Depth)
	}
}

// A champion's file, and the directory of a run, play on their board with the search of the file.
func TestFilesOfChampions(t *testing.T) {
	w, err := weights.Named("reversi-switch")
	require.NoError(t, err)
	own, board, search := *w, engine.Large(12), weights.DefaultSearch
	search.Depth, own.Board = 2, &board
	own.Search = &search
	dir := t.TempDir()
	file := filepath.Join(dir, "champion.json")
	require.NoError(t, os.WriteFile(file, own.File(), 0o600))

	for spec, about := range map[string]string{
		dir:                                     "to depth 2, last 8 exact",
		file:                                    "to depth 2, last 8 exact",
		dir + ":depth=3,endgame=0":              "to depth 3",
		"switch:file=" + file + ",time=2s":      "within 2s a move, last 8 exact",
		"negascout:file=" + file + ",endgame=2": "to depth 4, last 2 exact",
	} {
		c := contestant(t, spec)
		assert.Contains(t, c.About, about, spec)
		assert.Equal(t, spec, c.Name)
		assert.NoError(t, c.CheckBoard(board))
		assert.ErrorContains(t, c.CheckBoard(engine.Large(10)), "its weights are for the board 12x12, not for 10x10")
	}
	s, err := players.ParseSpec(dir)
	require.NoError(t, err)
	assert.Equal(t, &board, s.HomeBoard())
	assert.ErrorContains(t, s.CheckRepeatable(), "a file may change")

	recipe, err := s.Recipe()
	require.NoError(t, err)
	assert.Equal(t, own.Phases, recipe.Weights.Phases, "a recipe holds the weights and no path")
	again, err := recipe.Contestant()
	require.NoError(t, err)
	assert.Equal(t, dir, again.Name)
}

func TestPlayersOfSmallerBoards(t *testing.T) {
	const only = " plays only on boards up to 8×8"
	for text, says := range map[string]string{
		"strongest":                       "player strongest" + only + "; players for larger boards: reversi-alphabeta, ",
		"switch(random@9,table)":          "player switch(random@9,table)" + only + "; players for larger boards: ",
		"greedy:endgame=9":                "player greedy:endgame=9" + only,
		"reversi-edge:handicap=3":         "player reversi-edge:handicap=3" + only,
		"negascout:nodes=1000":            "1000 nodes a move: on boards larger than 8×8 give depth or time",
		"negascout:depth=9":               "player negascout:depth=9: depth 9: must be 1 to 8 on boards larger than 8×8",
		"theend:endgame=19":               "player theend:endgame=19: endgame 19: must be 0 to 18 on boards larger than 8×8",
		"alphabeta:weights=evolved-heart": "its weights ",
		"joseki:book=Neko":                "player joseki:book=Neko: book is for boards up to 8×8: leave it out",
		"switch:selective=no":             "player switch:selective=no: selective is for boards up to 8×8: leave it out",
		"minmax:search=negamax":           "player minmax:search=negamax: search is for boards up to 8×8: leave it out",
	} {
		spec, err := players.SpecOn(board, text)
		if err == nil {
			_, err = spec.ContestantOn(board)
		}
		assert.ErrorContains(t, err, says)
	}
}
