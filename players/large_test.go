package players_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

var large10 = engine.Large(10)

// onLarge10 returns a contestant for a board of 10×10 squares.
func onLarge10(t *testing.T, spec string) *players.Contestant {
	t.Helper()
	s, err := players.SpecOn(large10, spec)
	require.NoError(t, err)
	c, err := s.Contestant()
	require.NoError(t, err)
	return c
}

// largePosition returns a position from a random game that has a move and at least empties empty squares.
func largePosition(rng *rand.Rand, size, empties int) engine.Position {
	for {
		p := engine.LargeStart(size)
		for p.Empties() > empties && !p.Over() {
			p = p.Settle()
			p = p.Play(p.RandomMove(rng))
		}
		if !p.Over() {
			return p.Settle()
		}
	}
}

// On 8×8 squares the code for larger boards chooses the same moves, also at random.
func TestLargeBoardsOf8x8HaveTheSameMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spec := range []string{
		"random", "greedy", "unselfish", "slowstarter", "corner", "episode", "random:seed=7", "table",
		"montecarlo:games=3", "m-10", "switch(random@9,table@40,alphabeta:depth=1)", "greedy:endgame=9",
		"alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=1,endgame=8", "m-10:endgame=8",
		"minmax", "negamax:depth=2", "negascout:depth=2", "reversi-edge:depth=2,endgame=0", "reversi-blank:depth=1,endgame=0",
		"reversi-switch:depth=2,endgame=0", "reversi-switch-blank:depth=2,endgame=0",
		"alphabeta:depth=2,weights=evolved-classic",
	} {
		t.Run(spec, func(t *testing.T) {
			empties := 60
			if strings.Contains(spec, "endgame") {
				empties = 8
			}
			playsAsOn8x8(t, rng, spec, empties, 60)
		})
	}
}

// playsAsOn8x8 compares a player's moves in some positions with up to so many empty squares.
func playsAsOn8x8(t *testing.T, rng *rand.Rand, spec string, empties, positions int) {
	t.Helper()
	ours, theirs := largePlayer(t, spec), largePlayer(t, spec)
	for range positions {
		at, seed := largePosition(rng, 8, 1+rng.IntN(empties)), rng.Uint64()
		ours.NewGame(seed)
		theirs.NewGame(seed)
		want, err := chooseAt(t.Context(), theirs, within8x8(at))
		require.NoError(t, err)
		got, err := chooseAt(t.Context(), ours, at)
		require.NoError(t, err)
		require.Equal(t, want.Move, got.Move, "%s in %s", spec, at)
	}
}

// All players of the roster for larger boards play there, and on 8×8 the same.
func TestAllPlayersMoveOnLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, e := range players.RosterOn(large10) {
		if e.RequiredKey() != "" {
			continue
		}
		spec := e.Name
		for _, faster := range []string{":depth=2", ":games=1"} {
			if _, err := players.ParseSpec(spec + faster); err == nil && e.Name != "m-1000" && e.Name != "theend" {
				spec += faster
			}
		}
		empties := 60
		if e.Name == "m-1000" || e.Name == "theend" {
			empties = 6
		}
		playsAsOn8x8(t, rng, spec, min(empties, 30), 5) // where no book knows a move
		for _, size := range []int{10, 26} {
			player := largePlayer(t, spec)
			player.NewGame(1)
			_, err := chooseAt(t.Context(), player, largePosition(rng, size, empties))
			assert.NoError(t, err, "%s on %d", e.Name, size)
		}
	}
}

// A cancelled player still chooses a move, and at once. The clock of synctest shows that it does not wait.
func TestSearchesStopWhenCancelled(t *testing.T) {
	at := engine.LargeStart(10)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, spec := range []string{"theend", "montecarlo:time=1h", "alphabeta:depth=8"} {
			player := largePlayer(t, spec)
			player.NewGame(1)
			began := time.Now()
			_, err := chooseAt(ctx, player, at)
			assert.NoError(t, err, "it still has a move")
			assert.Zero(t, time.Since(began))
		}
	})
}

// chooseAt asks a player for its move in a position without earlier moves.
func chooseAt(ctx context.Context, p players.Player, at engine.Position) (search.Result, error) {
	return players.Choose(ctx, p, &engine.Game{Start: at}, at)
}

