//go:build !js

package web

import "time"

// runViews are what the page shows of working directories.
type runViews struct {
	summaries   *cache[summary]        // by the run's name
	documents   *cache[*runDocument]   // by the run's name
	directories *cache[*directoryView] // of other kinds, by name
	counted     *cache[[]uint64]       // squares that features depend on, by scorer and board
	watchers    *watchers
}

func newRunViews(s *Server) runViews {
	return runViews{
		newCache[summary](maxRuns), newCache[*runDocument](maxDocuments), newCache[*directoryView](maxDocuments),
		newCache[[]uint64](maxCounted),
		&watchers{
			read:     s.summary,
			interval: time.Second,
			runs:     map[string]*watchedRun{},
		},
	}
}

// runRoutes are the routes of working directories.
func (s *Server) runRoutes() map[string]handler {
	return map[string]handler{
		"GET /api/runs":                     get(s.list),
		"GET /api/runs/{name}":              get(s.document),
		"GET /api/runs/{name}/events":       s.stream(s.watch),
		"GET /api/runs/{name}/files/{file}": s.download,
		"GET /api/runs/{name}/games":        get(s.games),
	}
}
