// Package fitnesstest says what every arena must do: one suite of tests for all that play
// pairs of games.
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

// Exercise tests an arena, which must not take the time of moves.
func Exercise(t *testing.T, arena fitness.Arena) {
	t.Run("results are those of the obvious twin, in the order of the pairs", func(t *testing.T) {
		pairs := Pairs(t, 150, "seed-blank:depth=2,endgame=6", "champion:depth=1", "seed-edge:nodes=200", "joseki:depth=1",
			"table")
		for range 2 { // whatever the arena remembers changes nothing
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, twin(t, pairs), results)
		}
	})
	t.Run("who draws lots draws those of the pair", func(t *testing.T) {
		pairs := Pairs(t, 60, "random", "greedy", "montecarlo:games=1", "random:seed=3")
		results, err := arena.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		assert.Equal(t, twin(t, pairs), results)
	})
	t.Run("openings that are positions, and a player that came in a file", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "X.player")
		require.NoError(t, os.WriteFile(file, []byte("1 1 4 0 7 56 63 -1 0 1"), 0o600)) // it likes corners
		pairs := Pairs(t, 60, "ntuple:file="+file, "greedy", "ntuple:view=self,file="+file)
		require.NoError(t, os.Remove(file))
		for i := range pairs[:40] {
			pairs[i].Opening = fitness.Opening{From: pairs[i].Opening.Start, Start: pairs[i].Opening.Start}
		}
		for range 2 {
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, twin(t, pairs), results)
		}
	})
	t.Run("each pair is told once, with its result, one at a time", func(t *testing.T) {
		pairs := Pairs(t, 300, "seed-blank:depth=1", "greedy")
		told := make([]*fitness.PairResult, len(pairs))
		var one sync.Mutex
		results, err := arena.Play(context.Background(), pairs, func(i int, r fitness.PairResult) {
			if assert.True(t, one.TryLock()) {
				defer one.Unlock()
			}
			assert.Nil(t, told[i])
			told[i] = &r
		})
		require.NoError(t, err)
		for i := range results {
			assert.Equal(t, &results[i], told[i])
		}
	})
	exerciseEnds(t, arena)
	t.Run("it plays something at a time", func(t *testing.T) { assert.Positive(t, arena.Slots()) })
}

// exerciseEnds tests what ends the play of pairs, and that of few.
func exerciseEnds(t *testing.T, arena fitness.Arena) {
	t.Run("few pairs, and none", func(t *testing.T) {
		for n := range 3 {
			pairs := Pairs(t, n, "table", "greedy")
			results, err := arena.Play(context.Background(), pairs, nil)
			require.NoError(t, err)
			assert.Equal(t, twin(t, pairs), results)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(context.Background())
		enough := errors.New("enough")
		_, err := arena.Play(ctx, Pairs(t, 2000, "seed-blank:depth=3", "random"),
			func(int, fitness.PairResult) { cancel(enough) })
		assert.ErrorIs(t, err, enough)
		_, err = arena.Play(ctx, Pairs(t, 5, "table", "random"),
			func(int, fitness.PairResult) { t.Error("a pair was played") })
		assert.ErrorIs(t, err, enough)
	})
	t.Run("a player that fails is named, and ends it", func(t *testing.T) {
		pairs := Pairs(t, 50, "table", "greedy")
		pairs[20].A = bad
		_, err := arena.Play(context.Background(), pairs, nil)
		assert.ErrorContains(t, err, "Bad against greedy")
		assert.ErrorContains(t, err, "out of order")
	})
	t.Run("a player that forfeits loses the game", func(t *testing.T) {
		pairs := Pairs(t, 50, "table", "greedy")
		pairs[20].A = quitter
		results, err := arena.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		assert.Equal(t, -128, results[20].Discs())
		assert.Equal(t, "no more", results[20].Games[0].Forfeit)
	})
}

// Pairs are pairs of players, by their specs in turn, with openings of eight plies.
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

// twin plays pairs as one would by hand: one after another, each by players of its own.
func twin(t *testing.T, pairs []fitness.Pair) []fitness.PairResult {
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

// replay checks that a game was played to its end and ended so.
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

// Players of the tests' own, registered before the first game.
var (
	bad     = own("Bad", errors.New("out of order"))
	quitter = own("Quitter", &players.Forfeit{Reason: "no more"})
)

// own registers a player that always fails, under whatever name in results.
func own(name string, err error) *players.Recipe {
	kind := "fitnesstest-" + strings.ToLower(name)
	players.Register(players.RosterEntry{Name: kind, New: players.Plain(players.Contestant{
		About: "a player of a test", New: func(*search.Searcher) players.Player { return failing{err} },
	})})
	return &players.Recipe{Name: name, Player: kind}
}

type failing struct{ err error }

func (failing) NewGame(uint64) {}
func (f failing) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{}, f.err
}
