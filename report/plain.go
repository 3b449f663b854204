package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"evothello/internal/files"
)

// StatusPage returns a self-contained HTML page with a status text and SVG files. drawn is the directory of
// these files.
func StatusPage(title, status, drawn string) ([]byte, error) {
	var pictures []g.Node
	for _, path := range files.Glob(drawn, "*.svg") {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		from := bytes.Index(data, []byte("<svg"))
		if from < 0 {
			return nil, fmt.Errorf("%s: no SVG", path)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".svg")
		pictures = append(pictures, h.Figure(h.Class("paper"), picture{string(data[from:]), name}.node()))
	}
	return document(title, nil,
		section("status", "How it stands", h.Div(h.Class("scroll"), h.Role("region"), h.Aria("labelledby", "status"),
			h.TabIndex("0"), h.Pre(g.Text(status)))),
		g.If(len(pictures) > 0, section("pictures", "Pictures", h.Div(h.Class("pictures"), g.Group(pictures)))))
}
