package engine_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// A grid is a simple board: X, O, - and # on 64 squares.
type grid [64]byte

func gridOf(p engine.Position) grid { return grid([]byte(p.Squares())) }

// flips returns the squares that a move flips: in each direction the run of the other side's discs up
// to an own disc.
func (g *grid) flips(at int, side byte) (flips []int) {
	if g[at] != '-' {
		return nil
	}
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dx == 0 && dy == 0 {
				continue
			}
			var run []int
			x, y := at%8+dx, at/8+dy
			for ; x >= 0 && x < 8 && y >= 0 && y < 8 && g[8*y+x] == other(side); x, y = x+dx, y+dy {
				run = append(run, 8*y+x)
			}
			if x >= 0 && x < 8 && y >= 0 && y < 8 && g[8*y+x] == side {
				flips = append(flips, run...)
			}
		}
	}
	return flips
}

func (g *grid) moves(side byte) (moves []int) {
	for at := range g {
		if len(g.flips(at, side)) > 0 {
			moves = append(moves, at)
		}
	}
	return moves
}

func (g grid) play(at int, side byte) grid {
	for _, s := range append(g.flips(at, side), at) {
		g[s] = side
	}
	return g
}

func other(side byte) byte { return 'X' + 'O' - side }

func (g grid) perft(side byte, depth int) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	moves := g.moves(side)
	if len(moves) == 0 {
		if len(g.moves(other(side))) == 0 {
			return 1
		}
		return g.perft(other(side), depth-1)
	}
	for _, at := range moves {
		leaves += g.play(at, side).perft(other(side), depth-1)
	}
	return leaves
}

// Perft equals the count of a slow move generator with boards of characters.
func TestPerftOnShapes(t *testing.T) {
	depth, enough := 6, uint64(10_000) // the level below that many games would take seconds
	if testing.Short() {
		depth = 4
	}
	for _, s := range engine.Shapes {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			for d, n := 0, uint64(0); d <= depth && n < enough; d++ {
				n = engine.Perft(s.Start.Board, d)
				require.Equal(t, gridOf(s.Start).perft('X', d), n, d)
			}
		})
	}
}

// In whole games, legal moves, flips, passes and the end are those of the grid.
func TestGamesOnShapes(t *testing.T) {
	for _, s := range engine.Shapes {
		t.Run(s.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			for range 30 {
				p, g := s.Start, gridOf(s.Start)
				for ; !p.Over(); p = p.Settle() {
					side := p.Side.Letter()[0]
					require.Equal(t, g.moves(side), squaresOf(p.Moves()))
					move := engine.RandomSquare(rng, p.Moves())
					flips := g.flips(int(move), side)
					slices.Sort(flips)
					require.Equal(t, flips, squaresOf(p.Flips(move)))
					p, g = p.Play(move), g.play(int(move), side)
					require.Equal(t, string(g[:]), p.Squares())
				}
				require.Empty(t, g.moves('X'))
				require.Empty(t, g.moves('O'))
				black, white := bytes.Count(g[:], []byte("X")), bytes.Count(g[:], []byte("O"))
				require.Equal(t, black+white, p.Discs())
				require.Equal(t, s.Start.Size(), p.Discs()+p.Empties())
				side, discs := p.Winner()
				switch {
				case black == white:
					require.Zero(t, discs)
				default:
					require.Equal(t, s.Start.Size()-2*min(black, white), discs, "empty squares are the winner's")
					require.Equal(t, black > white, side == engine.Black)
				}
			}
		})
	}
}

func squaresOf(set uint64) (squares []int) {
	for s := range engine.SquaresOf(set) {
		squares = append(squares, int(s))
	}
	return squares
}

