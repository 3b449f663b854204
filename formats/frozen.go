package formats

import (
	"bytes"
	"strings"

	"evothello/internal/files"
	"evothello/weights"
)

// IsFrozen reports whether the content of a file with weights is as this program writes it: a Python file, a player of
// the Othello League or else a champion file, by the end of the file's name. A file that was written or changed by hand
// is not.
func IsFrozen(path string, content []byte) bool {
	switch {
	case IsPython(path):
		return isMarked(content)
	case IsLeague(path):
		n, err := ParseNTuple(string(content))
		return err == nil && n.League() == string(content)
	}
	var s weights.Switch
	return files.DecodeJSON(content, weights.Schema, &s) == nil && bytes.Equal(s.File(), content)
}

// isMarked reports whether a Python file is as we wrote it.
func isMarked(file []byte) bool {
	_, source, _ := strings.Cut(string(file), "\n")
	return bytes.Equal(file, marked(source))
}
