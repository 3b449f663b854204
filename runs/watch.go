package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"evothello/internal/files"
)

// List names the runs under a directory. There need not be one.
func List(dir string) (names []string) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, entry.Name(), configFile)); err == nil && info.Mode().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	return names
}

// Live reports whether a process works on a run now.
func Live(dir string) bool { return files.Held(dir) }

// Stamp changes whenever there may be more to read of a run; updated is when its last
// generation finished.
func Stamp(dir string) (stamp string, updated time.Time) {
	for _, name := range []string{checkpointFile, TimingFile, GoalFile} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			stamp += "-;"
			continue
		}
		stamp += fmt.Sprintf("%d %d;", info.ModTime().UnixNano(), info.Size())
		if name == checkpointFile {
			updated = info.ModTime()
		}
	}
	return stamp, updated
}
