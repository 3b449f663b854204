package tables

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"evothello/evaluators/patterns"
)

// FitOptions are the settings of Fit. The zero value is a good default.
type FitOptions struct {
	Stages []int // last disc count of each stage of the game; nil means DefaultStages
	// From are the tables to start from, nil for none. Tables that were fitted to similar games save passes and hardly
	// change the result.
	From *patterns.Tables
	// Ridge is the strength of the regularization, in positions. It pulls the weight of a configuration
	// towards the sum of its discs' square values, as strongly as that many positions would. Weights of rare
	// configurations change most. 0 means DefaultRidge.
	Ridge float64
	// Lookahead is a search depth in plies; 0 fits the tables to the results of games. With a depth above 0 the tables
	// are fitted to the values of searches with From: the mean of the values at this depth and the next. Fit then
	// divides Ridge by ten. Without From, Fit uses Lookahead 0.
	Lookahead int
	// Layer trains a hidden layer on the errors of the tables. It needs Lookahead.
	Layer   bool
	Passes  int // maximum number of passes over the games; 0 means DefaultPasses
	Workers int // number of goroutines, 0 means one per core; it does not change the tables
	// OnPass is called after each pass over the games, and from time to time during the searches of Lookahead. It may
	// be nil.
	OnPass func(FitReport)
}

// The defaults of FitOptions.
const (
	DefaultRidge  = 200
	DefaultPasses = 40
)

// DefaultStages are the last disc counts of stages that are five discs long.
var DefaultStages = []int{9, 14, 19, 24, 29, 34, 39, 44, 49, 54, 59, 64}

// heldOut sets the share of held-out games: one in heldOut. Held-out games measure the error of the tables
// and are not training data.
const heldOut = 20

// A FitReport measures how well tables fit the games.
type FitReport struct {
	Passes  int           `json:"passes"` // passes over all games
	Games   int           `json:"games"`
	HeldOut int           `json:"held_out"` // number of held-out games among Games
	Stages  []StageReport `json:"stages"`
}

// A StageReport measures how well the tables of one stage fit. The errors are on held-out games. Positions
// near the ends of a stage count for the neighbouring stage as well.
type StageReport struct {
	Discs     int    `json:"discs"`     // last disc count
	Positions int    `json:"positions"` // number of training positions
	HeldOut   int    `json:"held_out"`  // number of held-out positions
	Seen      int    `json:"seen"`      // number of weights that occur in training positions
	Zero      Errors `json:"zero"`      // errors of predicting 0 for every position
	Start     Errors `json:"start"`     // errors of the tables to start from, or without them of the model of plainFit
	Fit       Errors `json:"fit"`
	Passes    int    `json:"passes"` // passes from Start to the best fit
}

// Errors are two means of the distance between prediction and result, in discs.
type Errors struct {
	RMSE float64 `json:"rmse"` // root mean square error
	MAE  float64 `json:"mae"`  // mean absolute error
}

