// Package fitnesstest is a test suite that every fitness.Arena must pass.
package fitnesstest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
)

// TestArena tests an arena. The arena must not measure the time of moves.
func TestArena(t *testing.T, arena fitness.Arena) {
	t.Run("results equal those of a simple loop, in the order of the pairs", func(t *testing.T) {
		pairs := Pairs(t, 150, "reversi-blank:depth=2,endgame=6", "strongest:depth=1", "reversi-edge:nodes=200",
			"joseki:depth=1",
			"table")
		want := playOneByOne(t, pairs)
		for range 2 { // caches of the arena must not change the results
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, want, results)
		}
	})
	t.Run("random moves depend on the pair's seed", func(t *testing.T) {
		pairs := Pairs(t, 60, "random", "greedy", "montecarlo:games=1", "random:seed=3")
		results, err := arena.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		assert.Equal(t, playOneByOne(t, pairs), results)
	})
	t.Run("random moves of pairs", func(t *testing.T) {
		pairs := Pairs(t, 60, "reversi-blank:depth=1", "greedy", "table")
		for _, every := range []int{0, 10, 1} { // caches must not take one for another
			for i := range pairs {
				pairs[i].RandomEvery = every
			}
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, playOneByOne(t, pairs), results)
		}
	})
	testPositions(t, arena)
	t.Run("each pair is reported once, with its result, one at a time", func(t *testing.T) {
		pairs := Pairs(t, 300, "reversi-blank:depth=1", "greedy")
		reported := make([]*fitness.PairResult, len(pairs))
		var one sync.Mutex
		results, err := arena.Play(context.Background(), pairs, func(i int, r fitness.PairResult) {
			if assert.True(t, one.TryLock()) {
				defer one.Unlock()
			}
			assert.Nil(t, reported[i])
			reported[i] = &r
		})
		require.NoError(t, err)
		for i := range results {
			assert.Equal(t, &results[i], reported[i])
		}
	})
	testEndOfPlay(t, arena)
	t.Run("there are slots", func(t *testing.T) { assert.Positive(t, arena.Slots()) })
}

// testPositions tests openings that are positions.
func testPositions(t *testing.T, arena fitness.Arena) {
	t.Run("openings that are positions, and a player from a file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "X.player")
		require.NoError(t, os.WriteFile(file, []byte("1 1 4 0 7 56 63 -1 0 1"), 0o600)) // weight 1 on corners
		pairs := Pairs(t, 60, "ntuple:file="+file, "greedy", "ntuple:view=self,file="+file)
		require.NoError(t, os.Remove(file))
		for i := range pairs[:40] {
			pairs[i].Opening = fitness.Opening{From: pairs[i].Opening.Start, Start: pairs[i].Opening.Start}
		}
		want := playOneByOne(t, pairs)
		for range 2 {
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, want, results)
		}
	})
}

// testEndOfPlay tests calls with few pairs, cancellation, errors and forfeits.
func testEndOfPlay(t *testing.T, arena fitness.Arena) {
	t.Run("no pairs, or few", func(t *testing.T) {
		for n := range 3 {
			pairs := Pairs(t, n, "table", "greedy")
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, playOneByOne(t, pairs), results)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		enough := errors.New("enough")
		_, err := arena.Play(ctx, Pairs(t, 2000, "reversi-blank:depth=3", "random"),
			func(int, fitness.PairResult) { cancel(enough) })
		assert.ErrorIs(t, err, enough)
		_, err = arena.Play(ctx, Pairs(t, 5, "table", "random"),
			func(int, fitness.PairResult) { t.Error("a pair was played") })
		assert.ErrorIs(t, err, enough)
	})
	t.Run("the error of a player ends the call and names the player", func(t *testing.T) {
		pairs := Pairs(t, 50, "table", "greedy")
		pairs[20].A = failingPlayer
		_, err := arena.Play(context.Background(), pairs, nil)
		assert.ErrorContains(t, err, "Bad against greedy")
		assert.ErrorContains(t, err, "out of order")
	})
	t.Run("a player that forfeits loses the game", func(t *testing.T) {
		pairs := Pairs(t, 50, "table", "greedy")
		pairs[20].A = forfeitingPlayer
		results, err := arena.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		assert.Equal(t, -128, results[20].Discs())
		assert.Equal(t, "no more", results[20].Games[0].ForfeitReason)
	})
}

// Pairs returns n pairs with openings of eight plies. In pair i the player of spec i plays the player of the next spec;
// indexes are modulo the number of specs.
func Pairs(t testing.TB, n int, specs ...string) []fitness.Pair {
	all := make([]*players.Recipe, len(specs))
	for i, text := range specs {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		all[i], err = spec.Recipe()
		require.NoError(t, err)
	}
	openings, err := fitness.RandomOpenings(fitness.Random(1, "exercise"), engine.Start(), n, 8, fitness.ForAnything)
	require.NoError(t, err)
	pairs := make([]fitness.Pair, n)
	for i, opening := range openings {
		pairs[i] = fitness.Pair{A: all[i%len(all)], B: all[(i+1)%len(all)], Opening: opening, Seed: uint64(i)}
	}
	return pairs
}

// playOneByOne plays pairs in the simplest way: one after another, each with new players.
func playOneByOne(t *testing.T, pairs []fitness.Pair) []fitness.PairResult {
	results := make([]fitness.PairResult, len(pairs))
	for i := range pairs {
		one, err := fitness.NewGameLoop(fitness.NewPlayerCache(1)).Play(context.Background(), &pairs[i], false)
		require.NoError(t, err)
		for g := range one.Games {
			replay(t, pairs[i].Opening.From, &one.Games[g])
		}
		results[i] = one
	}
	return results
}

// replay checks that the moves of a game are legal, that it is over, and that its result is right.
func replay(t *testing.T, from engine.Position, game *fitness.Record) {
	replayed, err := engine.ParseTranscriptFrom(from, engine.Transcript(game.Moves))
	require.NoError(t, err)
	end := replayed.Final()
	require.True(t, end.Over())
	side, discs := end.Winner()
	if side == engine.White {
		discs = -discs
	}
	require.Equal(t, discs, game.Discs)
}

// Players for these tests, registered before the first game.
var (
	failingPlayer    = register("Bad", errors.New("out of order"))
	forfeitingPlayer = register("Quitter", &players.Forfeit{Reason: "no more"})
)

// register registers a player that always fails with err. name is its name in results.
func register(name string, err error) *players.Recipe {
	entry := "fitnesstest-" + strings.ToLower(name)
	players.Register(players.RosterEntry{Name: entry, Default: players.Plain(players.Contestant{
		About: "a player of a test", New: func(*search.Searcher) players.Player { return alwaysFails{err} },
	})})
	r, wrong := players.ParseRecipe(name, entry)
	if wrong != nil {
		panic(wrong)
	}
	return r
}

type alwaysFails struct{ err error }

func (alwaysFails) NewGame(uint64) {}
func (f alwaysFails) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{}, f.err
}
