// Package web is the page on which people play and watch runs, and the API that it uses:
// docs/reference/http-api.md. It is transport and bounds; what there is to say of games, players and runs
// is said by the packages that know them.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"time"

	"evothello/players"
	"evothello/report/analysis"
	"evothello/search"
	"evothello/ui/lobby"
)

// Options say what a server serves, and to whom.
type Options struct {
	Runs     string         // directory of the runs
	Programs []players.Spec // other people's programs, and players of files, that can be played
	Hosts    []string       // names that the server is called by, besides its own
	MaxThink time.Duration  // that a player of ours has for a move at most; 0 means 10 s; a game is judged in twice that
	Page     fs.FS          // the page's files while they are worked on; nil means those that came with the program
	Log      *slog.Logger   // nil means slog's own
}

// DefaultAddress is the default address of the page.
const DefaultAddress = "127.0.0.1:8064"

// usualThink is the default limit of the time for a move.
const usualThink = 10 * time.Second

// The bounds of what a server does at once.
const (
	maxWaiting = 1000 // for a search of each kind
	maxStreams = 500
)

// A Server serves the page and its API at an address.
type Server struct {
	Options
	log      *slog.Logger
	listener net.Listener
	http     http.Server
	assets   *assets
	lobby    *lobby.Lobby

	// Moves have slots of their own: they take a second at most, and in one line with
	// values and analyses, which take twenty, they would wait for seconds. So the cores are
	// shared instead: a move that takes 42 ms alone takes 57 ms while all studies are under
	// way (two cores, level 8).
	moves, studies *pool[*search.Searcher]
	programs       map[string]*externalPlayer      // by name
	streams        chan struct{}                   // a place for each
	judges         *cache[*judge]                  // by their weights' hash
	worths         *cache[[]analysis.SquareValues] // likewise
	summaries      *cache[summary]                 // by the run's name
	documents      *cache[*runDocument]
	watchers       *watchers
	closing        context.Context // streams end with it
	close          context.CancelFunc
}

// Listen makes a server and opens its address, which Serve serves. Beyond loopback it
// refuses to offer external programs: anyone who can reach it could run them.
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

func newServer(loopback bool, o Options) (s *Server, err error) {
	if !loopback && slices.ContainsFunc(o.Programs, func(p players.Spec) bool { return p.External }) {
		return nil, errors.New("other people's programs are played on this machine alone: leave out --program, or --addr")
	}
	o.MaxThink = cmp.Or(o.MaxThink, usualThink)
	s = &Server{
		Options: o, log: cmp.Or(o.Log, slog.Default()),
		lobby:  lobby.New(o.Runs, o.Programs).Within(o.MaxThink),
		judges: newCache[*judge](mostJudges), worths: newCache[[]analysis.SquareValues](mostWorths),
		summaries: newCache[summary](mostRuns), documents: newCache[*runDocument](mostDocuments),
		streams: make(chan struct{}, maxStreams),
	}
	if s.assets, err = newAssets(o.Page); err != nil {
		return nil, err
	}
	if s.programs, err = seats(o.Programs); err != nil {
		return nil, err
	}
	cores := runtime.GOMAXPROCS(0)
	s.moves, s.studies = newPool(cores, maxWaiting, newSearcher), newPool(cores, maxWaiting, newSearcher)
	s.watchers = &watchers{read: s.summary, here: func(name string) bool { return s.listed(name) == nil },
		often: time.Second, all: map[string]*watched{}}
	s.closing, s.close = context.WithCancel(context.Background())
	s.http = http.Server{
		Handler:           newGuard(loopback, o.Hosts).wrap(s, s.routes()),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	return s, nil
}

// A externalPlayer is an external program or a player of a file. It answers one request at a time.
type externalPlayer struct {
	*players.Contestant
	seat *pool[players.Player]
}

// seats are a seat for each of them. A program is started when it is first to move.
func seats(programs []players.Spec) (map[string]*externalPlayer, error) {
	all := map[string]*externalPlayer{}
	for _, spec := range programs {
		contestant, err := spec.Contestant()
		if err != nil {
			return nil, err
		}
		all[spec.Text] = &externalPlayer{contestant,
			newPool(1, maxWaiting, func() players.Player { return contestant.New(nil) })}
	}
	return all, nil
}

// newSearcher returns a searcher with a memory of 24 MiB, large enough for the deepest
// searches that are asked for.
func newSearcher() *search.Searcher { return search.New(search.NewTable(20)) }

// routes is all that the server answers.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, h := range map[string]handler{
		"GET /{$}":                     s.assets.index,
		"GET /assets/{hash}/{name...}": s.assets.file,
		"GET /api/players":             get(s.listPlayers),
		"GET /api/boards":              get(listBoards),
		"POST /api/analysis":           post(longestQuestion, s.analyze),
		"POST /api/explain":            post(longestQuestion, s.explain),
		"GET /api/runs":                get(s.list),
		"GET /api/runs/{name}":         get(s.document),
		"GET /api/runs/{name}/events":  s.stream(s.watch),
		"GET /api/worths":              get(s.worthsOf),
		"POST /api/read":               post(longestText, s.recognize),
		"POST /api/write":              post(longestQuestion, s.write),
		"POST /api/game":               post(longestQuestion, s.show),
		"POST /api/values":             s.stream(s.values),
		"POST /api/move":               post(longestQuestion, s.move),
	} {
		mux.Handle(pattern, s.handle(h))
	}
	return s.others(mux)
}

// others has requests that no route is for refused as all others are: in JSON.
func (s *Server) others(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		s.handle(func(w http.ResponseWriter, r *http.Request) error {
			verdict := &silent{ResponseWriter: w}
			h.ServeHTTP(verdict, r)
			return refusef(verdict.status, "%s %s: %s", r.Method, r.URL.Path, http.StatusText(verdict.status))
		}).ServeHTTP(w, r)
	})
}

// silent keeps an answer's status and headers, and nothing else.
type silent struct {
	http.ResponseWriter
	status int
}

func (s *silent) WriteHeader(status int)         { s.status = status }
func (s *silent) Write(data []byte) (int, error) { return len(data), nil }

// URL is where the page is.
func (s *Server) URL() string {
	address := *s.listener.Addr().(*net.TCPAddr)
	if address.IP.IsUnspecified() {
		address.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + address.String() + "/"
}

// RunURL is where the page shows a run.
func (s *Server) RunURL(name string) string { return s.URL() + "#/runs/" + url.PathEscape(name) }

// grace is how long answers may take that are under way when the server is to end.
const grace = 2 * time.Second

// Serve serves until ctx is cancelled, then lets answers that are under way be given.
func (s *Server) Serve(ctx context.Context) error {
	ended := make(chan error, 1)
	go func() { ended <- s.http.Serve(s.listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.close() // streams first, which else would never end
	late, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := s.http.Shutdown(late); err != nil {
		_ = s.http.Close() // drop the requests that are still open
	}
	s.endPrograms()
	return nil
}

// endPrograms ends external programs, those that think about a move after they have made it or
// given up.
func (s *Server) endPrograms() {
	for _, program := range s.programs {
		for _, player := range program.seat.drain() {
			players.Close(player)
		}
	}
}
