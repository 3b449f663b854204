package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"
)

// The maximum size of a request's body, in bytes.
const (
	maxQuestionBytes = 64 << 10
	maxTextBytes     = 1 << 20 // of an uploaded file
)

// post returns a handler that decodes a question in JSON of at most maxBytes, and encodes the
// answer.
func post[Q, A any](maxBytes int64, answer func(context.Context, Q) (A, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var question Q
		if err := decodeQuestion(w, r, maxBytes, &question); err != nil {
			return err
		}
		a, err := answer(r.Context(), question)
		if err == nil {
			writeJSON(w, http.StatusOK, a)
		}
		return err
	}
}

// get returns a handler for requests without a body.
func get[A any](answer func(*http.Request) (A, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := answer(r)
		if err == nil {
			writeJSON(w, http.StatusOK, a)
		}
		return err
	}
}

// decodeQuestion decodes the question in a request's body. It refuses unknown fields.
func decodeQuestion(w http.ResponseWriter, r *http.Request, maxBytes int64, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refusef(http.StatusUnsupportedMediaType, "send the question with Content-Type: application/json")
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBytes))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, err = decoder.Token(); err == nil {
			err = errors.New("unexpected data after its end")
		} else if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	long, isLong := errors.AsType[*http.MaxBytesError](err)
	wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case err == nil:
		allowLongAnswer(w)
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refusef(http.StatusRequestTimeout, "the question has not arrived in time")
	case isLong:
		return refusef(http.StatusRequestEntityTooLarge, "the question is longer than %d KiB", long.Limit>>10)
	case isType:
		return refusef(http.StatusBadRequest,
			"the question cannot be read: field %q cannot be a %s", wrong.Field, wrong.Value)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return refusef(http.StatusBadRequest, "the question ends before its JSON does")
	}
	return refusef(http.StatusBadRequest, "the question cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// allowLongAnswer removes the deadline for reading a request that has been read whole. Else it would end a long
// search or a stream as if the client had left. After any other request it stays, and ends the connection.
func allowLongAnswer(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // httptest's recorders have none
}
