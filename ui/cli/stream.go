package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// A stream is standard output or standard error. It remembers the first error of writing, and writes nothing after it.
type stream struct {
	to     io.Writer
	failed func(error) // called once, at the first error

	mu  sync.Mutex
	err error
}

// Write implements io.Writer.
func (s *stream) Write(text []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	if n, s.err = s.to.Write(text); s.err != nil {
		s.failed(s.err)
	}
	return n, s.err
}

// Err returns the first error of writing.
func (s *stream) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// Fd, Read and Close make a terminal's stream a terminal for libraries, which draw on files only.

// Fd returns the file descriptor, an invalid one if the stream writes to no file.
func (s *stream) Fd() uintptr {
	file, _ := s.to.(*os.File)
	return file.Fd() // a nil file has an invalid one
}

// Read implements io.Reader.
func (s *stream) Read(text []byte) (int, error) {
	file, _ := s.to.(*os.File)
	return file.Read(text)
}

// Close does nothing: the streams end with the process.
func (s *stream) Close() error { return nil }

// brokenPipes receives SIGPIPE, so that the signal does not kill the process: its writes fail instead, and it removes
// its temporary files. An ignored signal would also be ignored by the programs that it starts.
var brokenPipes = make(chan os.Signal, 1)

// isBrokenPipe reports whether a write failed because the reader has ended, as head does after its lines.
func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// unwritten returns the error of a command whose standard output could not be written.
func unwritten(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		err = path.Err
	}
	return fmt.Errorf("cannot write to standard output: %w; free space there, or send it elsewhere", err)
}
