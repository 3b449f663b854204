package web

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

// The longest bodies of questions, in bytes.
const (
	longestQuestion = 64 << 10
	longestText     = 1 << 20 // of an uploaded file
)

// post answers questions in JSON.
func post[Q, A any](most int64, answer func(context.Context, Q) (A, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var question Q
		if err := read(w, r, most, &question); err != nil {
			return err
		}
		a, err := answer(r.Context(), question)
		if err == nil {
			writeJSON(w, http.StatusOK, a)
		}
		return err
	}
}

// get answers what takes no question, or one in the address.
func get[A any](answer func(*http.Request) (A, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		a, err := answer(r)
		if err == nil {
			writeJSON(w, http.StatusOK, a)
		}
		return err
	}
}

// read reads the question in a request's body.
func read(w http.ResponseWriter, r *http.Request, most int64, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refusef(http.StatusUnsupportedMediaType, "send the question as Content-Type: application/json")
	}
	limits := http.NewResponseController(w)
	_ = limits.SetReadDeadline(time.Now().Add(patience)) // recorders have none
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, most))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil {
		if _, err = decoder.Token(); err == nil {
			err = errors.New("there is something behind its end")
		} else if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	// Else the deadline would pass for the client's leaving while the answer is thought of.
	_ = limits.SetReadDeadline(time.Time{})
	long, isLong := errors.AsType[*http.MaxBytesError](err)
	wrong, isType := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case err == nil:
		return nil
	case isLong:
		return refusef(http.StatusRequestEntityTooLarge, "the question is longer than %d KiB", long.Limit>>10)
	case isType:
		return refusef(http.StatusBadRequest, "the question cannot be read: %s does not fit for %q", wrong.Value, wrong.Field)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return refusef(http.StatusBadRequest, "the question ends before its JSON does")
	}
	return refusef(http.StatusBadRequest, "the question cannot be read: %s", strings.TrimPrefix(err.Error(), "json: "))
}
