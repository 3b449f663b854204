package plots

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/text"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/report/importance"
	"evothello/runs"
)

func playedRun(t *testing.T, generations int) *runs.Run {
	t.Helper()
	return played(t, generations, evolution.Defaults(3))
}

func played(t *testing.T, generations int, c evolution.Config) *runs.Run {
	t.Helper()
	c.Search.Depth, c.Search.Endgame = 1, 0
	c.SetSize(6, 3)
	c.Gate.Every = 1
	run, err := runs.Create(filepath.Join(t.TempDir(), "run"), c, runs.Goal{Count: generations})
	require.NoError(t, err)
	defer run.Close()
	_, err = run.Run(context.Background(), fitness.Local{Workers: 2}, runs.Observer{})
	require.NoError(t, err)
	return run
}

func TestPicturesOfARun(t *testing.T) {
	for _, generations := range []int{1, 3} { // a curve may have a single point
		run := playedRun(t, generations)
		assert.True(t, Missing(run))
		drawAll(t, run)
		assert.False(t, Missing(run))
		assertShows(t, run.PlotsDir(), map[string][]string{
			"fitness": {
				"run, ga: win rates relative to a moving panel, depth 1, no endgame solved, 3 pairs each",
				"generation", "best", "mean", "worst",
			},
			"reference": {
				"the champion against reference opponents, depth 1, no endgame solved, 2 pairs each",
				"95 % intervals", "reversi-blank", "reversi-switch", "alphabeta",
			},
			"weights": {"table.corner", "possibility.w", "blank.w3", "moves 49–60"},
			"table": {
				"what a disc is worth on each square in all", "phase 1: moves 1–12", "phase 5: moves 49–60",
				"possibility (mobility)", "the square table alone",
			},
			"shares": {"what each scorer adds", "moves 1–12", "in all", "edgestability"},
		})
		for _, name := range []string{"fitness", "reference", "weights", "table", "shares"} {
			assertDrawn(t, run.PlotsDir().Path(name+".png"))
		}
		for _, name := range []string{"fitness", "reference"} {
			shown := textOf(t, run.PlotsDir().Path(name+".svg"))
			assert.Equal(t, generations > 1, strings.Contains(shown, "\n2\n"), "%s: only played generations", name)
		}
	}
}

// Networks have too many weights for tiles. The pictures show their root mean square and the largest weights,
// once or for each phase.
func TestPicturesOfNetworks(t *testing.T) {
	for title, whole := range map[string][]string{"the whole game": {"lines2"}, "phase 2: moves 31–60": nil} {
		c := evolution.Defaults(3)
		c.Scorers, c.Turns, c.Shared = []string{"possibility", "lines2"}, []int{30, 60}, whole
		require.NoError(t, c.SetOptimizer("cmaes"))
		run := played(t, 2, c)
		drawAll(t, run)
		shown := textOf(t, run.PlotsDir().Path("weights.svg"))
		assert.Contains(t, shown, "possibility.w")
		assert.Contains(t, shown, "lines2, root mean square")
		assert.NotContains(t, shown, "lines2.")
		shown = textOf(t, run.PlotsDir().Path("networks.svg"))
		assert.Contains(t, shown, title)
		champion := run.State.CurrentChampion()
		for phase := range champion.Phases {
			for _, largest := range importance.Largest(champion.Phases[phase], 24) {
				assert.Contains(t, shown, minus(fmt.Sprintf("%+d", largest.Weight)))
			}
		}
		assertDrawn(t, run.PlotsDir().Path("networks.png"))
	}
}

func TestNoShareWithoutASquareTable(t *testing.T) {
	run := playedRun(t, 1)
	run.Config.Scorers = []string{"edge"}
	_, err := Write(run, run.PlotsDir())
	require.NoError(t, err)
	shown := textOf(t, run.PlotsDir().Path("table.svg"))
	assert.Contains(t, shown, "what a disc is worth on each square in all")
	assert.NotContains(t, shown, "table alone")
}

