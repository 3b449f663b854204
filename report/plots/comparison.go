package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/comparison"
)

// WriteComparison draws the results of a comparison as one picture, and returns its files. The picture shows
// the ratings of the settings, and the scores of their champions against generations, games and CPU time.
func WriteComparison(r *comparison.Results, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{comparisonPage(r).figure("compare")}, dir)
}

func comparisonPage(r *comparison.Results) page {
	ratings := terms{"Champions of each setting", fmt.Sprintf("depth %d", r.Depth), solved(r.Endgame),
		english.Count(r.Pairs, "pair") + " each"}
	squares, intervals := "means with 95 % intervals over seeds and openings", ", with such intervals"
	if !r.Sure() {
		squares, intervals = "means, without intervals, which so few seeds do not give", ""
	}
	var opponents []string
	for _, o := range r.Opponents {
		opponents = append(opponents, o.Name)
	}
	elo := fmt.Sprintf("Elo from all their games against each other and against %s; 0 is the mean of all champions. "+
		"Dots: %s; squares: %s.", strings.Join(opponents, ", "), english.Count(len(r.Seeds), "seed"), squares)
	score := "Mean score of the champion of that time against the reference opponents, a draw counting half" +
		intervals + "."
	title := "Score on the way there"
	if r.Budgets != nil {
		title = "Score after each CPU time"
	}
	return newPage(heading(ratings.String(), elo, pageWidth), settingRows(r).block("Elo"),
		space(6*vg.Millimeter), heading(title, score, pageWidth), effortsBlock(r))
}

// settingRows returns the ratings, the best setting at the top.
func settingRows(r *comparison.Results) *rows {
	name := textStyle(10, ink, text.XLeft)
	var names []string
	for _, s := range r.Settings {
		names = append(names, shortName(s.Name, 60))
	}
	all := newRows(7.5*vg.Millimeter, name, names)
	for i, s := range r.Settings {
		style, elo, half := name, signed(s.Elo.Mean), 0.0
		style.Color = colour(i)
		if r.Sure() {
			half = s.Elo.Error
			elo += fmt.Sprintf(" ± %.0f", half)
		}
		all.next(style, names[i])
		all.write(gutter, name, elo)
		for _, run := range r.Runs {
			if run.Setting == s.Name {
				seed := round(colour(i), 2.6, 0)
				seed.dot.Color = pale(colour(i), 110)
				all.mark(-0.21, run.Elo, run.Elo, run.Elo, seed)
			}
		}
		all.mark(0.08, s.Elo.Mean-half, s.Elo.Mean, s.Elo.Mean+half, look{
			draw.LineStyle{Color: colour(i), Width: vg.Points(1.4)}, vg.Points(6),
			square(colour(i)),
		})
	}
	return all
}

// An effort is a horizontal axis of curves.
type effort struct {
	name string
	of   func(comparison.Point) float64
}

// efforts returns the efforts that are known for all settings.
func efforts(r *comparison.Results) []effort {
	all := []effort{
		{"generations", func(p comparison.Point) float64 { return p.Generations }},
		{"games", func(p comparison.Point) float64 { return p.Games }},
		{"CPU seconds", func(p comparison.Point) float64 { return p.CPU }},
	}
	if slices.ContainsFunc(r.Settings, func(o comparison.Outcome) bool { return o.Kind != r.Settings[0].Kind }) {
		all = all[1:] // a generation and a round are not the same effort
	} else if r.Settings[0].Kind != "" {
		all[0].name = "rounds"
	}
	return slices.DeleteFunc(all, func(e effort) bool { // CPU time may be unknown, and files have no games
		return slices.ContainsFunc(r.Settings, func(o comparison.Outcome) bool { return !(e.of(o.Curve[0]) > 0) })
	})
}

// effortsBlock draws the scores against each effort, side by side.
func effortsBlock(r *comparison.Results) block {
	const farthest = 0.15 // of an interval, that the axis must include
	y := span{0.5, 0.5}
	for _, s := range r.Settings {
		for _, p := range s.Curve {
			low, high := interval(r, p)
			y.add(max(low, p.Score.Mean-farthest))
			y.add(min(high, p.Score.Mean+farthest))
		}
	}
	y = y.with(0.03)
	y = span{max(0, y.low), min(1, y.high)}
	var row []*plot.Plot
	for k, e := range efforts(r) {
		p := newPlot(9.5)
		x := spanOf(r, e)
		for i, s := range r.Settings { // intervals are side by side
			aside := math.Pow(10, 0.014*(x.high-x.low)*(float64(i)-float64(len(r.Settings)-1)/2))
			var line plotter.XYs
			for _, point := range s.Curve {
				at := plotter.XY{X: aside * e.of(point), Y: point.Score.Mean}
				if low, high := interval(r, point); low < high {
					p.Add(errorBar(colour(i), at, low, high))
					goesOn(p, colour(i), low < y.low, plotter.XY{X: at.X, Y: y.low}, tip{Y: -1})
					goesOn(p, colour(i), high > y.high, plotter.XY{X: at.X, Y: y.high}, tip{Y: +1})
				}
				line = append(line, at)
			}
			p.Add(&plotter.Line{XYs: line, LineStyle: draw.LineStyle{Color: colour(i), Width: vg.Points(1.6)}},
				&plotter.Scatter{XYs: line, GlyphStyle: square(colour(i))})
		}
		along, label := decades(x), percent
		if e.name == "CPU seconds" && r.Budgets != nil {
			along = ticks(r.Budgets, short)
		}
		if k > 0 {
			label = func(float64) string { return " " } // the first plot has the labels
		}
		p.X.Label.Text, p.X.Scale = e.name, plot.LogScale{}
		setAxes(p, span{math.Pow(10, x.low), math.Pow(10, x.high)}, y, along, ticks(percents(y), label))
		row = append(row, p)
	}
	return grid(row, len(row), 8.5*vg.Centimeter)
}

// interval returns the interval of a score, which has no length if there are too few seeds.
func interval(r *comparison.Results, p comparison.Point) (low, high float64) {
	if !r.Sure() {
		return p.Score.Mean, p.Score.Mean
	}
	return p.Score.Low, p.Score.High
}

// spanOf returns the span of the logarithms of an effort.
func spanOf(r *comparison.Results, e effort) span {
	x := span{math.Inf(1), math.Inf(-1)}
	for _, s := range r.Settings {
		for _, p := range s.Curve {
			x.add(math.Log10(e.of(p)))
		}
	}
	if x.high-x.low < 0.5 {
		x = span{x.low - 0.25, x.high + 0.25}
	}
	return x.with(0.06)
}

// decades returns ticks at the powers of ten in a span of their exponents, and between them in a short span.
func decades(x span) (all plot.ConstantTicks) {
	factors := []float64{1, 3}
	if x.high-x.low < 1.5 {
		factors = []float64{1, 2, 5}
	} else if x.high-x.low > 5 {
		factors = []float64{1}
	}
	for power := math.Floor(x.low); power <= x.high; power++ {
		for _, factor := range factors {
			value := math.Pow(10, power) * factor
			all = append(all, plot.Tick{Value: value, Label: short(value)})
		}
	}
	return all
}

// short formats a number of an axis with few letters: 200k.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3gM", v/1e6)
	case v >= 1e4:
		return fmt.Sprintf("%.3gk", v/1e3)
	}
	return fmt.Sprintf("%.4g", v)
}