// within8x8 returns a position on a large board of 8×8 squares as one within 8×8.
func within8x8(at engine.Position) engine.Position {
	p, err := engine.ParsePosition(at.String())
	if err != nil {
		panic(err)
	}
	return p
}

// largePlayer returns a player for a board of 10×10 squares.
func largePlayer(t *testing.T, spec string) players.Player {
	t.Helper()
	c := onLarge10(t, spec)
	return c.New(c.NewSearcher())
}

// A clocked player keeps its time, and solves what it can solve in half of it.
func TestClocksOnLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	const limit = 20 * time.Millisecond
	player := largePlayer(t, "switch:time=20ms")
	for _, empties := range []int{90, 60, 30} {
		at := largePosition(rng, 10, empties)
		began := time.Now()
		r, err := chooseAt(t.Context(), player, at)
		require.NoError(t, err)
		assert.Less(t, time.Since(began), 20*limit, "%d empties", empties) // other processes take time, too
		assert.Positive(t, r.Depth)
	}
	at := largePosition(rng, 10, 5)
	r, err := chooseAt(t.Context(), largePlayer(t, "switch:time=10s"), at)
	require.NoError(t, err)
	assert.Equal(t, at.Empties(), r.Depth, "solved")

	at = largePosition(rng, 10, 60)
	for depth, spec := range map[int]string{1: "iterative:time=1ns", 2: "iterative:time=10s,depth=2"} {
		r, err := chooseAt(t.Context(), largePlayer(t, spec), at)
		require.NoError(t, err)
		want, err := chooseAt(t.Context(), largePlayer(t, fmt.Sprintf("alphabeta:depth=%d", depth)), at)
		require.NoError(t, err)
		assert.Equal(t, want.Move, r.Move, "%s plays like alphabeta of the depth that it finished", spec)
		assert.Equal(t, depth, r.Depth)
	}
}

// A champion's file, and the directory of a run, play on their board with the search of the file.
func TestChampionsOfLargeBoards(t *testing.T) {
	w, err := weights.Named("reversi-switch")
	require.NoError(t, err)
	own, board, settings := *w, engine.Large(12), weights.DefaultSearch
	settings.Depth, own.Board = 2, &board
	own.Search = &settings
	dir := t.TempDir()
	file := filepath.Join(dir, "champion.json")
	require.NoError(t, os.WriteFile(file, own.File(), 0o600))

	for spec, about := range map[string]string{
		dir:                                     "to depth 2, solved from 8 empties",
		file:                                    "to depth 2, solved from 8 empties",
		dir + ":depth=3,endgame=0":              "to depth 3",
		"switch:file=" + file + ",time=2s":      "within 2s a move, solved from 8 empties",
		"negascout:file=" + file + ",endgame=2": "to depth 4, solved from 2 empties",
	} {
		c := onLarge10(t, spec)
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
		"switch(random@9,strongest)":      "player strongest" + only + "; players for larger boards: ",
		"greedy:endgame=19":               "player greedy:endgame=19: endgame 19: must be 0 to 18 on boards larger than 8×8",
		"greedy:book=Neko":                "player greedy:book=Neko: book is for boards up to 8×8: leave it out",
		"reversi-edge:handicap=3":         "player reversi-edge:handicap=3" + only,
		"negascout:nodes=1000":            "nodes 1000: boards larger than 8×8 take no limit of nodes: give depth or time",
		"negascout:depth=9":               "player negascout:depth=9: depth 9: must be 1 to 8 on boards larger than 8×8",
		"theend:endgame=19":               "player theend:endgame=19: endgame 19: must be 0 to 18 on boards larger than 8×8",
		"alphabeta:weights=evolved-heart": "its weights ",
		"joseki:book=Neko":                "player joseki:book=Neko: book is for boards up to 8×8: leave it out",
		"switch:selective=no":             "player switch:selective=no: selective is for boards up to 8×8: leave it out",
		"minmax:search=negamax":           "player minmax:search=negamax: search is for boards up to 8×8: leave it out",
	} {
		spec, err := players.SpecOn(large10, text)
		if err == nil {
			_, err = spec.ContestantOn(large10)
		}
		assert.ErrorContains(t, err, says)
	}
}
