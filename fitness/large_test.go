package fitness

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/players"
	largeplayers "evothello/players/large"
)

func openingsOn(t testing.TB, size, n, plies int) []Opening {
	all, err := OpeningsOn(engine.Large(size), Random(1, "test"), n, plies, ForAnything)
	require.NoError(t, err)
	return all
}

func TestOpeningsOnLargeBoards(t *testing.T) {
	seen := map[large.Board]bool{}
	for _, o := range openingsOn(t, 12, 50, 8) {
		p := o.Large.Final()
		assert.Len(t, o.Large.Moves, 8)
		assert.False(t, p.Over())
		assert.False(t, seen[p.Canonical()], "twice up to symmetry")
		seen[p.Canonical()] = true
	}
	assert.Equal(t, openingsOn(t, 12, 50, 8), openingsOn(t, 12, 50, 8), "the same from the same seed")
	assert.Len(t, openingsOn(t, 10, 1, 0), 1)
	for _, c := range []struct {
		n, plies int
		says     string
	}{
		{2, 1, "too few different openings: found 1 of 1 plies for 2 pairs; ask for at most 1 pair or more plies"},
		{4, 2, "too few different openings: found 3 of 2 plies for 4 pairs"},
		{1, -1, "openings of -1 plies: must be 0 to 40"},
		{1, 41, "openings of 41 plies: must be 0 to 40"},
	} {
		_, err := OpeningsOn(engine.Large(10), Random(1, "test"), c.n, c.plies, ForAnything)
		assert.ErrorContains(t, err, c.says)
	}
}

// No opening has two uses, on large boards as on small ones. Each use has its share of them.
func TestUsesOfLargeOpenings(t *testing.T) {
	use := map[large.Board]Use{}
	for _, u := range []Use{ForReference, ForGate, ForFitness} {
		openings, err := OpeningsOn(engine.Large(10), Random(1, "uses"), 200, 6, u)
		require.NoError(t, err)
		for _, o := range openings {
			canonical := o.Large.Final().Canonical()
			assert.Zero(t, use[canonical], "it has another use")
			use[canonical] = u
		}
	}
	classes := [4]int{}
	for _, o := range openingsOn(t, 10, 2000, 8) {
		classes[o.Large.Final().Canonical().Hash()%4]++
	}
	for _, n := range classes {
		assert.InDelta(t, 500, n, 100)
	}
}

// An opening is the same after it was written and read, on boards of all sizes.
func TestTextOfOpenings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := engine.Large(2 * rapid.IntRange(5, 13).Draw(t, "half the size"))
		if rapid.Bool().Draw(t, "small") {
			board = rapid.SampledFrom(engine.Shapes).Draw(t, "board")
		}
		seed := rapid.Uint64().Draw(t, "seed")
		openings, err := OpeningsOn(board, Random(seed, "text"), 1, rapid.IntRange(0, 6).Draw(t, "plies"), ForAnything)
		if err != nil {
			t.Skip("no such opening")
		}
		text, err := openings[0].MarshalText()
		require.NoError(t, err)
		var read Opening
		require.NoError(t, read.UnmarshalText(text))
		again, err := read.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, string(text), string(again))
		if board.IsLarge() {
			assert.Equal(t, openings[0].Large.Final(), read.Large.Final())
		} else {
			assert.Equal(t, openings[0].Start, read.Start)
		}
	})
}

// largePairs returns pairs of two players on 10×10.
func largePairs(t testing.TB, n int, a, b string) (pairs []Pair) {
	recipe := func(text string) *players.Recipe {
		spec, err := players.SpecOn(engine.Large(10), text)
		require.NoError(t, err)
		r, err := spec.Recipe()
		require.NoError(t, err)
		return r
	}
	first, second := recipe(a), recipe(b)
	for i, o := range openingsOn(t, 10, n, 6) {
		pairs = append(pairs, Pair{A: first, B: second, Opening: o, Seed: uint64(i)})
	}
	return pairs
}

func TestLargeGamesAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	pairs := largePairs(t, 20, "reversi-edge:depth=1,endgame=4", "random")
	one, err := Local{Workers: 1}.Play(t.Context(), pairs, nil)
	require.NoError(t, err)
	many, err := Local{Workers: 5}.Play(t.Context(), pairs, nil)
	require.NoError(t, err)
	assert.Equal(t, one, many)
	var tally Tally
	for _, r := range one {
		tally.Add(r)
	}
	assert.Greater(t, tally.Wins, 3*tally.Losses, "the weights are stronger than random")
}

// If all moves are random, it does not matter who plays.
func TestRandomMovesOnLargeBoards(t *testing.T) {
	weak, strong := largePairs(t, 3, "random", "greedy"), largePairs(t, 3, "table", "corner")
	for i := range weak {
		weak[i].RandomEvery, strong[i].RandomEvery = 1, 1
		strong[i].Seed = weak[i].Seed
	}
	results, err := Local{}.Play(t.Context(), weak, nil)
	require.NoError(t, err)
	again, err := Local{Workers: 3}.Play(t.Context(), strong, nil)
	require.NoError(t, err)
	for i := range results {
		assert.Equal(t, results[i].Discs(), again[i].Discs())
	}
}

// A deterministic player wins one game of each pair against itself, because colours are swapped.
func TestALargePairSwapsColours(t *testing.T) {
	results, err := Local{}.Play(t.Context(), largePairs(t, 10, "table", "table"), nil)
	require.NoError(t, err)
	for _, r := range results {
		assert.Zero(t, r.Discs())
		assert.Equal(t, 2, r.HalfPoints())
	}
}

// The same recipe plays on boards of both kinds, in one process.
func TestARecipePlaysOnBoardsOfBothKinds(t *testing.T) {
	on10 := largePairs(t, 4, "reversi-edge:depth=1", "alphabeta:depth=1")
	on8 := testPairs(t, 4, "reversi-edge:depth=1", "alphabeta:depth=1")
	var mixed []Pair
	for i := range on10 {
		mixed = append(mixed, on10[i], Pair{A: on10[i].A, B: on10[i].B, Opening: on8[i].Opening, Seed: on8[i].Seed})
	}
	results, err := Local{Workers: 1}.Play(t.Context(), mixed, nil)
	require.NoError(t, err)
	for i := range results {
		alone, err := Local{Workers: 1}.Play(t.Context(), mixed[i:i+1], nil)
		require.NoError(t, err)
		assert.Equal(t, alone[0], results[i])
		assert.Equal(t, i%2 == 0, len(results[i].Games[0].Moves) == 0, "only records of boards up to 8×8 have moves")
	}
}

func TestForfeitsAndErrorsOnLargeBoards(t *testing.T) {
	pairs := largePairs(t, 1, "random", "random")
	pairs[0].A = recipe(t, "switch(random@9,table)")
	_, err := Local{}.Play(t.Context(), pairs, nil)
	assert.ErrorContains(t, err, "player switch(random@9,table) plays only on boards up to 8×8")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Local{}.Play(ctx, largePairs(t, 2, "random", "random"), nil)
	assert.ErrorIs(t, err, context.Canceled)

	sides := [2]largeplayers.Player{cheat{&players.Forfeit{Reason: "no answer"}}, cheat{}}
	game, err := playLargeGame(t.Context(), sides, &large.Game{Start: large.Start(10)}, chance{}, false)
	require.NoError(t, err)
	assert.Equal(t, Record{Discs: -100, ForfeitReason: "no answer"}, game)
	sides[0] = cheat{}
	_, err = playLargeGame(t.Context(), sides, &large.Game{Start: large.Start(10)}, chance{}, false)
	assert.EqualError(t, err, "Black to move after : a1 is no legal move for Black")
}

// A cheat returns err, or a corner, which is illegal at the start.
type cheat struct{ err error }

func (cheat) NewGame(uint64) {}
func (c cheat) Move(context.Context, large.Position) (largeplayers.Result, error) {
	return largeplayers.Result{Move: large.At(0, 0)}, c.err
}
