// Package programs has Othello programs of other people choose moves: programs
// that speak GTP or NBoard, which run as long as they are needed, and those of the
// reversi library's protocol, started anew for each move. A program is started when
// it is first asked, started again after it died or failed, and killed with all
// its children when it hangs. What it answers is judged on our own board.
package programs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"evothello/players"
)

// A Command is a program that exists, and its arguments, or a line for a shell.
type Command struct {
	text  string
	dir   string // where it runs, a whole path; "" for here
	path  string
	args  []string
	shell bool // a shell reads the text: there are no path and arguments
}

// maxCommand is how long a command line may be, in bytes.
const maxCommand = 8 << 10

// ParseCommand reads a command line as a shell would, quotes, ~ and $VARIABLES
// included, but without pipes, redirections and what else a shell can do. The command
// runs in a directory, "" for this one, and a program's relative path is as seen from
// there. It is an error if there is no such program.
func ParseCommand(text, dir string) (Command, error) {
	words, err := splitWords(text)
	if err != nil {
		return Command{}, err
	}
	if len(words) == 0 {
		return Command{}, errors.New("the command is empty: want a program and its arguments, such as edax -gtp")
	}
	c := Command{text: text, args: words[1:]}
	if c.dir, err = whole(dir); err != nil {
		return Command{}, err
	}
	name := words[0]
	if c.dir != "" && strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		name = filepath.Join(c.dir, name)
	}
	c.path, err = exec.LookPath(name)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return Command{}, fmt.Errorf("no program %q in PATH: install it or give its whole path, such as /usr/games/%s", name,
			name)
	case errors.Is(err, fs.ErrNotExist):
		return Command{}, fmt.Errorf("there is no program %s", name)
	case err != nil:
		return Command{}, fmt.Errorf("cannot run %s: %w", name, err)
	}
	return c, nil
}

// ShellCommand is a line that a shell is to read, in a directory, "" for this one.
func ShellCommand(text, dir string) (c Command, err error) {
	if err = checkLength(text); err != nil {
		return c, err
	}
	c = Command{text: text, shell: true}
	c.dir, err = whole(dir)
	return c, err
}

// whole is a directory's whole path, "" if none is given.
func whole(dir string) (string, error) {
	if dir == "" {
		return "", nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no directory %s", dir)
	}
	return filepath.Abs(dir)
}

// String returns the command as it was typed.
func (c Command) String() string { return c.text }

// about says which program that is and where it runs.
func (c Command) about() string {
	if c.dir == "" {
		return "the program " + c.text
	}
	return fmt.Sprintf("the program %s in %s", c.text, c.dir)
}

// quoted is the command in a form that can be shown to the user.
func (c Command) quoted() string {
	if c.dir == "" {
		return strconv.Quote(c.text)
	}
	return fmt.Sprintf("%q in %q", c.text, c.dir)
}

// exec is the command ready to be started.
func (c Command) exec() *exec.Cmd {
	cmd := exec.Command(c.path, c.args...)
	if c.shell {
		cmd = shell(c.text)
	}
	cmd.Dir = c.dir
	return cmd
}

func checkLength(text string) error {
	if len(text) > maxCommand {
		return fmt.Errorf("a command of %d bytes: at most %d; put it into a script", len(text), maxCommand)
	}
	return nil
}

// splitWords cuts a command line into words, as sh does.
func splitWords(text string) ([]string, error) {
	if err := checkLength(text); err != nil {
		return nil, err
	}
	var words []*syntax.Word
	for word, err := range syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).WordsSeq(strings.NewReader(text)) {
		if err == nil {
			err = checkWord(word)
		}
		if err != nil {
			return nil, fmt.Errorf("command %.60q: %w; for pipes, redirections and the like write sh -c '…'", text, err)
		}
		words = append(words, word)
	}
	return expand.Fields(&expand.Config{Env: expand.FuncEnviron(os.Getenv)}, words...)
}

// checkWord returns an error unless a word is made of text, quotes and plain variables,
// which is all that can be expanded without running something.
func checkWord(word *syntax.Word) (err error) {
	split := *word // whose parts are replaced
	syntax.SplitBraces(&split)
	if slices.ContainsFunc(split.Parts, func(part syntax.WordPart) bool {
		_,
			list := part.(*syntax.BraceExp)
		return list
	}) {
		return errors.New("a list in braces: put it in quotes if it is text")
	}
	syntax.Walk(word, func(node syntax.Node) bool {
		switch node := node.(type) {
		case nil, *syntax.Word, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
		case *syntax.ParamExp:
			if !isPlain(node) {
				err = errors.New("a variable with more than its name: only $NAME and ${NAME} are known")
			}
		default:
			err = errors.New("something that only a shell can do")
		}
		return err == nil
	})
	return err
}

// isPlain reports whether a variable is $NAME or ${NAME}: nothing else stands there.
func isPlain(p *syntax.ParamExp) bool {
	if p.Param == nil || !syntax.ValidName(p.Param.Value) {
		return false
	}
	around := len("${}")
	if p.Short {
		around = len("$")
	}
	return int(p.End().Offset()-p.Pos().Offset()) == len(p.Param.Value)+around
}

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
		remedy = "; it is neither a program for this machine nor a script whose first line names its interpreter, such as " +
			"#!/bin/sh"
	}
	return fmt.Sprintf("cannot run %s: %v%s", e.Command, why, remedy)
}

// Unwrap returns why.
func (e *StartError) Unwrap() error { return e.Err }

// Is makes it an error of a player who cannot be had.
func (e *StartError) Is(target error) bool { return target == players.ErrAbsent }

// A Fault is what a program did wrong: an answer that is illegal, late or makes no
// sense, or none because it died. What the program itself says is quoted in the reason:
// it may hold anything, and the reason goes to terminals and files.
type Fault struct {
	Reason string
	died   bool
}

func (f *Fault) Error() string { return f.Reason }

func faultf(format string, args ...any) error { return &Fault{Reason: fmt.Sprintf(format, args...)} }
