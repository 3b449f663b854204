package web

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestMove(t *testing.T) {
	s := open(t, Options{})
	var a moveAnswer
	s.ask("/api/move", `{"game": {"moves": "f5d6c3"}, "player": {"name": "strongest", "depth": 6}}`, &a)
	require.NotNil(t, a.Value)
	assert.Equal(t, 6, a.Depth)
	assert.NotZero(t, a.Value.Points)
	assert.Positive(t, a.Nodes)
	assert.Nil(t, a.Forfeit)
	assert.Equal(t, "f5d6c3"+a.Move, a.Game.Moves)
	assert.Len(t, a.Game.Positions, 5)

	var book moveAnswer
	s.ask("/api/move", `{"game": {"moves": "f5d6c3"}, "player": {"name": "fullreading"}}`, &book)
	assert.Equal(t, "d3", book.Move)
	assert.Nil(t, book.Value, "book moves have no value")

	var last moveAnswer
	start := "-OX" + strings.Repeat("X", 61) + " X"
	s.ask("/api/move", `{"game": {"start": "`+start+`", "moves": ""}, "player": {"name": "strongest"}}`, &last)
	assert.True(t, last.Value.Exact)
	assert.Equal(t, 64.0, last.Value.Discs)
	assert.True(t, last.Game.Positions[1].Over)
}

// Random players repeat their moves for the same seed and game, and differ for another seed. Each
// move of a game has random draws of its own.
func TestRandomMovesRepeatWithTheSeed(t *testing.T) {
	s := open(t, Options{})
	play := func(seed int) string {
		var a moveAnswer
		for moves := ""; ; moves = a.Game.Moves {
			s.ask("/api/move", fmt.Sprintf(`{"game": {"moves": %q}, "player": {"name": "random"}, "seed": %d}`, moves, seed), &a)
			if a.Game.Positions[len(a.Game.Positions)-1].Over {
				return a.Game.Moves
			}
		}
	}
	first := play(1)
	assert.Equal(t, first, play(1))
	assert.NotEqual(t, first, play(2))

	// The random player sometimes plays the first legal move, and sometimes another one.
	g, err := engine.ParseTranscript(first)
	require.NoError(t, err)
	places := map[bool]int{}
	for i, p := range g.Positions()[:len(g.Moves)] {
		for move := range engine.SquaresOf(p.Moves()) {
			places[move == g.Moves[i]]++
			break
		}
	}
	assert.Positive(t, places[true])
	assert.Positive(t, places[false])
}

