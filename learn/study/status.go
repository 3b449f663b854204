package study

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"evothello/internal/files"
	"evothello/runs"
)

// Format is the format of a study's directory.
var Format = runs.Format{
	NoneFound: "no study", Found: "a study is", Config: configFile,
}

// Tables returns the names of the CSV files with the results.
func Tables() []string { return []string{tableFile} }

// NotAPlayerReason says why the directory of a study is not a player, and what to do.
func NotAPlayerReason(dir string) string {
	return fmt.Sprintf("a study is there, not a player: name a directory of %s", filepath.Join(dir, playersDir))
}

// A Status is a summary of a study.
type Status struct {
	Config      Config
	Stages, All int  // finished stages and all stages
	HasResults  bool // there are results
}

// ReadStatus reads the status of the study in a directory. It changes nothing.
func ReadStatus(dir *files.Dir) (*Status, error) {
	c, err := ReadConfig(dir)
	if err == nil {
		err = c.Validate()
	}
	if err != nil {
		return nil, err
	}
	s := Study{Dir: dir, Config: c, stages: map[string]*Stage{}}
	for _, t := range s.trainings() {
		for _, budget := range c.Budgets {
			name := t.stageName(budget)
			if s.stages[name], err = s.readStage(t.method, name); errors.Is(err, fs.ErrNotExist) {
				break
			} else if err != nil {
				return nil, refuse("%s: %w", dir.Path(playersDir, name), err)
			}
		}
	}
	status := &Status{Config: c}
	status.Stages, status.All = s.Stages()
	status.HasResults = dir.Has(resultsFile)
	return status, nil
}
