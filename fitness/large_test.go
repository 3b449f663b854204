package fitness

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

func openingsOn(t testing.TB, size, n, plies int) []Opening {
	all, err := RandomOpenings(Random(1, "test"), engine.Large(size).Start, n, plies, ForAnything)
	require.NoError(t, err)
	return all
}

func TestOpeningsOnLargeBoards(t *testing.T) {
	seen := map[engine.Position]bool{}
	for _, o := range openingsOn(t, 12, 50, 8) {
		p := o.Start
		assert.Len(t, o.Moves, 8)
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
		{2, 1, "too few different openings: found only 1 with 1 plies for 2 pairs; ask for fewer pairs or more plies"},
		{4, 2, "too few different openings: found only 3 with 2 plies for 4 pairs"},
		{1, -1, "openings of -1 plies: must be 0 to 40"},
		{1, 41, "openings of 41 plies: must be 0 to 40"},
	} {
		_, err := RandomOpenings(Random(1, "test"), engine.Large(10).Start, c.n, c.plies, ForAnything)
		assert.ErrorContains(t, err, c.says)
	}
}

// No opening has two uses, on large boards as on small ones. Each use has its share of them.
func TestUsesOfLargeOpenings(t *testing.T) {
	use := map[engine.Position]Use{}
	for _, u := range []Use{ForReference, ForGate, ForFitness} {
		openings, err := RandomOpenings(Random(1, "uses"), engine.Large(10).Start, 200, 6, u)
		require.NoError(t, err)
		for _, o := range openings {
			canonical := o.Start.Canonical()
			assert.Zero(t, use[canonical], "it has another use")
			use[canonical] = u
		}
	}
	classes := [4]int{}
	for _, o := range openingsOn(t, 10, 2000, 8) {
		classes[o.Start.Canonical().Hash()%4]++
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
		plies := rapid.IntRange(0, 6).Draw(t, "plies")
		openings, err := RandomOpenings(Random(seed, "text"), board.Start, 1, plies, ForAnything)
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
		assert.Equal(t, openings[0].Start, read.Start)

		from := OpeningFromPosition(openings[0].Start) // any position may be an opening
		text, err = from.MarshalText()
		require.NoError(t, err)
		require.NoError(t, read.UnmarshalText(text))
		assert.Equal(t, from, read)
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
	}
}

func TestForfeitsAndErrorsOnLargeBoards(t *testing.T) {
	pairs := largePairs(t, 1, "random", "random")
	pairs[0].A = recipe(t, "reversi-edge:handicap=3")
	_, err := Local{}.Play(t.Context(), pairs, nil)
	assert.ErrorContains(t, err, "plays only on boards up to 8×8")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Local{}.Play(ctx, largePairs(t, 2, "random", "random"), nil)
	assert.ErrorIs(t, err, context.Canceled)

	opening := OpeningFromPosition(engine.LargeStart(10))
	game, err := playGame(t.Context(), cheat{&players.Forfeit{Reason: "no answer"}}, cheat{}, opening, chance{}, false)
	require.NoError(t, err)
	assert.Equal(t, Record{Moves: []engine.Square{}, Discs: -100, ForfeitReason: "no answer"}, game)
	_, err = playGame(t.Context(), cheat{}, cheat{}, opening, chance{}, false)
	assert.EqualError(t, err, "Black to move after : a1 is not a legal move for Black")
}

// A cheat returns err, or a corner, which is illegal at the start.
type cheat struct{ err error }

func (cheat) NewGame(uint64) {}
func (c cheat) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{Move: engine.At(0, 0)}, c.err
}
