package formats

import (
	"bytes"
	"strings"

	"evothello/internal/files"
	"evothello/weights"
)

// IsFrozen reports whether a file with weights has exactly the content that this program writes, so that it was not
// changed by hand. The file extension decides whether it is a Python file, a player of the Othello League, or else a
// champion file.
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
