package runs

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evothello/internal/files"
	"evothello/runs/ladder"
	"evothello/runs/reference"
	"evothello/runs/strongest"
)

// Newest returns the champion files of all runs under a directory, except those that ship with the program.
// They are sorted by the time of the last finished generation, newest first, and then by name. skipped is
// called for each run that cannot be read.
func Newest(dir string, skipped func(champion string, err error)) []string {
	finished := map[string]time.Time{}
	champions := []string{}
	for _, path := range files.Glob(dir, filepath.Join("*", championFile)) {
		run := filepath.Dir(path)
		if strings.HasPrefix(filepath.Base(run), ".") || Shipped(run) {
			continue
		}
		checkpoint, err := files.At(run).Stat(checkpointFile)
		if err == nil {
			_, err = files.At(run).Stat(championFile)
		}
		if err != nil {
			skipped(path, err)
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

// Shipped reports whether a directory is a copy of a run that ships with the program: it has the same name
// and an equal champion.
func Shipped(dir string) bool {
	file, ships := map[string][]byte{
		"reference": reference.Champion, "strongest": strongest.File, "ladder": ladder.Champion,
	}[filepath.Base(dir)]
	if !ships {
		return false
	}
	own, err := files.At(dir).Read(championFile, files.MaxSettings)
	return err == nil && bytes.Equal(own, file)
}
