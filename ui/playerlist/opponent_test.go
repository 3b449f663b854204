package playerlist

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/files"
	"evothello/runs/reference"
)

func TestDefaultOpponent(t *testing.T) {
	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	dir := t.TempDir()
	add := func(name string, champion []byte, minute int) {
		finished := time.Date(2026, 1, 1, 0, minute, 0, 0, time.UTC)
		checkpoint := filepath.Join(dir, name, "checkpoint.json")
		require.NoError(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name, "champion.json"), champion, 0o644))
		require.NoError(t, os.WriteFile(checkpoint, nil, 0o644))
		require.NoError(t, os.Chtimes(checkpoint, finished, finished))
	}
	var skipped []string
	opponentOn := func(board engine.Shape) Choice {
		skipped = nil
		return New(dir, nil).DefaultOpponent(board, func(champion string, _ error) {
			skipped = append(skipped, filepath.Base(filepath.Dir(champion)))
		})
	}
	assert.Equal(t, BeginnerOpponent, opponentOn(engine.Standard()))
	assert.Equal(t, BeginnerOpponent, opponentOn(heart))
	assert.Empty(t, New(dir, nil).Newest(t.Context()))

	add("old", reference.Champion, 1)
	add("new", reference.Champion, 2)
	w, err := formats.ReadSwitch(filepath.Join(dir, "new", "champion.json"))
	require.NoError(t, err)
	onHeart := *w
	onHeart.Board = &heart
	add("love", files.EncodeJSON(&onHeart), 3)
	add("damaged", reference.Champion[:99], 4)
	assert.Equal(t, Choice{Name: "runs/new"}, opponentOn(engine.Standard()))
	assert.Equal(t, []string{"damaged"}, skipped)
	assert.Equal(t, Choice{Name: "runs/love"}, opponentOn(heart))
	newest := map[string]Choice{"Square-8": {Name: "runs/new"}, "Heart": {Name: "runs/love"}}
	assert.Equal(t, newest, New(dir, nil).Newest(t.Context()))

	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	assert.Equal(t, BeginnerOpponent, opponentOn(diamond))
	beginner, err := New(dir, nil).Contestant(BeginnerOpponent)
	require.NoError(t, err)
	for _, board := range engine.Shapes {
		assert.NoError(t, beginner.CheckBoard(board), board.Name)
	}
}
