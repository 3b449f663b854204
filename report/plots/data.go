package plots

import (
	"encoding/json"
	"slices"

	"gonum.org/v1/plot/plotter"

	"evothello/fitness"
	"evothello/runs"
)

// A Curve is a curve of win rates or other values over generations.
type Curve struct {
	Name string       `json:"name"`
	Line Points       `json:"line"`
	Dots Points       `json:"dots,omitempty"` // single values; the line is their running mean
	Band [][3]float64 `json:"band,omitempty"` // 95 % intervals: generation, low, high
}

// Points are pairs of a generation and a value.
type Points [][2]float64

// MarshalJSON implements json.Marshaler. It writes an empty list rather than null.
func (p Points) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([][2]float64{}, p...))
}

// RunCharts returns the data of a run's plots, for other programs and the web page: reference, fitness and
// population. The
// last one has the distance of two genomes, as a share of their bounds, and the share of offspring that stand better
// than both parents, which is empty for optimizers without parents.
func RunCharts(run *runs.Run) []Chart {
	chart := func(name string, curves ...Curve) Chart {
		return Chart{Name: name, Along: "generation", Shares: true, Curves: append([]Curve{}, curves...)}
	}
	return []Chart{
		chart("reference", referenceCurves(run)...), chart("fitness", fitnessCurves(run)...),
		chart("population", diversityCurve(run), successCurve(run)),
	}
}

// xys converts the points for drawing.
func (p Points) xys() plotter.XYs {
	values := make(plotter.XYs, len(p))
	for i, v := range p {
		values[i] = plotter.XY{X: v[0], Y: v[1]}
	}
	return values
}

// outline returns the outline of the band: along its low side and back along the high side.
func (c *Curve) outline() (around plotter.XYs) {
	var highs plotter.XYs
	for _, interval := range c.Band {
		around = append(around, plotter.XY{X: interval[0], Y: interval[1]})
		highs = append(highs, plotter.XY{X: interval[0], Y: interval[2]})
	}
	slices.Reverse(highs)
	return append(around, highs...)
}

// addScore appends the score after a round with its 95 % interval.
func (c *Curve) addScore(round int, result fitness.Pentanomial) {
	x := float64(round)
	low, high := result.Interval()
	c.Line = append(c.Line, [2]float64{x, result.Score()})
	c.Band = append(c.Band, [3]float64{x, low, high})
}
