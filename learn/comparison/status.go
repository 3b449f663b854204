package comparison

import (
	"fmt"
	"path/filepath"

	"evothello/runs"
)

// Format describes the directory of a comparison for package runs.
var Format = runs.Format{
	NoneFound: "no comparison", Found: "a comparison is", Config: configFile,
}

func init() {
	runs.Register(runs.Kind{
		Format: &Format, Check: Check, Tables: []string{outcomesFile, tableFile},
		Standing: func(dir string) (runs.Standing, error) {
			s, err := ReadStatus(dir)
			if err != nil {
				return runs.Standing{}, err
			}
			return runs.Standing{Count: s.Finished, Goal: len(s.Runs), Unit: "run", Finished: s.HasResults}, nil
		},
		WhyNoPlayer: func(dir string) string {
			return fmt.Sprintf("a comparison is there, not a player: name a directory of %s", filepath.Join(dir, runsDir))
		},
	})
}

// A Status is a summary of a comparison.
type Status struct {
	Config     Config
	Runs       []RunStatus
	Finished   int // runs that have reached their goal
	HasResults bool
}

// A RunStatus is the progress of one run.
type RunStatus struct {
	Setting     string  `json:"setting"`
	Seed        uint64  `json:"seed"`
	Dir         string  `json:"dir"`
	Unit        string  `json:"unit"`        // "generation" or "round"
	Generations int     `json:"generations"` // finished generations or rounds
	Games       int     `json:"games"`
	CPU         float64 `json:"cpu_seconds"`
	Finished    bool    `json:"finished"`
}

// ReadStatus reads the status of the comparison in a directory. It changes nothing.
func ReadStatus(dir string) (*Status, error) {
	c, err := Open(dir)
	if err != nil {
		return nil, err
	}
	s := &Status{Config: c.Config}
	for _, r := range c.all() {
		one := RunStatus{Setting: c.Config.Settings[r.setting].Name, Seed: r.seed, Dir: r.dir,
			Unit: r.method.Format().TimingColumns[0]}
		if r.isThere() {
			t, err := r.method.Format().Kind().Open(r.dir)
			if err != nil {
				return nil, err
			}
			one.Generations = rounds(t)
			for round := range one.Generations {
				one.Games += t.GamesIn(round + 1)
			}
			one.CPU, _ = t.Base().CPU()
			if _, done := t.Done(); done && t.Base().Goal == c.Config.Goal() {
				one.Finished = true
				s.Finished++
			}
		}
		s.Runs = append(s.Runs, one)
	}
	s.HasResults = c.Has(resultsFile) && s.Finished == len(s.Runs)
	return s, nil
}
