package policy

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/learn/tables"
	"evothello/players"
)

// playedBy are games of a player against itself after an opening.
func playedBy(t *testing.T, c *players.Contestant, openings ...string) (games []tables.Game) {
	p := c.New(c.NewSearcher())
	for _, opening := range openings {
		g, err := engine.ParseTranscript(opening)
		require.NoError(t, err)
		random := len(g.Moves)
		for at := g.Final(); at.Moves() != 0; at = g.Final() {
			p.NewGame(1)
			r, err := players.Choose(t.Context(), p, g, at)
			require.NoError(t, err)
			g.Moves = append(g.Moves, r.Move)
		}
		games = append(games, tables.Game{Moves: g.Moves, Random: random})
	}
	return games
}

func TestAgree(t *testing.T) {
	table := contestant(t, "table")
	games := playedBy(t, table, "f5d6", "f5f6", "f5f4e3")
	asked := len(questionsOf(games))
	r, err := Agree(t.Context(), table, games, 0, 1, 2)
	require.NoError(t, err)
	assert.Equal(t, Agreement{asked, asked}, r.Agreement, "with its own games it agrees")
	assert.Equal(t, 1.0, r.Share)
	assert.Equal(t, asked, r.Thirds[0].Positions+r.Thirds[1].Positions+r.Thirds[2].Positions)

	assert.Equal(t, r.Choice.Same, r.Choice.Positions)
	assert.Less(t, r.Choice.Positions, asked)
	assert.Greater(t, r.Choice.Positions, asked*3/4)

	random := contestant(t, "random")
	want, err := Agree(t.Context(), random, games, 40, 1, 1)
	require.NoError(t, err)
	assert.Equal(t, 40, want.Positions)
	assert.Less(t, want.Same, 25)
	assert.InDelta(t, 0.1, want.Error, 0.06)
	got, err := Agree(t.Context(), random, games, 40, 1, 3)
	require.NoError(t, err)
	assert.Equal(t, want, got, "whatever the workers")

	_, err = Agree(t.Context(), table, nil, 0, 1, 1)
	assert.ErrorContains(t, err, "no position")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Agree(ctx, table, games, 0, 1, 1)
	assert.ErrorIs(t, err, context.Canceled)
}
