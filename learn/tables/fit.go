package tables

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"evothello/evaluators/patterns"
)

// FitOptions say how tables are fitted to games. The zero value is what fits well.
type FitOptions struct {
	Stages []int // up to how many discs each stage of the game goes; nil is DefaultStages
	// From are tables to begin with, nil for none. They make the way shorter if they came from
	// games like these, and hardly change where it ends.
	From *patterns.Tables
	// Ridge damps what was rarely seen: a configuration is worth what its positions say, as if
	// there were so many more of them that say what each disc is worth on its square. 0 means
	// DefaultRidge.
	Ridge   float64
	Passes  int // at most so many times over the games; 0 means DefaultPasses
	Workers int // how many cores to use; 0 means all. The tables are the same whatever it is.
	// Passed, unless it is nil, is called after each time over the games.
	Passed func(FitReport)
}

// What FitOptions mean by 0.
const (
	DefaultRidge  = 200
	DefaultPasses = 40
)

// DefaultStages are stages of five discs.
var DefaultStages = []int{9, 14, 19, 24, 29, 34, 39, 44, 49, 54, 59, 64}

// heldOut is one game in how many is not learnt from, but tells how good the tables are.
const heldOut = 20

// A FitReport says how well tables fit.
type FitReport struct {
	Passes  int           `json:"passes"` // how often all games were read
	Games   int           `json:"games"`
	HeldOut int           `json:"held_out"` // how many of them were not learnt from
	Stages  []StageReport `json:"stages"`
}

// A StageReport says so for a stage of the game. Errors are on games that were not learnt
// from.
type StageReport struct {
	Discs     int    `json:"discs"`     // up to how many
	Positions int    `json:"positions"` // learnt from; those near the stage's ends count for its neighbour as well
	HeldOut   int    `json:"held_out"`  // likewise, those that were not learnt from
	Seen      int    `json:"seen"`      // weights that occurred in a position
	Zero      Errors `json:"zero"`      // of saying 0 always
	Start     Errors `json:"start"`     // of the tables to begin with, or of knowing what discs and moves are worth alone
	Fit       Errors `json:"fit"`
	Passes    int    `json:"passes"` // after how many times over the games, from Start on, the fit was best
}

// Errors are how far guesses are from results, in discs.
type Errors struct {
	RMSE float64 `json:"rmse"` // root of the mean square
	MAE  float64 `json:"mae"`  // mean of the absolute value
}

// Fit finds the tables that come nearest to the results of games, in discs, in all positions
// after a game's random opening: the least squares of their errors, by the method of
// conjugate gradients, and stops where games that are not learnt from are no longer met any
// better. What it is worth to be the one to move, whatever the position, is taken into account
// but is no part of the tables.
//
// The games are gone through many times and must be the same each time; they are never all in
// memory. If ctx is cancelled Fit stops soon and returns its cause.
func Fit(ctx context.Context, games iter.Seq2[Game, error], o FitOptions) (*patterns.Tables, FitReport, error) {
	if o.Stages == nil {
		o.Stages = DefaultStages
	}
	if o.Ridge == 0 {
		o.Ridge = DefaultRidge
	}
	if o.Passes == 0 {
		o.Passes = DefaultPasses
	}
	stages, err := newFittings(&o)
	if err != nil {
		return nil, FitReport{}, err
	}
	var r FitReport
	for r.Passes < o.Passes && slices.ContainsFunc(stages, func(f *fitting) bool { return !f.done }) {
		read, held, err := overSamples(ctx, games, o.Workers, stages)
		if err != nil {
			return nil, r, err
		}
		if r.Passes > 0 && read != r.Games {
			return nil, r, fmt.Errorf("there were %d games and then %d: leave them as they are while they are learnt from",
				r.Games, read)
		}
		r.Passes, r.Games, r.HeldOut, r.Stages = r.Passes+1, read, held, nil
		inParallel(len(stages), o.Workers, func(i int) { stages[i].endPass() })
		for _, f := range stages {
			r.Stages = append(r.Stages, f.report)
		}
		if o.Passed != nil {
			o.Passed(r)
		}
	}
	t, err := tablesOf(stages)
	return t, r, err
}

// tablesOf returns the fitted tables. A stage without positions takes the tables of the nearest
// stage that has some.
func tablesOf(stages []*fitting) (*patterns.Tables, error) {
	if !slices.ContainsFunc(stages, (*fitting).known) {
		return nil, errors.New("there is no position to learn from: give more games")
	}
	var made []patterns.Stage
	for i, f := range stages {
		s := nearestKnown(stages, i).stage()
		s.Discs = f.high
		made = append(made, s)
	}
	return patterns.New(made)
}

func nearestKnown(stages []*fitting, to int) *fitting {
	for far := 0; ; far++ {
		for _, i := range []int{to + far, to - far} {
			if i >= 0 && i < len(stages) && stages[i].known() {
				return stages[i]
			}
		}
	}
}
