package players

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

// seedTable is the reversi library's table from a1 to d4; the other quarters mirror it.
var seedTable = [4][4]int{
	{50, -20, -1, -1},
	{-20, -25, -5, -5},
	{-1, -5, 0, -1},
	{-1, -5, -1, -1},
}

// tableSum is the table's value of a position for a side.
func tableSum(p engine.Position, side engine.Side) (sum int) {
	for i, disc := range p.Squares() {
		x, y := i%8, i/8
		value := seedTable[min(y, 7-y)][min(x, 7-x)]
		switch string(disc) {
		case side.Letter():
			sum += value
		case side.Other().Letter():
			sum -= value
		}
	}
	return sum
}

// The table alone decides, one ply ahead, even if the move ends the game.
func TestTableLooksAtTheTableAlone(t *testing.T) {
	c, err := mustSpec(t, "table").Contestant()
	require.NoError(t, err)
	player := c.New(nil)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		g := engine.NewGame()
		for p := g.Final(); !p.Over(); p = g.Final() {
			best, most := engine.NoSquare, 0
			for s := range engine.SquaresOf(p.Moves()) {
				if sum := tableSum(p.Play(s), p.Side); best == engine.NoSquare || sum > most {
					best, most = s, sum
				}
			}
			r, err := player.Move(t.Context(), p)
			require.NoError(t, err)
			require.Equal(t, best, r.Move, "%s", p)
			require.Equal(t, most, r.Score, "%s", p)
			g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
		}
	}
}

// A move that wins the game by taking all discs is valued like any other.
func TestTableDoesNotSeeAWin(t *testing.T) {
	at, err := engine.ParsePosition("c4c3c2c5c6d6e6b4")
	require.NoError(t, err)
	require.False(t, strings.Contains(at.Play(24).Squares(), "O"), "a4 takes everything")
	c, err := mustSpec(t, "table").Contestant()
	require.NoError(t, err)
	table := c.New(nil).(Ranker)
	table.Rank(t.Context(), at, 3, func(moves []search.Result) {
		require.Len(t, moves, 3)
		assert.Equal(t, "d3", moves[0].Move.String())
		assert.Equal(t, -7, moves[0].Score)
		assert.Equal(t, []engine.Square{moves[0].Move}, table.Line(at, moves[0]))
		assert.GreaterOrEqual(t, moves[1].Score, moves[2].Score)
	})
}
