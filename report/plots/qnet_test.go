package plots

import (
	"html"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/qnet"
	"evothello/runs"
)

func TestWriteQNet(t *testing.T) {
	board, err := engine.ShapeNamed("4x4")
	require.NoError(t, err)
	var all []*qnet.Training
	for seed := range uint64(2) {
		c, err := qnet.Usual.Config(board, seed)
		require.NoError(t, err)
		c.Opponent, c.Hidden, c.Round = "random", []int{4}, 60
		one, err := qnet.Create(filepath.Join(t.TempDir(), []string{"pupil", "other"}[seed]), c, runs.Goal{Count: 300})
		require.NoError(t, err)
		defer one.Close()
		_, err = one.Run(t.Context(), fitness.Local{}, runs.Observer{})
		require.NoError(t, err)
		all = append(all, one)
	}
	one := all[0]
	assert.True(t, Missing(one))
	written, err := Write(one, one.PlotsDir())
	require.NoError(t, err)
	assert.Len(t, written, 4)
	assert.False(t, Missing(one))
	both, err := CompareQNets(all, files.At(t.TempDir()))
	require.NoError(t, err)
	for path, says := range map[string][]string{
		written[0]: {"pupil: games on Square-4 with random", "won or drawn", "ε", "episode", "Dots are 100 episodes"},
		written[2]: {"pupil: loss", "The mean of each round's training steps"},
		both[0]:    {"Games that Q-networks won or drew", "pupil", "other", "Square-4, random, seed 1"},
	} {
		svg, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, words := range says {
			assert.Contains(t, html.UnescapeString(string(svg)), words)
		}
	}

	unbeaten := rateOf(one, "x", func(r qnet.Record) float64 { return r.Unbeaten })
	var dots []float64
	for _, dot := range unbeaten.Dots {
		dots = append(dots, dot[0])
	}
	assert.Equal(t, []float64{120, 240, 300}, dots, "rounds of at least a hundred episodes, and the rest")
	assert.Len(t, unbeaten.Line, 5)
}
