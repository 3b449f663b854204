// Package programs has Othello programs of other people choose moves: programs
// that speak GTP or NBoard, which run as long as they are needed, and those of the
// seed library's protocol, started anew for each move. A program is started when
// it is first asked, started again after it died or failed, and killed with all
// its children when it hangs. What it answers is judged on our own board.
package programs

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"syscall"

	"mvdan.cc/sh/v3/shell"

	"evothello/players"
)

// A Command is a program that exists, and its arguments.
type Command struct {
	text string
	path string
	args []string
}

// ParseCommand reads a command line as a shell would, quotes, ~ and $VARIABLES
// included, but without pipes and redirections. It is an error if there is no such
// program.
func ParseCommand(text string) (Command, error) {
	words, err := shell.Fields(text, nil)
	if err != nil {
		return Command{}, fmt.Errorf("command %q: %w; for pipes and redirections write sh -c '…'", text, err)
	}
	if len(words) == 0 {
		return Command{}, errors.New("the command is empty: want a program and its arguments, such as edax -gtp")
	}
	path, err := exec.LookPath(words[0])
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return Command{}, fmt.Errorf("no program %q in PATH: install it or give its whole path, such as /usr/games/%s", words[0], words[0])
	case errors.Is(err, fs.ErrNotExist):
		return Command{}, fmt.Errorf("there is no program %s", words[0])
	case err != nil:
		return Command{}, fmt.Errorf("cannot run %s: %w", words[0], err)
	}
	return Command{text: text, path: path, args: words[1:]}, nil
}

// String returns the command as it was typed.
func (c Command) String() string { return c.text }

// A StartError says why a program could not be started at all.
type StartError struct {
	Command Command
	Err     error
}

func (e *StartError) Error() string {
	why := e.Err
	if failed, ok := errors.AsType[*fs.PathError](why); ok {
		why = failed.Err // without the path, which the command names
	}
	remedy := ""
	if errors.Is(why, syscall.ENOEXEC) {
		remedy = "; it is neither a program for this machine nor a script whose first line names its interpreter, such as #!/bin/sh"
	}
	return fmt.Sprintf("cannot run %s: %v%s", e.Command, why, remedy)
}

// Unwrap returns why.
func (e *StartError) Unwrap() error { return e.Err }

// Is makes it an error of a player who cannot be had.
func (e *StartError) Is(target error) bool { return target == players.ErrAbsent }

// A Fault is what a program did wrong: an answer that is illegal, late or makes no
// sense, or none because it died.
type Fault struct {
	Reason string
	died   bool
}

func (f *Fault) Error() string { return f.Reason }

func faultf(format string, args ...any) error { return &Fault{Reason: fmt.Sprintf(format, args...)} }
