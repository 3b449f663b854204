package plots

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/internal/files"
	"evothello/report/importance"
)

func TestWriteImportance(t *testing.T) {
	all := []importance.Result{
		{Kind: importance.OfScorers, Part: "edgestability",
			Effects: []importance.Effect{{Factor: 0, Lost: elo(140, 189, math.Inf(1))}}},
		{Kind: importance.OfWeights, Part: "blank.w1", Effects: []importance.Effect{{Factor: 0, Lost: elo(68, 93, 118)},
			{Factor: 0.5, Lost: elo(-17, 7, 31)}, {Factor: 2, Lost: elo(800, math.Inf(1), math.Inf(1))}}},
		{Kind: importance.OfWeights, Part: "frontier.w", Effects: []importance.Effect{{Factor: 2, Lost: elo(-58, -34, -10)}}},
	}
	dir := t.TempDir()
	_, err := WriteImportance("evolved", "depth 2", all, files.At(dir))
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "importance.png"))
	shown := textOf(t, filepath.Join(dir, "importance.svg"))
	for _, words := range []string{"What the weights of evolved are worth", "itself as it is", "depth 2", "Scorers\n",
		"Weights, in all phases\n", "blank.w1\n", "+93 (+68 to +118)\n", "−34 (−58 to −10)\n", "+189 (+140 to ∞)\n",
		"left out\n", "doubled\n", "Elo lost\n"} {
		assert.Contains(t, shown, words)
	}
}

func elo(low, points, high float64) fitness.Elo {
	return fitness.Elo{Points: fitness.EloPoints(points), Low: fitness.EloPoints(low), High: fitness.EloPoints(high)}
}

func TestWriteLandscape(t *testing.T) {
	fit := importance.QuadraticFit{U: 10, V: -20, UU: -40, UV: 8, VV: -30, Misfit: 1.23}
	l := &importance.Landscape{X: "table.corner", Y: "edge.w", Fit: fit}
	for _, y := range importance.GridFactors(3) {
		for _, x := range importance.GridFactors(3) {
			l.Points = append(l.Points, importance.Height{X: x, Y: y, Elo: elo(0, fit.At(x, y), 0)})
		}
	}
	dir := t.TempDir()
	for _, peak := range []*importance.Peak{nil, {X: 1.1, Y: 0.8, Elo: 4, Error: 3}} {
		l.Fit.Peak = peak
		_, err := WriteLandscape("evolved", "depth 2", l, files.At(dir))
		require.NoError(t, err)
		shown := textOf(t, filepath.Join(dir, "landscape.svg"))
		for _, words := range []string{"evolved: table.corner and edge.w", "every 20 Elo", "1.2 standard errors", "× 0.5\n",
			"× 2\n", "−30\n", "edge.w\n"} {
			assert.Contains(t, shown, words)
		}
		if peak == nil {
			assert.Contains(t, shown, "It has no")
		} else {
			assert.Contains(t, shown, "+4 ± 3 Elo at")
		}
	}
	flat := &importance.Landscape{X: "a", Y: "b"}
	_, err := WriteLandscape("evolved", "depth 2", flat, files.At(dir))
	require.NoError(t, err, "nothing changes anything")
}
