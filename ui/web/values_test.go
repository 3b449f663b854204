package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/ui/playerlist"
	"evothello/weights"
)

// valued reads a stream of values to its end.
func (s *site) valued(body string) (all []valuesView, line lineView) {
	stream := s.listen(s.t.Context(), "/api/values", body)
	for {
		one, ok := stream.next()
		require.True(s.t, ok, "the stream breaks off")
		switch one.name {
		case "values":
			var v valuesView
			require.NoError(s.t, json.Unmarshal([]byte(one.data), &v))
			all = append(all, v)
		case "line":
			require.NoError(s.t, json.Unmarshal([]byte(one.data), &line))
		case "done":
			assert.Equal(s.t, "{}", one.data)
			return all, line
		}
	}
}

func TestValuesDeepen(t *testing.T) {
	s := open(t, Options{})
	all, line := s.valued(`{"game": {"moves": "f5d6c3"}, "seconds": 1}`)
	for i, v := range all {
		assert.Len(t, v.Moves, 4)
		for j, m := range v.Moves[1:] {
			assert.LessOrEqual(t, m.Value.Discs, v.Moves[j].Value.Discs, "the best comes first")
		}
		if i > 0 {
			assert.Greater(t, v.Depth, all[i-1].Depth)
			assert.Greater(t, v.Nodes, all[i-1].Nodes)
		}
	}
	last := all[len(all)-1]
	assert.Greater(t, last.Depth, 4)
	require.NotEmpty(t, line.Line)
	assert.Equal(t, last.Moves[0].Move, line.Line[0])
	s.ask("/api/game", fmt.Sprintf(`{"game": {"moves": "f5d6c3%s"}}`, strings.Join(line.Line, "")), &gameView{})
}

// Near the end of a game values are exact, and the line reaches the end of the game.
func TestValuesAreExactAtTheEnd(t *testing.T) {
	s := open(t, Options{})
	game := engine.Transcript(randomGame(rand.New(rand.NewPCG(1, 2))).Moves[:46])
	all, line := s.valued(`{"game": {"moves": "` + game + `"}}`)
	last := all[len(all)-1]
	for _, m := range last.Moves {
		assert.True(t, m.Value.Exact, m.Move)
		assert.Zero(t, m.Value.Points)
	}
	var v gameView
	s.ask("/api/game", fmt.Sprintf(`{"game": {"moves": "%s%s"}}`, game, strings.Join(line.Line, "")), &v)
	end := v.Positions[len(v.Positions)-1]
	require.True(t, end.Over)
	result := last.Moves[0].Value.Discs
	if v.Positions[len(game)/2].Side == "white" {
		result = -result
	}
	assert.Equal(t, int(result), end.Result)
}

// Players differ in the values of the first depth, however busy the machine is. The test takes them
// from the search itself, because a stream may leave out the first depth.
func TestValuesOfOtherPlayers(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	played, err := (&game{Moves: "f5d6c3"}).session()
	require.NoError(t, err)
	first := func(player *playerlist.Choice) (v valuesView) {
		_, analyser, err := s.analyserOf(player, played.board)
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		think(ctx, analyser, newSearcher(), played.Position().Settle(), func(deeper valuesView) {
			if v.Depth == 0 {
				v = deeper
			}
			stop()
		})
		require.Equal(t, 1, v.Depth)
		return v
	}
	valued := func(name string) valuesView { return first(&playerlist.Choice{Name: name}) }
	ours := first(nil)
	assert.Equal(t, ours, valued("strongest"))
	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	for _, name := range []string{"runs/reference", playerlist.Player("reference", evolved.Origin.Generation)} {
		assert.Equal(t, valued("evolved"), valued(name), name)
	}
	assert.NotEqual(t, ours, valued("reversi-blank"))
}

func TestValuesRefused(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"game": {"moves": ""}, "seconds": 21}`, 422, "seconds 21: must be above 0 and at most 20"},
		{`{"game": {"moves": ""}, "seconds": 0}`, 422, "seconds 0:"},
		{`{"game": {"moves": ""}, "seconds": -1}`, 422, "seconds -1:"},
		{`{"game": {"moves": ""}, "seconds": 1e999}`, 400, "cannot be read"},
		{`{"game": {"moves": ""}, "player": {"name": "random"}}`, 422, "player random has no weights"},
		{`{"game": {"moves": ""}, "player": {"name": "xyz"}}`, 404, "no such player"},
		{`{"game": {"moves": "` + wipeOut + `"}}`, 422, "the game is over"},
		{`{"game": {"moves": "f5f5"}}`, 422, "f5 is taken"},
	} {
		response, text := s.do(s.request(t.Context(), "/api/values", c.body))
		assert.Equal(t, c.status, response.StatusCode, c.body)
		assert.Contains(t, text, c.says)
	}
	assert.True(t, s.analysisPool.idle())
}
