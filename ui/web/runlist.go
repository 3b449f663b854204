//go:build !js

package web

import (
	"cmp"
	"net/http"
	"slices"
	"unicode/utf8"

	"evothello/runs"
)

// A runList holds the newest working directories.
type runList struct {
	Runs    []summary `json:"runs"`
	LeftOff int       `json:"left_off"` // number of directories left off because the list is too long
}

// list answers /api/runs.
func (s *Server) list(r *http.Request) (*runList, error) {
	all, kinds := []summary{}, runs.Directories(s.Runs)
	for name, kind := range kinds {
		_, updated := kind.Stamp(s.dir(name))
		all = append(all, summary{Kind: kind.Name(), Name: name, Updated: updated})
	}
	slices.SortFunc(all, func(a, b summary) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.Name, b.Name))
	})
	shown := all[:min(len(all), maxRuns)]
	for i := range shown {
		if err := r.Context().Err(); err != nil {
			return nil, err // the client is gone
		}
		if !utf8.ValidString(shown[i].Name) { // no request could name it
			shown[i].Error = "the directory's name is not UTF-8: rename it"
			continue
		}
		read, err := s.summaryOf(kinds[shown[i].Name], shown[i].Name)
		if err != nil {
			shown[i].Error = err.Error()
			continue
		}
		shown[i] = read
	}
	return &runList{shown, len(all) - len(shown)}, nil
}
