package web

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// thought listens to a search until its move. seen may end the search.
func (s *site) thought(question string, seen func(thinkingView)) (views []thinkingView, answer moveAnswer) {
	s.t.Helper()
	stream := s.listen(s.t.Context(), "/api/think", question)
	defer stream.body.Close()
	for {
		one, ok := stream.next()
		require.True(s.t, ok, "the stream ends with the move")
		if one.name == "move" {
			require.NoError(s.t, json.Unmarshal([]byte(one.data), &answer))
			_, more := stream.next()
			assert.False(s.t, more)
			return views, answer
		}
		require.Equal(s.t, "thinking", one.name, one.data)
		var view thinkingView
		require.NoError(s.t, json.Unmarshal([]byte(one.data), &view))
		if views = append(views, view); seen != nil {
			seen(view)
		}
	}
}

// A search that is watched makes the move that it makes unwatched.
func TestThink(t *testing.T) {
	s := open(t, Options{MaxThink: time.Minute})
	const question = `{"game": {"moves": "f5d6c3"}, "player": {"name": %q, "depth": %d}, "seed": 1, "id": "one"}`
	for name, depth := range map[string]int{"strongest": 9, "evolved": 1, "random": 0} {
		var plain moveAnswer
		const unwatched = `{"game": {"moves": "f5d6c3"}, "player": {"name": %q, "depth": %d}, "seed": 1}`
		s.ask("/api/move", fmt.Sprintf(unwatched, name, depth), &plain)
		_, answer := s.thought(fmt.Sprintf(question, name, depth), nil)
		assert.Equal(t, plain.Move, answer.Move)
		assert.Equal(t, plain.Value, answer.Value)
		assert.Equal(t, plain.Nodes, answer.Nodes)
	}
	assert.Empty(t, s.searches.stop, "searches that have ended are forgotten")
}

// Depth, nodes and time grow, and the line begins with the best move so far.
func TestProgress(t *testing.T) {
	s := open(t, Options{})
	question := `{"game": {"moves": "f5d6c3"}, "player": {"name": "strongest", "seconds": 1}}`
	views, answer := s.thought(question, nil)
	require.NotEmpty(t, views)
	for i, view := range views {
		require.NotEmpty(t, view.Line)
		require.NotNil(t, view.Value)
		if i > 0 {
			assert.GreaterOrEqual(t, view.Depth, views[i-1].Depth)
			assert.GreaterOrEqual(t, view.Nodes, views[i-1].Nodes)
			assert.Greater(t, view.Seconds, views[i-1].Seconds)
		}
	}
	assert.GreaterOrEqual(t, answer.Depth, views[len(views)-1].Depth)
	assert.InDelta(t, 1, answer.Seconds, 0.9)
}

// A search that the client ends makes the best move that it has found, also while it solves.
func TestStop(t *testing.T) {
	s := open(t, Options{MaxThink: time.Hour})
	stop := func() {
		var a stopAnswer
		s.ask("/api/stop", `{"id": "slow"}`, &a)
		assert.True(t, a.Stopped)
	}
	ended := false
	views, answer := s.thought(
		`{"game": {"moves": "f5d6c3"}, "player": {"name": "strongest", "depth": 40}, "id": "slow"}`,
		func(v thinkingView) {
			if v.Depth >= 4 && !ended {
				ended = true
				stop()
			}
		})
	require.True(t, ended)
	assert.GreaterOrEqual(t, answer.Depth, views[len(views)-1].Depth)

	ended = false
	_, answer = s.thought(
		`{"game": {"moves": "f5d6c3"}, "player": {"name": "evolved", "depth": 60, "endgame": 60}, "id": "slow"}`,
		func(thinkingView) {
			if !ended {
				ended = true
				stop()
			}
		})
	assert.Positive(t, answer.Depth, "a solver that is ended looks ahead for a moment")

	var a stopAnswer
	s.ask("/api/stop", `{"id": "slow"}`, &a)
	assert.False(t, a.Stopped)
	eventually(t, s.movePool.idle, "the searchers are free")
}

func TestThinkRefused(t *testing.T) {
	s := open(t, Options{MaxThink: 2 * time.Second})
	for body, says := range map[string]string{
		`{"game": {"moves": "f5f5"}, "player": {"name": "strongest"}}`:               "f5 is taken",
		`{"game": {"moves": "f5"}, "player": {"name": "xyz"}}`:                       "no such player",
		`{"game": {"moves": "f5"}, "player": {"name": "strongest", "seconds": 2.5}}`: "must be 0.01 to 2",
		`{"game": {"moves": "` + wipeOut + `"}, "player": {"name": "strongest"}}`:    "the game is over",
	} {
		response, text := s.send("/api/think", body)
		assert.Contains(t, []int{404, 422}, response.StatusCode, body)
		assert.Contains(t, text, says, body)
	}
}

func TestThinkOnLargeBoards(t *testing.T) {
	s := open(t, Options{})
	_, answer := s.thought(`{"game": {"board": "10", "moves": ""}, "player": {"name": "table"}, "id": "large"}`, nil)
	assert.NotEmpty(t, answer.Move)
}