func TestMovesRefused(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"game": {"moves": "f5"}, "player": {"name": "xyz"}}`, 404, `no such player: "xyz"`},
		{`{"game": {"moves": "f5"}, "player": {}}`, 404, "no such player"},
		{`{"game": {"moves": "f5"}, "player": {"name": "gtp:cmd=sh"}}`, 404, "no such player"},
		{`{"game": {"moves": "f5"}, "player": {"name": "../web_test.go"}}`, 404, "no such player"},
		{`{"game": {"moves": "f5"}, "player": {"name": "strongest", "level": 99}}`, 422, "level 99: must be a whole number"},
		{`{"game": {"moves": "f5"}, "player": {"name": "strongest", "level": 1.5}}`, 400, "cannot be read"},
		{`{"game": {"moves": "f5"}, "player": {"name": "random", "handicap": 3}}`, 422, "leave out handicap"},
		{
			`{"game": {"moves": "f5"}, "player": {"name": "random"}, "seed": 9007199254740992}`,
			422, "seed: must be a whole number below 2^53",
		},
		{`{"game": {"moves": "f5"}, "player": {"name": "random"}, "seed": -1}`, 400, "cannot be read"},
		{`{"game": {"moves": "` + wipeOut + `"}, "player": {"name": "random"}}`, 422, "the game is over"},
		{`{"game": {"moves": "f5", "forfeit": {"side": "black"}}, "player": {"name": "random"}}`, 422, "the game is over"},
		{`{"game": {"moves": "f9"}, "player": {"name": "random"}}`, 422, "move 1"},
	} {
		response, text := s.do(s.request(t.Context(), "/api/move", c.body))
		assert.Equal(t, c.status, response.StatusCode, c.body)
		assert.Contains(t, strings.ReplaceAll(text, `\"`, `"`), c.says, c.body)
	}
}

// endlessSearch is a request for a search that would take years.
const endlessSearch = `{"game": {"moves": "f5"}, "player": {"name": "strongest", "depth": 60, "endgame": 60}}`

// A player whose time is over plays the best move it has found.
func TestThinkingIsLimited(t *testing.T) {
	s := open(t, Options{MaxThink: 50 * time.Millisecond})
	var a moveAnswer
	s.ask("/api/move", endlessSearch, &a)
	assert.Greater(t, a.Depth, 1)
	assert.Less(t, a.Depth, 60)
	assert.NotNil(t, a.Value)
}

// A search ends when its client leaves, and so does waiting for a searcher.
func TestClientsLeave(t *testing.T) {
	s := open(t, Options{MaxThink: time.Hour})
	for _, c := range []struct {
		path, body string
		pool       interface{ busy() (int, int) }
	}{
		{"/api/move", endlessSearch, s.movePool},
		{
			"/api/analysis",
			`{"game": {"moves": "f5d6c3d3c4"}, "player": {"name": "strongest", "depth": 40, "endgame": 60}}`,
			s.analysisPool,
		},
		{"/api/values", `{"game": {"moves": "f5"}, "seconds": 20}`, s.analysisPool},
	} {
		ctx, leave := context.WithCancel(t.Context())
		clients := s.movePool.size() + 3
		gone := make(chan error, clients)
		for range clients {
			r := s.request(ctx, c.path, c.body)
			go func() {
				response, err := s.client.Do(r)
				if err == nil {
					defer response.Body.Close()
					for buffer := make([]byte, 1000); err == nil; {
						_, err = response.Body.Read(buffer)
					}
				}
				gone <- err
			}()
		}
		reaches := func(wantThinking, wantWaiting int) {
			eventually(t, func() bool {
				thinking, waiting := c.pool.busy()
				return thinking == wantThinking && waiting == wantWaiting
			}, c.path)
		}
		reaches(s.movePool.size(), 3)
		leave()
		for range clients {
			assert.ErrorIs(t, <-gone, context.Canceled)
		}
		reaches(0, 0)
	}
}

// busy returns the numbers of items in use and of waiting requests.
func (p *pool[T]) busy() (taken, waiting int) { return len(p.inUse), int(p.waiting.Load()) }

// Players move while the analysis pool is fully in use.
func TestMovesDoNotWaitForAnalysis(t *testing.T) {
	s := open(t, Options{})
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for range s.analysisPool.size() {
		_, ok := s.listen(ctx, "/api/values", `{"game": {"moves": "f5"}, "seconds": 20}`).next()
		require.True(t, ok)
	}
	require.False(t, s.analysisPool.idle())
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		game := randomGame(rng)
		var a moveAnswer
		const format = `{"game": {"moves": %q}, "player": {"name": "strongest", "level": 4}}`
		s.ask("/api/move", fmt.Sprintf(format, engine.Transcript(game.Moves[:20])), &a)
		assert.NotEmpty(t, a.Move)
	}
	thinking, _ := s.analysisPool.busy()
	assert.Equal(t, s.analysisPool.size(), thinking, "no search was stopped")
}

// If too many requests wait for a searcher, the server refuses more with Retry-After.
func TestTooManyWaiting(t *testing.T) {
	s := open(t, Options{MaxThink: time.Hour})
	s.movePool.maxWaiting = 0
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	for range s.movePool.size() {
		r := s.request(ctx, "/api/move", endlessSearch)
		go func() { _, _ = s.client.Do(r) }()
	}
	eventually(t, func() bool { thinking, _ := s.movePool.busy(); return thinking == s.movePool.size() }, "all think")
	response, text := s.do(s.request(t.Context(), "/api/move", endlessSearch))
	assert.Equal(t, 503, response.StatusCode)
	assert.Equal(t, "2", response.Header.Get("Retry-After"))
	assert.Contains(t, text, "too many requests are waiting")
}
