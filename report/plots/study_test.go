package plots

import (
	"html"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/internal/files"
	"evothello/learn/study"
)

func TestWriteStudy(t *testing.T) {
	found := &study.Results{
		Seeds: 3,
		Training: []study.Curve{
			{Method: "ga", Depth: 1, Points: []study.Point{
				{CPU: 10, Elo: 400, PlusMinus: 3000}, {CPU: 100, Elo: 600, PlusMinus: 20},
			}},
			{Method: "ga", Depth: 4, Points: []study.Point{
				{CPU: 10, Elo: 700, PlusMinus: 20}, {CPU: 100, Elo: 900, PlusMinus: 20},
			}},
			{Method: "q-learner", Points: []study.Point{{CPU: 50, Elo: -120, PlusMinus: 20}}},
		},
		Thinking: []study.Curve{
			{Method: study.Baseline, Points: []study.Point{
				{Depth: 1, SecondsPerMove: 1e-6, Elo: 500, PlusMinus: 20},
				{Depth: 2, SecondsPerMove: 4e-6, Elo: 502, PlusMinus: 20},
				{Depth: 3, SecondsPerMove: 8e-6, Elo: 950, PlusMinus: 20},
			}},
			{Method: "q-learner", Points: []study.Point{{SecondsPerMove: 1e-3, Elo: -120, PlusMinus: 20}}},
		},
	}
	dir := t.TempDir()
	_, err := WriteStudy(found, files.At(dir))
	require.NoError(t, err)
	assert.FileExists(t, filepath.Join(dir, "study.png"))
	svg, err := os.ReadFile(filepath.Join(dir, "study.svg"))
	require.NoError(t, err)
	text := html.UnescapeString(string(svg))
	for _, words := range []string{
		"means of 3 seeds", ">ga, 1 ply<", ">ga, 4 plies<", ">q-learner<", ">+900<", ">−120<",
		">reversi-switch, 1 ply<", ">10<", ">100<", ">1 µs<", ">1 ms<", ">CPU time a move<",
	} {
		assert.Contains(t, text, words)
	}
	assert.NotContains(t, text, ">reversi-switch, 2 plies<", "too near to the one before to be named")
}

func TestAStudyOfOnePoint(t *testing.T) {
	found := &study.Results{Seeds: 1,
		Training: []study.Curve{{Method: "winners", Points: []study.Point{{CPU: 5, Elo: 100, PlusMinus: 20}}}},
		Thinking: []study.Curve{{
			Method: study.Baseline, Points: []study.Point{{Depth: 1, SecondsPerMove: 1e-6, Elo: 100, PlusMinus: 20}},
		}},
	}
	_, err := WriteStudy(found, files.At(t.TempDir()))
	require.NoError(t, err)
	found.Training = nil // no stage had a player
	_, err = WriteStudy(found, files.At(t.TempDir()))
	require.NoError(t, err)
}
