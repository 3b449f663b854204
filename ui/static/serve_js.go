package static

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"evothello/players"
	_ "evothello/players/human" // registers the player people
	"evothello/ui/web"
	"evothello/weights/scale"
)

// runsDir is where the engine finds runs, among the files that worker.js gives it.
const runsDir = "/runs"

// isRun reports whether a player is the champion of a run.
func isRun(player string) bool { return strings.HasPrefix(player, "runs/") }

// maxAnalysis is the time for the analysis of a game. Only its user waits for a browser, and a phone may be slow.
const maxAnalysis = 10 * time.Minute

// Serve answers the requests of a page until the browser ends the worker. worker.js passes them on. arguments
// has the player that the edition was made for, if there is one.
func Serve(arguments []string) {
	options := web.Options{
		Runs: runsDir, MaxAnalysis: maxAnalysis, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	}
	if len(arguments) > 0 {
		options.Published = arguments[0]
	}
	if with := options.Published; with != "" && !isRun(with) && !slices.Contains(players.Names(players.Roster()), with) {
		spec, err := players.ParseSpec(with)
		if err != nil {
			panic(err) // Publish has parsed it
		}
		options.Programs = []players.Spec{spec}
	}
	var scales map[string]*scale.Scale
	if data, err := os.ReadFile("/" + scalesFile); err == nil && json.Unmarshal(data, &scales) == nil {
		scale.Use(scales)
	}
	api, err := web.API(options)
	if err != nil {
		panic(err)
	}
	e := &engine{api: api, leave: map[int]context.CancelFunc{}}
	export("answer", func(a []js.Value) { go e.answer(a[0].Int(), a[1].String(), a[2].String(), a[3].String()) })
	export("leave", func(a []js.Value) {
		if leave := e.leave[a[0].Int()]; leave != nil {
			leave()
		}
	})
	js.Global().Call("ready")
	select {}
}

// export makes a function of the worker.
func export(name string, f func([]js.Value)) {
	js.Global().Set(name, js.FuncOf(func(_ js.Value, arguments []js.Value) any { f(arguments); return nil }))
}

// An engine answers the requests of a page. The browser has one thread for all goroutines, so that it needs no lock.
type engine struct {
	api   http.Handler
	leave map[int]context.CancelFunc // ends a request, by its number
}

// answer answers a request. The page chose its number.
func (e *engine) answer(number int, method, path, body string) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	e.leave[number] = end
	defer delete(e.leave, number)
	request, err := http.NewRequestWithContext(ctx, method, "/"+path, strings.NewReader(body))
	if err != nil {
		panic(err) // the page has no other paths
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
	}
	w := &answerWriter{number: number, header: http.Header{}}
	e.api.ServeHTTP(w, request)
	w.post(map[string]any{"done": true})
}

// An answerWriter sends an answer to the page, part by part.
type answerWriter struct {
	number int
	header http.Header
	begun  bool
}

func (w *answerWriter) Header() http.Header { return w.header }

func (w *answerWriter) WriteHeader(status int) {
	if w.begun {
		return
	}
	w.begun = true
	headers := map[string]any{}
	for name := range w.header {
		headers[name] = w.header.Get(name)
	}
	w.post(map[string]any{"status": status, "headers": headers})
}

// Write sends a part of the answer. No part ends within a character, because the API writes whole texts.
func (w *answerWriter) Write(data []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.post(map[string]any{"text": string(data)})
	return len(data), nil
}

func (w *answerWriter) post(message map[string]any) {
	message["id"] = w.number
	js.Global().Call("postMessage", message)
}

// Flush and the deadlines do nothing: they are for network connections.
func (*answerWriter) Flush()                           {}
func (*answerWriter) SetReadDeadline(time.Time) error  { return nil }
func (*answerWriter) SetWriteDeadline(time.Time) error { return nil }
