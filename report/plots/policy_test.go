package plots

import (
	"html"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/learn/policy"
	"evothello/runs"
)

func TestWriteNet(t *testing.T) {
	c := policy.Defaults(1)
	c.Hidden, c.Vector, c.Batch, c.Steps, c.Games, c.Pairs = 2, 2, 8, 10, 21, 2
	greedy, err := policy.NewOpponent("greedy")
	require.NoError(t, err)
	c.Opponents = []policy.Opponent{greedy}
	training, err := policy.Create(filepath.Join(t.TempDir(), "pupil"), c, runs.Goal{Count: 2})
	require.NoError(t, err)
	defer training.Close()
	_, err = training.Run(t.Context(), fitness.Local{Workers: 1}, runs.Observer{})
	require.NoError(t, err)
	assert.True(t, Missing(training))
	written, err := Write(training, training.PlotsDir())
	require.NoError(t, err)
	assert.Len(t, written, 4)
	assert.False(t, Missing(training))
	for name, says := range map[string][]string{
		"agreement": {"pupil: moves as in games that no training used", "A round is 10 steps of 8 positions."},
		"reference": {"which never searches", "greedy", "in 2 pairs of games"},
	} {
		svg, err := os.ReadFile(training.PlotsDir().Path(name + ".svg"))
		require.NoError(t, err)
		for _, words := range says {
			assert.Contains(t, html.UnescapeString(string(svg)), words)
		}
	}
}
