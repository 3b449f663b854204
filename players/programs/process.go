package programs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"evothello/internal/children"
)

// maxLine is the longest line that a program may write, in bytes.
const maxLine = 64 << 10

// A process is a program that has been started and communicates in lines. It must be killed in
// the end, even if it has exited.
type process struct {
	command      Command
	cmd          *exec.Cmd
	stdin        *os.File
	stdout       *os.File
	stderr       *os.File
	lines        chan string   // of standard output, closed at its end
	tooLong      bool          // lines was closed because of a line longer than maxLine; read it after the close
	stderrEnd    children.Tail // the end of standard error
	stderrClosed chan struct{} // closed at the end of standard error
	exited       chan struct{} // closed when the program and all its children are dead
	killed       chan struct{} // closed when lines are no longer read
}

// start runs the program in its own process group, so that its children can be killed with it and
// Ctrl-C, which we handle, does not reach it. On Linux it is killed when we exit. The pipes are our
// own: with those of os/exec, Wait would also wait for other processes that hold them open.
func (c Command) start() (*process, error) {
	p := &process{
		command: c, cmd: c.exec(),
		lines: make(chan string), stderrClosed: make(chan struct{}),
		exited: make(chan struct{}), killed: make(chan struct{}),
	}
	var theirs [3]*os.File
	for i, ours := range []**os.File{&p.stdin, &p.stdout, &p.stderr} {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(append(theirs[:], p.stdin, p.stdout, p.stderr))
			return nil, &StartError{c, err}
		}
		*ours, theirs[i] = r, w
		if i == 0 {
			*ours, theirs[i] = w, r
		}
	}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	err := children.Start(p.cmd)
	closeAll(theirs[:])
	if err != nil {
		closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
		return nil, &StartError{c, err}
	}
	go p.read()
	go func() {
		defer close(p.stderrClosed)
		_, _ = io.Copy(&p.stderrEnd, p.stderr)
	}()
	go func() {
		_ = p.cmd.Wait()     // the result is in ProcessState
		children.Kill(p.cmd) // children that are still running
		close(p.exited)
	}()
	return p, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // a nil file is allowed
	}
}

// read sends the lines of standard output to p.lines.
func (p *process) read() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.stdout)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case p.lines <- scanner.Text():
		case <-p.killed:
			return
		}
	}
	p.tooLong = errors.Is(scanner.Err(), bufio.ErrTooLong)
}

// send writes text to the program's standard input. If the program does not read it, send waits
// until ctx is done.
func (p *process) send(ctx context.Context, text string) error {
	_ = p.stdin.SetWriteDeadline(time.Time{})
	stop := context.AfterFunc(ctx, func() { _ = p.stdin.SetWriteDeadline(time.Unix(1, 0)) })
	defer stop()
	switch _, err := p.stdin.WriteString(text); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return p.exitFault()
	}
	return nil
}

// line returns the next line.
func (p *process) line(ctx context.Context) (string, error) {
	select {
	case line, ok := <-p.lines:
		if ok {
			return line, nil
		}
		if p.tooLong {
			return "", faultf("writes a line of more than %d bytes", maxLine)
		}
		return "", p.exitFault()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// exitTimeout is how long a program may take to exit by itself.
const exitTimeout = time.Second

// exitFault returns the fault of a program that closed its standard input or output: how it ended.
func (p *process) exitFault() error {
	how := "it closed its standard input or output"
	select {
	case <-p.exited:
		how = p.cmd.ProcessState.String()
	case <-time.After(3 * exitTimeout): // it has closed its output, and a busy machine may take long for the rest
	}
	return &Fault{Reason: "the program died: " + how + p.stderrTail(), died: true}
}

// timeoutFault returns the fault of a program that has not answered in time.
func (p *process) timeoutFault(timeout time.Duration) error {
	return faultf("no answer within %s%s", timeout, p.stderrTail())
}

// stderrTail returns the end of the program's standard error, quoted, in a form to append to a
// reason; "" if there is none.
func (p *process) stderrTail() string {
	select {
	case <-p.stderrClosed:
	case <-time.After(exitTimeout / 4): // it still runs, or another process holds its standard error open
	}
	if text := p.stderrEnd.String(); text != "" {
		return fmt.Sprintf("; last on its standard error: %q", text)
	}
	return ""
}

// kill kills the program and all its children.
func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		children.Kill(p.cmd)
		<-p.exited
	}
	close(p.killed)
	closeAll([]*os.File{p.stdin, p.stdout, p.stderr})
}

// end asks the program to quit, and kills it if it does not.
func (p *process) end(quitMessage string) {
	ctx, cancel := context.WithTimeout(context.Background(), exitTimeout)
	defer cancel()
	_ = p.send(ctx, quitMessage) // it is killed anyway
	_ = p.stdin.Close()
	for open := true; open; {
		select {
		case _, open = <-p.lines:
		case <-p.exited:
			open = false
		case <-ctx.Done():
			open = false
		}
	}
	p.kill()
}
