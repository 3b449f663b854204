package runs

import (
	"errors"
	"io/fs"
	"os"
)

// The files of a run.
const (
	configFile     = "run.json"
	goalFile       = "goal.json"
	checkpointFile = "checkpoint.json"
	previousFile   = "checkpoint.prev.json"
	historyFile    = "history.csv"
	timingFile     = "timing.csv"
	championFile   = "champion.json"
	championsDir   = "champions"
	plotsDir       = "plots"
	lockFile       = ".lock"
)

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

func removeIfThere(path string) error {
	if err := os.Remove(path); !isMissing(err) {
		return err
	}
	return nil
}
