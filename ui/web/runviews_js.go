package web

import "net/http"

// runViews are empty in a static edition, which has no working directories.
type runViews struct{}

func newRunViews(*Server) runViews { return runViews{} }

func (*Server) runRoutes() map[string]handler {
	return map[string]handler{
		"GET /api/runs": get(func(*http.Request) (any, error) { return map[string]any{"runs": []any{}, "left_off": 0}, nil }),
	}
}
