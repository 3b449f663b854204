package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
	"evothello/weights"
	"evothello/weights/scale"
)

// The analysis of the API is that of evolve analyze.
func TestAnalysis(t *testing.T) {
	s := open(t, Options{})
	whole := randomGame(rand.New(rand.NewPCG(1, 2)))
	champion, err := weights.Strongest()
	require.NoError(t, err)
	discs := scale.Of(champion)
	type depths struct{ depth, endgame int }
	analysed := map[depths][]analysis.Move{}
	for _, c := range []struct {
		player string
		depths
		moves int
	}{
		{`null`, depths{8, 18}, 20},
		{`{"name": "strongest"}`, depths{8, 18}, 20},
		{`{"name": "strongest", "level": 3}`, depths{3, 6}, len(whole.Moves)},
		{`{"name": "strongest", "depth": 2, "endgame": 9}`, depths{2, 9}, len(whole.Moves)},
	} {
		game := &engine.Game{Start: whole.Start, Moves: whole.Moves[:c.moves]}
		var got analysisAnswer
		s.ask("/api/analysis", fmt.Sprintf(`{"game": {"moves": %q}, "player": %s}`, game.Transcript(), c.player), &got)
		settings := search.Settings{Depth: c.depth, Endgame: c.endgame}
		if analysed[c.depths] == nil {
			analysed[c.depths], err = analysis.New(champion, settings).Analyse(t.Context(), game)
			require.NoError(t, err)
			analysis.InDiscs(analysed[c.depths], discs)
		}
		want := analysis.NewDocument("strongest", settings)
		want.Add("", &formats.Annotated{Game: *game}, analysed[c.depths])
		assert.Equal(t, want.Games[0], got.Game)
		assert.Equal(t, "strongest", got.Player)
		assert.Equal(t, players.Searching("", champion, search.Settings{}).Hash(), got.Hash)
		assert.Equal(t, c.depth, got.Depth)
		assert.Equal(t, c.endgame, got.Endgame)

		moves := analysed[c.depths]
		assert.Equal(t, analysis.Summarise(moves, engine.Black, 60), got.Summary.Black)
		assert.Equal(t, analysis.Summarise(moves, engine.White, 60), got.Summary.White)

		require.Len(t, got.Values, len(game.Moves)+1)
		if winner, discs := game.Final().Winner(); game.Final().Over() {
			if winner == engine.White {
				discs = -discs
			}
			assert.Equal(t, float64(discs), got.Values[len(game.Moves)], "the last value is the result")
		}
		for i, m := range analysed[c.depths] {
			if m.Unit == analysis.Discs {
				assert.Equal(t, forBlack(m.Side, float64(m.BestValue)), got.Values[i])
			}
		}
	}
}

func TestAnalysisOfUnfinishedGames(t *testing.T) {
	s := open(t, Options{})
	var none, some, lost analysisAnswer
	s.ask("/api/analysis", `{"game": {"moves": ""}}`, &none)
	assert.Len(t, none.Values, 1)
	assert.Equal(t, []analysis.AnalysedMove{}, none.Game.Moves)
	s.ask("/api/analysis", `{"game": {"moves": "f5d6"}}`, &some)
	assert.Len(t, some.Values, 3)
	assert.Less(t, max(some.Values[2], -some.Values[2]), 10.0)
	s.ask("/api/analysis", `{"game": {"moves": "f5d6", "forfeit": {"side": "black", "reason": "left"}}}`, &lost)
	assert.Equal(t, -64.0, lost.Values[2])
}

// An analysis that takes too long is stopped.
func TestAnalysisTimeIsLimited(t *testing.T) {
	s := open(t, Options{MaxThink: 5 * time.Millisecond})
	const body = `{"game": {"moves": "f5d6"}, "player": {"name": "strongest", "depth": 50}}`
	response, text := s.send("/api/analysis", body)
	assert.Equal(t, 422, response.StatusCode)
	assert.Contains(t, text, "the analysis takes too long: choose a lower level")
	assert.True(t, s.analysisPool.idle())
}

func TestAnalysisRefused(t *testing.T) {
	s := open(t, Options{})
	for _, path := range []string{"/api/analysis", "/api/explain"} {
		for body, says := range map[string]string{
			`{"game": {"moves": "f5f5"}}`:                                   "f5 is taken",
			`{"game": {"moves": "f5"}, "player": {"name": "random"}}`:       "player random has no weights",
			`{"game": {"moves": "f5"}, "player": {"name": "xyz"}}`:          "no such player",
			`{"game": {"moves": "f5"}, "player": {"name": "gtp:cmd=sh"}}`:   "no such player",
			`{"game": {"moves": "f5"}, "player": {"name": "strongest"}, 3}`: "cannot be read",
		} {
			response, text := s.do(s.request(t.Context(), path, body))
			assert.Contains(t, []int{400, 404, 422}, response.StatusCode, body)
			assert.Contains(t, text, says)
		}
	}
	const body = `{"game": {"moves": "f5"}, "player": {"name": "strongest", "level": 11}}`
	response, text := s.send("/api/analysis", body)
	assert.Equal(t, 422, response.StatusCode)
	assert.Contains(t, text, "level 11")
}

