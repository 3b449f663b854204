package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/learn/qnet"
	"evothello/players"
	"evothello/runs"
)

func TestGamesOnLargeBoards(t *testing.T) {
	s := open(t, Options{})
	var v gameView
	s.ask("/api/game", `{"game": {"board": "12", "moves": "g8"}}`, &v)
	assert.Equal(t, "12", v.Board)
	assert.Equal(t, "g8", v.Moves)
	start := engine.LargeStart(12)
	assert.Equal(t, start.String(), v.Start)
	require.Len(t, v.Positions, 2)
	last := v.Positions[1]
	assert.Equal(t, start.Play(engine.At(6, 7)).Squares(), last.Board)
	assert.Equal(t, "white", last.Side)
	assert.Equal(t, []string{"h6", "f8", "h8"}, last.Legal)
	assert.Equal(t, []string{"g7"}, last.Flipped)
	assert.Equal(t, [2]int{4, 1}, [2]int{last.Black, last.White})

	s.ask("/api/game", `{"game": {"board": "10", "start": "`+strings.Repeat("X", 98)+`O- X", "moves": "j10"}}`, &v)
	assert.True(t, v.Positions[1].Over)
	assert.Equal(t, 100, v.Positions[1].Result)

	s.ask("/api/game", `{"game": {"board": "26", "moves": "", "forfeit": {"side": "white", "reason": "no answer"}}}`, &v)
	assert.Equal(t, 676, v.Positions[0].Result)
	assert.Equal(t, "no answer", v.Forfeit.Reason)
}

// Two players play a whole game on a large board. The same seed repeats the game.
func TestPlayersOnLargeBoards(t *testing.T) {
	s := open(t, Options{})
	play := func(seed int) string {
		var a moveAnswer
		for moves, n := "", 0; ; moves, n = a.Game.Moves, n+1 {
			player := []string{`{"name": "greedy"}`, `{"name": "alphabeta", "level": 1}`}[n%2]
			a = moveAnswer{}
			const format = `{"game": {"board": "10", "moves": %q}, "player": %s, "seed": %d}`
			s.ask("/api/move", fmt.Sprintf(format, moves, player, seed), &a)
			require.NotEmpty(t, a.Move)
			assert.Nil(t, a.Value)
			if a.Game.Positions[len(a.Game.Positions)-1].Over {
				return a.Game.Moves
			}
		}
	}
	first := play(1)
	assert.Equal(t, first, play(1))
	assert.NotEqual(t, first, play(2))
}

func TestPlayerListOnLargeBoards(t *testing.T) {
	s := open(t, Options{})
	var c playerList
	s.ask("/api/players?board=26", "", &c)
	assert.Equal(t, "alphabeta", c.Usual.Name)
	byName := map[string]bool{}
	for _, offer := range c.Players {
		byName[offer.Name] = offer.Levels
		assert.False(t, offer.Weights)
	}
	want := map[string]bool{}
	for _, e := range players.RosterOn(engine.Large(10)) {
		if _, err := players.SpecOn(engine.Large(10), e.Name+":depth=1"); !e.External && e.RequiredKey() == "" {
			want[e.Name] = err == nil // players that search have levels
		}
	}
	assert.Equal(t, want, byName)
	for _, level := range c.Levels {
		var a moveAnswer
		const format = `{"game": {"board": "10", "moves": ""}, "player": {"name": "alphabeta", "level": %d}}`
		s.ask("/api/move", fmt.Sprintf(format, level.Level), &a)
		assert.Equal(t, level.Depth, a.Depth)
	}
}

