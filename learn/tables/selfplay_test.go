package tables

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// contestants compiles players of specs.
func contestants(t testing.TB, specs ...string) (all []*players.Contestant) {
	for _, text := range specs {
		spec, err := players.ParseSpec(text)
		require.NoError(t, err)
		c, err := spec.Contestant()
		require.NoError(t, err)
		all = append(all, c)
	}
	return all
}

func newGenerator(t testing.TB, specs ...string) *generator {
	return &generator{seed: 7, plies: [2]int{4, 12}, lots: 10, players: contestants(t, specs...)}
}

// played returns the games from number from to to-1, encoded and decoded.
func played(t testing.TB, c *generator, workers, from, to int) (chunks []byte, games []Game) {
	require.NoError(t, c.playAll(t.Context(), workers, from, to, func(b batch) error {
		chunks = append(chunks, b.chunk...)
		some, err := decodeGames(b.games, b.chunk[chunkHead:])
		require.NoError(t, err)
		games = append(games, some...)
		return nil
	}))
	return chunks, games
}

func TestGames(t *testing.T) {
	c := newGenerator(t, "strongest:depth=1", "reversi-blank:depth=1", "random")
	const n = 3*chunkGames + 5
	one, games := played(t, c, 1, 0, n)
	require.Len(t, games, n)
	three, _ := played(t, c, 3, 0, n)
	assert.Equal(t, one, three, "any number of workers")
	first, _ := played(t, c, 2, 0, chunkGames)
	rest, _ := played(t, c, 2, chunkGames, n)
	assert.Equal(t, one, append(first, rest...), "a game depends on nothing but its number")

	lengths, different := map[int]int{}, map[string]bool{}
	for i := range games {
		lengths[games[i].Random]++
		different[engine.Transcript(games[i].Moves)] = true
	}
	assert.Len(t, lengths, 9, "openings of 4 to 12 moves: %v", lengths)
	assert.Len(t, different, n)
}

// A single player plays both sides, and a shared transposition table changes no move.
func TestSinglePlayer(t *testing.T) {
	c := newGenerator(t, "strongest:depth=3,endgame=6")
	c.lots = 0
	_, games := played(t, c, 2, 0, 20)
	black := search.New(search.NewTable(search.DefaultTableBits))
	white := search.New(search.NewTable(search.DefaultTableBits))
	for i := range games {
		sides := [2]players.Player{c.players[0].New(black), c.players[0].New(white)}
		for n, p := range games[i].Positions() {
			if n >= games[i].Random && n < len(games[i].Moves) {
				r, err := sides[p.Side].Move(t.Context(), p)
				require.NoError(t, err)
				require.Equal(t, r.Move, games[i].Moves[n])
			}
		}
	}
}

// Random moves after the opening come in the first half only.
func TestLots(t *testing.T) {
	c := newGenerator(t, "strongest:depth=1")
	c.lots = 3
	searchers := newSearchers()
	randomMoves := 0
	for number := range 30 {
		g, _, err := c.play(t.Context(), &searchers, number)
		require.NoError(t, err)
		player := c.players[0].New(searchers[0])
		for n, p := range g.Positions() {
			if n < g.Random || n == len(g.Moves) {
				continue
			}
			if r, _ := player.Move(t.Context(), p); r.Move != g.Moves[n] {
				require.Less(t, n, halfway)
				randomMoves++
			}
		}
	}
	assert.Greater(t, randomMoves, 30)
}

func TestPlayAllStops(t *testing.T) {
	c := newGenerator(t, "strongest:depth=1")
	full := errors.New("the disk is full")
	assert.Equal(t, full, c.playAll(t.Context(), 3, 0, 1000, func(batch) error { return full }))

	ctx, cancel := context.WithCancel(t.Context())
	chunks := 0
	err := c.playAll(ctx, 3, 0, 1_000_000_000, func(batch) error {
		if chunks++; chunks == 3 {
			cancel()
		}
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, chunks, 20)
}

func BenchmarkPlay(b *testing.B) {
	c := newGenerator(b, "strongest:depth=3,endgame=10")
	c.plies, c.lots = [2]int{6, 20}, 40
	searchers := newSearchers()
	number := 0
	for b.Loop() {
		_, _, err := c.play(b.Context(), &searchers, number)
		require.NoError(b, err)
		number++
	}
}

func BenchmarkPlayTwo(b *testing.B) {
	c := newGenerator(b, "strongest:depth=3,endgame=10", "reversi-blank:depth=3,endgame=10")
	c.plies, c.lots = [2]int{6, 20}, 40
	searchers := newSearchers()
	number := 0
	for b.Loop() {
		_, _, err := c.play(b.Context(), &searchers, number)
		require.NoError(b, err)
		number++
	}
}
