package web

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players/analysis"
)

// blundered is the beginning of a game between people that ends with a blunder.
const blundered = "f5f6e6f4d3d6f3f2g4g3g5c6c5c4c3h4e3c2f7f8"

// A comparison has the values of the analysis, and its lines can be played.
func TestCompare(t *testing.T) {
	s := open(t, Options{})
	g, err := engine.ParseTranscript(blundered)
	require.NoError(t, err)
	before, played := engine.Transcript(g.Moves[:len(g.Moves)-1]), g.Moves[len(g.Moves)-1].String()
	reasons := 0
	for _, player := range []string{`null`, `{"name": "evolved-cmaes", "depth": 4, "endgame": 10}`} {
		var whole analysisAnswer
		s.ask("/api/analysis", fmt.Sprintf(`{"game": {"moves": %q}, "player": %s}`, blundered, player), &whole)
		analysed := whole.Game.Moves[len(g.Moves)-1]
		var a compareAnswer
		const question = `{"game": {"moves": %q}, "move": %q, "player": %s}`
		s.ask("/api/compare", fmt.Sprintf(question, before, played, player), &a)
		assert.Equal(t, analysed.Best, a.Best.Move)
		assert.Equal(t, analysed.Move, a.Played.Move)
		assert.InDelta(t, *analysed.LostDiscs, a.Best.Value.Discs-a.Played.Value.Discs, 0.01)
		assert.Contains(t, a.Moves, a.Played.moveView)
		assert.Equal(t, a.Moves[0], a.Best.moveView)
		for _, line := range []lineOfPlay{a.Best, a.Played} {
			assert.Equal(t, whole.Depth, len(line.Line))
			require.Len(t, line.Positions, len(line.Line)+1)
			for i, move := range line.Line {
				assert.Contains(t, line.Positions[i].Legal, move)
				assert.Equal(t, move, line.Positions[i+1].Last)
			}
		}
		for _, r := range a.Reasons {
			line := map[analysis.LineName]lineOfPlay{analysis.InBest: a.Best, analysis.InPlayed: a.Played}[r.Line]
			require.Less(t, r.Ply, len(line.Positions))
			assert.Contains(t, r.Says.English, line.Move+" ")
			assert.NotEmpty(t, r.Says.Japanese)
		}
		reasons += len(a.Reasons)
	}
	assert.Positive(t, reasons)
}

func TestCompareRefused(t *testing.T) {
	s := open(t, Options{})
	for body, says := range map[string]string{
		`{"game": {"moves": "f5"}, "move": "f5"}`:                               "f5 is taken",
		`{"game": {"moves": "f5"}, "move": "x"}`:                                "x",
		`{"game": {"moves": "f5"}}`:                                             "square",
		`{"game": {"moves": "f5"}, "move": "pass"}`:                             "pass",
		`{"game": {"moves": "` + wipeOut + `"}, "move": "a1"}`:                  "a1",
		`{"game": {"moves": "f5"}, "move": "d6", "player": {"name": "xyz"}}`:    "no such player",
		`{"game": {"moves": "f5"}, "move": "d6", "player": {"name": "random"}}`: "no weights",
		`{"game": {"board": "10", "moves": ""}, "move": "f5"}`:                  "larger than 8×8",
	} {
		response, text := s.send("/api/compare", body)
		assert.Contains(t, []int{400, 404, 422}, response.StatusCode, body)
		assert.Contains(t, text, says, body)
	}
}
