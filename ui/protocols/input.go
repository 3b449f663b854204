// Package protocols lets our players serve under other programs: graphical boards
// that speak NBoard or GTP, and the reversi library's application.
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

// grace is how long each search may go on after the end of the input: a few piped commands
// get all answers, and no search goes on for long without a reader.
const grace = 5 * time.Second

// errHungUp is why a search was stopped that took longer.
var errHungUp = fmt.Errorf("stopped %s after the end of the input", grace)

// Limits of the input: the longest line in bytes (a game with comments), and how many lines are
// read ahead. More input waits.
const (
	maxLine       = 1 << 20
	maxAhead      = 4 << 20
	maxLinesAhead = 1000
)

// ErrLine is the error of a line that is too long.
var ErrLine = fmt.Errorf("a line of more than %d bytes", maxLine)

// An input reads lines in a goroutine of its own, so that a line can stop the
// search that an earlier one started.
type input struct {
	stops func(line string) bool // whether a line stops the searches before it
	quits func(line string) bool // whether it ends the conversation

	mu       sync.Mutex
	queue    []string
	ahead    int                     // how many bytes the queue holds
	room     *sync.Cond              // signalled when the queue gets shorter
	stopping int                     // how many lines in the queue stop searches
	stop     context.CancelCauseFunc // stops the last search
	hungUp   bool                    // the input has ended or a line that quits has come
	over     bool
	err      error         // why it is over; nil at the end of the input
	changed  chan struct{} // holds one token if there is news for next
}

// listen starts to read.
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
	for len(in.queue) > 0 && (len(in.queue) >= maxLinesAhead || in.ahead+len(line) > maxAhead) {
		in.room.Wait()
	}
	in.queue = append(in.queue, line)
	in.ahead += len(line)
	if in.stops(line) {
		in.stopping++
		in.stop(nil)
	}
	if in.quits(line) {
		in.hangUp()
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
	in.hangUp()
	in.signal()
}

// hangUp gives the search that goes on its time of grace.
func (in *input) hangUp() {
	in.hungUp = true
	stop := in.stop
	time.AfterFunc(grace, func() { stop(errHungUp) })
}

func (in *input) signal() {
	select {
	case in.changed <- struct{}{}:
	default:
	}
}

// next waits for a line. The end of the input is io.EOF.
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
		in.ahead -= len(line)
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

// search returns the context of a search: it is cancelled when a line that stops
// it comes, or has come already, and some time after the other side has hung up,
// for which the cause is errHungUp.
func (in *input) search(ctx context.Context) (searching context.Context, done func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stop = cancel
	if in.stopping > 0 {
		cancel(nil)
	}
	if in.hungUp {
		in.hangUp()
	}
	return ctx, func() { cancel(nil) }
}
