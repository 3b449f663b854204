package runs

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evothello/internal/files"
	"evothello/runs/champion"
	"evothello/runs/reference"
)

// Newest returns the champions' files of all runs under a directory, first that of the
// run whose last generation finished last, by name where two did at the same time. Those that
// ship with the program are left out. passedOver is called for a run that cannot be looked at.
func Newest(dir string, passedOver func(champion string, err error)) []string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", championFile)) // the pattern is a good one
	finished := map[string]time.Time{}
	champions := []string{}
	for _, path := range found {
		run := filepath.Dir(path)
		if strings.HasPrefix(filepath.Base(run), ".") || Shipped(run) {
			continue
		}
		checkpoint, err := os.Stat(filepath.Join(run, checkpointFile))
		if err != nil {
			passedOver(path, err)
			continue
		}
		finished[path] = checkpoint.ModTime()
		champions = append(champions, path)
	}
	slices.SortFunc(champions, func(a, b string) int {
		return cmp.Or(finished[b].Compare(finished[a]), strings.Compare(a, b))
	})
	return champions
}

// Shipped reports whether a run is one of those that ship with the program: it is in the directory
// of that name, and its champion is still the one that shipped.
func Shipped(dir string) bool {
	file, ships := map[string][]byte{"reference": reference.Champion, "champion": champion.File}[filepath.Base(dir)]
	if !ships {
		return false
	}
	own, err := files.ReadInternal(filepath.Join(dir, championFile), files.MaxSettings)
	return err == nil && bytes.Equal(own, file)
}
