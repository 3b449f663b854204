//go:build !js

package playerlist

import (
	"evothello/internal/files"
	"evothello/learn/comparison"
	"evothello/runs"
	"evothello/runs/tournament"
)

// A Progress is how far the work in a directory is.
type Progress struct {
	Count    int     `json:"count"`   // finished units
	Goal     int     `json:"goal"`    // 0 if it is no number of units
	Unit     string  `json:"unit"`    // "generation", "round", "episode", "game" or "run"
	Seconds  float64 `json:"seconds"` // of all processes, 0 if they are not measured
	Finished bool    `json:"finished"`
}

// readProgress returns a function that reads the progress of the training that open reads.
func readProgress[W runs.Trainer](open func(dir string) (W, error)) func(dir string) (Progress, error) {
	return func(dir string) (Progress, error) {
		w, err := open(dir)
		if err != nil {
			return Progress{}, err
		}
		return ProgressOf(w), nil
	}
}

// ProgressOf returns the progress of a training.
func ProgressOf(w runs.Trainer) Progress {
	base := w.Base()
	_, finished := w.Done()
	return Progress{w.Count(), base.Goal.Count, base.Format.Unit, base.Elapsed().Seconds(), finished}
}

func tournamentProgress(dir string) (Progress, error) {
	s, err := tournament.ReadStatus(files.At(dir))
	if err != nil {
		return Progress{}, err
	}
	return Progress{Count: s.Played, Goal: s.Games, Unit: "game", Finished: s.Results != nil}, nil
}

func comparisonProgress(dir string) (Progress, error) {
	s, err := comparison.ReadStatus(dir)
	if err != nil {
		return Progress{}, err
	}
	return Progress{Count: s.Finished, Goal: len(s.Runs), Unit: "run", Finished: s.HasResults}, nil
}