// A run on a large board is listed with its board, and its champions play there and on no other.
func TestRunsOnLargeBoards(t *testing.T) {
	dir := t.TempDir()
	config := evolution.Defaults(1)
	config.SetBoard(engine.Large(10))
	require.NoError(t, config.SetOptimizer(evolution.DefaultOptimizer))
	config.SetSize(4, 2)
	config.Search.Depth, config.Search.Endgame, config.Reference.Opponents = 1, 0, nil
	run, err := runs.Create(filepath.Join(dir, "ten"), config, runs.Goal{Count: 1})
	require.NoError(t, err)
	_, err = run.Run(t.Context(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	run.Close()

	s := open(t, Options{Runs: dir})
	var c playerList
	s.ask("/api/players", "", &c)
	assert.Equal(t, "runs/ten", c.Newest["10"].Name)
	for _, name := range []string{"runs/ten", "runs/ten/1"} {
		var a moveAnswer
		s.ask("/api/move", `{"game": {"board": "10", "moves": ""}, "player": {"name": "`+name+`", "level": 2}}`, &a)
		assert.Equal(t, 2, a.Depth)
	}
	for board, says := range map[string]string{
		"12": "player runs/ten: its weights are for the board 10x10, not for 12x12",
		"X":  "player runs/ten: its weights are for the board 10x10, not for X",
	} {
		response, body := s.do(s.request(t.Context(), "/api/move", `{"game": {"board": "`+board+`", "moves": ""}, "player": {"name": "runs/ten"}}`))
		assert.Equal(t, 422, response.StatusCode)
		assert.Contains(t, body, says)
	}
	var one runDocument
	s.ask("/api/runs/ten", "", &one)
	assert.Equal(t, boardView{"10", engine.LargeStart(10).String(), 100, 96}, one.Board)
	var worths discValuesView
	s.ask("/api/worths?player=runs/ten", "", &worths)
	assert.Empty(t, worths.Phases)
}

// A Q-network on a large board is listed for it, in a directory of runs or by its file, and plays on no other.
func TestAgentsOnLargeBoards(t *testing.T) {
	dir := t.TempDir()
	config, err := qnet.Usual.Config(engine.Large(10), 1)
	require.NoError(t, err)
	config.Opponent, config.Hidden, config.Round = "random", []int{8}, 2
	network, err := qnet.Create(filepath.Join(dir, "qnet"), config, runs.Goal{Count: 2})
	require.NoError(t, err)
	_, err = network.Run(t.Context(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	network.Close()
	given, err := players.ParseSpec("qnet:file=" + network.Path())
	require.NoError(t, err)

	s := open(t, Options{Runs: dir, Programs: []players.Spec{given}})
	var list playerList
	s.ask("/api/players?board=10", "", &list)
	listed := 0
	for _, o := range list.Players {
		if o.Name == given.Text {
			listed++
			assert.Equal(t, "10", o.Board)
			assert.Contains(t, o.About, "trained by trial and error on 10x10")
		}
	}
	assert.Equal(t, 1, listed)
	moves := map[string]string{}
	for _, name := range []string{given.Text, "runs/qnet"} {
		ask := func(board string) string {
			return `{"game": {"board": "` + board + `", "moves": ""}, "player": {"name": "` + name + `"}}`
		}
		var a moveAnswer
		s.ask("/api/move", ask("10"), &a)
		moves[name] = a.Move
		for board, is := range map[string]string{"12": "12x12", "X": "X"} {
			response, body := s.do(s.request(t.Context(), "/api/move", ask(board)))
			assert.Equal(t, 422, response.StatusCode)
			says := "player " + name + ": it was trained on board 10x10 and plays only there, not on " + is
			assert.Contains(t, body, says, "%s on %s", name, board)
		}
	}
	assert.Equal(t, moves["runs/qnet"], moves[given.Text])
}

func TestLargeGamesAreReadAndWritten(t *testing.T) {
	s := open(t, Options{})
	var w writeAnswer
	s.ask("/api/write", `{"game": {"board": "12", "moves": "g8h6"}, "black": "", "white": ""}`, &w)
	assert.Equal(t, "g8h6", w.Transcript)
	assert.Contains(t, w.GGF, "TY[12]BO[12 ")
	for text, want := range map[string]game{
		"g8 h6":  {Board: "12", Moves: "g8h6"},
		w.Board:  {Board: "12", Start: w.Board},
		w.GGF:    {Board: "12", Moves: "g8h6"},
		"f5d6c3": {Moves: "f5d6c3"}, // of 8×8
	} {
		var r readAnswer
		question, err := json.Marshal(readQuestion{Text: text, Board: "12"})
		require.NoError(t, err)
		s.ask("/api/read", string(question), &r)
		require.Len(t, r.Games, 1, text)
		assert.Equal(t, want, r.Games[0].Game)
	}
	s.ask("/api/write", `{"game": {"board": "12", "start": "`+w.Board+`", "moves": ""}, "black": "", "white": ""}`, &w)
	assert.Empty(t, w.Transcript, "the game does not begin at the board's start")
}

// MaxThink also limits players on large boards.
func TestThinkingOnLargeBoardsIsLimited(t *testing.T) {
	s := open(t, Options{MaxThink: 20 * time.Millisecond})
	var a moveAnswer
	s.ask("/api/move", `{"game": {"board": "26", "moves": ""}, "player": {"name": "theend"}}`, &a)
	assert.NotEmpty(t, a.Move)
	assert.Less(t, a.Nodes, uint64(10_000*600), "without a limit it plays 10,000 games from each move")
}

func TestLargeBoardsRefused(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{"game", `{"game": {"board": "11", "moves": ""}}`, 422, `unknown board "11"`},
		{"game", `{"game": {"board": "12", "moves": "a1"}}`, 422, "move 1: a1 is not a legal move for Black"},
		{"game", `{"game": {"board": "12", "start": "--", "moves": ""}}`, 422, "start: transcript, move 1: "},
		{"game", `{"game": {"board": "12", "moves": "", "forfeit": {"side": "grey"}}}`, 422, `forfeit: side "grey"`},
		{
			"move", `{"game": {"board": "12", "moves": ""}, "player": {"name": "strongest"}}`,
			422, `player strongest: its pattern tables are for the standard board only: on board 12x12`,
		},
		{"move", `{"game": {"board": "12", "moves": ""}, "player": {"name": "external:file=x"}}`, 404, "no such player"},
		{
			"move", `{"game": {"board": "12", "moves": ""}, "player": {"name": "alphabeta", "level": 10}}`,
			422, "depth 14: must be 1 to 8",
		},
		{"move", `{"game": {"board": "12", "moves": ""}, "player": {"name": "table", "handicap": 3}}`, 422, "leave out handicap"},
		{
			"move",
			`{"game": {"board": "10", "start": "` + strings.Repeat("X", 100) + ` O", "moves": ""}, "player": {"name": "table"}}`,
			422, "the game is over",
		},
		{
			"values", `{"game": {"board": "12", "moves": ""}, "player": {"name": "strongest"}, "seconds": 1}`,
			422, "board 12: boards larger than 8×8 have no analysis, values or explanations",
		},
		{
			"analysis", `{"game": {"board": "12", "moves": "g8"}, "player": {"name": "strongest"}}`,
			422, "board 12: boards larger",
		},
		{
			"explain", `{"game": {"board": "12", "moves": ""}, "player": {"name": "strongest"}}`,
			422, "board 12: boards larger",
		},
		{"read", `{"text": "nonsense", "board": "12"}`, 400, "nonsense"},
	} {
		response, text := s.do(s.request(t.Context(), "/api/"+c.path, c.body))
		assert.Equal(t, c.status, response.StatusCode, c.body)
		assert.Contains(t, strings.ReplaceAll(text, `\"`, `"`), c.says, c.body)
	}
}

// An external program of the reversi library's protocol plays on large boards, too.
func TestProgramsOnLargeBoards(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a line for sh")
	}
	file := filepath.Join(t.TempDir(), "program.json")
	data, err := json.Marshal(map[string]any{"name": "it", "cmd": "read side; read size; test $size = 12 && echo 5 4"})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, data, 0o600))
	spec, err := players.ParseSpec("external:file=" + file)
	require.NoError(t, err)
	s := open(t, Options{Programs: []players.Spec{spec}})
	var c playerList
	s.ask("/api/players?board=12", "", &c)
	assert.Equal(t, spec.Text, c.Players[len(c.Players)-1].Name)
	move := func(board string) (a moveAnswer) {
		s.ask("/api/move", fmt.Sprintf(`{"game": {"board": %q, "moves": ""}, "player": {"name": %q}}`, board, spec.Text), &a)
		return a
	}
	assert.Equal(t, "f5", move("12").Move)
	lost := move("10")
	assert.Equal(t, "black", lost.Forfeit.Side)
	assert.Equal(t, -100, lost.Game.Positions[0].Result)
}
