package web

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/ui/playerlist"
	"evothello/weights"
)

func TestBoards(t *testing.T) {
	s := open(t, Options{})
	var all []boardView
	s.ask("/api/boards", "", &all)
	require.Len(t, all, len(engine.Shapes)+9)
	assert.Contains(t, all, boardView{"Square-8", engine.Start().String(), 64, 60})
	assert.Contains(t, all, boardView{"X", "--####-----##---##----#####OX######XO#####----##---##-----####-- X", 32, 28})
}

// The API shows, writes and reads a whole game on every board.
func TestGamesOnBoards(t *testing.T) {
	s := open(t, Options{})
	rng := rand.New(rand.NewPCG(3, 4))
	for _, board := range engine.Shapes {
		g := &engine.Game{Start: board.Start}
		for p := g.Final(); !p.Over(); p = g.Final() {
			g.Moves = append(g.Moves, engine.RandomSquare(rng, p.Moves()))
		}
		on := `{"board": "` + board.Name + `", "moves": "` + g.Transcript() + `"}`
		var v gameView
		s.ask("/api/game", `{"game": `+on+`}`, &v)
		assert.Equal(t, board.Name, v.Board)
		positions := g.Positions()
		require.Len(t, v.Positions, len(positions), board.Name)
		for i, p := range v.Positions {
			assert.Equal(t, positions[i].Settle().Squares(), p.Board)
		}
		last, end := v.Positions[len(v.Positions)-1], g.Final()
		assert.True(t, last.Over)
		if end.Side == engine.White {
			end = end.Pass()
		}
		assert.Equal(t, end.FinalDiff(), last.Result, board.Name)

		var written writeAnswer
		s.ask("/api/write", `{"game": `+on+`}`, &written)
		assert.Equal(t, g.Transcript(), written.Transcript)
		for _, text := range []string{written.Transcript, written.GGF} {
			question, _ := json.Marshal(readQuestion{Text: text, Board: board.Name})
			var again readAnswer
			s.ask("/api/read", string(question), &again)
			require.Len(t, again.Games, 1, text)
			assert.Equal(t, gameQuestion(board, g), again.Games[0].Game, board.Name)
			assert.Empty(t, again.Games[0].Game.Start, "the board implies the start")
		}
	}
}

// A game names its board, its start position, or both.
func TestBoardsAndStartsOfGames(t *testing.T) {
	s := open(t, Options{})
	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	own := "########" + diamond.Start.Squares()[8:] // a diamond without its top
	later := diamond.Start.Play(engine.At(3, 2))
	for _, c := range []struct{ game, board, start string }{
		{`{"moves": ""}`, "Square-8", engine.Start().String()},
		{`{"board": "diamond", "moves": ""}`, "Diamond", diamond.Start.String()},
		{`{"start": "` + later.String() + `", "moves": ""}`, "Diamond", later.String()},
		{`{"board": "Diamond", "start": "` + later.String() + `", "moves": "c3"}`, "Diamond", later.String()},
		{`{"board": "Diamond", "start": "d3", "moves": "c3"}`, "Diamond", later.String()},
		{`{"board": "` + own + `", "moves": ""}`, own, own + " X"},
		{`{"board": "` + diamond.Start.Squares() + `", "moves": ""}`, diamond.Start.Squares(), diamond.Start.String()},
		{`{"start": "` + own + ` O", "moves": ""}`, "", own + " O"},
	} {
		var v gameView
		s.ask("/api/game", `{"game": `+c.game+`}`, &v)
		assert.Equal(t, c.board, v.Board, c.game)
		assert.Equal(t, c.start, v.Start, c.game)
	}
	for _, c := range []struct{ game, says string }{
		{`{"board": "Pentagon", "moves": ""}`, `unknown board "Pentagon"; did you mean Octagon?`},
		{
			`{"board": "` + strings.Repeat("pentagon ", 5000) + `", "moves": ""}`,
			`unknown board "pentagon pentagon pentagon pentagon pent"…: want a name`,
		},
		{`{"board": "` + strings.Repeat("#", 64) + `", "moves": ""}`, "neither side can move"},
		{`{"board": "X", "start": "` + later.String() + `", "moves": ""}`, "start: the position does not have the squares of board X"},
		{`{"board": "Diamond", "moves": "a1"}`, "transcript, move 1: a1 is not a square of this board"},
	} {
		response, text := s.do(s.request(t.Context(), "/api/game", `{"game": `+c.game+`}`))
		assert.Equal(t, http.StatusUnprocessableEntity, response.StatusCode, c.game)
		assert.Contains(t, strings.ReplaceAll(text, `\"`, `"`), c.says)
	}
}

