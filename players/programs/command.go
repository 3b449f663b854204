// Package programs makes players of external Othello programs. Programs with the GTP or NBoard protocol keep
// running. Programs with the reversi library's protocol are started for each move. A program is started at
// its first move, and again after it died or failed. A program that hangs is killed with all its child
// processes. Its moves are checked on our own board.
package programs

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"evothello/players"
)

// A Command is a command line: an existing program with its arguments, or a line for a shell.
type Command struct {
	text  string
	dir   string // its absolute working directory; "" for the current one
	path  string
	args  []string
	shell bool // text is a line for a shell: path and args are empty
}

// maxCommand is the longest command line, in bytes.
const maxCommand = 8 << 10

// ParseCommand parses a command line like a shell, with quotes, ~ and $VARIABLES, but without pipes,
// redirections and other shell features. The command runs in dir, "" for the current directory, and relative
// paths of programs start there. A program that does not exist is an error.
func ParseCommand(text, dir string) (Command, error) {
	words, err := SplitWords(text)
	if err != nil {
		return Command{}, err
	}
	if len(words) == 0 {
		return Command{}, errors.New("the command is empty: want a program and its arguments, such as edax -gtp")
	}
	c := Command{text: text, args: words[1:]}
	if c.dir, err = absoluteDir(dir); err != nil {
		return Command{}, err
	}
	name := words[0]
	if c.dir != "" && strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		name = filepath.Join(c.dir, name)
	}
	c.path, err = exec.LookPath(name)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return Command{}, fmt.Errorf("no program %q in PATH: install it, or give its absolute path, such as /usr/games/%s",
			name, name)
	case errors.Is(err, fs.ErrNotExist):
		return Command{}, fmt.Errorf("there is no program %s", name)
	case errors.Is(err, exec.ErrDot):
		return Command{}, fmt.Errorf("%s is in the working directory: write .%c%s to run it", name, filepath.Separator, name)
	case err != nil:
		return Command{}, fmt.Errorf("cannot run %s: %w", name, err)
	}
	return c, nil
}

// ShellCommand returns a command that a shell runs in dir, "" for the current directory.
func ShellCommand(text, dir string) (c Command, err error) {
	if err = checkLength(text); err != nil {
		return c, err
	}
	c = Command{text: text, shell: true}
	c.dir, err = absoluteDir(dir)
	return c, err
}

// absoluteDir returns the absolute path of a directory, "" for "".
func absoluteDir(dir string) (string, error) {
	if dir == "" {
		return "", nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("there is no directory %s", dir)
	}
	return filepath.Abs(dir)
}

// String returns the command as typed.
func (c Command) String() string { return c.text }

// about describes the program and its directory.
func (c Command) about() string {
	if c.dir == "" {
		return "the program " + c.text
	}
	return fmt.Sprintf("the program %s in %s", c.text, c.dir)
}

// quoted returns the command in a form that is safe to display.
func (c Command) quoted() string {
	if c.dir == "" {
		return strconv.Quote(c.text)
	}
	return fmt.Sprintf("%q in %q", c.text, c.dir)
}

// replaced returns the command with its words changed. In a line for a shell the new texts are quoted.
func (c Command) replaced(placeholders map[string]string) Command {
	quote := func(text string) string { return text }
	if c.shell {
		quote = func(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
	}
	var pairs []string
	for _, placeholder := range slices.Sorted(maps.Keys(placeholders)) {
		pairs = append(pairs, "{"+placeholder+"}", quote(placeholders[placeholder]))
	}
	fill := strings.NewReplacer(pairs...)
	c.args = slices.Clone(c.args)
	for i := range c.args {
		c.args[i] = fill.Replace(c.args[i])
	}
	if c.shell {
		c.text = fill.Replace(c.text)
	}
	return c
}

// exec returns the command ready to start.
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
		return fmt.Errorf("the command has %d bytes: must be at most %d; put it into a script", len(text), maxCommand)
	}
	return nil
}

// SplitWords splits a command line into words, as sh does. On Windows a backslash is part of a path.
func SplitWords(text string) ([]string, error) {
	if err := checkLength(text); err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" {
		text = escapeBackslashes(text)
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

// escapeBackslashes escapes all backslashes for sh, except between single quotes, where sh does not change
// them.
func escapeBackslashes(text string) string {
	var escaped strings.Builder
	inside := rune(0) // the quotes around
	for _, r := range text {
		switch {
		case r == inside:
			inside = 0
		case inside == 0 && (r == '\'' || r == '"'):
			inside = r
		case r == '\\' && inside != '\'':
			escaped.WriteRune(r)
		}
		escaped.WriteRune(r)
	}
	return escaped.String()
}

// checkWord returns an error unless a word consists of text, quotes and plain variables, which
// expand without running a program.
func checkWord(word *syntax.Word) (err error) {
	split := *word // a copy, because SplitBraces replaces its parts
	syntax.SplitBraces(&split)
	isList := func(part syntax.WordPart) bool { _, list := part.(*syntax.BraceExp); return list }
	if slices.ContainsFunc(split.Parts, isList) {
		return errors.New("brace expansion such as {a,b} is not supported: quote braces that are text")
	}
	syntax.Walk(word, func(node syntax.Node) bool {
		switch node := node.(type) {
		case nil, *syntax.Word, *syntax.Lit, *syntax.SglQuoted, *syntax.DblQuoted:
		case *syntax.ParamExp:
			if !isPlain(node) {
				err = errors.New("a variable expansion with more than a name: write $NAME or ${NAME}")
			}
		default:
			err = errors.New("syntax that needs a shell")
		}
		return err == nil
	})
	return err
}

// isPlain reports whether a variable is just $NAME or ${NAME}.
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

// A StartError is the error of a program that could not be started.
type StartError struct {
	Command Command
	Err     error
}

// Error implements error.
func (e *StartError) Error() string {
	why := e.Err
	if failed, ok := errors.AsType[*fs.PathError](why); ok {
		why = failed.Err // without the path, because the command names it
	}
	remedy := ""
	if errors.Is(why, syscall.ENOEXEC) {
		remedy = "; it is neither a program for this machine " +
			"nor a script whose first line names its interpreter, such as #!/bin/sh"
	}
	return fmt.Sprintf("cannot run %s: %v%s", e.Command, why, remedy)
}

// Unwrap returns the cause.
func (e *StartError) Unwrap() error { return e.Err }

// Is reports whether target is players.ErrAbsent: every StartError is one.
func (e *StartError) Is(target error) bool { return target == players.ErrAbsent }

// A Fault is an error of a program: its answer is illegal, late or unreadable, or it died. Reason contains
// the program's output in quotes, because it is shown on terminals and written to files, and the output may
// contain anything.
type Fault struct {
	Reason string
	died   bool
}

// Error implements error.
func (f *Fault) Error() string { return f.Reason }

func faultf(format string, args ...any) error { return &Fault{Reason: fmt.Sprintf(format, args...)} }
