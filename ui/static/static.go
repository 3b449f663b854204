// Package static makes static editions of the page: folders of files that any web server can serve. The
// browser runs, as WebAssembly, the handlers that otherwise run on the server.
package static

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/players/human"
	"evothello/ui/web"
)

//go:embed worker.js
var workerScript []byte

//go:embed sw.js
var serviceWorker string

// The files of an edition. All but the first three are in the folder assets/HASH, where HASH is of their contents, so
// that browsers never mix two editions.
const (
	indexFile    = "index.html"
	manifestFile = "manifest.webmanifest"
	serviceFile  = "sw.js"
	assetsFolder = "assets"
	engineFile   = "engine.bin" // compressed with gzip; servers would unpack a name that ends in .gz
	runtimeFile  = "wasm_exec.js"
	workerFile   = "worker.js"
	editionFile  = "edition.json"
	versionFile  = "version.txt" // of the engine
)

// A Size is the size of an edition.
type Size struct {
	Files      int
	Bytes      int
	Compressed int // bytes, with each file compressed by gzip
}

// Write writes an edition to a folder. The folder must be new or empty, or contain an edition, which it
// replaces.
func (e *Edition) Write(folder string, engine *Engine) (size Size, err error) {
	if err := CheckFolder(folder); err != nil {
		return size, err
	}
	edition, err := json.Marshal(e)
	if err != nil {
		return size, err
	}
	all, err := pageFiles()
	if err != nil {
		return size, err
	}
	late, err := lateFiles()
	if err != nil {
		return size, err
	}
	maps.Copy(all, late)
	maps.Copy(all, map[string][]byte{
		engineFile: engine.packed, runtimeFile: engine.runtime, workerFile: workerScript, editionFile: edition,
		versionFile: []byte(engine.version),
	})
	if all, err = addressed(all); err == nil {
		err = write(folder, all)
	}
	for _, data := range all {
		size.Files++
		size.Bytes += len(data)
		size.Compressed += len(pack(data))
	}
	return size, err
}

// lateFiles returns, compressed, the files that the engine fetches when it first reads them. With them it
// would take more than twice as long to load, and most opponents do not need them.
func lateFiles() (map[string][]byte, error) {
	tables, err := patterns.Shipped()
	network, failed := human.Shipped()
	all := map[string][]byte{"champion.tables.bin": pack(tables), "human.network.bin": pack(network)}
	return all, errors.Join(err, failed)
}

// CheckFolder returns an error unless the folder is new or empty, or contains an edition.
func CheckFolder(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	// Of an edition that was not finished there are assets alone.
	unfinished := len(entries) == 1 && entries[0].Name() == assetsFolder
	if worker, _ := os.ReadFile(filepath.Join(folder, serviceFile)); len(entries) > 0 && !unfinished && !isOurs(worker) {
		return fmt.Errorf("%s holds other files: name a new or empty folder, or an edition to replace", folder)
	}
	return nil
}

// isOurs reports whether a service worker belongs to an edition: it begins with the first line of ours.
func isOurs(worker []byte) bool {
	first, _, _ := strings.Cut(serviceWorker, "\n")
	return bytes.HasPrefix(worker, []byte(first+"\n"))
}

// pageFiles returns the page's files but index.html, by name.
func pageFiles() (map[string][]byte, error) {
	all := map[string][]byte{}
	page := web.Page()
	return all, fs.WalkDir(page, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || name == indexFile {
			return err
		}
		all[name], err = fs.ReadFile(page, name)
		return err
	})
}

// addressed puts files into the folder of their hash, and adds the files that refer to them.
func addressed(assets map[string][]byte) (map[string][]byte, error) {
	var content bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(assets)) {
		fmt.Fprintf(&content, "%q %d\n", name, len(assets[name]))
		content.Write(assets[name])
	}
	folder := path.Join(assetsFolder, files.SHA256(content.Bytes())[:16])
	all := map[string][]byte{}
	for name, data := range assets {
		all[path.Join(folder, name)] = data
	}
	index, err := web.Index(folder, fmt.Sprintf("<link rel=\"manifest\" href=%q>\n<meta name=\"engine\" content=%q>",
		manifestFile, path.Join(folder, workerFile)))
	if err != nil {
		return nil, err
	}
	all[indexFile] = index
	all[manifestFile], err = json.MarshalIndent(map[string]any{
		"name": "evothello", "short_name": "evothello", "start_url": ".", "display": "standalone",
		"background_color": "#ffffff", "theme_color": "#ffffff",
		"icons": []map[string]string{{"src": folder + "/icon.svg", "sizes": "any", "type": "image/svg+xml"}},
	}, "", "  ")
	if err != nil {
		return nil, err
	}
	kept, err := json.Marshal(append([]string{"./"}, slices.Sorted(maps.Keys(all))...))
	if err != nil {
		return nil, err
	}
	version := files.SHA256(append(slices.Clone(index), content.Bytes()...))[:16]
	filled := strings.NewReplacer("{{version}}", version, "{{files}}", string(kept)).Replace(serviceWorker)
	all[serviceFile] = []byte(filled)
	return all, nil
}

// write writes the files of an edition, and removes the assets of the one before. Nothing refers to new assets until
// index.html is replaced, so they need not appear at once.
func write(folder string, all map[string][]byte) error {
	names := slices.Sorted(maps.Keys(all)) // assets/… come first
	for _, name := range names {
		to := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		replace := files.Write
		if strings.HasPrefix(name, assetsFolder) {
			replace = func(to string, data []byte) error { return os.WriteFile(to, data, 0o666) }
		}
		if err := replace(to, all[name]); err != nil {
			return err
		}
	}
	now := strings.Split(names[0], "/")[1]
	entries, err := os.ReadDir(filepath.Join(folder, assetsFolder))
	for _, entry := range entries {
		engine := filepath.Join(folder, assetsFolder, entry.Name(), engineFile)
		if _, missing := os.Stat(engine); missing == nil && entry.Name() != now {
			err = errors.Join(err, os.RemoveAll(filepath.Join(folder, assetsFolder, entry.Name())))
		}
	}
	return err
}

// pack compresses data with gzip.
func pack(data []byte) []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		panic("static: " + err.Error()) // memory takes everything
	}
	return packed.Bytes()
}
