package environment

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// opponent returns a built-in player for a board.
func opponent(t require.TestingT, board engine.Shape, name string) *players.Contestant {
	spec, err := players.SpecOn(board, name)
	require.NoError(t, err)
	c, err := spec.Contestant()
	require.NoError(t, err)
	return c
}

func board(t require.TestingT, name string) engine.Shape {
	shape, err := engine.ShapeNamed(name)
	require.NoError(t, err)
	return shape
}

// anyBoard draws one of the boards of all sizes.
func anyBoard(t *rapid.T) engine.Shape {
	return rapid.SampledFrom(append([]engine.Shape{engine.Large(10), engine.Large(12), engine.Large(16)},
		engine.Shapes...)).Draw(t, "board")
}

// A grid is a position as characters, from the agent's side: the twin of a View.
type grid struct {
	size int
	rows []string // X agent, O opponent, - empty, # hole
}

// gridOf reads a position as text.
func gridOf(size int, text string, side engine.Side) grid {
	g := grid{size: size}
	for y := range size {
		row := []byte(text[y*size : (y+1)*size])
		for x, c := range row {
			if side == engine.White && c != '-' && c != '#' {
				row[x] = 'X' + 'O' - c
			}
		}
		g.rows = append(g.rows, string(row))
	}
	return g
}

// moves reports whether a colour may play on a square.
func (g grid) moves(x, y int, own byte) bool {
	at := func(x, y int) byte {
		if x < 0 || y < 0 || x >= g.size || y >= g.size {
			return '#'
		}
		return g.rows[y][x]
	}
	if at(x, y) != '-' {
		return false
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			n := 1
			for at(x+n*dx, y+n*dy) == 'X'+'O'-own {
				n++
			}
			if n > 1 && at(x+n*dx, y+n*dy) == own {
				return true
			}
		}
	}
	return false
}

// planes returns the network's inputs for the position.
func (g grid) planes() (inputs []float32) {
	for plane := range Planes {
		for y, row := range g.rows {
			for x := range row {
				one := false
				switch plane {
				case ownDiscs:
					one = row[x] == 'X'
				case oppDiscs:
					one = row[x] == 'O'
				case ownMoves:
					one = g.moves(x, y, 'X')
				case oppMoves:
					one = g.moves(x, y, 'O')
				}
				if row[x] != '#' {
					inputs = append(inputs, map[bool]float32{true: 1}[one])
				}
			}
		}
	}
	return inputs
}

// turned returns the position under a symmetry: 1 exchanges rows, 2 columns, 4 rows with columns.
func (g grid) turned(k int) grid {
	image := grid{size: g.size}
	for y := range g.size {
		row := make([]byte, g.size)
		for x := range row {
			fromX, fromY := x, y
			if k&4 != 0 {
				fromX, fromY = fromY, fromX
			}
			if k&2 != 0 {
				fromX = g.size - 1 - fromX
			}
			if k&1 != 0 {
				fromY = g.size - 1 - fromY
			}
			row[x] = g.rows[fromY][fromX]
		}
		image.rows = append(image.rows, string(row))
	}
	return image
}

// Random games on every board: the agent has a step whenever it can move, sees the board from its own
// side, and gets the reward of the final board. Replay gives the same episode.
func TestGamesFollowTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := anyBoard(t)
		settings := Settings{Frames: rapid.IntRange(1, 4).Draw(t, "frames"), Passes: rapid.Bool().Draw(t, "passes")}
		e, err := New(shape, opponent(t, shape, "episode"), settings)
		require.NoError(t, err)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lots"), 0))
		side := engine.Side(rapid.IntRange(0, 1).Draw(t, "side"))
		o, err := e.Reset(context.Background(), side, 1)
		require.NoError(t, err)
		var reward float64
		steps := 0
		for done := e.Done(); !done; steps++ {
			at := e.Position()
			require.Equal(t, " "+side.Letter(), at[len(at)-2:])
			action := Pass
			if legal := e.Legal(); len(legal) > 0 {
				action = legal[rng.IntN(len(legal))]
			} else {
				require.True(t, settings.Passes)
			}
			if rng.IntN(8) == 0 { // the twin is slow
				checkPlanes(t, e.Layout, shape, at, side, o, shape.Symmetries()[rng.IntN(len(shape.Symmetries()))])
			}
			before := o
			o, reward, done, err = e.Step(context.Background(), action)
			require.NoError(t, err)
			require.Equal(t, before[:settings.Frames-1], o[1:])
			if !done {
				require.Zero(t, reward)
			}
		}
		require.Empty(t, e.Legal())
		require.Equal(t, wantedReward(t, shape, e.Transcript(), side), reward)
		lived := e.Episode()
		require.Len(t, lived.Actions, steps)
		require.Len(t, lived.Views, steps+1)
		game := e.Transcript()
		again, err := e.Replay(side, game)
		require.NoError(t, err)
		require.Equal(t, lived, again)
		_, err = e.Replay(side, "")
		require.ErrorContains(t, err, "the game is unfinished")
		_, err = e.Replay(side, game+game)
		require.ErrorContains(t, err, "move ")
	})
}

