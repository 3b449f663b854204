package runs

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Newest returns the champions' files of all runs under a directory, first that of the
// run whose last generation finished last, by name where two did at the same time. The
// ones that ship with the program are not the user's. Of a run that cannot be looked at
// passedOver is told.
func Newest(dir string, passedOver func(champion string, err error)) []string {
	found, _ := filepath.Glob(filepath.Join(dir, "*", championFile)) // the pattern is a good one
	finished := map[string]time.Time{}
	champions := []string{}
	for _, path := range found {
		run := filepath.Dir(path)
		if name := filepath.Base(run); name == "reference" || name == "champion" || strings.HasPrefix(name, ".") {
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
