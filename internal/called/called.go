// Package called builds command lines for messages that ask the user to run a command. The commands start the program
// in the same way as the user did.
package called

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Evolve returns the command line of evolve with the given arguments, quoted for a shell.
func Evolve(args ...string) string { return command("evolve", args) }

// Play returns the command line of play with the given arguments, quoted for a shell.
func Play(args ...string) string { return command("play", args) }

func command(name string, args []string) string {
	words := []string{now().name(name)}
	for _, arg := range args {
		words = append(words, quoted(arg, windows))
	}
	return strings.Join(words, " ")
}

// A call describes how this process was started.
type call struct {
	word    string // the first word of the command, as typed
	program string // the name of the program's command, independent of its file name
	folder  string // the folder of the programs' sources in their module, which may be another's; "" for cmd
	cache   string // GOCACHE, where go run keeps its builds; "" for the default
	isFile  func(path string) bool
	find    func(word string) (path string, err error) // finds a program's file
}

func now() call {
	c := call{word: os.Args[0], cache: os.Getenv("GOCACHE"), find: exec.LookPath}
	if info, ok := debug.ReadBuildInfo(); ok {
		c.program = path.Base(info.Path)
		c.folder = folderOf(info.Path, info.Main.Path)
	}
	c.isFile = func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	return c
}

// folderOf returns the folder of a program's source in its module, "" for a test.
func folderOf(program, module string) string {
	inside, found := strings.CutPrefix(path.Dir(program)+"/", module+"/")
	if !found || strings.HasSuffix(program, ".test") {
		return ""
	}
	return path.Clean(inside)
}

// name returns the word that starts a program. This program's is the word that it was started with.
// For another one it is the file in the same directory, otherwise the source tree's with go run, otherwise
// the program's usual name.
func (c call) name(program string) string {
	source := "go run ./" + path.Join(cmp.Or(c.folder, "cmd"), program)
	switch {
	case c.underGoRun():
		return source
	case program == c.program:
		return quoted(c.word, windows)
	}
	dir, file := filepath.Split(c.word)
	beside := filepath.Dir(c.word)
	if found, err := c.find(c.word); err == nil {
		beside = filepath.Dir(found)
	}
	switch {
	case c.isFile(filepath.Join(beside, program+filepath.Ext(file))):
		return quoted(dir+program, windows)
	case c.isFile(filepath.Join("cmd", program, "main.go")):
		return source
	}
	return program
}

func (c call) underGoRun() bool {
	return strings.Contains(c.word, "go-build") || c.cache != "" && strings.HasPrefix(c.word, c.cache)
}

const windows = runtime.GOOS == "windows"

// quoted returns a word with quotes for a shell if necessary. A word with invisible characters, which could control a
// terminal, or with bytes that are no UTF-8 is in the form $'…' of bash, zsh and POSIX 2024. The shells of Windows
// have double quotes only, and separate directories by backslashes.
func quoted(word string, windows bool) string {
	plain := "./_-+:=,@%"
	if windows {
		plain += `\`
	}
	if !utf8.ValidString(word) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "$'" + escaped(word) + "'"
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(plain, r)
	}) < 0 {
		return word
	}
	if windows {
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// escaped returns the inside of $'…'.
func escaped(word string) string {
	var out strings.Builder
	for len(word) > 0 {
		r, size := utf8.DecodeRuneInString(word)
		switch {
		case r == '\'' || r == '\\':
			out.WriteString(`\` + word[:1])
		case unicode.IsPrint(r) && (r != utf8.RuneError || size > 1):
			out.WriteString(word[:size])
		default:
			for _, b := range []byte(word[:size]) {
				fmt.Fprintf(&out, `\x%02x`, b)
			}
		}
		word = word[size:]
	}
	return out.String()
}
