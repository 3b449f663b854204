package tui

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
)

func TestResult(t *testing.T) {
	full := strings.Repeat("X", 32) + strings.Repeat("O", 32)
	empty := strings.Repeat("-", 64)
	for board, want := range map[string]string{
		full:               "The game is a draw, 32-32.",
		"X-O" + empty[3:]:  "The game is a draw, 1-1.",
		full[1:] + "X":     "The game is a draw, 32-32.",
		"O" + full[1:]:     "White wins 33-31.",
		full[:63] + "X":    "Black wins 33-31.",
		"O" + empty[1:]:    "White wins 64-0, empties count for the winner.",
		"XX-O" + empty[4:]: "Black wins 63-1, empties count for the winner.",
	} {
		for _, side := range []string{" X", " O"} {
			p, err := engine.ParsePosition(board + side)
			require.NoError(t, err)
			assert.Equal(t, want, Result(English, session.New(p).Snapshot()))
		}
	}
}

// The record of a game with another start holds the start. Such a game has no command for its analysis.
func TestRecordAndAnalyseCommand(t *testing.T) {
	usual := session.New(engine.Start())
	assert.Equal(t, "transcript: ", Record(usual))
	assert.Empty(t, AnalyseCommand(usual), "there are no moves")
	require.NoError(t, usual.Play(engine.At(3, 2)))
	assert.Equal(t, "transcript: d3", Record(usual))
	assert.Contains(t, AnalyseCommand(usual), " analyze d3")

	own := session.New(usual.Position())
	require.NoError(t, own.Play(engine.At(2, 2)))
	assert.Equal(t, "start: "+usual.Position().String()+"\ntranscript: c3", Record(own))
	assert.Empty(t, AnalyseCommand(own))
}
