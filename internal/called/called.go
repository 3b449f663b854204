// Package called knows how the user calls our programs: commands that are printed to be copied
// come from here.
package called

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"unicode"
)

// Evolve is the command of evolve with the given arguments, ready for a shell.
func Evolve(args ...string) string { return command("evolve", args) }

// Play is the command of play with the given arguments, ready for a shell.
func Play(args ...string) string { return command("play", args) }

func command(name string, args []string) string {
	words := []string{now().name(name)}
	for _, arg := range args {
		words = append(words, quoted(arg))
	}
	return strings.Join(words, " ")
}

// A call is how this process was started.
type call struct {
	word    string // its first word, as typed
	program string // the command that it was built from, whatever its file is called
	cache   string // where go run keeps what it builds, "" for the usual place
	isFile  func(path string) bool
	find    func(word string) (path string, err error) // a program's file
}

func now() call {
	c := call{word: os.Args[0], cache: os.Getenv("GOCACHE"), find: exec.LookPath}
	if info, ok := debug.ReadBuildInfo(); ok {
		c.program = path.Base(info.Path)
	}
	c.isFile = func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	return c
}

// name is how the user can call a program: this one as it was called. Another one is the file
// beside this one, else that of the source tree, and without both a program of its usual name.
func (c call) name(program string) string {
	source := "go run ./cmd/" + program
	switch {
	case c.underGoRun():
		return source
	case program == c.program:
		return quoted(c.word)
	}
	dir, file := filepath.Split(c.word)
	beside := filepath.Dir(c.word)
	if found, err := c.find(c.word); err == nil {
		beside = filepath.Dir(found)
	}
	switch {
	case c.isFile(filepath.Join(beside, program+filepath.Ext(file))):
		return quoted(dir + program)
	case c.isFile(filepath.Join("cmd", program, "main.go")):
		return source
	}
	return program
}

func (c call) underGoRun() bool {
	return strings.Contains(c.word, "go-build") || c.cache != "" && strings.HasPrefix(c.word, c.cache)
}

// quoted is a word, quoted for a shell if need be.
func quoted(word string) string {
	if word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("./_-+:=,@%", r)
	}) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
