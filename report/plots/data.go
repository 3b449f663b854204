package plots

import (
	"encoding/json"
	"slices"

	"gonum.org/v1/plot/plotter"

	"evothello/fitness"
	"evothello/runs"
)

// Curves are the data of the win-rate plots of a run, for other ways to draw them.
type Curves struct {
	Fitness []Curve `json:"fitness"`
	Ladder  []Curve `json:"ladder"`
}

// A Curve is win rates over the generations.
type Curve struct {
	Name string       `json:"name"`
	Line Points       `json:"line"`
	Dots Points       `json:"dots,omitempty"` // single values; the line is their running mean
	Band [][3]float64 `json:"band,omitempty"` // 95 % intervals: generation, low, high
}

// Points are generations and values.
type Points [][2]float64

// MarshalJSON writes a list, be it an empty one.
func (p Points) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([][2]float64{}, p...))
}

// CurvesOf are the curves of a run.
func CurvesOf(run *runs.Run) Curves {
	return Curves{Fitness: fitnessCurves(run), Ladder: append([]Curve{}, ladderCurves(run)...)}
}

// xys are the points as they are drawn.
func (p Points) xys() plotter.XYs {
	values := make(plotter.XYs, len(p))
	for i, v := range p {
		values[i] = plotter.XY{X: v[0], Y: v[1]}
	}
	return values
}

// outline goes around the band: along its low side and back along the high one.
func (c *Curve) outline() (around plotter.XYs) {
	var highs plotter.XYs
	for _, interval := range c.Band {
		around = append(around, plotter.XY{X: interval[0], Y: interval[1]})
		highs = append(highs, plotter.XY{X: interval[0], Y: interval[2]})
	}
	slices.Reverse(highs)
	return append(around, highs...)
}

// newChart draws curves over so many generations, or over so many of what along says, each in a
// colour of its own.
func newChart(generations int, along, title, note string, curves ...Curve) *chart {
	c := &chart{heading: heading{title: title, note: note}, generations: generations, along: along}
	for i, one := range curves {
		c.curves = append(c.curves, curve{Curve: one, colour: colour(i)})
	}
	return c
}

// addScore adds to a curve the score after a round, with its 95 % interval.
func (c *Curve) addScore(round int, result fitness.Pentanomial) {
	x := float64(round)
	low, high := result.Interval()
	c.Line = append(c.Line, [2]float64{x, result.Score()})
	c.Band = append(c.Band, [3]float64{x, low, high})
}
