package plots

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/weights/scale"
)

func TestPictureOfAGame(t *testing.T) {
	spec, err := players.ParseSpec("reversi-switch")
	require.NoError(t, err)
	weights, err := spec.Switch()
	require.NoError(t, err)
	discs := scale.Of(weights)
	whole, err := engine.ParseTranscript("e6d6c5f4f5c6c4b4b5f7c3d3a5g4d7f6e7b6g5a6a4a3c7h5b3g6h6f8d8e8" +
		"g8c8b8d2e2e3d1f1c2e1g1c1b1h7b7g7h8a2f3a8a7b2h3f2h4g3a1g2h1h2")
	require.NoError(t, err)
	wipeOut, err := engine.ParseTranscript("e6f4e3f6g5d6e7f5c5")
	require.NoError(t, err)
	const estimated, inDiscs, exact = "estimated, in points", "estimated, in discs", "solved, in discs"
	for _, c := range []struct {
		name        string
		game        engine.Game
		endgame     int
		shows, lack []string
	}{
		{"both parts", *whole, 10, []string{"a title", estimated, exact, "move"}, nil},
		{"both parts in discs", *whole, 10, []string{inDiscs, exact}, []string{estimated, "dotted"}},
		{"all estimated, with outcomes", *wipeOut, 0, []string{estimated, "f5??"}, []string{exact}},
		{"all solved", engine.Game{Start: whole.Positions()[52], Moves: whole.Moves[52:]}, 10,
			[]string{exact}, []string{estimated}},
		{"one move in discs", engine.Game{Start: engine.Start(), Moves: wipeOut.Moves[:1]}, 0,
			[]string{inDiscs}, []string{estimated}},
		{"one move", engine.Game{Start: engine.Start(), Moves: wipeOut.Moves[:1]}, 0, []string{estimated}, nil},
		{"no move", *engine.NewGame(), 0, []string{"a title"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			analyst := analysis.New(weights, search.Settings{Depth: 2, Endgame: c.endgame})
			moves, err := analyst.Analyse(context.Background(), &c.game)
			require.NoError(t, err)
			if slices.Contains(c.shows, inDiscs) {
				analysis.InDiscs(moves, discs)
			}
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

func TestValuesBeyondTheScaleAreAtItsBorder(t *testing.T) {
	moves := make([]analysis.Move, 40)
	for i := range moves {
		moves[i] = analysis.Move{Number: i + 1, Side: engine.White, Unit: analysis.Points, Value: 100, BestValue: 100}
	}
	moves[7].Value = -9000
	l := labels{moves: moves, y: leads(moves)}
	assert.Less(t, l.y.high, 200.0, "9,000 points do not flatten the curve")
	assert.Equal(t, l.y.high, l.lead(&moves[7], playedLead))
	assert.Equal(t, +1, l.beyond(&moves[7]))
	assert.Equal(t, -100.0, l.lead(&moves[0], playedLead), "White's lead is down")
	assert.Zero(t, l.beyond(&moves[0]))
	won := analysis.Move{Side: engine.Black, Unit: analysis.Outcome, Value: 1}
	assert.Equal(t, +1, l.beyond(&won))
}
