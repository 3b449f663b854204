package tables

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/weights"
)

// The shipped champion is the result of the stored training run. Repeating the run takes an hour;
// see docs/results/strongest.md.
func TestShippedChampionIsTheTrainedOne(t *testing.T) {
	l, err := Open("../../runs/strongest")
	require.NoError(t, err)
	assert.Positive(t, l.Status().Seconds)
	assert.Positive(t, l.Status().CPUSeconds)
	reigning := l.State.ChampionRound()
	require.NotNil(t, reigning)
	trained, err := l.Candidate(reigning.Round)
	require.NoError(t, err)
	champion, err := weights.Strongest()
	require.NoError(t, err)
	assert.Equal(t, trained.Hash(), champion.Hash())
	assert.Equal(t, reigning.Fitted.Tables, champion.Tables)
	assert.Equal(t, l.Config.Hash(), champion.Origin.Run)
	assert.Less(t, len(champion.PatternTables().File()), 7_000_000, "the program stays small")
}
