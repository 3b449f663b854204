package report

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"evothello/internal/files"
)

// StatusPage returns a self-contained HTML page with a status text and the SVG files of the directory drawn.
func StatusPage(title, status, drawn string) ([]byte, error) {
	page := struct {
		Title, Status string
		Pictures      []picture
	}{Title: title, Status: status}
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
		page.Pictures = append(page.Pictures, picture{template.HTML(data[from:]), name})
	}
	var out bytes.Buffer
	err := templates().ExecuteTemplate(&out, "plain.html", &page)
	return out.Bytes(), err
}