func TestPicturesAreTheSameEachTime(t *testing.T) {
	run, dir := playedRun(t, 2), t.TempDir()
	drawAll(t, run)
	_, err := Write(run, files.At(dir))
	require.NoError(t, err)
	for _, name := range []string{"fitness.svg", "reference.png", "weights.svg", "table.png"} {
		a, err := os.ReadFile(run.PlotsDir().Path(name))
		require.NoError(t, err)
		b, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(a, b), name)
	}
}

func TestSeveralRunsInOnePicture(t *testing.T) {
	a, b, dir := playedRun(t, 2), playedRun(t, 3), t.TempDir()
	written, err := Compare([]*runs.Run{a, b}, Comparing{}, files.At(dir))
	require.NoError(t, err)
	assert.Len(t, written, 4)
	shown := textOf(t, filepath.Join(dir, "compare-reference.svg"))
	assert.Contains(t, shown, "Champions against reversi-blank, depth 1, no endgame solved, 2 pairs each")
	assert.Contains(t, shown, shortName(a.Path(), longestName),
		"runs of the same name are told apart by their directories")
	assert.Empty(t, Differences([]*runs.Run{a, b}))

	b.Config.Search.Depth, b.Config.Search.Endgame = 4, 8
	_, err = Compare([]*runs.Run{a, b}, Comparing{}, files.At(dir))
	require.NoError(t, err)
	for _, name := range []string{"compare-reference.svg", "compare-fitness.svg"} {
		shown = textOf(t, filepath.Join(dir, name))
		assert.Contains(t, shown, "depth 1, no endgame solved\n", name)
		assert.Contains(t, shown, "depth 4, solved from 8 empties\n", name)
	}
	want := []string{a.Path() + ": depth 1, no endgame solved", b.Path() + ": depth 4, solved from 8 empties"}
	assert.Equal(t, want, Differences([]*runs.Run{a, b}))

	b.Config.Reference.Opponents = []string{"table", "reversi-blank"}
	reigning := &b.State.Champions[len(b.State.Champions)-1]
	reigning.Reference = []evolution.ReferenceScore{reigning.Reference[0], reigning.Reference[0]}
	_, err = Compare([]*runs.Run{a, b}, Comparing{}, files.At(dir))
	require.NoError(t, err)
	shown = textOf(t, filepath.Join(dir, "compare-reference.svg"))
	assert.Contains(t, shown, "Champions against reversi-blank", "the common opponent")
	for _, reference := range [][]string{{"table"}, nil} {
		b.Config.Reference.Opponents = reference
		written, err = Compare([]*runs.Run{a, b}, Comparing{}, files.At(t.TempDir()))
		require.NoError(t, err)
		assert.Len(t, written, 2, "only the win rates")
		assert.Contains(t, NoReferenceReason([]*runs.Run{a, b}), "the runs share no reference opponent (")
	}
}

