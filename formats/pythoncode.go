package formats

import (
	"bytes"
	"compress/zlib"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"

	"evothello/evaluators"
	"evothello/internal/files"
)

// The sources of Python files. A line "#: NAME" begins a section that only players with the scorer NAME need. The next
// such line ends it.
var (
	//go:embed python/library.py
	pythonLibrary string // an evaluator for the library
	//go:embed python/scorers.py
	pythonScorersCode string // the values of positions by weights
)

// pythonEvaluatorName is the evaluator's class.
const pythonEvaluatorName = evaluatorPrefix + "Weights"

// pythonSections returns a source without the sections of other scorers than those in use.
func pythonSections(source string, used map[string]bool) string {
	var out strings.Builder
	wanted := true
	for line := range strings.Lines(source) {
		if name, begins := strings.CutPrefix(strings.TrimSpace(line), "#:"); begins {
			name = strings.TrimSpace(name)
			wanted = name == "" || used[name]
		} else if wanted {
			out.WriteString(line)
		}
	}
	return out.String()
}

// pythonTables writes the values of edges if a scorer needs them.
func pythonTables(used map[string]bool) string {
	if !used["edgestability"] {
		return ""
	}
	var packed bytes.Buffer
	w, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression) // the level is valid
	for _, value := range evaluators.EdgeValues() {
		_, _ = w.Write([]byte{byte(value)}) // memory does not fail
	}
	_ = w.Close()
	return fmt.Sprintf("EDGE_VALUES = struct.unpack('%db', codecs.decode(codecs.decode(b'%s', 'base64'), 'zlib'))\n",
		len(evaluators.EdgeValues()), base64.StdEncoding.EncodeToString(packed.Bytes()))
}

// pythonMark begins the first line of the files that we write. The SHA-256 of all other lines follows.
const pythonMark = "# By evolve freeze. SHA-256 of what follows: "

// marked returns a source with the mark of our files.
func marked(source string) []byte {
	return []byte(pythonMark + files.SHA256([]byte(source)) + "\n" + source)
}
