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

// contestants makes players of specs ready.
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

func aContest(t testing.TB, specs ...string) *contest {
	return &contest{seed: 7, plies: [2]int{4, 12}, lots: 10, players: contestants(t, specs...)}
}

// played are the games that workers play.
func played(t testing.TB, c *contest, workers, from, to int) (chunks []byte, games []Game) {
	require.NoError(t, c.playAll(t.Context(), workers, from, to, func(b batch) error {
		chunks = append(chunks, b.chunk...)
		some, err := unpack(b.games, b.chunk[chunkHead:])
		require.NoError(t, err)
		games = append(games, some...)
		return nil
	}))
	return chunks, games
}

func TestGames(t *testing.T) {
	c := aContest(t, "champion:depth=1", "seed-blank:depth=1", "random")
	const n = 3*packSize + 5
	one, games := played(t, c, 1, 0, n)
	require.Len(t, games, n)
	three, _ := played(t, c, 3, 0, n)
	assert.Equal(t, one, three, "as many workers as one likes")
	first, _ := played(t, c, 2, 0, packSize)
	rest, _ := played(t, c, 2, packSize, n)
	assert.Equal(t, one, append(first, rest...), "a game depends on nothing but its number")

	lengths, different := map[int]int{}, map[string]bool{}
	for i := range games {
		lengths[games[i].Random]++
		different[engine.Transcript(games[i].Moves)] = true
	}
	assert.Len(t, lengths, 9, "openings of 4 to 12 moves: %v", lengths)
	assert.Len(t, different, n)
}

// A player alone plays both sides, and one memory for both changes no move.
func TestPlayerAlone(t *testing.T) {
	c := aContest(t, "champion:depth=3,endgame=6")
	c.lots = 0
	_, games := played(t, c, 2, 0, 20)
	black, white := search.New(search.NewTable(search.DefaultTableBits)),
		search.New(search.NewTable(search.DefaultTableBits))
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

// Moves by lot come in the first half only.
func TestLots(t *testing.T) {
	c := aContest(t, "champion:depth=1")
	c.lots = 3
	seat := newTable()
	astray := 0
	for number := range 30 {
		g, _, err := c.play(t.Context(), &seat, number)
		require.NoError(t, err)
		player := c.players[0].New(seat[0])
		for n, p := range g.Positions() {
			if n < g.Random || n == len(g.Moves) {
				continue
			}
			if r, _ := player.Move(t.Context(), p); r.Move != g.Moves[n] {
				require.Less(t, n, halfway)
				astray++
			}
		}
	}
	assert.Greater(t, astray, 30)
}

func TestPlayAllStops(t *testing.T) {
	c := aContest(t, "champion:depth=1")
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
	c := aContest(b, "champion:depth=3,endgame=10")
	c.plies, c.lots = [2]int{6, 20}, 40
	seat := newTable()
	number := 0
	for b.Loop() {
		_, _, err := c.play(b.Context(), &seat, number)
		require.NoError(b, err)
		number++
	}
}

func BenchmarkPlayTwo(b *testing.B) {
	c := aContest(b, "champion:depth=3,endgame=10", "seed-blank:depth=3,endgame=10")
	c.plies, c.lots = [2]int{6, 20}, 40
	seat := newTable()
	number := 0
	for b.Loop() {
		_, _, err := c.play(b.Context(), &seat, number)
		require.NoError(b, err)
		number++
	}
}
