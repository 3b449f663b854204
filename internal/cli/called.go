package cli

import (
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Self is how the user can call this program again, of which that is the usual name:
// commands that are printed to be copied begin with it.
func Self(name string) string {
	if underGoRun() {
		return "go run ./cmd/" + name
	}
	return ShellWord(os.Args[0])
}

// Sibling is how the user can call another of the project's commands, which lies beside
// this one.
func Sibling(name string) string {
	if underGoRun() {
		return "go run ./cmd/" + name
	}
	dir, _ := filepath.Split(os.Args[0])
	return ShellWord(dir + name)
}

func underGoRun() bool { return strings.Contains(os.Args[0], "go-build") }

// ShellWord quotes a word for a shell if need be.
func ShellWord(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("./_-+:=,@%", r)
	}) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
