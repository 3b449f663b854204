package sentences

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/report/advice"
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
			assert.Equal(t, want, Result(session.New(p).Snapshot()))
		}
	}
}

func TestWorth(t *testing.T) {
	for want, v := range map[string]advice.Value{
		"you win by 6 discs with best play":      {Exact: true, Discs: 6},
		"you lose by 12 discs against best play": {Exact: true, Discs: -12},
		"a draw with best play":                  {Exact: true},
		"you win with best play":                 {Won: 1, Discs: 64},
		"you lose against best play":             {Won: -1, Discs: -64},
		"you stand better, by about 0.7 discs":   {Points: 130, Discs: 0.71},
		"you stand worse, by about 2.0 discs":    {Points: -400, Discs: -2},
		"an even game":                           {Points: -2, Discs: -0.02},
	} {
		assert.Equal(t, want, Worth(v))
	}
}

// A game with a start of its own needs it in its record, and cannot be judged by its
// transcript.
func TestRecordAndJudge(t *testing.T) {
	usual := session.New(engine.Start())
	assert.Equal(t, "transcript: ", Record(usual))
	assert.Empty(t, Judge(usual), "there are no moves")
	require.NoError(t, usual.Play(engine.At(3, 2)))
	assert.Equal(t, "transcript: d3", Record(usual))
	assert.Contains(t, Judge(usual), " analyze d3")

	own := session.New(usual.Position())
	require.NoError(t, own.Play(engine.At(2, 2)))
	assert.Equal(t, "start: "+usual.Position().String()+"\ntranscript: c3", Record(own))
	assert.Empty(t, Judge(own))
}
