// Package web serves the page for playing games and watching runs, and its API (docs/reference/http-api.md). It
// contains transport and limits only; other packages implement games, players and runs.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"evothello/players"
	"evothello/players/analysis"
	"evothello/search"
	"evothello/ui/playerlist"
)

// Options configure a server.
type Options struct {
	Runs     string         // directory of the runs
	Programs []players.Spec // external programs and players from files that users can choose
	Hosts    []string       // host names that the server accepts in addition to its own
	// Published is the player that a static edition was made for: the default opponent on its board. If it is
	// a run's champion, the run's earlier champions are the ladder. "" means none.
	Published string
	// MaxThink is the maximum time per move of a built-in player; 0 means 10 s.
	MaxThink time.Duration
	// MaxAnalysis is the maximum time for the analysis of a game; 0 means twice MaxThink.
	MaxAnalysis time.Duration
	Page        fs.FS        // files of the page during development; nil is the embedded page
	Log         *slog.Logger // nil is slog.Default()
}

// DefaultAddress is the default address of the page.
const DefaultAddress = "127.0.0.1:8064"

// defaultThink is the default of Options.MaxThink.
const defaultThink = 10 * time.Second

// The limits of concurrent requests and connections.
const (
	maxWaiting     = 1000 // requests that wait for a pool
	maxStreams     = 500
	maxConnections = 2000
)

// A Server serves the page and its API at an address.
type Server struct {
	Options
	log      *slog.Logger
	listener net.Listener
	http     http.Server
	assets   *assets
	players  *playerlist.List

	// Moves have a pool of their own. A move takes a second at most, values and analyses take up to
	// 20 s, so in a common queue moves would wait for seconds. Instead, the two pools share the
	// cores: a move that takes 42 ms alone takes 57 ms while the analysis pool is fully in use (two
	// cores, level 8).
	movePool, analysisPool *pool[*search.Searcher]

	programs   map[string]*externalPlayer      // by name
	searches   searches                        // that can be ended
	streams    chan struct{}                   // a token for each open stream
	analysers  *cache[*analyser]               // by the weights' hash
	discValues *cache[[]analysis.SquareValues] // by the weights' hash and the board's start
	runViews                                   // of working directories
	closing    context.Context                 // its end ends all streams
	close      context.CancelFunc

	connections    atomic.Int32 // open ones
	maxConnections int32        // a new one beyond them is closed at once
}

// Listen makes a server and opens its address; call Serve next. If external programs can be chosen it accepts
// only a loopback address, because anyone who reaches the server could run them.
func Listen(address string, o Options) (*Server, error) {
	at, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%w; want HOST:PORT, such as 127.0.0.1:8064", err)
	}
	s, err := newServer(at.IP.IsLoopback(), o)
	if err != nil {
		return nil, err
	}
	s.listener, err = net.ListenTCP("tcp", at)
	return s, err
}

// newAPI returns a server that can answer the API but does not listen.
func newAPI(o Options) (s *Server, err error) {
	o.MaxThink = cmp.Or(o.MaxThink, defaultThink)
	o.MaxAnalysis = cmp.Or(o.MaxAnalysis, 2*o.MaxThink)
	s = &Server{
		Options: o, log: cmp.Or(o.Log, slog.Default()),
		players:   playerlist.New(o.Runs, o.Programs).LimitTime(o.MaxThink),
		analysers: newCache[*analyser](maxAnalysers), discValues: newCache[[]analysis.SquareValues](maxDiscValues),
		streams: make(chan struct{}, maxStreams), maxConnections: maxConnections,
	}
	if s.programs, err = newExternalPlayers(o.Programs); err != nil {
		return nil, err
	}
	cores := runtime.GOMAXPROCS(0)
	s.movePool, s.analysisPool = newPool(cores, maxWaiting, newSearcher), newPool(cores, maxWaiting, newSearcher)
	s.runViews = newRunViews(s)
	s.closing, s.close = context.WithCancel(context.Background())
	return s, nil
}

// API returns a handler for only the API. It neither listens nor limits clients, because in a static edition
// it runs in the browser.
func API(o Options) (http.Handler, error) {
	s, err := newAPI(o)
	if err != nil {
		return nil, err
	}
	return s.handlerOf(s.gameRoutes(), s.runRoutes()), nil
}

