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

// WriteComparison draws the results of a comparison as one picture: the ratings of the settings, and the scores of
// their champions against generations, games and CPU time. It returns the files.
func WriteComparison(r *comparison.Results, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{comparisonFigure(r)}, dir)
}

const (
	settingPitch  = 7.5 * vg.Millimeter // of the rows of settings
	effortsHeight = 7.5 * vg.Centimeter // of the frames of curves
	axisHeight    = 10 * vg.Millimeter
)

func comparisonFigure(r *comparison.Results) figure {
	terms := newTerms(fmt.Sprintf("depth %d", r.Depth), r.Endgame, english.Count(r.Pairs, "pair")+" each")
	seeds := english.Count(len(r.Seeds), "seed")
	squares, intervals := "means with 95 % intervals over seeds and openings", ", with such intervals"
	if !r.Sure() {
		squares, intervals = "means, without intervals, which so few seeds do not give", ""
		r = withoutIntervals(r)
	}
	ratings := heading{
		title: titled("Champions of each setting", terms),
		note: fmt.Sprintf("Elo from all their games against each other and against %s; 0 is the mean of all champions. "+
			"Dots: %s; squares: %s.", strings.Join(opponentNames(r), ", "), seeds, squares),
	}
	curves := heading{
		title: "Score on the way there",
		note: "Mean score of the champion of that time against the reference opponents, a draw counting half" + intervals +
			".",
	}
	if r.Budgets != nil {
		curves.title = "Score after each CPU time"
	}
	const width, between = pageWidth - 2*margin, 6 * vg.Millimeter
	top := ratings.height(width) + vg.Length(len(r.Settings))*settingPitch + axisHeight
	bottom := curves.height(width) + effortsHeight + axisHeight
	return figure{
		name: "compare", width: pageWidth, height: top + between + bottom + 2*margin,
		draw: func(c draw.Canvas) error {
			all := inside(c)
			drawSettings(r, ratings.draw(draw.Crop(all, 0, 0, bottom+between, 0)))
			rest := all
			rest.Max.Y = all.Min.Y + bottom
			drawEfforts(r, curves.draw(rest))
			return nil
		},
	}
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

func opponentNames(r *comparison.Results) (names []string) {
	for _, o := range r.Opponents {
		names = append(names, o.Name)
	}
	return names
}

// drawSettings draws the ratings, the best setting at the top.
func drawSettings(r *comparison.Results, c draw.Canvas) {
	small, name := textStyle(9.5, quiet, text.XLeft), textStyle(10, ink, text.XLeft)
	names, x := vg.Length(0), span{}
	for _, s := range r.Settings {
		names = max(names, name.Width(shortName(s.Name, longestSetting)))
		x.add(s.Elo.Mean - min(s.Elo.Error, farthest))
		x.add(s.Elo.Mean + min(s.Elo.Error, farthest))
	}
	for _, run := range r.Runs {
		x.add(run.Elo)
	}
	const figures = 28 * vg.Millimeter
	f := frame{
		Canvas: draw.Crop(c, names+4*vg.Millimeter, -figures, axisHeight, 0), x: x.with(0.04).widened(), y: span{0, 1},
	}
	f.below(ticks(f.x.round(10, 1), signed), small)
	small.XAlign = text.XCenter
	put(f.Canvas, small, f.Center().X, c.Min.Y+small.Font.Size/2, "Elo")
	zero := f.at(0, 0).X
	f.StrokeLine2(dashedLine(130, 3, 3), zero, f.Min.Y, zero, f.Max.Y)
	for i, s := range r.Settings {
		y := f.Max.Y - (vg.Length(i)+0.5)*settingPitch
		name.Color = colour(i)
		put(c, name, c.Min.X, y, shortName(s.Name, longestSetting))
		elo := signed(s.Elo.Mean)
		if r.Sure() {
			elo += fmt.Sprintf(" ± %.0f", s.Elo.Error)
		}
		put(c, textStyle(10, ink, text.XLeft), f.Max.X+4*vg.Millimeter, y, elo)
		for _, run := range r.Runs {
			if run.Setting == s.Name {
				f.DrawGlyphNoClip(draw.GlyphStyle{Color: pale(colour(i), 110), Radius: vg.Points(2.6), Shape: draw.CircleGlyph{}},
					vg.Point{X: f.at(run.Elo, 0).X, Y: y - 1.6*vg.Millimeter})
			}
		}
		f.bar(i, s.Elo, y+0.6*vg.Millimeter)
	}
}

// farthest limits the part of an interval that the axis must include, in Elo. The interval of few different
// seeds is so wide that it would flatten all curves.
const farthest = 250

// longestSetting is the limit of letters of a setting's name.
const longestSetting = 60

// bar draws a mean as a square and its interval, if there is one.
func (f *frame) bar(i int, m comparison.Measure, y vg.Length) {
	if m.Error > 0 {
		f.interval(draw.LineStyle{Color: colour(i), Width: vg.Points(1.4)}, span{m.Mean - m.Error, m.Mean + m.Error}, y)
	}
	f.DrawGlyphNoClip(draw.GlyphStyle{Color: colour(i), Radius: vg.Points(3.2), Shape: draw.BoxGlyph{}},
		vg.Point{X: f.at(m.Mean, 0).X, Y: y})
}

// An effort is a horizontal axis of curves.
type effort struct {
	name string
	of   func(comparison.Point) float64
}

// drawEfforts draws the scores against each effort, side by side.
func drawEfforts(r *comparison.Results, c draw.Canvas) {
	efforts := []effort{
		{"generations", func(p comparison.Point) float64 { return p.Generations }},
		{"games", func(p comparison.Point) float64 { return p.Games }},
		{"CPU seconds", func(p comparison.Point) float64 { return p.CPU }},
	}
	if slices.ContainsFunc(r.Settings, func(o comparison.Outcome) bool { return o.Kind != r.Settings[0].Kind }) {
		efforts = efforts[1:] // a generation and a round are not the same effort
	} else if r.Settings[0].Kind != "" {
		efforts[0].name = "rounds"
	}
	efforts = slices.DeleteFunc(efforts, func(e effort) bool { // CPU time may be unknown, and files have no games
		return slices.ContainsFunc(r.Settings, func(o comparison.Outcome) bool { return !(e.of(o.Curve[0]) > 0) })
	})
	y := span{0.5, 0.5}
	for _, s := range r.Settings {
		for _, p := range s.Curve {
			y.add(max(p.Score.Low, p.Score.Mean-farthestScore))
			y.add(min(p.Score.High, p.Score.Mean+farthestScore))
		}
	}
	y = y.with(0.03)
	y = span{max(0, y.low), min(1, y.high)}
	small := textStyle(9.5, quiet, text.XLeft)
	rates := ticks(percents(y), func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
	const left, gap = 14 * vg.Millimeter, 5 * vg.Millimeter
	width := (c.Max.X - c.Min.X - left + gap) / vg.Length(len(efforts))
	for k, e := range efforts {
		area := c
		area.Min.X += left + vg.Length(k)*width
		area.Max.X = area.Min.X + width - gap
		f := frame{Canvas: draw.Crop(area, 0, 0, axisHeight, 0), x: spanOf(r, e), y: y}
		f.across(unlabelled(rates, k > 0), small)
		along := decades(f.x, short)
		if k == len(efforts)-1 && r.Budgets != nil { // CPU time
			along = budgetTicks(r, f.x)
		}
		f.below(along, small)
		centred := small
		centred.XAlign = text.XCenter
		put(f.Canvas, centred, f.Center().X, c.Min.Y+small.Font.Size/2, e.name)
		for i, s := range r.Settings {
			f.effortCurve(s, e, i, len(r.Settings))
		}
	}
}

// budgetTicks returns ticks at the budgets in a span of logarithms.
func budgetTicks(r *comparison.Results, x span) (all []plot.Tick) {
	for _, budget := range r.Budgets {
		if at := math.Log10(budget); at >= x.low && at <= x.high {
			all = append(all, plot.Tick{Value: at, Label: short(budget)})
		}
	}
	return all
}

// farthestScore limits the part of an interval that the axis must include.
const farthestScore = 0.15

// effortCurve draws the curve of setting i of n. Intervals of different settings are side by side.
func (f *frame) effortCurve(s comparison.Outcome, e effort, i, n int) {
	var line plotter.XYs
	aside := vg.Points(3) * (vg.Length(i) - vg.Length(n-1)/2)
	for _, p := range s.Curve {
		x := math.Log10(e.of(p))
		line = append(line, plotter.XY{X: x, Y: p.Score.Mean})
		f.mark(colour(i), x, p.Score.Mean, p.Score.Low, p.Score.High, aside)
	}
	points := f.points(line)
	for k := range points {
		points[k].X += aside
	}
	f.StrokeLines(draw.LineStyle{Color: colour(i), Width: vg.Points(1.6)}, points)
}

// spanOf returns the span of the logarithms of an effort.
func spanOf(r *comparison.Results, e effort) span {
	at := math.Log10(e.of(r.Settings[0].Curve[0]))
	x := span{at, at}
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

// decades returns ticks at the powers of ten in a span of logarithms, and between them in a short span.
func decades(x span, label func(float64) string) (all []plot.Tick) {
	factors := []float64{1, 3}
	if x.high-x.low < 1.5 {
		factors = []float64{1, 2, 5}
	} else if x.high-x.low > 5 {
		factors = []float64{1}
	}
	for power := math.Floor(x.low); power <= x.high; power++ {
		for _, factor := range factors {
			value := math.Pow(10, power) * factor
			if at := math.Log10(value); at >= x.low && at <= x.high {
				all = append(all, plot.Tick{Value: at, Label: label(value)})
			}
		}
	}
	return all
}

// unlabelled returns ticks without labels if the labels stand elsewhere.
func unlabelled(all []plot.Tick, elsewhere bool) []plot.Tick {
	if elsewhere {
		return ticks(valuesOf(all), func(float64) string { return "" })
	}
	return all
}

func valuesOf(all []plot.Tick) (values []float64) {
	for _, t := range all {
		values = append(values, t.Value)
	}
	return values
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
