package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"evothello/ui/cli"
)

// An input reads lines in a goroutine, so that the caller can stop waiting.
type input struct {
	lines chan string
	err   error // why lines was closed; nil at the end of the input
}

// listen reads lines until the input ends or ctx is cancelled.
func listen(ctx context.Context, r io.Reader) *input {
	in := &input{lines: make(chan string)}
	go func() {
		defer close(in.lines)
		scanner := bufio.NewScanner(r)
		for scanner.Scan() {
			select {
			case in.lines <- scanner.Text():
			case <-ctx.Done():
				return
			}
		}
		if in.err = scanner.Err(); errors.Is(in.err, bufio.ErrTooLong) {
			in.err = cli.Inputf("a line is longer than %d bytes: type one command per line", bufio.MaxScanTokenSize)
		}
	}()
	return in
}

// next waits for the next line. It returns errQuit at the end of the input.
func (in *input) next(ctx context.Context) (string, error) {
	select {
	case <-ctx.Done():
		return "", cli.ErrInterrupted
	case line, ok := <-in.lines:
		switch {
		case ok:
			return line, nil
		case ctx.Err() != nil:
			return "", cli.ErrInterrupted
		case in.err != nil:
			return "", fmt.Errorf("reading standard input: %w", in.err)
		}
		return "", errQuit
	}
}
