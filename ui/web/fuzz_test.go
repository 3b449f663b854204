package web

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fuzz sends a request with fuzzed bodies. The server must answer or refuse it with a reason, and
// never fail with an internal error.
func fuzz(f *testing.F, path string, seeds ...string) {
	s := open(f, Options{MaxThink: time.Millisecond, Runs: "../../runs", Log: slog.New(slog.DiscardHandler)})
	handler := s.http.Handler
	for _, seed := range append(seeds,
		``, `{`, `null`, `[]`, `{}`, `"game"`, `{"game": null}`, `{"game": []}`, `{"game": {}}`, `{"game": {}} {}`,
		"\xff", `{"game": {"moves": 5}}`,
		`{"game": {"moves": "`+strings.Repeat("f5", 1000)+`"}}`, strings.Repeat(`{"game":`, 10000),
		`{"game": {"start": "`+strings.Repeat("-", 64)+` X"}}`,
		`{"game": {"start": "f5d6", "moves": "c3"}}`, `{"game": {"start": "start", "moves": "passpass--"}}`,
		`{"game": {"board": "diamond", "moves": "d3"}}`, `{"game": {"board": "T", "start": "c4", "moves": ""}}`,
		`{"game": {"board": "`+strings.Repeat("#-", 32)+`"}}`,
		`{"game": {"board": "`+strings.Repeat("b", 60000)+`"}}`,
	) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			return
		}
		require.True(t, w.Code >= 400 && w.Code < 500, "%d: %s", w.Code, w.Body)
		var why errorAnswer
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &why))
		require.NotEmpty(t, why.Error)
		require.Less(t, len(why.Error), 2000, "a reason is a sentence")
	})
}

func FuzzGame(f *testing.F) {
	fuzz(f, "/api/game",
		`{"game": {"moves": "f5d6c3", "forfeit": {"side": "white", "reason": "left"}}}`,
		`{"game": {"moves": "F5 D6"}}`)
}

func FuzzMove(f *testing.F) {
	fuzz(f, "/api/move",
		`{"game": {"moves": "f5"}, "player": {"name": "strongest", "level": 3, "handicap": 4}, "seed": 9}`,
		`{"game": {"moves": "f5"}, "player": {"name": "runs/reference/317", "depth": 60, "endgame": 60}}`,
		`{"game": {"moves": "f5"}, "player": {"name": "random", "depth": -1}}`, `{"game": {"moves": "f5"}, "seed": 1e30}`)
}

func FuzzValues(f *testing.F) {
	fuzz(f, "/api/values",
		`{"game": {"moves": "f5"}, "player": {"name": "strongest"}, "seconds": 0.001}`,
		`{"game": {"moves": ""}, "seconds": 1e-300}`)
}

func FuzzAnalysis(f *testing.F) {
	fuzz(f, "/api/analysis",
		`{"game": {"moves": "f5d6"}, "player": {"name": "strongest", "level": 1}}`,
		`{"game": {"moves": "f5"}, "player": {"depth": 1}}`)
}

func FuzzThink(f *testing.F) {
	fuzz(f, "/api/think",
		`{"game": {"moves": "f5"}, "player": {"name": "evolved", "seconds": 0.01}, "id": "x"}`,
		`{"game": {"moves": "f5"}, "player": {"name": "random"}, "seed": 1}`)
}

func FuzzStop(f *testing.F) { fuzz(f, "/api/stop", `{"id": "x"}`) }

func FuzzCompare(f *testing.F) {
	fuzz(f, "/api/compare",
		`{"game": {"moves": "f5d6"}, "move": "c3", "player": {"name": "strongest", "level": 1}}`,
		`{"game": {"moves": "`+wipeOut+`"}, "move": "pass"}`)
}

func FuzzExercises(f *testing.F) {
	fuzz(f, "/api/exercises", `{"number": 1}`, `{"number": 1, "game": {}}`, `{"number": -1}`, `{"number": 1e30}`,
		`{"game": {"moves": "`+wipeOut+`"}}`)
}

func FuzzExplain(f *testing.F) {
	fuzz(f, "/api/explain",
		`{"game": {"moves": "f5d6"}, "player": {"name": "reversi-blank"}}`,
		`{"game": {"moves": "`+wipeOut+`"}}`)
}

func FuzzRead(f *testing.F) {
	const start = "---------------------------OX------XO---------------------------"
	ggfStart := strings.ReplaceAll(start, "X", "*")
	fuzz(f, "/api/read",
		`{"text": "f5d6"}`, `{"text": "(;GM[Othello]TY[8]BO[8 `+ggfStart+` *]B[F5];)"}`,
		`{"text": "d3", "board": "X"}`, `{"text": "-"}`, `{"text": "(;"}`,
		`{"text": "`+start+` X; F5:+2;"}`, `{"text": "%"}`,
		`{"text": "1. f5 d6\n2. c3"}`, `{"file": "MS4gZjUgZDY="}`, `{"file": "AAAA"}`, `{"file": "?"}`)
}

func FuzzWrite(f *testing.F) {
	fuzz(f, "/api/write", `{"game": {"moves": "f5d6"}, "black": "[Ann]", "white": "\u0000"}`)
}