// checkPlanes compares an observation's newest position with the twin under symmetry k.
func checkPlanes(t *rapid.T, l *Layout, shape engine.Shape, at string, side engine.Side, o Observation, k int) {
	inputs, mask := make([]float32, l.Inputs()), make([]float32, l.Squares())
	l.Fill(inputs, o, k)
	planes := gridOf(shape.Start.Columns(), at, side).turned(k).planes()
	require.Equal(t, planes, inputs[:len(planes)])
	l.FillMask(mask, o[0], k)
	require.Equal(t, planes[ownMoves*l.Squares():(ownMoves+1)*l.Squares()], mask)
}

// wantedReward replays a finished game with the rules alone.
func wantedReward(t require.TestingT, shape engine.Shape, transcript string, side engine.Side) float64 {
	game, err := engine.ParseTranscriptFrom(shape.Start, transcript)
	require.NoError(t, err)
	require.True(t, game.Final().Over())
	winner, discs := game.Final().Winner()
	if winner != side {
		discs = -discs
	}
	switch {
	case discs > 0:
		return Win
	case discs < 0:
		return Loss
	}
	return Draw
}

func TestIllegalStepsChangeNothing(t *testing.T) {
	for _, shape := range []engine.Shape{board(t, "Square-6"), engine.Large(10)} {
		e, err := New(shape, opponent(t, shape, "random"), Settings{})
		require.NoError(t, err)
		_, _, _, err = e.Step(context.Background(), 0)
		assert.ErrorIs(t, err, ErrDone)
		_, err = e.Reset(context.Background(), engine.Black, 1)
		require.NoError(t, err)
		before := e.Position()
		for _, action := range []int{0, e.Layout.Squares()/2 - 1, Pass, -2, e.Layout.Squares()} {
			_, _, _, err := e.Step(context.Background(), action)
			assert.Error(t, err)
			assert.Equal(t, before, e.Position())
		}
		for _, frames := range []int{-1, 17} {
			_, err = New(shape, opponent(t, shape, "random"), Settings{Frames: frames})
			assert.Error(t, err)
		}
	}
}

// The planes of the first position on 6×6, for Black: its discs, White's, the moves of both.
func TestPlanes(t *testing.T) {
	shape := board(t, "Square-6")
	e, err := New(shape, opponent(t, shape, "random"), Settings{Frames: 2})
	require.NoError(t, err)
	o, err := e.Reset(context.Background(), engine.Black, 1)
	require.NoError(t, err)
	l, rules := e.Layout, RulesOn(shape)
	assert.Equal(t, 2*4*36, l.Inputs())
	into := make([]float32, l.Inputs())
	into[7] = 5 // Fill must clear old values
	l.Fill(into, o, 0)
	ones := func(plane int) (squares string) {
		for i, x := range into[36*plane : 36*(plane+1)] {
			if x != 0 {
				assert.EqualValues(t, 1, x)
				squares += rules.Square(i).String()
			}
		}
		return squares
	}
	assert.Equal(t, "e4d5", ones(0))
	assert.Equal(t, "d4e5", ones(1))
	assert.Equal(t, "d3c4f5e6", ones(2))
	assert.Equal(t, "e3f4c5d6", ones(3))
	for plane := 4; plane < 8; plane++ {
		assert.Empty(t, ones(plane), "there was no position before")
	}
	assert.Equal(t, engine.Pass, rules.Square(Pass))
}

func TestLayouts(t *testing.T) {
	for _, shape := range engine.Shapes {
		assert.Equal(t, 64-bits.OnesCount64(shape.Holes()), NewLayout(shape, 1).Squares())
	}
	rules := RulesOn(engine.Large(26))
	assert.Equal(t, 676, NewLayout(engine.Large(26), 1).Squares())
	assert.Equal(t, "z1", rules.Square(25).String())
	assert.Equal(t, "a2", rules.Square(26).String())
	assert.Equal(t, engine.Pass, rules.Square(Pass))
}

// failing is an opponent whose moves are illegal.
type failing struct{}

func (failing) NewGame(uint64) {}
func (failing) Move(context.Context, engine.Position) (search.Result, error) {
	return search.Result{Move: 0}, nil
}

func TestErrorsOfTheOpponent(t *testing.T) {
	shape := board(t, "Square-6")
	e, err := New(shape, &players.Contestant{New: func(*search.Searcher) players.Player { return failing{} }}, Settings{})
	require.NoError(t, err)
	_, err = e.Reset(context.Background(), engine.White, 1)
	assert.Error(t, err)
	assert.True(t, e.Done())
	_, err = New(engine.Large(10), opponent(t, shape, "table-8x8"), Settings{})
	assert.ErrorContains(t, err, "player table-8x8 plays only on boards up to 8×8")
}
