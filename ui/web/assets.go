package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"evothello/internal/called"
)

//go:embed page
var embedded embed.FS

// assets serves the page's files. Their URL contains a hash of all files, so browsers may cache
// them forever and never mix two versions: modules import each other by relative paths. In
// index.html, {{assets}} stands for that URL, {{edition}} for what only a static edition has in its
// head, and {{run}} for the command that starts a run.
type assets struct {
	files fs.FS
	hash  string // "" for files under development: then each request computes it
}

func newAssets(files fs.FS) (*assets, error) {
	if files != nil {
		return &assets{files: files}, nil
	}
	page := Page()
	hash, err := hashOf(page)
	return &assets{page, hash}, err
}

// Page returns the page's files.
func Page() fs.FS {
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		panic("web: " + err.Error()) // the folder is embedded
	}
	return page
}

// Index returns the content of index.html. address is where the page's other files are. head is added to the
// page's head element.
func Index(address, head string) ([]byte, error) { return indexOf(Page(), address, head) }

func indexOf(files fs.FS, address, head string) ([]byte, error) {
	page, err := fs.ReadFile(files, "index.html")
	text := strings.NewReplacer("{{assets}}", address, "{{edition}}", head,
		"{{run}}", html.EscapeString(called.Evolve("run", "--seed", "1", "--budget", "45s"))).Replace(string(page))
	return []byte(text), err
}

// hashOf hashes the names and contents of all files.
func hashOf(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		fmt.Fprintf(sum, "%q %d\n", name, len(data))
		sum.Write(data)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:16], err
}

// version returns the hash of the files as they are now.
func (a *assets) version() (string, error) {
	if a.hash != "" {
		return a.hash, nil
	}
	return hashOf(a.files)
}

// index serves the page itself.
func (a *assets) index(w http.ResponseWriter, _ *http.Request) error {
	version, err := a.version()
	if err != nil {
		return err
	}
	page, err := indexOf(a.files, "assets/"+version, "")
	if err == nil {
		a.send(w, "index.html", page, "no-cache")
	}
	return err
}

// file serves a file that the page uses.
func (a *assets) file(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	version, err := a.version()
	if err != nil {
		return err
	}
	data, err := fs.ReadFile(a.files, name)
	if err != nil || name == "index.html" || r.PathValue("hash") != version {
		return refusef(http.StatusNotFound, "no such file: reload the page, because the server may have a newer version")
	}
	a.send(w, name, data, "public, max-age=31536000, immutable")
	return nil
}

// mediaTypes maps file extensions to media types. The machine's own types could differ.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2",
}

func (a *assets) send(w http.ResponseWriter, name string, data []byte, cacheControl string) {
	mediaType, known := mediaTypes[path.Ext(name)]
	if !known {
		mediaType = "application/octet-stream"
	}
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Cache-Control", cacheControl)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(clientTimeout)) // httptest's recorders have none
	_, _ = w.Write(data)
}
