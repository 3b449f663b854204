package runs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"evothello/internal/files"
)

// List returns the names of the runs under a directory. It is empty if there is no such directory.
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

// InUse reports whether a process has a run open for training.
func InUse(dir string) bool { return files.Held(dir) }

// Stamp returns a text that changes when the files of a run change, and the time when its last generation finished.
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
