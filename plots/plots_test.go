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
	"gonum.org/v1/plot"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
	"evothello/tournament"
)

func playedRun(t *testing.T, generations int) *runs.Run {
	t.Helper()
	c := evolution.Defaults(3)
	c.Search.Depth, c.Search.Endgame = 1, 0
	c.SetSize(6, 3)
	c.Gate.Every = 1
	run, err := runs.Create(filepath.Join(t.TempDir(), "run"), c, runs.Goal{Generations: generations})
	require.NoError(t, err)
	defer run.Close()
	_, err = run.Run(context.Background(), fitness.Local{Workers: 2}, runs.Observer{})
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

	b.Config.Ladder.Opponents = []string{"table", "seed-blank"}
	reigning := &b.State.Champions[len(b.State.Champions)-1]
	reigning.Ladder = []evolution.Rung{reigning.Ladder[0], reigning.Ladder[0]}
	_, err = Compare([]*runs.Run{a, b}, dir)
	require.NoError(t, err)
	assert.Contains(t, textOf(t, filepath.Join(dir, "compare-ladder.svg")), "Champions against seed-blank", "whom both met")
	for _, ladder := range [][]string{{"table"}, nil} {
		b.Config.Ladder.Opponents = ladder
		_, err = Compare([]*runs.Run{a, b}, dir)
		assert.ErrorContains(t, err, "nobody is on the ladders of all runs")
	}
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

func TestPicturesOfATournament(t *testing.T) {
	for _, specs := range [][]string{{"random", "greedy"}, {"random", "greedy", "table", "switch:file=" + championFile(t)}} {
		c := tournament.Config{Seed: 1, Pairs: 2, Plies: 8}
		for _, spec := range specs {
			c.Players = append(c.Players, tournament.Player{Spec: spec})
		}
		played, err := tournament.New(c)
		require.NoError(t, err)
		require.NoError(t, played.Play(context.Background(), fitness.Local{Workers: 1}, nil))
		dir := t.TempDir()
		require.NoError(t, WriteTournament(played.Results(), dir))
		ratings, cross := textOf(t, filepath.Join(dir, "ratings.svg")), textOf(t, filepath.Join(dir, "crosstable.svg"))
		for _, spec := range specs {
			assert.Contains(t, ratings, shortName(spec))
			assert.Contains(t, cross, shortName(spec))
		}
		assert.Contains(t, ratings, "Elo; the mean of the players is 0")
		assert.Contains(t, cross, "Score of the row against the column")
		assertDrawn(t, filepath.Join(dir, "ratings.png"))
		assertDrawn(t, filepath.Join(dir, "crosstable.png"))
	}
}

func championFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "a-champion-of-some-run-with-a-long-name.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"schema":1,"turns":[60],"phases":[{"possibility.w":5}]}`), 0o666))
	return path
}

func TestTicksOfRatings(t *testing.T) {
	for _, c := range []struct{ span, step float64 }{{0.5, 1}, {12, 2}, {700, 100}, {1600, 200}, {4900, 500}} {
		assert.Equal(t, c.step, eloStep(c.span), "%g", c.span)
	}
	assert.Equal(t, []plot.Tick{{Value: -100, Label: "-100"}, {Value: 0, Label: "0"}, {Value: 100, Label: "+100"}}, eloTicks(100).Ticks(-150, 199))
}

func TestShortNamesKeepBothEnds(t *testing.T) {
	assert.Equal(t, "alphabeta", shortName("alphabeta"))
	short := shortName("switch:file=runs/seed-1/champions/00361.json")
	assert.Equal(t, "switch:file=runs/…ampions/00361.json", short)
	assert.Len(t, []rune(short), 36)
}
