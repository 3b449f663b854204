package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A chart is a line chart of win rates or other numbers over generations, rounds, episodes or efforts.
type chart struct {
	title, note string
	generations int
	along       string // unit of the horizontal axis, "" for generations
	efforts     bool   // the horizontal axis is an effort from 0, not generations from 1
	numbers     bool   // the values are not win rates
	fromZero    bool   // the vertical axis of numbers starts at 0
	curves      []curve
}

// A curve is a Curve with its style. Its name and last value are written at its end.
type curve struct {
	Curve
	detail string // text in small letters below the name, or ""
	colour color.RGBA
	width  vg.Length // of the line, 0 for the usual one
}

// newChart returns a chart of curves over that many generations, or over the unit named along. Each curve
// has a colour of its own.
func newChart(generations int, along, title, note string, curves ...Curve) *chart {
	c := &chart{title: title, note: note, generations: generations, along: along}
	for i, one := range curves {
		c.curves = append(c.curves, curve{Curve: one, colour: colour(i)})
	}
	return c
}

// page returns the chart as a picture.
func (c *chart) page() page {
	head := heading(c.title, c.note, pageWidth)
	return newPage(head, c.block(12*vg.Centimeter-2*margin-head.height))
}

// block returns the chart without its heading. It is high enough for the names of all curves.
func (c *chart) block(height vg.Length) block {
	return plotBlock(max(height, vg.Length(len(c.curves))*c.pitch()+12*vg.Millimeter), c.plot())
}

// inline draws the chart without its heading as an SVG element.
func (c *chart) inline() string {
	return page{158 * vg.Millimeter, []block{c.block(98 * vg.Millimeter)}}.inline()
}

func (c *chart) plot() *plot.Plot {
	p := newPlot(9.5)
	for _, one := range c.curves {
		if !c.single(&one) {
			p.Add(&plotter.Polygon{XYs: []plotter.XYs{one.outline()}, Color: pale(one.colour, 36)})
		}
		p.Add(dots{one.Dots.xys(), pale(one.colour, 130)})
	}
	for i, one := range c.curves {
		if c.single(&one) {
			p.Add(c.mark(i)...)
		} else {
			p.Add(&plotter.Line{XYs: one.Line.xys(), LineStyle: one.style()})
		}
	}
	p.X.Label.Text = cmp.Or(c.along, "generation")
	c.setAxes(p)
	if !c.numbers {
		p.Add(level(p, 0.5))
	}
	p.Add(endings{c})
	return p
}

// single reports whether a curve has one value only, which is drawn as a dot.
func (c *chart) single(one *curve) bool {
	return len(one.Line) == 1 || len(one.Line) > 0 && c.generations <= 1 && !c.efforts
}

// mark draws the only value of curve i as a dot, and its interval as a bar. Bars of different curves are
// side by side.
func (c *chart) mark(i int) []plot.Plotter {
	one := c.curves[i]
	at := one.Line.xys()[:1]
	box := &plotter.Scatter{XYs: at, GlyphStyle: square(one.colour)}
	if len(one.Band) == 0 {
		return []plot.Plotter{box}
	}
	at[0].X += 0.018 * float64(max(c.generations, 2)) * (float64(i) - float64(len(c.curves)-1)/2)
	return []plot.Plotter{box, errorBar(one.colour, at[0], one.Band[0][1], one.Band[0][2])}
}

func square(c color.Color) draw.GlyphStyle {
	return draw.GlyphStyle{Color: c, Radius: vg.Points(3.5), Shape: draw.BoxGlyph{}}
}

// errorBar is a vertical interval of a value.
func errorBar(c color.Color, at plotter.XY, low, high float64) *plotter.YErrorBars {
	return &plotter.YErrorBars{
		XYs: plotter.XYs{at}, YErrors: plotter.YErrors{{Low: at.Y - low, High: high - at.Y}},
		LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.2)}, CapWidth: vg.Points(6),
	}
}

func (c *curve) style() draw.LineStyle {
	return draw.LineStyle{Color: c.colour, Width: cmp.Or(c.width, vg.Points(2))}
}

// end returns the point with the label of a curve.
func (c *chart) end(one curve) plotter.XY {
	if c.single(&one) {
		return one.Line.xys()[0]
	}
	return one.Line.xys()[len(one.Line)-1]
}

// setAxes fits the axes to the curves. A single generation is in the middle.
func (c *chart) setAxes(p *plot.Plot) {
	x := span{1, float64(c.generations)}
	var along plot.Ticker = generationTicks(c.generations, 10)
	switch {
	case c.efforts:
		x = span{0, p.X.Max}
		along = ticks(x.round(8, 0.001), short)
	case c.generations <= 1:
		x, along = span{0, 2}, plot.ConstantTicks{{Value: 1, Label: "1"}}
	}
	y := c.span(span{p.Y.Min, p.Y.Max})
	up := ticks(percents(y), percent)
	if c.numbers {
		most, least := 11, 0.1
		if c.fromZero {
			most, least = 6, 0.001
		}
		up = ticks(y.round(most, least), func(v float64) string { return minus(fmt.Sprintf("%.3g", v)) })
	}
	setAxes(p, x, y, along, up)
}

