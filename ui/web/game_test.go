package web

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestGame(t *testing.T) {
	s := open(t, Options{})
	var v gameView
	s.ask("/api/game", `{"game": {"moves": "F5 d6c5"}}`, &v)
	assert.Equal(t, "f5d6c5", v.Moves)
	assert.Equal(t, "Usagi", v.Opening)
	assert.Nil(t, v.Forfeit)
	require.Len(t, v.Positions, 4)
	assert.Equal(t, positionView{
		Board: "---------------------------OX------XO---------------------------", Side: "black",
		Legal: []string{"d3", "c4", "f5", "e6"}, Flipped: []string{}, Black: 2, White: 2,
	}, v.Positions[0])
	assert.Equal(t, positionView{
		Board: "---------------------------OX------XXX--------------------------", Side: "white",
		Legal: []string{"f4", "d6", "f6"}, Last: "f5", Flipped: []string{"e5"}, Black: 4, White: 1,
	}, v.Positions[1])
}

// A game that is sent back in the server's form is the same game.
func TestGamesRoundTrip(t *testing.T) {
	s := open(t, Options{})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		g := randomGame(rng)
		var v, again gameView
		s.ask("/api/game", `{"game": {"moves": "`+g.Transcript()+`"}}`, &v)
		s.ask("/api/game", `{"game": {"start": "`+v.Start+`", "moves": "`+v.Moves+`"}}`, &again)
		assert.Equal(t, v, again)
		require.Len(t, v.Positions, len(g.Moves)+1)
		positions := g.Positions()
		for i, p := range v.Positions {
			assert.Equal(t, positions[i].Settle().String(), p.Board+" "+map[string]string{"black": "X", "white": "O"}[p.Side])
			assert.Equal(t, i == len(g.Moves), p.Over)
		}
	}
}

// randomGame plays a whole game of random moves.
func randomGame(rng *rand.Rand) *engine.Game {
	g := engine.NewGame()
	for p := g.Final(); !p.Over(); p = g.Final() {
		g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
	}
	return g
}

func TestEndsOfGames(t *testing.T) {
	s := open(t, Options{})
	last := func(game string) (v gameView, p positionView) {
		s.ask("/api/game", `{"game": `+game+`}`, &v)
		return v, v.Positions[len(v.Positions)-1]
	}

	_, p := last(`{"moves": "` + wipeOut + `"}`) // Black takes all discs
	assert.True(t, p.Over)
	assert.Equal(t, 64, p.Result, "empty squares count for the winner")
	assert.Equal(t, []string{}, p.Legal)

	v, p := last(`{"moves": "f5", "forfeit": {"side": "white", "reason": "its program died"}}`)
	assert.Equal(t, &forfeit{"white", "its program died"}, v.Forfeit)
	assert.True(t, p.Over)
	assert.Equal(t, 64, p.Result)
	assert.Len(t, p.Legal, 3, "legal moves are listed nevertheless")

	v, p = last(`{"start": "` + strings.Repeat("X", 63) + `- O", "moves": ""}`)
	assert.Len(t, v.Positions, 1)
	assert.True(t, p.Over)
	assert.Equal(t, 64, p.Result)
}

// wipeOut is a game after which White has no disc.
const wipeOut = "e6f4e3f6g5d6e7f5c5"

// Positions are shown after any pass, and a transcript may leave passes out.
func TestPasses(t *testing.T) {
	s := open(t, Options{})
	const game = "d3c3e6d2d1e1b2c1" // after it White must pass
	var v, written gameView
	s.ask("/api/game", `{"game": {"moves": "`+game+`a3"}}`, &v)
	s.ask("/api/game", `{"game": {"moves": "`+game+`passa3"}}`, &written)
	assert.Equal(t, v, written)
	before := v.Positions[len(v.Positions)-2]
	assert.True(t, before.Passed)
	assert.Equal(t, "c1", before.Last)
	assert.Contains(t, before.Legal, "a3")
}

// The refusal of a game with an illegal move contains the legal moves before it.
func TestLegalPartOfAGame(t *testing.T) {
	s := open(t, Options{})
	for body, legal := range map[string]string{
		`{"game": {"moves": "f5 D6 a1 c3"}}`:             "f5d6",
		`{"game": {"moves": "a1"}}`:                      "",
		`{"game": {"moves": "1. f5 d6 3. what"}}`:        "f5d6",
		`{"game": {"board": "10", "moves": "f7e7q"}}`:    "f7e7",
		`{"game": {"board": "Diamond", "moves": "d3x"}}`: "d3",
	} {
		response, text := s.do(s.request(t.Context(), "/api/game", body))
		assert.Equal(t, 422, response.StatusCode, body)
		assert.Contains(t, text, `,"legal":"`+legal+`"}`, body)
	}
	_, text := s.do(s.request(t.Context(), "/api/game", `{"game": {"board": "nowhere", "moves": "f5"}}`))
	assert.NotContains(t, text, "legal", "other refusals have no legal part")
}

// Invalid games are refused with a reason that names the mistake.
func TestGamesRefused(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"game": {"moves": "f5f5"}}`, 422, "transcript, move 2: f5 is taken"},
		{`{"game": {"moves": "a1"}}`, 422, "transcript, move 1: a1 is not a legal move for Black"},
		{`{"game": {"moves": "hello"}}`, 422, `transcript, move 1:`},
		{`{"game": {"start": "XO", "moves": ""}}`, 422, "start: "},
		{`{"game": {"moves": "", "forfeit": {"side": "red"}}}`, 422, `forfeit: side "red": must be black or white`},
		{
			`{"game": {"moves": "", "forfeit": {"side": "black", "reason": "` + strings.Repeat("x", 1001) + `"}}}`,
			422, "forfeit: the reason is longer than 1000 bytes",
		},
		{
			`{"game": {"moves": "` + wipeOut + `", "forfeit": {"side": "black"}}}`,
			422, "forfeit: the game is already over",
		},
		{`{"game": {"moves": "f5", "colour": "red"}}`, 400, `the question cannot be read: unknown field "colour"`},
		{`{"game": "f5"}`, 400, "the question cannot be read: "},
		{`{"game": {"moves": "f5"}`, 400, "the question ends before its JSON does"},
		{`{"game": {"moves": "f5"}} x`, 400, "the question cannot be read: "},
		{`{"game": {"moves": "f5"}} {}`, 400, "the question cannot be read: unexpected data after its end"},
		{`{"game": {"moves": "` + strings.Repeat(" ", 64<<10) + `"}}`, 413, "the question is longer than 64 KiB"},
		{"\x00", 400, "the question cannot be read: "},
	} {
		response, text := s.do(s.request(t.Context(), "/api/game", c.body))
		assert.Equal(t, c.status, response.StatusCode, c.body)
		assert.Contains(t, text, `{"error":"`)
		assert.Contains(t, strings.ReplaceAll(text, `\"`, `"`), c.says, c.body)
	}
	r := s.request(t.Context(), "/api/game", `{"game": {"moves": "f5"}}`)
	r.Header.Set("Content-Type", "text/plain")
	response, text := s.do(r)
	assert.Equal(t, http.StatusUnsupportedMediaType, response.StatusCode)
	assert.Contains(t, text, "application/json")
}
