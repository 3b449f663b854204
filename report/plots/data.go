package plots

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/plotter"

	"evothello/fitness"
	"evothello/runs"
)

// A Curve is a curve of win rates or other values over generations or rounds.
type Curve struct {
	Name string       `json:"name"`
	Line Points       `json:"line"`
	Dots Points       `json:"dots,omitempty"` // single values; the line is their running mean
	Band [][3]float64 `json:"band,omitempty"` // 95 % intervals: generation, low, high
}

// Points are pairs of a generation or round and a value.
type Points [][2]float64

// MarshalJSON implements json.Marshaler. It writes an empty list rather than null.
func (p Points) MarshalJSON() ([]byte, error) {
	return json.Marshal(append([][2]float64{}, p...))
}

// RunCharts returns the data of a run's plots, for other programs and the web page. The charts are reference,
// fitness and population.
//
// The chart population has two curves. The first is the mean distance of two genomes, as a share of the
// genes' bounds. The second is the share of offspring that score better than both parents; it is empty for
// optimizers without parents.
func RunCharts(run *runs.Run) []Chart {
	chart := func(name string, curves ...Curve) Chart {
		return Chart{Name: name, Along: "generation", Shares: true, Curves: append([]Curve{}, curves...)}
	}
	return []Chart{
		chart("reference", referenceCurves(run)...), chart("fitness", fitnessCurves(run)...),
		chart("population", over(run.History, "distance", distance), over(run.History, "success", success)),
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

// A Chart is a set of curves along the same axis.
type Chart struct {
	Name   string  `json:"name"`
	Along  string  `json:"along"`  // unit of the horizontal axis: "generation" or "round"
	Shares bool    `json:"shares"` // whether the values are shares, 0…1
	Curves []Curve `json:"curves"`
}

// ScoresName is the name of the chart that HistoryCharts makes of all scores.
const ScoresName = "scores"

// maxPoints is the number of points of a curve from a history.csv. A longer one is thinned.
const maxPoints = 600

// HistoryCharts returns the charts of a history.csv. The first chart has all scores with their 95 % intervals.
// Each other column of numbers that change has a chart of its own.
func HistoryCharts(history []byte) (charts []Chart, err error) {
	lines, err := csv.NewReader(bytes.NewReader(history)).ReadAll()
	if err != nil || len(lines) < 2 {
		return nil, err
	}
	names, lines := lines[0], thinned(lines[1:])
	scores := Chart{Name: ScoresName, Along: names[0], Shares: true}
	for i := 1; i < len(names); i++ {
		line := column(lines, i)
		if i+2 < len(names) && names[i+1] == names[i]+" low" && names[i+2] == names[i]+" high" {
			scores.Curves = append(scores.Curves, Curve{Name: names[i], Line: line, Band: band(lines, i)})
			i += 2
			continue
		}
		changes := func(p [2]float64) bool { return p[1] != line[0][1] }
		if slices.ContainsFunc(line, changes) {
			one := Chart{Name: names[i], Along: names[0], Curves: []Curve{{Name: names[i], Line: line}}}
			charts = append(charts, one)
		}
	}
	if len(scores.Curves) > 0 {
		charts = slices.Insert(charts, 0, scores)
	}
	return charts, nil
}

// thinned returns maxPoints lines at most, evenly chosen. The last one is always there.
func thinned(lines [][]string) (some [][]string) {
	every := (len(lines) + maxPoints - 1) / maxPoints
	for i := (len(lines) - 1) % every; i < len(lines); i += every {
		some = append(some, lines[i])
	}
	return some
}

// column returns the numbers of a column by the first one, and nothing for fields that are no numbers.
func column(lines [][]string, i int) (points Points) {
	for _, line := range lines {
		x, err := strconv.ParseFloat(strings.TrimSpace(line[0]), 64)
		y, err2 := strconv.ParseFloat(strings.TrimSpace(line[i]), 64)
		if err == nil && err2 == nil && !math.IsNaN(x+y) && !math.IsInf(x+y, 0) {
			points = append(points, [2]float64{x, y})
		}
	}
	return points
}

// band returns the intervals of the score in a column.
func band(lines [][]string, i int) (all [][3]float64) {
	lows, highs := column(lines, i+1), column(lines, i+2)
	for k := range min(len(lows), len(highs)) {
		all = append(all, [3]float64{lows[k][0], lows[k][1], highs[k][1]})
	}
	return all
}
