package plots

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/runs"
)

func playedRun(t *testing.T, generations int) *runs.Run {
	t.Helper()
	c := runs.Defaults(3)
	c.Population, c.Search.Depth, c.Search.Endgame = 6, 1, 0
	c.SetPairs(3)
	run, err := runs.Create(filepath.Join(t.TempDir(), "run"), c, runs.Goal{Generations: generations})
	require.NoError(t, err)
	defer run.Close()
	_, err = run.Run(context.Background(), 2, runs.Observer{})
	require.NoError(t, err)
	return run
}

func TestPicturesOfARun(t *testing.T) {
	for _, generations := range []int{1, 3} { // one point must do for a curve
		run := playedRun(t, generations)
		assert.True(t, Missing(run))
		require.NoError(t, Write(run))
		assert.False(t, Missing(run))
		for name, texts := range map[string][]string{
			"fitness": {"Seed 3: win rate against the panel", "generation", "win rate", "best", "mean", "worst"},
			"ladder":  {"the champion against fixed opponents, with 95 % bands", "against seed-blank", "against seed-switch", "against alphabeta"},
			"weights": {"table.corner", "possibility.w", "blank.w3", "phase 5: moves 49–60"},
			"table":   {"what a disc is worth", "phase 1: moves 1–12", "phase 5: moves 49–60"},
		} {
			shown := textOf(t, filepath.Join(run.PlotsDir(), name+".svg"))
			for _, text := range texts {
				assert.Contains(t, shown, text, name)
			}
			assertDrawn(t, filepath.Join(run.PlotsDir(), name+".png"))
		}
	}
}

func TestPicturesAreTheSameEachTime(t *testing.T) {
	run, dir := playedRun(t, 2), t.TempDir()
	require.NoError(t, Write(run))
	_, err := WriteTo(run, dir)
	require.NoError(t, err)
	for _, name := range []string{"fitness.svg", "ladder.png", "weights.svg", "table.png"} {
		a, err := os.ReadFile(filepath.Join(run.PlotsDir(), name))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(a, b), name)
	}
}

func TestSeveralRunsInOnePicture(t *testing.T) {
	a, b, dir := playedRun(t, 2), playedRun(t, 3), t.TempDir()
	written, err := Compare([]*runs.Run{a, b}, dir)
	require.NoError(t, err)
	assert.Len(t, written, 4)
	shown := textOf(t, filepath.Join(dir, "compare-ladder.svg"))
	assert.Contains(t, shown, "Champions against seed-blank")
	assert.Contains(t, shown, a.Dir, "runs of the same name are told apart by their directories")
}

// textOf returns the text of a well-formed SVG.
func textOf(t *testing.T, path string) (text string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for decoder := xml.NewDecoder(bytes.NewReader(data)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return text
		}
		require.NoError(t, err)
		if chars, ok := token.(xml.CharData); ok {
			if line := strings.TrimSpace(string(chars)); line != "" {
				text += line + "\n"
			}
		}
	}
}

// assertDrawn checks that a picture is one and not all of one colour.
func assertDrawn(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	colours := map[any]bool{}
	for x := range picture.Bounds().Dx() {
		colours[picture.At(x, picture.Bounds().Dy()/2)] = true
	}
	assert.Greater(t, len(colours), 2, path)
}
