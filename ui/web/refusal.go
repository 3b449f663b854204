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

// A refusal is an error that the client caused or can act on. The answer contains its text. Any other
// error is logged, and the client only learns that it happened.
type refusal struct {
	status int
	err    error
	legal  *string // the moves before the first illegal one of a refused game, else nil
}

func (r *refusal) Error() string { return r.err.Error() }
func (r *refusal) Unwrap() error { return r.err }

// refuse makes an error a refusal. nil stays nil.
func refuse(status int, err error) error {
	if err == nil {
		return nil
	}
	return &refusal{status: status, err: err}
}

func refusef(status int, format string, args ...any) error {
	return refuse(status, fmt.Errorf(format, args...))
}

// A handler answers a request. It may return an error only if it has written nothing.
type handler func(http.ResponseWriter, *http.Request) error

// handle turns a handler's errors into statuses. No other function does.
func (s *Server) handle(h handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		refused, isRefusal := errors.AsType[*refusal](err)
		switch {
		case err == nil:
		case isRefusal:
			if refused.status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "2")
			}
			writeJSON(w, refused.status, errorAnswer{truncate(refused.Error()), refused.legal})
		case r.Context().Err() != nil: // the client is gone
		default:
			s.log.Error("cannot answer", "method", r.Method, "path", r.URL.Path, "error", err)
			writeJSON(w, http.StatusInternalServerError, errorAnswer{Error: "internal error; the server's log has the details"})
		}
	})
}

// truncate cuts long reasons, which may quote what the client sent.
func truncate(reason string) string {
	const most = 1000 // bytes
	if len(reason) > most {
		return strings.ToValidUTF8(reason[:most], "") + "…"
	}
	return reason
}

// An errorAnswer is the body of an answer that is not a success.
type errorAnswer struct {
	Error string  `json:"error"`
	Legal *string `json:"legal,omitempty"`
}

// clientTimeout is how long a client may take to receive an answer or an event of a stream, or to send
// a question.
const clientTimeout = 20 * time.Second

// writeJSON writes an answer. It ignores write errors: the client has left.
func writeJSON(w http.ResponseWriter, status int, v any) {
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(v); err != nil {
		panic("web: " + err.Error()) // answers are plain data
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(clientTimeout)) // httptest's recorders have none
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes())
}
