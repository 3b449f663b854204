package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"unicode/utf8"
)

// A stream is standard output or standard error. It remembers the first error of writing, and writes nothing after it.
type stream struct {
	to     io.Writer
	failed func(error) // called once, at the first error
	ascii  bool        // to is a terminal that shows ASCII only

	mu   sync.Mutex
	err  error
	part []byte // the beginning of a character whose rest is not written yet
}

func newStream(to io.Writer, failed func(error)) *stream {
	return &stream{to: to, failed: failed, ascii: IsTerminal(to) && !ShowsUnicode()}
}

// Write implements io.Writer.
func (s *stream) Write(text []byte) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	n = len(text)
	if s.ascii {
		text = s.inASCII(text)
	}
	if _, s.err = s.to.Write(text); s.err != nil {
		s.failed(s.err)
		return 0, s.err
	}
	return n, nil
}

// inASCII returns a text in ASCII. It keeps the beginning of a character at the end for the next text.
func (s *stream) inASCII(text []byte) []byte {
	text = append(s.part, text...)
	whole := len(text)
	for start := len(text) - 1; start >= 0 && start > len(text)-utf8.UTFMax; start-- {
		if utf8.RuneStart(text[start]) && !utf8.FullRune(text[start:]) {
			whole = start
		}
	}
	s.part = slices.Clone(text[whole:])
	return []byte(ASCII(string(text[:whole])))
}

// Err returns the first error of writing.
func (s *stream) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// With Fd, Read and Close libraries that draw only on files accept the stream of a terminal.

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
func isBrokenPipe(err error) bool {
	code, _ := errors.AsType[syscall.Errno](err)
	if runtime.GOOS == "windows" { // ERROR_BROKEN_PIPE, ERROR_NO_DATA, ERROR_PIPE_NOT_CONNECTED
		return code == 109 || code == 232 || code == 233
	}
	return code == syscall.EPIPE
}

// unwritten returns the error of a command whose standard output could not be written.
func unwritten(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		err = path.Err
	}
	return fmt.Errorf("cannot write to standard output: %w; free space on its disk, or write the output elsewhere", err)
}