func newServer(loopback bool, o Options) (s *Server, err error) {
	if !loopback && slices.ContainsFunc(o.Programs, func(p players.Spec) bool { return p.External }) {
		return nil, errors.New("external programs can be played only from this machine: leave out --program or --addr")
	}
	if s, err = newAPI(o); err != nil {
		return nil, err
	}
	if s.assets, err = newAssets(o.Page); err != nil {
		return nil, err
	}
	s.http = http.Server{
		Handler:           newGuard(loopback, o.Hosts).wrap(s, s.routes()),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       clientTimeout,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ConnState:         s.countConnections,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	return s, nil
}

// An externalPlayer is an external program or a player from a file. It answers one request at a
// time.
type externalPlayer struct {
	*players.Contestant
	pool *pool[players.Player] // of one player
}

// newExternalPlayers returns the external players by name. A program starts at its first move.
func newExternalPlayers(programs []players.Spec) (map[string]*externalPlayer, error) {
	all := map[string]*externalPlayer{}
	for _, spec := range programs {
		contestant, err := spec.Contestant()
		if err != nil {
			return nil, err
		}
		newPlayer := func() players.Player { return contestant.New(nil) }
		all[spec.Text] = &externalPlayer{contestant, newPool(1, maxWaiting, newPlayer)}
	}
	return all, nil
}

// newSearcher returns a searcher with a transposition table of 24 MiB, which is large enough for
// the deepest searches that clients may request.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// routes returns the handler of all routes.
func (s *Server) routes() http.Handler {
	return s.handlerOf(s.gameRoutes(), s.runRoutes(), map[string]handler{
		"GET /{$}":                     s.assets.index,
		"GET /assets/{hash}/{name...}": s.assets.file,
	})
}

// gameRoutes are the routes that need no files of runs and no page.
func (s *Server) gameRoutes() map[string]handler {
	return map[string]handler{
		"GET /api/players":    get(s.listPlayers),
		"GET /api/boards":     get(listBoards),
		"POST /api/analysis":  post(maxQuestionBytes, s.analyze),
		"POST /api/compare":   post(maxQuestionBytes, s.compare),
		"POST /api/exercises": post(maxQuestionBytes, s.exercises),
		"POST /api/explain":   post(maxQuestionBytes, s.explain),
		"GET /api/worths":     get(s.discValuesOf),
		"POST /api/read":      post(maxTextBytes, s.readGames),
		"POST /api/write":     post(maxQuestionBytes, s.write),
		"POST /api/game":      post(maxQuestionBytes, s.show),
		"POST /api/values":    s.stream(s.values),
		"POST /api/move":      post(maxQuestionBytes, s.move),
		"POST /api/think":     s.stream(s.think),
		"POST /api/stop":      post(maxQuestionBytes, s.stop),
	}
}

// handlerOf returns the handler of routes.
func (s *Server) handlerOf(routes ...map[string]handler) http.Handler {
	mux := http.NewServeMux()
	for _, some := range routes {
		for pattern, h := range some {
			mux.Handle(pattern, s.handle(h))
		}
	}
	return s.withErrors(mux)
}

// withErrors answers unknown routes: a browser that opens one gets a page, all others a JSON error.
func (s *Server) withErrors(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		s.handle(func(w http.ResponseWriter, r *http.Request) error {
			recorder := &statusRecorder{ResponseWriter: w}
			h.ServeHTTP(recorder, r)
			if page := !strings.HasPrefix(r.URL.Path, "/api/"); page && recorder.status == http.StatusNotFound &&
				strings.Contains(r.Header.Get("Accept"), "text/html") {
				noSuchPage(w, r)
				return nil
			}
			return refusef(recorder.status, "%s %s: %s", r.Method, r.URL.Path, http.StatusText(recorder.status))
		}).ServeHTTP(w, r)
	})
}

// noSuchPage answers a browser that opens an unknown path. The link is relative, as all are, so it also works below a
// path of a proxy.
func noSuchPage(w http.ResponseWriter, r *http.Request) {
	up := "./" + strings.Repeat("../", max(0, strings.Count(r.URL.Path, "/")-1))
	w.Header().Set("Content-Type", mediaTypes[".html"])
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprintf(w, "<!doctype html><html lang=en><meta name=viewport content=\"width=device-width\">"+
		"<title>No such page</title><p>There is no page at %s. <a href=%q>Play Othello</a>",
		html.EscapeString(truncate(r.URL.Path)), up)
}

// statusRecorder records an answer's status. It passes headers on and drops the body.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (s *statusRecorder) WriteHeader(status int)         { s.status = status }
func (s *statusRecorder) Write(data []byte) (int, error) { return len(data), nil }

// countConnections closes a new connection if maxConnections are open.
func (s *Server) countConnections(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if s.connections.Add(1) > s.maxConnections {
			c.Close()
		}
	case http.StateClosed, http.StateHijacked:
		s.connections.Add(-1)
	}
}

// shutdownGrace is how long answers that are under way may take after the server was told to end.
const shutdownGrace = 2 * time.Second

// Serve serves until ctx is cancelled. Then it finishes the current answers and ends external programs.
func (s *Server) Serve(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Serve(s.listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.close() // ends the streams; Shutdown would wait for them
	deadline, cancel := context.WithTimeout(context.Background(), shutdownGrace)
	defer cancel()
	if err := s.http.Shutdown(deadline); err != nil {
		_ = s.http.Close() // drop the requests that are still open
	}
	s.endPrograms()
	return nil
}

// endPrograms ends external programs. It waits for a program that is choosing a move.
func (s *Server) endPrograms() {
	for _, program := range s.programs {
		for _, player := range program.pool.drain() {
			players.Close(player)
		}
	}
}
