package plots

import (
	"fmt"
	"image/color"
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

// WriteComparison draws the results of a comparison as one picture: the ratings of the settings, and the scores of
// their champions against generations, games and CPU time. It returns the files.
func WriteComparison(r *comparison.Results, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{comparisonPage(r).figure("compare")}, dir)
}

func comparisonPage(r *comparison.Results) page {
	terms := newTerms(fmt.Sprintf("depth %d", r.Depth), r.Endgame, english.Count(r.Pairs, "pair")+" each")
	squares, intervals := "means with 95 % intervals over seeds and openings", ", with such intervals"
	if !r.Sure() {
		squares, intervals = "means, without intervals, which so few seeds do not give", ""
		r = withoutIntervals(r)
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
	return newPage(heading(titled("Champions of each setting", terms), elo, pageWidth), settingRows(r).block("Elo"),
		space(6*vg.Millimeter), heading(title, score, pageWidth), effortsBlock(r))
}

// withoutIntervals returns a copy of results whose intervals have no width.
func withoutIntervals(r *comparison.Results) *comparison.Results {
	bare := *r
	bare.Settings = slices.Clone(r.Settings)
	for i := range bare.Settings {
		s := &bare.Settings[i]
		s.Elo.Error, s.Curve = 0, slices.Clone(s.Curve)
		for k := range s.Curve {
			mean := s.Curve[k].Score.Mean
			s.Curve[k].Score = comparison.Score{Mean: mean, Low: mean, High: mean}
		}
	}
	return &bare
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
		style, elo := name, signed(s.Elo.Mean)
		style.Color = colour(i)
		if r.Sure() {
			elo += fmt.Sprintf(" ± %.0f", s.Elo.Error)
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
		all.mark(0.08, s.Elo.Mean-s.Elo.Error, s.Elo.Mean, s.Elo.Mean+s.Elo.Error, look{
			draw.LineStyle{Color: colour(i), Width: vg.Points(1.4)}, vg.Points(6),
			draw.GlyphStyle{Color: colour(i), Radius: vg.Points(3.4), Shape: draw.BoxGlyph{}},
		})
	}
	return all
}

// An effort is a horizontal axis of curves.
type effort struct {
	name string
	of   func(comparison.Point) float64
}

// efforts returns the efforts by which all settings compare.
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
			y.add(max(p.Score.Low, p.Score.Mean-farthest))
			y.add(min(p.Score.High, p.Score.Mean+farthest))
		}
	}
	y = y.with(0.03)
	y = span{max(0, y.low), min(1, y.high)}
	var row []*plot.Plot
	for k, e := range efforts(r) {
		p, x := newPlot(9.5), spanOf(r, e)
		p.X.Label.Text, p.X.Scale = e.name, plot.LogScale{}
		along, label := decades(x), percent
		if e.name == "CPU seconds" && r.Budgets != nil {
			along = ticks(r.Budgets, short)
		}
		if k > 0 {
			label = func(float64) string { return " " } // the first plot has the labels
		}
		for i, s := range r.Settings {
			// Intervals of different settings are side by side.
			aside := math.Pow(x.high/x.low, 0.015*(float64(i)-float64(len(r.Settings)-1)/2))
			addEffortCurve(p, s, colour(i), func(p comparison.Point) float64 { return aside * e.of(p) })
		}
		setAxes(p, x, y, along, ticks(percents(y), label))
		row = append(row, p)
	}
	tiles := draw.Tiles{Rows: 1, Cols: len(row), PadX: 5 * vg.Millimeter}
	return block{8.5 * vg.Centimeter, func(c draw.Canvas) {
		for i, tile := range plot.Align([][]*plot.Plot{row}, tiles, c)[0] {
			row[i].Draw(tile)
		}
	}}
}

// addEffortCurve adds the curve of a setting to a plot.
func addEffortCurve(p *plot.Plot, s comparison.Outcome, c color.RGBA, of func(comparison.Point) float64) {
	var line plotter.XYs
	for _, point := range s.Curve {
		line = append(line, plotter.XY{X: of(point), Y: point.Score.Mean})
		if point.Score.Low < point.Score.High {
			p.Add(errorBar(c, line[len(line)-1], point.Score.Low, point.Score.High))
		}
	}
	p.Add(&plotter.Line{XYs: line, LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.6)}},
		&plotter.Scatter{XYs: line, GlyphStyle: draw.GlyphStyle{Color: c, Radius: 3.5, Shape: draw.BoxGlyph{}}})
}

// spanOf returns the span of an effort on a logarithmic scale.
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
	x = x.with(0.06)
	return span{math.Pow(10, x.low), math.Pow(10, x.high)}
}

// decades returns ticks at the powers of ten in a span, and between them in a short span.
func decades(x span) (all plot.ConstantTicks) {
	factors, length := []float64{1, 3}, math.Log10(x.high/x.low)
	if length < 1.5 {
		factors = []float64{1, 2, 5}
	} else if length > 5 {
		factors = []float64{1}
	}
	for power := math.Pow(10, math.Floor(math.Log10(x.low))); power <= x.high; power *= 10 {
		for _, factor := range factors {
			all = append(all, plot.Tick{Value: power * factor, Label: short(power * factor)})
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
