package plots

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/analysis"
	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

func TestPictureOfAGame(t *testing.T) {
	spec, err := players.ParseSpec("seed-switch")
	require.NoError(t, err)
	weights, err := spec.Switch()
	require.NoError(t, err)
	whole, err := engine.ParseTranscript("e6d6c5f4f5c6c4b4b5f7c3d3a5g4d7f6e7b6g5a6a4a3c7h5b3g6h6f8d8e8" +
		"g8c8b8d2e2e3d1f1c2e1g1c1b1h7b7g7h8a2f3a8a7b2h3f2h4g3a1g2h1h2")
	require.NoError(t, err)
	wipeOut, err := engine.ParseTranscript("e6f4e3f6g5d6e7f5c5")
	require.NoError(t, err)
	const guessed, exact = "lead in points, guessed", "lead in discs, exact"
	for _, c := range []struct {
		name        string
		game        engine.Game
		endgame     int
		shows, lack []string
	}{
		{"both parts", *whole, 10, []string{"a title", guessed, exact, "move"}, nil},
		{"all guessed, with outcomes", *wipeOut, 0, []string{guessed, "f5??"}, []string{exact}},
		{"all solved", engine.Game{Start: whole.Positions()[52], Moves: whole.Moves[52:]}, 10, []string{exact}, []string{guessed}},
		{"one move", engine.Game{Start: engine.Start(), Moves: wipeOut.Moves[:1]}, 0, []string{guessed}, nil},
		{"no move", *engine.NewGame(), 0, []string{"a title"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			moves, err := analysis.New(weights, search.Settings{Depth: 2, Endgame: c.endgame}).Judge(context.Background(), &c.game)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "game.SVG")
			require.NoError(t, CheckFormat(path))
			require.NoError(t, WriteGame(path, "a title", moves))
			shown := textOf(t, path)
			for _, text := range c.shows {
				assert.Contains(t, shown, text)
			}
			for _, text := range c.lack {
				assert.NotContains(t, shown, text)
			}
			path = filepath.Join(t.TempDir(), "game.png")
			require.NoError(t, WriteGame(path, "a title", moves))
			assertDrawn(t, path)
		})
	}
}

func TestCheckFormatRefuses(t *testing.T) {
	for _, path := range []string{"game.pdf", "game", "png"} {
		assert.ErrorContains(t, CheckFormat(path), "want a name that ends in .svg or .png", path)
	}
}

func TestFewValuesFarBeyondTheOthersDoNotFlattenTheCurve(t *testing.T) {
	part := make([]analysis.Move, 40)
	for i := range part {
		part[i] = analysis.Move{Unit: analysis.Points, Value: 100, BestValue: 100}
	}
	part[7].BestValue = 9000
	assert.Equal(t, 150.0, edgeOf(part))
	y, beyond := forBlack(&part[7], 9000, 150)
	assert.True(t, beyond)
	assert.InDelta(t, 157.5, y, 1e-9)
	part[7].BestValue = 250
	assert.Equal(t, 250.0, edgeOf(part))
}
