//go:build !js

package web

import (
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
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
	from, err := files.At(s.dir(name)).Open(file)
	if files.IsMissing(err) {
		return refusef(http.StatusNotFound, "%s has no %s yet", name, file)
	}
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
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
	w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	send(w, from, info.Size())
	return nil
}

// send sends size bytes in parts. The client must take each part in time. send ends if the client has left.
func send(w http.ResponseWriter, from io.Reader, size int64) {
	const part = 1 << 20 // bytes
	for left := size; left > 0; left -= part {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(clientTimeout)) // httptest's recorders have none
		if _, err := io.CopyN(w, from, min(left, part)); err != nil {
			return // the client gets fewer bytes than Content-Length says
		}
	}
}