// Symmetries of a shape keep its holes, and symmetric positions have the same canonical form.
func TestShapesSymmetries(t *testing.T) {
	for _, s := range engine.Shapes {
		p := s.Start.Play(engine.Square(squaresOf(s.Start.Moves())[0]))
		for _, k := range s.Symmetries() {
			mirrored := p.Symmetry(k)
			assert.Equal(t, p.Holes(), mirrored.Holes(), s.Name)
			assert.Equal(t, p.Board.Canonical(), mirrored.Canonical(), s.Name)
		}
		var all uint64
		for _, orbit := range s.Orbits() {
			assert.Zero(t, all&orbit, "no square is in two orbits")
			all |= orbit
		}
		assert.Equal(t, ^s.Holes(), all, "every square is in one")
	}
	assert.Len(t, engine.Standard().Orbits(), 10)
	heart, err := engine.ShapeNamed("heart")
	require.NoError(t, err)
	assert.Equal(t, []int{0, 2}, heart.Symmetries(), "left and right alike")
	assert.Len(t, heart.Orbits(), 20)
}

func TestShapeNames(t *testing.T) {
	for _, name := range []string{"X", "x", "Square-8", "square-6", "DIAMOND"} {
		s, err := engine.ShapeNamed(name)
		require.NoError(t, err)
		assert.True(t, strings.EqualFold(name, s.Name), name)
	}
	big, _ := engine.ShapeNamed("X")
	small, _ := engine.ShapeNamed("x")
	assert.NotEqual(t, big, small, "these differ by case alone")
	_, err := engine.ShapeNamed("Hexagon")
	assert.ErrorContains(t, err, `unknown board "Hexagon"; known: X, x, Square-8`)
	six, err := engine.ShapeNamed("6x6")
	require.NoError(t, err)
	assert.Equal(t, "Square-6", six.Name)
	assert.True(t, engine.Standard().IsStandard())
	assert.Equal(t, 60, engine.Standard().EmptiesAtStart())
}

func TestShapesRefused(t *testing.T) {
	standard := engine.Start().Squares()
	for _, c := range []struct{ text, problem string }{
		{standard[1:], "63 characters: want 64"},
		{strings.Replace(standard, "X", "?", 1), `e4 is '?': must be X * b B`},
		{strings.Repeat("#", 64), "neither side can move"},
		{strings.Replace(standard, "X", "-", 1), "61 squares are empty at the start: must be at most 60"},
	} {
		_, err := engine.ParseShape("odd", c.text)
		assert.ErrorContains(t, err, c.problem)
		assert.ErrorContains(t, err, "board odd: ")
	}
	_, err := engine.ParseShape("two words", standard)
	assert.ErrorContains(t, err, `board name "two words": must not be empty or have blanks`)
}

// Holes can be written and parsed, and are not legal squares.
func TestHoles(t *testing.T) {
	x, err := engine.ShapeNamed("X")
	require.NoError(t, err)
	again, err := engine.ParsePosition(x.Start.String())
	require.NoError(t, err)
	assert.Equal(t, x.Start, again)
	assert.EqualError(t, engine.CheckLegal(x.Start, engine.At(2, 0)), "c1 is not a square of this board")
	game, err := engine.ParseTranscriptFrom(x.Start, "d3c3e6e3c2d6b2f6c6a1a2f3f2f7g7h8h7")
	require.NoError(t, err)
	end := game.Final()
	assert.True(t, end.Over())
	signs := map[engine.Side]int{engine.Black: 1, engine.White: -1}
	assert.Equal(t, 1, end.DiscDiff()*signs[end.Side], "Black wins 11–10 by best play of both")
}

// The first moves of the reversi library's boards are those in its file.
func TestFirstMoves(t *testing.T) {
	data, err := os.ReadFile("testdata/boards.json")
	require.NoError(t, err)
	var boards map[string]struct {
		Board string
		Moves []string `json:"black_first_moves"`
	}
	require.NoError(t, json.Unmarshal(data, &boards))
	require.Len(t, boards, len(engine.Shapes))
	for _, s := range engine.Shapes {
		require.Equal(t, boards[s.Name].Board, s.Start.Squares())
		var moves []string
		for move := range engine.SquaresOf(s.Start.Moves()) {
			moves = append(moves, move.String())
		}
		slices.Sort(moves)
		assert.Equal(t, boards[s.Name].Moves, moves, s.Name)
	}
}