// The value of a position is the one that evolve explain prints (TestExplainLooksAhead).
func TestAnalysisOfAPosition(t *testing.T) {
	var got analysisAnswer
	open(t, Options{}).ask("/api/analysis", `{"game": {"moves": "f5d6c3"}, "player": {"name": "evolved"}}`, &got)
	assert.InDelta(t, 0.72, got.Values[3], 0.005)
}

// The explanation of the API is that of evolve explain. The scorers' contributions add up to the
// score.
func TestExplain(t *testing.T) {
	s := open(t, Options{})
	champion, err := weights.Strongest()
	require.NoError(t, err)
	for _, moves := range []string{"", "f5d6c3d3c4", wipeOut} {
		game, err := engine.ParseTranscript(moves)
		require.NoError(t, err)
		var got explanation
		s.ask("/api/explain", fmt.Sprintf(`{"game": {"moves": %q}}`, moves), &got)
		want := analysis.Explain(champion, scale.Of(champion), game.Final(), true)
		assert.Equal(t, want.Discs, got.Discs)
		assert.Equal(t, want.Board, got.Board)
		assert.Equal(t, want.Weights, got.Weights)
		assert.Equal(t, want.Features, got.Features)
		assert.Equal(t, want.Score, got.Score)
		assert.Equal(t, want.Result, got.Result)
		require.Len(t, got.Moves, len(want.Moves))
		for i, m := range got.Moves {
			assert.Equal(t, want.Moves[i].Move, m.Move)
			addsUp(t, m.explained)
		}
		addsUp(t, got.explained)
	}
	var evolved explanation
	s.ask("/api/explain", `{"game": {"moves": "f5d6c3"}, "player": {"name": "evolved"}}`, &evolved)
	for _, c := range evolved.Scorers {
		assert.NotEmpty(t, c.About, c.Scorer)
		assert.Equal(t, evaluators.About(c.Scorer), c.About)
	}
	assert.Empty(t, evolved.Moves[0].Scorers[0].About, "once is enough")
}

func addsUp(t *testing.T, e explained) {
	require.NotEmpty(t, e.Scorers)
	sum := 0
	for _, c := range e.Scorers {
		sum += c.Points
		assert.GreaterOrEqual(t, c.Discs*float64(c.Points), 0.0, "discs have the sign of points")
	}
	assert.Equal(t, e.Score, sum)
}

func TestDiscValues(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	evolved, err := weights.Named(weights.EvolvedName)
	require.NoError(t, err)
	var got, same discValuesView
	s.ask("/api/worths?player=evolved", "", &got)
	assert.Equal(t, []int(evolved.Turns), got.Turns)
	assert.Equal(t, "moves 1–12", got.Phases[0].Name)
	for i, want := range analysis.SquareValuesByPhase(evolved) {
		assert.Equal(t, want, got.Phases[i].SquareValues)
	}
	s.ask("/api/worths?player="+playerlist.Player("reference", evolved.Origin.Generation), "", &same)
	assert.Equal(t, got.Phases, same.Phases)
	for player, status := range map[string]int{"": 404, "xyz": 404, "random": 422} {
		response, _ := s.do(s.request(t.Context(), "/api/worths?player="+player, ""))
		assert.Equal(t, status, response.StatusCode, player)
	}
}

func TestPlayers(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	var got playerList
	s.ask("/api/players", "", &got)
	assert.NotEmpty(t, got.Levels)
	var names []string
	for _, p := range got.Players {
		names = append(names, p.Name)
	}
	assert.Contains(t, names, got.Usual.Name)
	assert.NotContains(t, names, "gtp")
	require.Greater(t, len(got.Ladder), 1)
	var answer moveAnswer
	s.ask("/api/move", fmt.Sprintf(`{"game": {"moves": "f5"}, "player": {"name": %q, "level": 1}}`, got.Ladder[0].Name), &answer)
	assert.Equal(t, 1, answer.Depth)
	assert.Equal(t, playerlist.BeginnerOpponent, got.Usual)
	shipped := []string{"runs/reference", "runs/strongest"}
	assert.NotContains(t, shipped, got.Newest["Square-8"].Name, "shipped runs are not the user's")

	dir := t.TempDir()
	copyRun(t, dir, "mine")
	open(t, Options{Runs: dir}).ask("/api/players", "", &got)
	assert.Equal(t, map[string]playerlist.Choice{"Square-8": {Name: "runs/mine"}}, got.Newest)
}

