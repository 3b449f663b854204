package plots

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Chart is a set of curves along the same axis.
type Chart struct {
	Name   string  `json:"name"`
	Along  string  `json:"along"`  // the unit of the axis: "generation" or "round"
	Shares bool    `json:"shares"` // whether the values are shares, 0…1
	Curves []Curve `json:"curves"`
}

// ScoresName is the name of the chart of all scores that a history.csv has with their intervals.
const ScoresName = "scores"

// maxPoints is the number of points of a curve from a history.csv. A longer one is thinned.
const maxPoints = 600

// HistoryCharts returns the curves of a history.csv: first one chart of all scores with 95 % intervals, and then one
// for each other column of numbers that change.
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
		if x, y, ok := point(line[0], line[i]); ok {
			points = append(points, [2]float64{x, y})
		}
	}
	return points
}

// band returns the intervals of the score in a column.
func band(lines [][]string, i int) (all [][3]float64) {
	for _, line := range lines {
		if x, low, ok := point(line[0], line[i+1]); ok {
			if _, high, ok := point(line[0], line[i+2]); ok {
				all = append(all, [3]float64{x, low, high})
			}
		}
	}
	return all
}

func point(first, second string) (x, y float64, ok bool) {
	x, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	if err != nil {
		return 0, 0, false
	}
	y, err = strconv.ParseFloat(strings.TrimSpace(second), 64)
	return x, y, err == nil && !math.IsNaN(x+y) && !math.IsInf(x+y, 0)
}
