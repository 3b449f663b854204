package players

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// The values are sums of the weights of discs, in hundredths.
func TestWPCValuesDiscsByTheirSquares(t *testing.T) {
	for position, want := range map[string]int{
		"X--------------------------------------------------------------- O": 100,
		"-X--------------O----------------------------------------------- O": -25 - 10,
		"---X-----X----------------------------------------------X------O O": 5 - 25 + 100 - 100,
		"--------------------------X---------------------------------X--- O": 2 + 5,
		"--------------------------X---------------------------------X--- X": -2 - 5,
		"------------------X--------X-----------------------------------X O": 5 + 1 + 100,
	} {
		p, err := engine.ParsePosition(position)
		require.NoError(t, err)
		assert.Equal(t, want, wpcValue(p), position)
	}
}

// It makes a move of the highest value, and any of several equal ones.
func TestWPCMakesTheMoveOfTheHighestValue(t *testing.T) {
	assert.Equal(t, "d3 c4 f5 e6", moveNames(chosen(t, wpcMove, "start", 300)))
	player, err := mustSpec(t, "wpc").Contestant()
	require.NoError(t, err)
	wpc, rng := player.New(nil), rand.New(rand.NewPCG(1, 1))
	for range 50 {
		wpc.NewGame(rng.Uint64())
		g := engine.NewGame()
		for p := g.Final(); !p.Over(); p = g.Final() {
			r, err := wpc.Move(t.Context(), p)
			require.NoError(t, err)
			for s := range engine.SquaresOf(p.Moves()) {
				require.LessOrEqual(t, wpcValue(p.Play(s)), wpcValue(p.Play(r.Move)), "%s", p)
			}
			g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
		}
	}
}

func TestWPCPlaysOnTheStandardBoardOnly(t *testing.T) {
	_, err := SpecOn(engine.Large(10), "wpc")
	assert.ErrorContains(t, err, "wpc")
	shape, err := engine.ShapeNamed("Square-6")
	require.NoError(t, err)
	player, err := mustSpec(t, "wpc").Contestant()
	require.NoError(t, err)
	assert.ErrorContains(t, player.CheckBoard(shape), "its weights are for boards without holes")
}