// span returns the span of the vertical axis for a span of values. Win rates include 50 %.
func (c *chart) span(values span) span {
	if !c.numbers {
		values.add(0.5)
		if values = values.with(0.04); values.low == values.high { // all win rates are ½
			return span{0.4, 0.6}
		}
		return span{max(0, values.low), min(1, values.high)}
	}
	if !c.fromZero {
		return values.with(0.04).widened()
	}
	if values.add(0); values == (span{}) {
		values.high = 1
	}
	if values = values.with(0.04); values.low > -0.05*values.high { // no value is below 0
		values.low = 0
	}
	return values
}

// percents returns the win rates to label in a span, which must contain 50 %. They include 50 %.
func percents(s span) []float64 {
	if s.high-s.low < 0.35 {
		return s.round(11, 0.05)
	}
	return s.round(11, 0.1)
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// endings draws the names and last values of curves at the right of a chart, with lines that lead there from the ends
// of the curves. The lines are dotted inside the plot, for curves that end early.
type endings struct{ *chart }

// longestName is the limit of letters of a curve's name.
const longestName = 34

// leadSpace is the width of the leading lines, and valueSpace the width of the values.
const leadSpace, valueSpace = 10 * vg.Millimeter, 15 * vg.Millimeter

var endingText, detailText = textStyle(10, ink, text.XLeft), textStyle(8, quiet, text.XLeft)

// pitch returns the least distance between labels of curves.
func (c *chart) pitch() vg.Length {
	if slices.ContainsFunc(c.curves, func(one curve) bool { return one.detail != "" }) {
		return vg.Points(26)
	}
	return vg.Points(14)
}

// labelled returns the curves with a line, the highest end first.
func (e endings) labelled() []curve {
	all := slices.DeleteFunc(slices.Clone(e.curves), func(one curve) bool { return len(one.Line) == 0 })
	slices.SortStableFunc(all, func(a, b curve) int { return cmp.Compare(e.end(b).Y, e.end(a).Y) })
	return all
}

// GlyphBoxes implements plot.GlyphBoxer. It makes room for the labels.
func (e endings) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	width := vg.Length(0)
	for _, one := range e.labelled() {
		width = max(width, endingText.Width(shortName(one.Name, longestName)), detailText.Width(one.detail))
	}
	return []plot.GlyphBox{{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: leadSpace + valueSpace + width}}}}
}

// Plot implements plot.Plotter.
func (e endings) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	all := e.labelled()
	at := make([]vg.Length, len(all))
	for i, one := range all {
		at[i] = trY(e.end(one).Y)
	}
	value := bold(endingText)
	value.XAlign = text.XRight
	for i, y := range spread(at, e.pitch(), c.Min.Y, c.Max.Y) {
		style, end := draw.LineStyle{Color: all[i].colour, Width: vg.Points(1)}, e.end(all[i])
		c.StrokeLines(style, []vg.Point{
			{X: c.Max.X, Y: at[i]}, {X: c.Max.X + 0.2*leadSpace, Y: at[i]},
			{X: c.Max.X + 0.6*leadSpace, Y: y}, {X: c.Max.X + 0.8*leadSpace, Y: y},
		})
		style.Dashes = []vg.Length{vg.Points(1), vg.Points(3)}
		c.StrokeLine2(style, trX(end.X), at[i], c.Max.X, at[i])
		x := c.Max.X + leadSpace + valueSpace
		put(c, value, x-2.5*vg.Millimeter, y, e.value(end.Y))
		put(c, endingText, x, y, shortName(all[i].Name, longestName))
		put(c, detailText, x, y-vg.Points(11), all[i].detail)
	}
}

// value formats a value of the curves.
func (c *chart) value(y float64) string {
	switch {
	case !c.numbers:
		return fmt.Sprintf("%.1f %%", 100*y)
	case y == math.Trunc(y):
		return whole(int(y))
	case math.Abs(y) < 1:
		return minus(fmt.Sprintf("%.2g", y))
	}
	return minus(fmt.Sprintf("%.2f", y))
}

// spread moves places, the highest first, as little as possible so that they are at least gap apart and
// between low and high. If there is too little room the gap is smaller.
func spread(at []vg.Length, gap, low, high vg.Length) []vg.Length {
	n := vg.Length(len(at))
	if n > 1 {
		gap = min(gap, (high-low)/(n-1))
	}
	// Isotonic regression: place i plus i gaps must not rise with i, so violating neighbours get their
	// mean.
	type group struct {
		sum  vg.Length
		size int
	}
	var groups []group
	for i, y := range at {
		groups = append(groups, group{y + vg.Length(i)*gap, 1})
		for last := len(groups) - 1; last > 0; last-- {
			before, now := groups[last-1], groups[last]
			if before.sum*vg.Length(now.size) >= now.sum*vg.Length(before.size) {
				break
			}
			groups = append(groups[:last-1], group{before.sum + now.sum, before.size + now.size})
		}
	}
	spreadOut := make([]vg.Length, 0, len(at))
	for _, g := range groups {
		mean := min(max(g.sum/vg.Length(g.size), low+(n-1)*gap), high)
		for range g.size {
			spreadOut = append(spreadOut, mean-vg.Length(len(spreadOut))*gap)
		}
	}
	return spreadOut
}
