//go:build !js

package web

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evothello/internal/files"
)

// download answers /api/runs/NAME/files/FILE.
func (s *Server) download(w http.ResponseWriter, r *http.Request) error {
	name, file := r.PathValue("name"), r.PathValue("file")
	of, err := s.kindOf(name)
	if err != nil {
		return err
	}
	if downloads := downloadsOf(of); !slices.Contains(downloads, file) {
		return refusef(http.StatusNotFound, "no file %.100q to download: there are %s", file, strings.Join(downloads, ", "))
	}
	data, err := files.At(s.dir(name)).Read(file, files.MaxJournal)
	if files.IsMissing(err) {
		return refusef(http.StatusNotFound, "%s has no %s yet", name, file)
	}
	if err != nil {
		return err
	}
	kind := "application/octet-stream"
	switch filepath.Ext(file) {
	case ".csv":
		kind = "text/csv; charset=utf-8"
	case ".json":
		kind = "application/json"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+file+`"`)
	w.Header().Set("Cache-Control", "no-store")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(clientTimeout)) // httptest's recorders have none
	_, _ = w.Write(data)
	return nil
}
