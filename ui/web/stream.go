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

// A stream is an answer of server-sent events. It fails if the client takes longer than
// clientTimeout to receive an event.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// stream returns a handler that answers with events until serve returns. The request's context
// ends with the server as well. At most maxStreams streams are open at once.
func (s *Server) stream(serve func(http.ResponseWriter, *http.Request) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		select {
		case s.streams <- struct{}{}:
			defer func() { <-s.streams }()
		default:
			return refuse(http.StatusServiceUnavailable, errors.New("too many streams are open: try again in a moment"))
		}
		ctx, leave := context.WithCancel(r.Context())
		defer leave()
		defer context.AfterFunc(s.closing, leave)()
		return serve(w, r.WithContext(ctx))
	}
}

// beginStream sends the header of a stream. After it no other answer is possible.
func beginStream(w http.ResponseWriter) *stream {
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

// keepAlive sends an empty comment, which fails if the client has left.
func (s *stream) keepAlive() error { return s.write([]byte(":\n\n")) }

func (s *stream) write(data []byte) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(clientTimeout)); err != nil {
		return err
	}
	if _, err := s.w.Write(data); err != nil {
		return err
	}
	return s.control.Flush()
}

// A mailbox holds the newest message. The writer never waits, and a slow reader misses older
// messages.
type mailbox[T any] chan T

func newMailbox[T any]() mailbox[T] { return make(chan T, 1) }

// put replaces the message in the mailbox. Only one goroutine may write at a time.
func (m mailbox[T]) put(message T) {
	select {
	case <-m:
	default:
	}
	m <- message
}
