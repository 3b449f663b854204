package files

import (
	"path/filepath"
	"runtime"
	"strings"
)

// Glob returns the files in a directory that match a pattern of filepath.Match, sorted. Brackets and stars
// in the directory's own name have no meaning.
func Glob(dir, pattern string) []string {
	literal := strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]")
	if runtime.GOOS != "windows" {
		literal = strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]", `\`, `\\`)
	}
	found, _ := filepath.Glob(filepath.Join(literal.Replace(dir), pattern)) // errors are only for malformed patterns
	return found
}
