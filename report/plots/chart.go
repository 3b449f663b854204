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

// A chart is a line chart of win rates or discs over generations, rounds or episodes.
type chart struct {
	heading
	generations int
	along       string // unit of the horizontal axis, "" for generations
	efforts     *span  // the horizontal axis, nil for generations 1 to the last
	discs       bool   // the values are discs, not win rates
	numbers     bool   // the values are numbers from 0, not win rates
	curves      []curve
}

// A curve is a Curve with its style. Its name and last value are written at its end.
type curve struct {
	Curve
	detail string // text in small letters below the name, or ""
	colour color.RGBA
	thin   bool
}

// figure returns the chart as a figure. It is high enough for the names of all curves.
func (c *chart) figure(name string) figure {
	const width, axis = pageWidth - 2*margin, 12 * vg.Millimeter
	names := vg.Length(len(c.curves)) * c.pitch()
	return figure{
		name: name, width: pageWidth, height: max(12*vg.Centimeter, c.height(width)+names+axis+2*margin),
		draw: func(canvas draw.Canvas) error {
			c.draw(c.heading.draw(inside(canvas)))
			return nil
		},
	}
}

// draw draws the chart without its heading.
func (c *chart) draw(canvas draw.Canvas) {
	small := textStyle(9.5, quiet, text.XLeft)
	y := c.span()
	rates := ticks(percents(y), func(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) })
	switch {
	case c.discs:
		rates = ticks(y.round(11, 0.1), func(v float64) string { return fmt.Sprintf("%.3g", v) })
	case c.numbers:
		rates = ticks(y.round(6, 0.001), func(v float64) string { return minus(fmt.Sprintf("%.3g", v)) })
	}
	left := vg.Length(0)
	for _, t := range rates {
		left = max(left, small.Width(t.Label))
	}
	const lead, under = 10 * vg.Millimeter, 10 * vg.Millimeter
	endings := c.endings()
	names := vg.Length(0)
	for _, e := range endings {
		names = max(names, e.width())
	}
	f := frame{
		Canvas: draw.Crop(canvas, left+vg.Points(6), -lead-names, under, -vg.Points(5)),
		x:      c.axis(), y: y,
	}
	f.across(rates, small)
	f.below(c.ticks(), small)
	small.XAlign = text.XCenter
	put(f.Canvas, small, f.Center().X, canvas.Min.Y+small.Font.Size/2, cmp.Or(c.along, "generation"))
	if !c.discs && !c.numbers {
		f.level(0.5)
	}
	for _, one := range c.curves {
		if len(one.Band) > 0 && !c.single(&one) {
			f.area(pale(one.colour, 36), one.outline())
		}
		f.dots(pale(one.colour, 130), one.Dots.xys())
	}
	for i, one := range c.curves {
		if c.single(&one) {
			c.mark(&f, i)
		} else {
			f.curve(one.style(), one.Line.xys())
		}
	}
	f.drawEndings(endings, lead, c.pitch(), c.value)
}

// axis returns the span of the horizontal axis. A single generation is in the middle.
func (c *chart) axis() span {
	if c.efforts != nil {
		return *c.efforts
	}
	if c.generations <= 1 {
		return span{0, 2}
	}
	return span{1, float64(c.generations)}
}

func (c *chart) ticks() []plot.Tick {
	if c.efforts != nil {
		least := 0.001
		if c.along == "" { // generations
			least = 1
		}
		return ticks(c.efforts.round(8, least), short)
	}
	if c.generations <= 1 {
		return []plot.Tick{{Value: 1, Label: "1"}}
	}
	return generationTicks(c.generations, 10)
}

// single reports whether a curve has one value only, which is drawn as a dot.
func (c *chart) single(one *curve) bool {
	return len(one.Line) == 1 || len(one.Line) > 0 && c.generations <= 1 && c.efforts == nil
}

// mark draws the only value of curve i as a dot, and its interval as a bar. Bars of different curves are
// side by side.
func (c *chart) mark(f *frame, i int) {
	const apart = vg.Length(9)
	one := &c.curves[i]
	at := one.Line[0]
	if len(one.Band) == 0 {
		f.mark(one.colour, at[0], at[1], at[1], at[1], 0)
		return
	}
	f.mark(one.colour, at[0], at[1], one.Band[0][1], one.Band[0][2], apart*(vg.Length(i)-vg.Length(len(c.curves)-1)/2))
}

func (c *curve) style() draw.LineStyle {
	if c.thin {
		return draw.LineStyle{Color: c.colour, Width: vg.Points(1.2)}
	}
	return draw.LineStyle{Color: c.colour, Width: vg.Points(2)}
}

