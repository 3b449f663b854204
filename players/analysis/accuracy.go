package analysis

import (
	"context"
	"math"

	"evothello/engine"
	"evothello/search"
)

// An Accuracy compares values of positions with the results of best play, in discs for the side to move.
type Accuracy struct {
	Depths        // values at some depths
	Results []int // results of best play, by position
	empties []int // by position
}

// Accuracy searches positions to each depth from first to last, and solves them. workers and searched are as
// for Depths.
func (c *Valuer) Accuracy(
	ctx context.Context, positions []engine.Position, first, last, workers int, searched func(done int),
) (a Accuracy, err error) {
	n := len(positions)
	a = Accuracy{Depths{first, make([][]float64, n)}, make([]int, n), make([]int, n)}
	return a, searchEach(ctx, n, workers, searched, func(s *search.Searcher, i int) {
		p := positions[i]
		a.empties[i] = p.Empties()
		for depth := first; depth <= last; depth++ {
			a.Values[i] = append(a.Values[i], c.raw(ctx, s, p, depth))
		}
		a.Results[i] = c.Best(ctx, s, p, search.Settings{Depth: 1, Endgame: p.Empties()}).Score
	})
}

// Errors are the errors of values at one depth.
type Errors struct {
	Depth     int     `json:"depth"`
	Positions int     `json:"positions"`  // number of positions, except those where the search sees the end of the game
	RMS       float64 `json:"rms"`        // root mean square error, in discs
	Mean      float64 `json:"mean"`       // mean of value minus result, in discs
	Close     int     `json:"close"`      // number of close positions, see CloseDiscs
	WrongSide int     `json:"wrong_side"` // number of close positions whose value favours the loser
}

// CloseDiscs is the limit for a close position: with best play one side wins it by fewer discs.
const CloseDiscs = 16

// Errors returns the errors at each depth, in discs. It uses the positions with least to most empty squares.
func (a *Accuracy) Errors(least, most int) (all []Errors) {
	if len(a.Values) == 0 {
		return nil
	}
	for k := range a.Values[0] {
		e := Errors{Depth: a.First + k}
		for i, values := range a.Values {
			if a.empties[i] >= least && a.empties[i] <= most && !math.IsNaN(values[k]) {
				e.add(values[k], a.Results[i])
			}
		}
		if n := float64(e.Positions); n > 0 {
			e.RMS, e.Mean = math.Sqrt(e.RMS/n), e.Mean/n
		}
		all = append(all, e)
	}
	return all
}

// add adds a value's error to the sums, before they become means.
func (e *Errors) add(value float64, result int) {
	wrong := value - float64(result)
	e.Positions++
	e.RMS += wrong * wrong
	e.Mean += wrong
	if result == 0 || result <= -CloseDiscs || result >= CloseDiscs {
		return
	}
	e.Close++
	if value*float64(result) < 0 {
		e.WrongSide++
	}
}