func TestExchange(t *testing.T) {
	s := open(t, Options{})
	var written writeAnswer
	s.ask("/api/write", `{"game": {"moves": "f5d6c3"}, "black": "Ann [1]", "white": "Bob", "date": "2026-01-31"}`, &written)
	assert.Equal(t, "f5d6c3", written.Transcript)
	assert.Contains(t, written.GGF, "DT[2026-01-31]PB[Ann (1)]PW[Bob]RE[?]")
	assert.Equal(t, "------------------X--------XX------OXX-----O-------------------- O", written.Board)

	// Every written format can be read again.
	for _, text := range []string{written.Transcript, written.GGF} {
		var got readAnswer
		s.ask("/api/read", quote(map[string]string{"text": text}), &got)
		require.Len(t, got.Games, 1)
		assert.Equal(t, game{Moves: "f5d6c3"}, got.Games[0].Game)
		assert.Equal(t, written.Board[:64], got.Games[0].End.Board)
		assert.Equal(t, "c3", got.Games[0].End.Last)
		assert.Empty(t, got.Faults)
		if text == written.GGF {
			assert.Equal(t, "2026-01-31", got.Games[0].Date)
		}
	}
	var board readAnswer
	s.ask("/api/read", quote(map[string]string{"text": written.Board}), &board)
	assert.Equal(t, formats.Board, board.Format)
	assert.Equal(t, game{Start: written.Board}, board.Games[0].Game)

	var elsewhere writeAnswer
	s.ask("/api/write", fmt.Sprintf(`{"game": {"start": %q, "moves": "d3"}}`, written.Board), &elsewhere)
	assert.Empty(t, elsewhere.Transcript, "it has a start of its own")

	for body, result := range map[string]string{
		`{"game": {"moves": "` + wipeOut + `"}}`:                                    "RE[+64.000]",
		`{"game": {"moves": "f5", "forfeit": {"side": "black", "reason": "late"}}}`: "RE[-64.000:r]",
	} {
		s.ask("/api/write", body, &written)
		assert.Contains(t, written.GGF, result)
	}
}

func quote(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestReadMany(t *testing.T) {
	s := open(t, Options{})
	var got readAnswer
	s.ask("/api/read", quote(map[string]string{"text": strings.Repeat("f5d6\n", maxGames+1)}), &got)
	assert.Len(t, got.Games, maxGames)
	assert.Equal(t, maxGames+1, got.Total)
	s.ask("/api/read", quote(map[string]any{"text": strings.Repeat("f5d6\n", maxGames+1), "from": maxGames}), &got)
	if assert.Len(t, got.Games, 1, "the rest is asked for") {
		assert.Equal(t, maxGames+1, got.Games[0].Number)
	}

	wthor, err := os.ReadFile("../../formats/testdata/sample.wtb")
	require.NoError(t, err)
	wthor[16+8] = 99 // the first game's first move
	var file readAnswer
	s.ask("/api/read", quote(map[string][]byte{"file": wthor}), &file)
	assert.Equal(t, formats.WTHOR, file.Format)
	assert.Len(t, file.Games, 1)
	assert.Equal(t, 2, file.Games[0].Number)
	assert.Equal(t,
		[]string{"game 1 (byte 16): move 1: 99 is not a square: squares are numbered from 11 (a1) to 88 (h8)"}, file.Faults)
	s.ask("/api/read", quote(map[string][]byte{"file": []byte("1. F5 d6\n2. c3")}), &file)
	assert.Equal(t, "f5d6c3", file.Games[0].Game.Moves)

	var faulty readAnswer
	s.ask("/api/read", quote(map[string]string{"text": written(t) + "(;GM[Othello]TY[8]BO[8 nonsense]B[f5];)"}), &faulty)
	assert.Len(t, faulty.Games, 1)
	require.Len(t, faulty.Faults, 1)
	assert.Contains(t, faulty.Faults[0], "game 2")
	s.ask("/api/read", quote(map[string]string{"text": strings.Repeat("(;B[a1];)", 50) + written(t)}), &faulty)
	assert.Equal(t, 51, faulty.Games[0].Number)
	assert.Len(t, faulty.Faults, maxFaults+1)
	assert.Equal(t, "and 30 more problems", faulty.Faults[maxFaults])
}

// written returns a game as GGF.
func written(t *testing.T) string {
	g, err := engine.ParseTranscript("f5d6c3")
	require.NoError(t, err)
	annotated := formats.Annotated{Game: *g}
	return annotated.GGF()
}

func TestExchangeRefused(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		path, body string
		status     int
		says       string
	}{
		{"/api/read", `{"text": ""}`, 400, "there is no content; want games as GGF"},
		{"/api/read", `{"text": "hello"}`, 400, "line 1"},
		{"/api/read", `{"text": "f5f5"}`, 400, "f5 is taken"},
		{"/api/read", `{"text": "` + strings.Repeat(" ", 1<<20) + `"}`, 413, "longer than 1024 KiB"},
		{"/api/read", `{"file": "AAAA"}`, 400, "the file has 3 bytes, but a WTHOR file"},
		{"/api/read", `{"file": "?"}`, 400, "the question cannot be read"},
		{"/api/write", `{"game": {"moves": "f5f5"}}`, 422, "f5 is taken"},
		{"/api/write", `{"game": {"moves": ""}, "black": "` + strings.Repeat("x", 201) + `"}`, 422, "longer than 200 bytes"},
	} {
		response, text := s.do(s.request(t.Context(), c.path, c.body))
		assert.Equal(t, c.status, response.StatusCode, c.says)
		assert.Contains(t, text, c.says)
	}
}