// span returns the span of the vertical axis: all drawn values, and 50 % on charts of win rates.
func (c *chart) span() span {
	s := span{0.5, 0.5}
	switch {
	case c.discs:
		s = span{c.curves[0].Line[0][1], c.curves[0].Line[0][1]}
	case c.numbers:
		s = span{}
	}
	for _, one := range c.curves {
		for _, values := range []plotter.XYs{one.Line.xys(), one.Dots.xys(), one.outline()} {
			for _, v := range values {
				s.add(v.Y)
			}
		}
	}
	if s == (span{}) {
		s.high = 1
	}
	if s = s.with(0.04); s.low == s.high && !c.discs && !c.numbers { // all win rates are ½
		s = span{0.4, 0.6}
	}
	switch {
	case c.discs:
		return s.widened()
	case c.numbers && s.low > -0.05*s.high: // no value is below 0
		return span{0, s.high}
	case c.numbers:
		return s
	}
	return span{max(0, s.low), min(1, s.high)}
}

// percents returns the win rates to label in a span, which must contain 50 %. They include 50 %.
func percents(s span) []float64 {
	step := 10.0
	if s.high-s.low < 0.35 {
		step = 5
	}
	values := span{100 * s.low, 100 * s.high}.round(11, step)
	for i := range values {
		values[i] /= 100
	}
	return values
}

// generationTicks returns at most that many ticks at round numbers, and one at the first generation if there
// is room.
func generationTicks(last, most int) []plot.Tick {
	values := span{1, float64(max(last, 2))}.round(most, 1)
	if gap := values[min(1, len(values)-1)] - values[0]; values[0] >= 1+gap/2 {
		values = slices.Insert(values, 0, 1)
	}
	return ticks(values, func(v float64) string { return fmt.Sprintf("%.0f", v) })
}

// An ending is the label at the end of a curve.
type ending struct {
	last         plotter.XY
	name, detail string
	style        draw.LineStyle
}

// longestName is the limit of letters of a curve's name.
const longestName = 34

const rateSpace = 15 * vg.Millimeter

var endingText, detailText = textStyle(10, ink, text.XLeft), textStyle(8, quiet, text.XLeft)

func (e *ending) width() vg.Length {
	return rateSpace + max(endingText.Width(e.name), detailText.Width(e.detail))
}

// endings returns the labels of all curves with a line, the highest first.
func (c *chart) endings() (all []ending) {
	for _, one := range c.curves {
		if len(one.Line) == 0 {
			continue
		}
		last := one.Line.xys()[len(one.Line)-1]
		if c.single(&one) {
			last = one.Line.xys()[0]
		}
		all = append(all, ending{last, shortName(one.Name, longestName), one.detail, one.style()})
	}
	slices.SortStableFunc(all, func(a, b ending) int { return cmp.Compare(b.last.Y, a.last.Y) })
	return all
}

// pitch returns the least distance between labels of curves.
func (c *chart) pitch() vg.Length {
	if slices.ContainsFunc(c.curves, func(one curve) bool { return one.detail != "" }) {
		return vg.Points(26)
	}
	return endingPitch
}

// endingPitch is the pitch of labels without details.
const endingPitch vg.Length = 14

// drawEndings draws the labels of curves at the right of the frame, with lines that lead from the curves to
// the labels. The lines are dotted inside the frame, for curves that end early.
func (f *frame) drawEndings(endings []ending, lead, pitch vg.Length, value func(float64) string) {
	at := make([]vg.Length, len(endings))
	for i, e := range endings {
		at[i] = f.at(f.x.high, e.last.Y).Y
	}
	for i, y := range spread(at, pitch, f.Min.Y, f.Max.Y) {
		e := &endings[i]
		style := e.style
		style.Width = vg.Points(1)
		f.StrokeLines(style, []vg.Point{
			{X: f.Max.X, Y: at[i]}, {X: f.Max.X + 0.2*lead, Y: at[i]},
			{X: f.Max.X + 0.6*lead, Y: y}, {X: f.Max.X + 0.8*lead, Y: y},
		})
		style.Dashes = []vg.Length{vg.Points(1), vg.Points(3)}
		f.StrokeLine2(style, f.at(e.last.X, 0).X, at[i], f.Max.X, at[i])
		rate, x := bold(endingText), f.Max.X+lead+rateSpace
		rate.XAlign = text.XRight
		put(f.Canvas, rate, x-2.5*vg.Millimeter, y, value(e.last.Y))
		put(f.Canvas, endingText, x, y, e.name)
		put(f.Canvas, detailText, x, y-vg.Points(11), e.detail)
	}
}

// value formats a value of the curves.
func (c *chart) value(y float64) string {
	if c.discs || c.numbers {
		if c.numbers && y == math.Trunc(y) {
			return whole(int(y))
		}
		if math.Abs(y) < 1 {
			return minus(fmt.Sprintf("%.2g", y))
		}
		return minus(fmt.Sprintf("%.2f", y))
	}
	return fmt.Sprintf("%.1f %%", 100*y)
}
