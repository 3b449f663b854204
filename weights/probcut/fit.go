// Package probcut measures how well shallow searches with a player's weights predict deep ones. A search can
// then skip positions that are unlikely to affect its result (Multi-ProbCut).
package probcut

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"sync"

	"evothello/engine"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs/reference"
	"evothello/runs/strongest"
	"evothello/search"
	"evothello/weights"
)

// Schema is the newest version of the fit file that this program reads, and the one that it writes.
const Schema = 1

// A Fit is the result of measuring one Switch, by stages of the game. It is plain data and must not
// be changed.
type Fit struct {
	Schema  int           `json:"schema"`
	Weights string        `json:"weights"` // hash of the measured weights
	Turns   weights.Turns `json:"turns"`   // ends of the stages, like the turns of a Switch
	// Confidence is a number of standard errors. If the predicted value is beyond a bound by at least this number, the
	// shallow search replaces the deep one.
	Confidence float64  `json:"confidence"`
	Stages     [][]Pair `json:"stages"`
}

// A Pair is the line that predicts the value of a search to Deep plies from the value at Shallow plies. It is
// a least-squares fit to Positions positions.
type Pair struct {
	Deep        int     `json:"deep"`
	Shallow     int     `json:"shallow"`
	Slope       float64 `json:"slope"`
	Offset      float64 `json:"offset"`      // in points
	Error       float64 `json:"error"`       // standard error in points
	Correlation float64 `json:"correlation"` // correlation of the two values
	Positions   int     `json:"positions"`
}

// minPositions is the smallest number of positions for a reliable line.
const minPositions = 20

// Read parses a fit file.
func Read(data []byte) (*Fit, error) {
	var f Fit
	if err := files.DecodeJSON(data, Schema, &f); err != nil {
		return nil, fmt.Errorf("not a fit file of evolve measure cuts: %w", err)
	}
	return &f, f.Validate()
}

// Validate returns an error that names an invalid value.
func (f *Fit) Validate() error {
	if err := files.CheckSchema(f.Schema, Schema); err != nil {
		return err
	}
	if len(f.Stages) != len(f.Turns) {
		return fmt.Errorf("%d stages for %d turns: give one stage for each turn", len(f.Stages), len(f.Turns))
	}
	if err := errors.Join(f.Turns.Validate(), checkConfidence(f.Confidence)); err != nil {
		return err
	}
	for i, stage := range f.Stages {
		before := 0
		for _, p := range stage {
			if err := p.validate(before); err != nil {
				return fmt.Errorf("stage %d: %w", i+1, err)
			}
			before = p.Deep
		}
	}
	return nil
}

// checkConfidence returns an error for an invalid confidence. Errors of more than a hundred standard
// errors do not occur.
func checkConfidence(t float64) error {
	if !(t >= 0 && t <= 100) {
		return fmt.Errorf("confidence %g: must be 0 to 100", t)
	}
	return nil
}

func (p *Pair) validate(before int) error {
	const most = 1 << 40 // points
	switch {
	case p.Deep <= before || p.Deep > search.MaxDepth:
		return fmt.Errorf("depth %d after %d: depths must rise, and be at most %d", p.Deep, before, search.MaxDepth)
	case p.Shallow < 1 || p.Shallow >= p.Deep:
		return fmt.Errorf("depth %d is predicted from depth %d, which must be 1 or more, and smaller", p.Deep, p.Shallow)
	case !(p.Slope > 0 && p.Slope < most):
		return fmt.Errorf("depth %d: slope %g: must be above 0 and below 2^40", p.Deep, p.Slope)
	case !(math.Abs(p.Offset) < most) || !(p.Error >= 0 && p.Error < most):
		return fmt.Errorf("depth %d: offset %g, error %g: must be within ±2^40, and the error 0 or more", p.Deep, p.Offset,
			p.Error)
	}
	return nil
}

// Fits returns an error unless the fit was measured for these weights.
func (f *Fit) Fits(w *weights.Switch) error {
	if f.Weights != w.Hash() {
		return fmt.Errorf("it was measured for other weights: measure one for these weights as `%s` describes",
			called.Evolve("measure", "cuts", "--help"))
	}
	return nil
}

// evolvedByCMAES is the fit of evolved-cmaes.
//
//go:embed evolved-cmaes.json
var evolvedByCMAES []byte

// builtIn returns the fits of the champions that ship with the program. They were measured with
// evolve measure cuts strongest -o runs/strongest/fit.json,
// evolve measure cuts evolved -o runs/reference/fit.json and
// evolve measure cuts evolved-cmaes -o weights/probcut/evolved-cmaes.json.
var builtIn = sync.OnceValue(func() (fits []*Fit) {
	for _, file := range [][]byte{strongest.Fit, reference.Fit, evolvedByCMAES} {
		f, err := Read(file)
		if err != nil {
			panic("probcut: a built-in fit: " + err.Error())
		}
		fits = append(fits, f)
	}
	return fits
})

// BuiltIn returns the shipped fit for the weights, or nil if there is none.
func BuiltIn(w *weights.Switch) *Fit {
	for _, f := range builtIn() {
		if f.Fits(w) == nil {
			return f
		}
	}
	return nil
}

// Cuts is a fit in the form that searches use.
type Cuts struct {
	of     weights.Switch // its turns and board determine the stage of a position
	holes  uint64
	stages []search.Cuts
}

// Cuts converts a valid fit to cuts for its weights. Searches deeper than the measured depths skip as many plies as the
// deepest measured pair of the same parity (even or odd depth).
func (f *Fit) Cuts(w *weights.Switch) *Cuts {
	c := &Cuts{
		of:    weights.Switch{Turns: f.Turns, Board: w.Board},
		holes: w.HomeBoard().Holes(), stages: make([]search.Cuts, len(f.Stages)),
	}
	for i, stage := range f.Stages {
		for _, p := range stage {
			for deep := p.Deep; deep <= search.MaxDepth; deep += 2 {
				c.stages[i][deep] = search.Cut{
					Shallow: p.Shallow + deep - p.Deep, Slope: p.Slope, Offset: p.Offset,
					Margin: float64(f.Confidence * p.Error),
				}
			}
		}
	}
	return c
}

// At returns the cuts for searches from the given board. It returns nil if the board has other holes than the
// board of the measurements.
func (c *Cuts) At(b engine.Board) *search.Cuts {
	if b.Holes() != c.holes {
		return nil
	}
	return &c.stages[c.of.Phase(b)]
}
