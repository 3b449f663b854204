package report

import (
	"bytes"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strings"
)

// Plain writes a page with the status of what is in a directory as text, and with the pictures that lie
// as SVG files in the directory drawn. The page needs no other file and no network.
func Plain(title, status, drawn string) ([]byte, error) {
	page := struct {
		Title, Status string
		Pictures      []picture
	}{Title: title, Status: status}
	paths, err := filepath.Glob(filepath.Join(drawn, "*.svg"))
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		from := bytes.Index(data, []byte("<svg"))
		if from < 0 {
			return nil, fmt.Errorf("%s: no SVG", path)
		}
		page.Pictures = append(page.Pictures, picture{template.HTML(data[from:]),
			strings.TrimSuffix(filepath.Base(path), ".svg")})
	}
	var out bytes.Buffer
	err = templates().ExecuteTemplate(&out, "plain.html", &page)
	return out.Bytes(), err
}
