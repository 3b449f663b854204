package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// A stream is an answer of server-sent events. Its client has so long to take each as
// patience says; who is slower is dropped.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// stream answers with events until send returns. The request's context then ends with the
// server as well. There may be so many streams at once, and no more.
func (s *Server) stream(serve func(http.ResponseWriter, *http.Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		select {
		case s.streams <- struct{}{}:
			defer func() { <-s.streams }()
		default:
			return refuse(http.StatusServiceUnavailable, errors.New("too many are watching already: try again in a moment"))
		}
		ctx, leave := context.WithCancel(r.Context())
		defer leave()
		defer context.AfterFunc(s.closing, leave)()
		return serve(w, r.WithContext(ctx))
	}
}

// begin begins a stream: from here on there is no other answer.
func begin(w http.ResponseWriter) *stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	return &stream{w, http.NewResponseController(w)}
}

// send sends an event.
func (s *stream) send(event, id string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if id != "" {
		fmt.Fprintf(&out, "id: %s\n", id)
	}
	fmt.Fprintf(&out, "event: %s\ndata: %s\n\n", event, text)
	return s.write(out.Bytes())
}

// knock finds out whether the client is still there.
func (s *stream) knock() error { return s.write([]byte(":\n\n")) }

func (s *stream) write(data []byte) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	if _, err := s.w.Write(data); err != nil {
		return err
	}
	return s.control.Flush()
}

// A mailbox holds the newest message: the writer never waits, and a slow reader misses older
// ones.
type mailbox[T any] chan T

func newMailbox[T any]() mailbox[T] { return make(chan T, 1) }

// put replaces what is there. Only one may write.
func (m mailbox[T]) put(letter T) {
	select {
	case <-m:
	default:
	}
	m <- letter
}
