package web

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	_ "evothello/players/programs"
	"evothello/runs"
	"evothello/weights"
	"evothello/weights/scale"
)

// Each server measures the scales of the weights that it shows, which takes a tenth of a second. Those of the shipped
// ones are measured once here.
func init() {
	scales := map[string]*scale.Scale{}
	for _, name := range []string{weights.StrongestName, weights.EvolvedName} {
		if s, err := weights.Named(name); err == nil {
			scales[s.Hash()] = scale.Of(s)
		}
	}
	scale.Use(scales)
}

// A site is a server on loopback, and a client for it.
type site struct {
	*Server
	t      testing.TB
	client *http.Client
	end    func() // ends the server and waits until it has ended
}

// open opens a site that ends with its test. It has no runs unless the options name them.
func open(t testing.TB, o Options) *site {
	s := listen(t, o)
	s.serve()
	return s
}

// listen makes a site that does not serve yet.
func listen(t testing.TB, o Options) *site {
	if o.Runs == "" {
		o.Runs = t.TempDir()
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(&failOnLog{t}, nil))
	}
	server, err := Listen("127.0.0.1:0", o)
	require.NoError(t, err)
	return &site{Server: server, t: t, client: &http.Client{Transport: &http.Transport{MaxConnsPerHost: 200}}}
}

// serve serves a site until its test ends.
func (s *site) serve() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	s.end = func() {
		cancel()
		assert.NoError(s.t, <-ended)
		ended <- nil
		s.client.CloseIdleConnections()
	}
	s.t.Cleanup(s.end)
}

// failOnLog fails a test if its server logs anything.
type failOnLog struct{ t testing.TB }

func (f *failOnLog) Write(line []byte) (int, error) {
	f.t.Errorf("the server logs %s", line)
	return len(line), nil
}

// request makes a request: a POST if it has a body, else a GET.
func (s *site) request(ctx context.Context, path, body string) *http.Request {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(s.URL(), "/")+path, strings.NewReader(body))
	require.NoError(s.t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// do sends a request and reads the whole answer.
func (s *site) do(r *http.Request) (*http.Response, string) {
	response, err := s.client.Do(r)
	require.NoError(s.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	require.NoError(s.t, err)
	return response, string(body)
}

// send sends a request as request makes it, and reads the whole answer.
func (s *site) send(path, body string) (*http.Response, string) {
	return s.do(s.request(s.t.Context(), path, body))
}

// ask sends a request that must succeed, and decodes the answer.
func (s *site) ask(path, body string, into any) {
	s.t.Helper()
	response, text := s.do(s.request(context.Background(), path, body))
	require.Equal(s.t, http.StatusOK, response.StatusCode, text)
	require.NoError(s.t, json.Unmarshal([]byte(text), into), text)
}

// An event is an event of a stream.
type event struct{ id, name, data string }

// listen opens a stream.
func (s *site) listen(ctx context.Context, path, body string) *events {
	response, err := s.client.Do(s.request(ctx, path, body))
	require.NoError(s.t, err)
	require.Equal(s.t, http.StatusOK, response.StatusCode)
	require.Equal(s.t, "text/event-stream", response.Header.Get("Content-Type"))
	return &events{body: response.Body, lines: bufio.NewScanner(response.Body)}
}

type events struct {
	body  io.Closer
	lines *bufio.Scanner
}

// next returns the next event of the stream. ok is false at its end.
func (e *events) next() (one event, ok bool) {
	for e.lines.Scan() {
		key, value, _ := strings.Cut(e.lines.Text(), ": ")
		switch {
		case key == "id":
			one.id = value
		case key == "event":
			one.name = value
		case key == "data":
			one.data = value
		case one.name != "":
			return one, true
		}
	}
	return event{}, false
}

// tinyRun makes a run whose generations take a few hundredths of a second each.
func tinyRun(t testing.TB, dir string) *runs.Run {
	c := evolution.Defaults(7)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.Turns = []int{30, 60}
	c.SetSize(6, 4)
	c.Gate.Every = 1
	c.Reference.Pairs = 8
	run, err := runs.Create(dir, c, runs.Goal{Count: 4})
	require.NoError(t, err)
	t.Cleanup(run.Close)
	return run
}

// played plays all generations of a run.
func played(t testing.TB, run *runs.Run) *runs.Run {
	_, err := run.Run(context.Background(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	return run
}

// eventually waits until a condition holds, for 20 s at most.
func eventually(t testing.TB, condition func() bool, what string) {
	t.Helper()
	require.Eventually(t, condition, 20*time.Second, time.Millisecond, what)
}

// copyRun copies the shipped run under a name.
func copyRun(t testing.TB, dir, name string) {
	require.NoError(t, os.CopyFS(filepath.Join(dir, name), os.DirFS("../../runs/reference")))
}
