// Package protocols serves players to other programs: to graphical boards that use the NBoard protocol or GTP, and
// to the reversi library's application.
package protocols

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// grace is the time that each search may take after the end of the input. So piped commands get their answers, and
// no search runs for long if its answer may never be read.
const grace = 5 * time.Second

// errInputEnded is the cause of a search's cancellation when grace is over.
var errInputEnded = fmt.Errorf("stopped %s after the end of the input", grace)

// Limits of the input: the longest line in bytes (a game with comments), and the bytes and lines of the queue. The
// reader waits while the queue is full.
const (
	maxLine       = 1 << 20
	maxQueueBytes = 4 << 20
	maxQueueLines = 1000
)

// ErrLine is the error of a line that is too long.
var ErrLine = fmt.Errorf("a line is longer than %d bytes", maxLine)

// An input is a queue of lines. A goroutine fills it, so that a line can stop the search of an earlier line.
type input struct {
	stops func(line string) bool // reports whether a line stops the searches before it
	quits func(line string) bool // reports whether a line ends the session

	mu         sync.Mutex
	queue      []string
	queueBytes int                     // total length of the lines in the queue
	room       *sync.Cond              // signalled when the queue gets shorter
	stopping   int                     // number of lines in the queue that stop searches
	stop       context.CancelCauseFunc // stops the last search
	ended      bool                    // the input has ended, or a line that quits has arrived
	over       bool                    // the reader has stopped
	err        error                   // why the reader has stopped; nil at the end of the input
	changed    chan struct{}           // holds one token if next has something to read
}

// listen starts to read lines.
func listen(r io.Reader, stops, quits func(line string) bool) *input {
	in := &input{stops: stops, quits: quits, stop: func(error) {}, changed: make(chan struct{}, 1)}
	in.room = sync.NewCond(&in.mu)
	go func() {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			in.add(strings.TrimRight(lines.Text(), "\r"))
		}
		in.end(lines.Err())
	}()
	return in
}

func (in *input) add(line string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.queue) > 0 && (len(in.queue) >= maxQueueLines || in.queueBytes+len(line) > maxQueueBytes) {
		in.room.Wait()
	}
	in.queue = append(in.queue, line)
	in.queueBytes += len(line)
	if in.stops(line) {
		in.stopping++
		in.stop(nil)
	}
	if in.quits(line) {
		in.limitSearch()
	}
	in.signal()
}

func (in *input) end(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.over = true
	if errors.Is(err, bufio.ErrTooLong) {
		err = ErrLine
	}
	if err != nil {
		in.err = fmt.Errorf("reading standard input: %w", err)
	}
	in.limitSearch()
	in.signal()
}

// limitSearch stops the current search when grace is over.
func (in *input) limitSearch() {
	in.ended = true
	stop := in.stop
	time.AfterFunc(grace, func() { stop(errInputEnded) })
}

func (in *input) signal() {
	select {
	case in.changed <- struct{}{}:
	default:
	}
}

// next waits for the next line. It returns io.EOF at the end of the input.
func (in *input) next(ctx context.Context) (string, error) {
	for {
		if line, err, news := in.take(); news {
			return line, err
		}
		select {
		case <-in.changed:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func (in *input) take() (line string, err error, news bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case len(in.queue) > 0:
		line, in.queue = in.queue[0], in.queue[1:]
		in.queueBytes -= len(line)
		in.room.Signal()
		if in.stops(line) {
			in.stopping--
		}
		return line, nil, true
	case in.err != nil:
		return "", in.err, true
	case in.over:
		return "", io.EOF, true
	}
	return "", nil, false
}

// search returns the context of a search. It is cancelled by a line that stops searches, even if the line is already
// in the queue. It is also cancelled when grace is over after the end of the input; the cause is then errInputEnded.
func (in *input) search(ctx context.Context) (searching context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stop = cancel
	if in.stopping > 0 {
		cancel(nil)
	}
	if in.ended {
		in.limitSearch()
	}
	return ctx, func() { cancel(nil) }
}