// assertShows checks the words of SVG files, by their names.
func assertShows(t *testing.T, dir *files.Dir, words map[string][]string) {
	t.Helper()
	for name, texts := range words {
		shown := strings.ReplaceAll(textOf(t, dir.Path(name+".svg")), "\n", " ")
		for _, text := range texts {
			assert.Contains(t, shown, text, name)
		}
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

// assertDrawn checks that a file is a picture with more than one colour.
func assertDrawn(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	colours := map[any]bool{}
	for y := 0; y < picture.Bounds().Dy(); y += 7 {
		for x := range picture.Bounds().Dx() {
			colours[picture.At(x, y)] = true
		}
	}
	assert.Greater(t, len(colours), 2, path)
}

// drawAll draws all pictures of a run into its directory.
func drawAll(t *testing.T, run *runs.Run) {
	t.Helper()
	_, err := Write(run, run.PlotsDir())
	require.NoError(t, err)
}

// Pictures of unusual runs have finite coordinates only, and texts that fit. A picture without anything to show is not
// drawn.
func TestPicturesOfUnusualRuns(t *testing.T) {
	usual := func(*evolution.Config) {}
	level := func(run *runs.Run) {
		for i := range run.History {
			run.History[i].Best, run.History[i].Mean, run.History[i].Worst = 0.5, 0.5, 0.5
		}
		for i := range run.State.Champions {
			for k := range run.State.Champions[i].Reference {
				run.State.Champions[i].Reference[k].Result = fitness.Pentanomial{0, 0, 1, 0, 0}
			}
		}
	}
	for name, c := range map[string]struct {
		generations int
		config      func(*evolution.Config)
		change      func(*runs.Run)
		reference   bool
	}{
		"one generation": {1, usual, func(*runs.Run) {}, true},
		"one generation, and the start is still champion": {1, usual, func(run *runs.Run) {
			run.State.Champions[0].Reference = nil
		}, true},
		"all win rates ½":            {3, usual, level, true},
		"all win rates ½, one point": {1, usual, level, true},
		"no reference opponents":     {2, func(c *evolution.Config) { c.Reference.Opponents = nil }, level, false},
		"all games won": {2, usual, func(run *runs.Run) {
			for i := range run.History {
				run.History[i].Best, run.History[i].Mean, run.History[i].Worst = 1, 1, 1
			}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			config := evolution.Defaults(3)
			config.Search.Depth, config.Search.Endgame = 1, 0
			config.SetSize(6, 3)
			c.config(&config)
			run, err := runs.Create(filepath.Join(t.TempDir(), "run"), config, runs.Goal{Count: c.generations})
			require.NoError(t, err)
			defer run.Close()
			_, err = run.Run(t.Context(), fitness.Local{Workers: 2}, runs.Observer{})
			require.NoError(t, err)
			c.change(run)
			dir := t.TempDir()
			written, err := Write(run, files.At(dir))
			require.NoError(t, err)
			assert.Equal(t, c.reference, slices.Contains(written, filepath.Join(dir, "reference.svg")))
			both := []*runs.Run{run, run}
			compared, err := Compare(both, Comparing{}, files.At(filepath.Join(dir, "compared")))
			require.NoError(t, err)
			assert.Equal(t, c.reference, len(compared) == 4)
			if !c.reference {
				assert.Equal(t, "no plot of scores: run has no reference opponents", NoReferenceReason(both[:1]))
				assert.Equal(t, "no plot of scores: the runs share no reference opponent (run has none; run has none)",
					NoReferenceReason(both))
			}
			for _, path := range append(written, compared...) {
				if strings.HasSuffix(path, ".svg") {
					assertFits(t, path)
				}
			}
			inline := DrawInline(run, nil)
			assert.NotRegexp(t, notFinite, inline.Fitness+inline.Reference+inline.Spread)
			assert.Equal(t, c.reference, inline.Reference != "")
		})
	}
}

const notFinite = `NaN|[-+]Inf`

// assertFits checks that the numbers of an SVG are finite, and that its upright texts end inside it.
func assertFits(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotRegexp(t, notFinite, string(data), path)
	var width float64
	_, err = fmt.Sscanf(string(regexp.MustCompile(`width="[0-9.]+`).Find(data)), `width="%f`, &width)
	require.NoError(t, err)
	texts := regexp.MustCompile(`<text x="([^"]+)" y="[^"]+" transform="scale\(1, -1\)"[^>]*font-size:([0-9.]+)px[^>]*>([^<]*)<`)
	for _, found := range texts.FindAllStringSubmatch(string(data), -1) {
		var x, size float64
		_, err := fmt.Sscan(found[1]+" "+found[2], &x, &size)
		require.NoError(t, err)
		end := x + float64(textStyle(size, ink, text.XLeft).Width(html.UnescapeString(found[3])))
		assert.LessOrEqual(t, end, width+1, "%s: %q ends outside", path, found[3])
	}
}
