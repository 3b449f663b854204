package children

import (
	"strings"
	"sync"
)

// A Tail is an io.Writer that keeps the last 400 bytes, for example of a process's standard error.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// tailBytes is the length of the kept end.
const tailBytes = 400

// Write implements io.Writer.
func (t *Tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-tailBytes):]
	return len(text), nil
}

// String returns the last lines as one line, with slashes between them.
func (t *Tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.ToValidUTF8(strings.TrimSpace(string(t.text)), "")
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	return strings.Join(lines, " / ")
}