// A champion that evolved on a board plays and analyses only there, and is listed for that board.
func TestChampionsOfBoards(t *testing.T) {
	dir := t.TempDir()
	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	champion := func(run string, board engine.Shape) {
		elsewhere := *evolved
		elsewhere.Board = &board
		data, err := json.Marshal(&elsewhere)
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, run), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, run, "champion.json"), data, 0o666))
		require.NoError(t, os.WriteFile(filepath.Join(dir, run, "checkpoint.json"), []byte("{}"), 0o666))
	}
	heart, err := engine.ShapeNamed("Heart")
	require.NoError(t, err)
	own, err := engine.ParseShape("mine", "########"+heart.Start.Squares()[8:40]+strings.Repeat("#", 24))
	require.NoError(t, err)
	champion("love", heart)
	champion("own", own)
	program, err := players.ParseSpec("gtp:cmd=go version")
	require.NoError(t, err)
	s := open(t, Options{Runs: dir, Programs: []players.Spec{program}})

	var all playerList
	s.ask("/api/players", "", &all)
	offered := map[string]playerlist.ListedPlayer{}
	for _, o := range all.Players {
		offered[o.Name] = o
	}
	assert.Equal(t, "Heart", offered["runs/love"].Board)
	assert.Equal(t, own.Start.Squares(), offered["runs/own"].Board, "its squares name a custom board")
	assert.Equal(t, "Square-8", offered["strongest"].Board, "it has pattern tables")
	assert.Empty(t, offered["evolved"].Board)

	for _, c := range []struct{ board, player, says string }{
		{"Heart", "runs/love", ""},
		{own.Start.Squares(), "runs/own", ""},
		{"Heart", "evolved", ""},
		{
			"Heart", "strongest",
			"player strongest: its pattern tables are for the standard board only: on board Heart use player evolved-heart",
		},
		{"X", "runs/love", "player runs/love: its weights are for the board Heart, not for X"},
		{"Heart", "runs/own", "player runs/own: its weights are for the board mine, not for Heart"},
		{"", "runs/love", "player runs/love: its weights are for the board Heart, not for Square-8"},
	} {
		game := `{"game": {"board": "` + c.board + `", "moves": ""}, "player": {"name": "` + c.player + `"}}`
		for _, path := range []string{"/api/move", "/api/explain", "/api/analysis", "/api/values", "/api/worths"} {
			question := s.request(t.Context(), path, game)
			if path == "/api/values" {
				question = s.request(t.Context(), path, strings.TrimSuffix(game, "}")+`, "seconds": 0.05}`)
			}
			if path == "/api/worths" {
				if c.board == "" {
					continue // without a board, it uses the player's own
				}
				question = s.request(t.Context(), path+"?"+url.Values{"player": {c.player}, "board": {c.board}}.Encode(), "")
			}
			response, text := s.do(question)
			if c.says == "" {
				assert.Equal(t, http.StatusOK, response.StatusCode, path+" "+text)
				continue
			}
			assert.Equal(t, http.StatusUnprocessableEntity, response.StatusCode, path)
			assert.Contains(t, text, c.says, path)
		}
	}
	const body = `{"game": {"board": "X", "moves": ""}, "player": {"name": "gtp:cmd=go version"}}`
	response, text := s.send("/api/move", body)
	assert.Equal(t, http.StatusUnprocessableEntity, response.StatusCode)
	assert.Contains(t, text, "GTP knows only the standard board, not X")
}

// Disc values are those on the player's own board, unless the request names another board.
func TestDiscValuesOnBoards(t *testing.T) {
	s := open(t, Options{})
	var here, there discValuesView
	s.ask("/api/worths?player=reversi-blank", "", &here)
	s.ask("/api/worths?player=reversi-blank&board=X", "", &there)
	assert.Equal(t, engine.Start().String(), here.Start)
	assert.Equal(t, "--####--", there.Start[:8])
	for _, phase := range there.Phases {
		for i, discs := range phase.Discs {
			if there.Start[i] == '#' {
				assert.Zero(t, discs, "no disc was ever in a hole")
			}
		}
	}
	assert.Equal(t, 28, there.Turns[len(there.Turns)-1])
}