// Fit fits tables to the results of games, in discs. It uses all positions after a game's random opening and
// minimizes the squared error by conjugate gradients. It stops when the error on held-out games no longer
// falls.
//
// With Lookahead it fits the tables to values of searches instead. It then uses some positions of the first games, and
// more positions with Layer. It keeps these positions in memory.
//
// Without Lookahead it iterates over the games many times and does not hold all games in memory; the games must be the
// same each time. If ctx is cancelled Fit stops soon and returns its cause.
func Fit(ctx context.Context, games iter.Seq2[Game, error], o FitOptions) (*patterns.Tables, FitReport, error) {
	if o.Stages == nil {
		o.Stages = DefaultStages
	}
	if o.Ridge == 0 {
		o.Ridge = DefaultRidge
	}
	if o.From == nil {
		o.Lookahead = 0
	}
	o.Layer = o.Layer && o.Lookahead > 0
	if o.Lookahead > 0 {
		o.Ridge /= lookaheadRidge
	}
	if o.Passes == 0 {
		o.Passes = DefaultPasses
	}
	stages, err := newFittings(&o)
	if err != nil {
		return nil, FitReport{}, err
	}
	pass, searched, err := passes(ctx, games, &o, stages)
	if err != nil {
		return nil, FitReport{}, err
	}
	var r FitReport
	for r.Passes < o.Passes && slices.ContainsFunc(stages, func(f *fitting) bool { return !f.done }) {
		read, held, err := pass()
		if err != nil {
			return nil, r, err
		}
		if r.Passes > 0 && read != r.Games {
			return nil, r, fmt.Errorf("the number of games changed from %d to %d: do not change the files of games during "+
				"training", r.Games, read)
		}
		r.Passes, r.Games, r.HeldOut, r.Stages = r.Passes+1, read, held, nil
		inParallel(len(stages), o.Workers, func(i int) { stages[i].endPass() })
		for _, f := range stages {
			r.Stages = append(r.Stages, f.report)
		}
		if o.OnPass != nil {
			o.OnPass(r)
		}
	}
	var layer *layerFit
	if o.Layer {
		if layer, err = fitLayer(ctx, searched, &o, stages, &r); err != nil {
			return nil, r, err
		}
	}
	if searched != nil {
		t, err := fitMove(ctx, searched, &o, stages, layer)
		return t, r, err
	}
	t, err := tablesOf(stages, nil)
	return t, r, err
}

// fitLayer trains the hidden layer of fitted tables and adds its passes to the report.
func fitLayer(ctx context.Context, all *samples, o *FitOptions, stages []*fitting, r *FitReport) (*layerFit, error) {
	t, err := tablesOf(stages, nil)
	if err != nil {
		return nil, err
	}
	layer := newLayerFit(t, o.From)
	err = layer.train(ctx, all, func() {
		if r.Passes++; o.OnPass != nil {
			o.OnPass(*r)
		}
	})
	if err != nil {
		return nil, err
	}
	if t, err = layer.addTo(t); err != nil {
		return nil, err
	}
	layerErrors(all, t, r.Stages)
	return layer, nil
}

// passes returns a function that gives all samples to the stages once, and counts all games and the
// held-out ones. searched are the samples with lookahead, else nil.
func passes(ctx context.Context, games iter.Seq2[Game, error], o *FitOptions, stages []*fitting) (
	pass func() (read, held int, err error), searched *samples, err error) {
	train := func(from []samples) {
		inParallel(len(stages), o.Workers, func(i int) {
			for k := range from {
				stages[i].addSamples(&from[k])
			}
		})
	}
	if o.Lookahead == 0 {
		return func() (read, held int, err error) {
			return replay(ctx, games, o.Workers, (*samples).addResults, train)
		}, nil, nil
	}
	all, read, held, err := lookAhead(ctx, games, o)
	return func() (int, int, error) {
		train([]samples{*all})
		return read, held, context.Cause(ctx)
	}, all, err
}

// tablesOf returns the fitted tables. A stage without positions takes the tables of the nearest
// stage that has some. The hidden layer may be nil.
func tablesOf(stages []*fitting, layer *layerFit) (*patterns.Tables, error) {
	if !slices.ContainsFunc(stages, (*fitting).hasData) {
		return nil, errors.New("there is no position to train on: give more games")
	}
	var made []patterns.Stage
	for i, f := range stages {
		s := nearestWithData(stages, i).stage()
		s.Discs = f.high
		made = append(made, s)
	}
	t, err := patterns.New(made, nil)
	if err != nil || layer == nil {
		return t, err
	}
	return layer.addTo(t)
}

func nearestWithData(stages []*fitting, to int) *fitting {
	for far := 0; ; far++ {
		for _, i := range []int{to + far, to - far} {
			if i >= 0 && i < len(stages) && stages[i].hasData() {
				return stages[i]
			}
		}
	}
}
