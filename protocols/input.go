// Package protocols lets our players serve under other programs: graphical boards
// that speak NBoard or GTP, and the seed library's application.
package protocols

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// grace is how long a search may still go on after the other side has hung up:
// whoever pipes in a few commands gets all answers, and a search that nobody waits
// for ends.
const grace = 5 * time.Second

// An input reads lines in a goroutine of its own, so that a line can stop the
// search that an earlier one started.
type input struct {
	stops func(line string) bool // whether a line stops the searches before it

	mu       sync.Mutex
	queue    []string
	stopping int // how many lines in the queue do
	stop     context.CancelFunc
	over     bool
	err      error         // why it is over; nil at the end of the input
	changed  chan struct{} // holds one token if there is news for next
}

// listen starts to read. hangUp is called some time after the input has ended or
// the line quit has come.
func listen(r io.Reader, stops func(line string) bool, hangUp func()) *input {
	in := &input{stops: stops, stop: func() {}, changed: make(chan struct{}, 1)}
	go func() {
		hungUp := func() { time.AfterFunc(grace, hangUp) }
		reader := bufio.NewReader(r)
		for {
			line, err := reader.ReadString('\n')
			if err == nil || line != "" {
				in.add(strings.TrimRight(line, "\r\n"))
			}
			if strings.TrimSpace(line) == "quit" {
				hungUp()
			}
			if err != nil {
				hungUp()
				in.end(err)
				return
			}
		}
	}()
	return in
}

func (in *input) add(line string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.queue = append(in.queue, line)
	if in.stops(line) {
		in.stopping++
		in.stop()
	}
	in.signal()
}

func (in *input) end(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.over = true
	if err != io.EOF {
		in.err = fmt.Errorf("reading standard input: %w", err)
	}
	in.signal()
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
// it comes, or has come already.
func (in *input) search(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	in.mu.Lock()
	defer in.mu.Unlock()
	in.stop = cancel
	if in.stopping > 0 {
		cancel()
	}
	return ctx, cancel
}
