package players

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

func TestBooksHoldLegalMoves(t *testing.T) {
	sizes := map[string]int{}
	for _, b := range books() {
		sizes[b.name] = len(b.moves)
		for p, s := range b.moves {
			assert.NoError(t, engine.CheckLegal(p, s), "%s, %s", b.name, p)
		}
	}
	want := map[string]int{"Usagi": 215, "Tora": 215, "Ushi": 215, "Nezumi": 215, "Neko": 267, "Hitsuji": 267}
	assert.Equal(t, want, sizes)
}

// Four of the eight symmetries keep the start position. In those forms a book knows the same
// positions and gives the same moves.
func TestBooksKnowSymmetricForms(t *testing.T) {
	for _, b := range books() {
		for k := range 8 {
			if engine.StartBoard().Symmetry(k) != engine.StartBoard() {
				continue
			}
			for p, s := range b.moves {
				image := engine.Position{Board: p.Symmetry(k), Side: p.Side}
				got, ok := b.move(image)
				require.True(t, ok, "%s, %s under symmetry %d", b.name, p, k)
				// After both moves the boards are symmetric, but not necessarily under
				// symmetry k: in a position that is symmetric itself two moves are
				// equivalent.
				require.Equal(t, p.Play(s).Canonical(), image.Play(got.Move).Canonical(), "%s, %s under symmetry %d", b.name, p, k)
			}
		}
	}
}

func TestBooksPreferTheirBranches(t *testing.T) {
	for _, c := range []struct{ book, after, move, line string }{
		{"Usagi", "f5d6", "c5", "f5d6c5f4e3c6d3f6e6d7g3c4"},
		{"Tora", "f5d6", "c3", "f5d6c3d3c4f4c5b3c2"},
		{"Ushi", "f5", "f6", "f5f6e6f4e3c5c4e7c6e2f3f2"},
		{"Nezumi", "f5", "f4", "f5f4e3f6d3c5d6c4e6c7d7c6g5g3f3d2c2e7"},
		{"Neko", "f5d6c4d3", "c5", "f5d6c4d3c5f4e3f3e2c6e6f6d7c8"},
		{"Hitsuji", "f5d6c4d3", "e6", "f5d6c4d3e6f4e3f3c6f6g5g6c3h6g4h5h3c5"},
	} {
		b, err := namedBook(c.book)
		require.NoError(t, err)
		r, ok := b.move(position(t, c.after))
		assert.True(t, ok)
		assert.Equal(t, c.move, r.Move.String(), c.book)
		assert.Equal(t, c.line, engine.Transcript(b.line(engine.Start())), c.book)
		assert.Equal(t, c.book, b.name)
	}
}

func TestIllegalBookMovesAreRefused(t *testing.T) {
	start := engine.Start().String()
	_, err := newBook("Mine", map[string]string{start: "f5"})
	assert.NoError(t, err)
	for _, c := range []struct{ position, move, says string }{
		{start, "a1", "a1 is not a legal move for Black"},
		{start, "d4", "d4 is taken"},
		{start, "f9", `"f9" is not a square`},
		{"f5f5", "f6", "f5 is taken"},
	} {
		_, err := newBook("Mine", map[string]string{c.position: c.move})
		assert.ErrorContains(t, err, c.says)
		assert.ErrorContains(t, err, "book Mine")
	}
}

func TestABookComesBeforeTheSearch(t *testing.T) {
	outOfBook := position(t, "f5d6c5f4e3c6d3f6e6d7g3f3")
	for _, c := range []struct {
		spec string
		at   engine.Position
		want int // the depth of the result, 0 for a book move
	}{
		{"joseki", engine.Start(), 0},
		{"joseki", outOfBook, 4},
		{"joseki:book=none", engine.Start(), 4},
		{"joseki:depth=2,book=None", engine.Start(), 2},
		{"alphabeta", engine.Start(), 4},
		{"alphabeta:book=USHI", engine.Start(), 0},
		{"strongest:book=neko", position(t, "f5"), 0},
		{"switch", engine.Start(), 0},
		{"switch:depth=3,book=none", engine.Start(), 3},
		{"switch:file=" + writeFile(t, switchJSON), engine.Start(), 2},
		{"switch:book=neko,file=" + writeFile(t, switchJSON), engine.Start(), 0},
	} {
		contestant, err := mustSpec(t, c.spec).Contestant()
		require.NoError(t, err)
		player := contestant.New(contestant.NewSearcher())
		player.NewGame(1)
		r, err := player.Move(context.Background(), c.at)
		require.NoError(t, err)
		assert.NoError(t, engine.CheckLegal(c.at, r.Move), c.spec)
		assert.Equal(t, c.want, r.Depth, c.spec)
		line := player.(interface {
			Line(engine.Position, search.Result) []engine.Square
		}).Line(c.at, r)
		require.NotEmpty(t, line, c.spec)
		assert.Equal(t, r.Move, line[0], c.spec)
		if c.want == 0 {
			assert.Equal(t, search.Result{Move: r.Move}, r, "%s: nothing was searched", c.spec)
		}
	}
}

func position(t *testing.T, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text)
	require.NoError(t, err)
	return p
}

// An opening is known from the second move on, after any of the four first moves, and the game
// keeps its name after it leaves the books.
func TestOpening(t *testing.T) {
	for moves, name := range map[string]string{
		"": "", "f5": "", "f5d6": "", "f5f6": "Ushi", "f5f4": "Nezumi", "f5d6c5": "Usagi", "f5d6c3": "Tora", "f5d6c4": "",
		"f5d6c4d3c5": "Neko", "f5d6c4d3e6": "Hitsuji", "f5d6c4d3c3": "",
		"c4c3": "Ushi", "d3c3": "Ushi", "c4e3f4": "Usagi", "c4e3f6": "Tora", "d3c5d6": "Usagi",
		"f5f6e6d6": "Ushi", "f5d6c3g5": "Tora",
	} {
		game, err := engine.ParseTranscript(moves)
		require.NoError(t, err)
		assert.Equal(t, name, Opening(game), moves)
	}
	elsewhere, err := engine.ParsePosition("f5")
	require.NoError(t, err)
	assert.Empty(t, Opening(&engine.Game{Start: elsewhere, Moves: []engine.Square{engine.At(5, 5)}}), "a start of its own")
}
