package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A refusal is an error that the client is told in full. Any other is ours: it is logged,
// and clients learn no more than that there was one.
type refusal struct {
	status int
	err    error
	legal  *string // of a game that is refused, the moves before the first that cannot be played
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// refuse makes an error a refusal, nil remains nil.
func refuse(status int, err error) error {
	if err == nil {
		return nil
	}
	return &refusal{status: status, err: err}
}

func refusef(status int, format string, args ...any) error {
	return refuse(status, fmt.Errorf(format, args...))
}

// A handler answers a request, or returns why it does not: only if it has written nothing.
type handler func(http.ResponseWriter, *http.Request) error

// handle is the one place where errors become statuses.
func (s *Server) handle(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		refused, isRefusal := errors.AsType[*refusal](err)
		switch {
		case err == nil || r.Context().Err() != nil: // the client is gone
		case isRefusal:
			if refused.status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "2")
			}
			writeJSON(w, refused.status, problem{brief(refused.Error()), refused.legal})
		default:
			s.log.Error("cannot answer", "method", r.Method, "path", r.URL.Path, "error", err)
			writeJSON(w, http.StatusInternalServerError, problem{Error: "internal error; the server's log has the details"})
		}
	})
}

// brief is a reason of reasonable length: it may quote what the client sent.
func brief(reason string) string {
	const most = 1000 // bytes
	if len(reason) > most {
		return strings.ToValidUTF8(reason[:most], "") + "…"
	}
	return reason
}

// A problem is what an answer says that is no success.
type problem struct {
	Error string  `json:"error"`
	Legal *string `json:"legal,omitempty"`
}

// patience is how long a client may take to receive an answer, or part of a stream.
const patience = 20 * time.Second

// writeJSON writes an answer. That it does not arrive is the client's affair.
func writeJSON(w http.ResponseWriter, status int, v any) {
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(v); err != nil {
		panic("web: " + err.Error()) // answers are plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(patience)) // recorders have none
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes())
}
