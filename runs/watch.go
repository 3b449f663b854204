package runs

import (
	"fmt"
	"slices"
	"time"

	"evothello/internal/files"
)

// InUse reports whether a process works in a directory.
func InUse(dir string) bool { return files.At(dir).Held() }

// Stamp returns a text that changes when the files of a directory of this format change. It also returns the
// time when the last generation, round or game finished. If none has finished, it returns the time when the
// directory was made.
func (f *Format) Stamp(dir string) (stamp string, updated time.Time) {
	progress := []string{f.Checkpoint}
	if f.Checkpoint == "" { // all of it is in other files
		progress = []string{f.Config, journalFile, "results.json"}
	}
	for _, name := range slices.Concat(progress, []string{TimingFile, GoalFile}) {
		info, err := files.At(dir).Stat(name)
		if err != nil {
			stamp += "-;"
			continue
		}
		stamp += fmt.Sprintf("%d %d;", info.ModTime().UnixNano(), info.Size())
		if slices.Contains(progress, name) && info.ModTime().After(updated) {
			updated = info.ModTime()
		}
	}
	if info, err := files.At(dir).Stat(f.Config); err == nil && updated.IsZero() {
		updated = info.ModTime()
	}
	return stamp, updated
}
