package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A span is the range of an axis.
type span struct{ low, high float64 }

// add widens the span to include a value.
func (s *span) add(v float64) { s.low, s.high = min(s.low, v), max(s.high, v) }

// with returns the span with a margin at both ends, a share of its length.
func (s span) with(share float64) span {
	more := share * (s.high - s.low)
	return span{s.low - more, s.high + more}
}

// widened returns the span, or a longer one if its length is less than 1.
func (s span) widened() span {
	if s.high-s.low < 1 {
		return span{s.low - 1, s.high + 1}
	}
	return s
}

// round returns the multiples of a round step in the span, at most that many. The step is 1, 2 or 5 times a
// power of ten, and not less than least.
func (s span) round(most int, least float64) (values []float64) {
	const close = 1e-9
	for power := math.Pow(10, math.Floor(math.Log10(max(least, (s.high-s.low)/1000)))); ; power *= 10 {
		for _, factor := range []float64{1, 2, 5} {
			step := factor * power
			first, last := math.Ceil(s.low/step-close), math.Floor(s.high/step+close)
			if step < least-close || last-first+1 > float64(most) {
				continue
			}
			for i := first; i <= last; i++ {
				values = append(values, i*step+0) // no negative zero
			}
			return values
		}
	}
}

// ticks returns labelled ticks at values.
func ticks(values []float64, label func(float64) string) (all plot.ConstantTicks) {
	for _, v := range values {
		all = append(all, plot.Tick{Value: v, Label: label(v)})
	}
	return all
}

// generationTicks returns at most that many ticks at round numbers, and one at the first generation if there
// is room.
func generationTicks(last, most int) plot.ConstantTicks {
	values := span{1, float64(max(last, 2))}.round(most, 1)
	if gap := values[min(1, len(values)-1)] - values[0]; values[0] >= 1+gap/2 {
		values = slices.Insert(values, 0, 1)
	}
	return ticks(values, func(v float64) string { return whole(int(v)) })
}

// newPlot returns a plot with horizontal grid lines, an axis below, and labels of a size in points. Its axes are set
// by setAxes.
func newPlot(points float64) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	label := textStyle(points, quiet, draw.XCenter)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.8)}
		a.Tick.LineStyle, a.Tick.Length = a.LineStyle, vg.Points(3)
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = label.Font, label.Color
		a.Tick.Label.Font, a.Tick.Label.Color = label.Font, label.Color
		a.Label.Padding = vg.Points(3)
	}
	p.X.Padding, p.Y.Padding = 0, vg.Points(2)
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Tick.Label.YAlign = -0.6 // the middle of digits at the grid line
	p.Add(gridLines{Horizontal: draw.LineStyle{Color: faint, Width: vg.Points(0.6)}})
	return p
}

// gridLines is a grid without a line that would cover the horizontal axis.
type gridLines plotter.Grid

// Plot implements plot.Plotter.
func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	above := *p
	above.Y.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		onAxis := func(t plot.Tick) bool { return t.Value <= low }
		return slices.DeleteFunc(slices.Clone(p.Y.Tick.Marker.Ticks(low, high)), onAxis)
	})
	(*plotter.Grid)(&g).Plot(c, &above)
}

// setAxes sets the ranges of the axes and their ticks. Plotters that are added later must not widen them.
func setAxes(p *plot.Plot, x, y span, along, up plot.Ticker) {
	p.X.Min, p.X.Max, p.X.Tick.Marker = x.low, x.high, along
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = y.low, y.high, up
}

// goesOn adds a tip at the border of a plot if an interval goes on beyond it.
func goesOn(p *plot.Plot, c color.Color, beyond bool, at plotter.XY, towards tip) {
	if beyond {
		p.Add(&plotter.Scatter{XYs: plotter.XYs{at}, GlyphStyle: draw.GlyphStyle{Color: c, Shape: towards}})
	}
}

// segment returns a straight line between two values.
func segment(style draw.LineStyle, x0, y0, x1, y1 float64) *plotter.Line {
	return &plotter.Line{XYs: plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y1}}, LineStyle: style}
}

// level returns a dashed horizontal line through the plot.
func level(p *plot.Plot, y float64) *plotter.Line {
	return segment(dashedLine(130, 3, 3), p.X.Min, y, p.X.Max, y)
}

// dashedLine returns the style of a thin grey line with dashes and gaps of that many points.
func dashedLine(grey uint8, dash, gap float64) draw.LineStyle {
	return draw.LineStyle{
		Color: color.Gray{grey}, Width: vg.Points(0.8), Dashes: []vg.Length{vg.Points(dash), vg.Points(gap)},
	}
}

// dots are small squares, drawn as one path so that files stay small. With more of them they are smaller.
type dots struct {
	plotter.XYs
	colour color.Color
}

// Plot implements plot.Plotter.
func (d dots) Plot(c draw.Canvas, p *plot.Plot) {
	if len(d.XYs) == 0 {
		return
	}
	size := vg.Length(max(2, min(5, 500/len(d.XYs))))
	var path vg.Path
	x, y := p.Transforms(&c)
	for _, v := range d.XYs {
		path.Move(vg.Point{X: x(v.X), Y: y(v.Y) - size/2})
		path.Line(vg.Point{X: x(v.X), Y: y(v.Y) + size/2})
	}
	c.SetLineStyle(draw.LineStyle{Color: d.colour, Width: size})
	c.Stroke(path)
}

// DataRange implements plot.DataRanger.
func (d dots) DataRange() (left, right, low, high float64) { return plotter.XYRange(d) }

// words is a text beside a plot at a share x of its width, moved by an offset.
type words struct {
	x, y   float64
	offset vg.Point
	style  draw.TextStyle
	text   string
}

// Plot implements plot.Plotter.
func (w words) Plot(c draw.Canvas, p *plot.Plot) {
	put(c, w.style, c.X(w.x)+w.offset.X, c.Y(p.Y.Norm(w.y))+w.offset.Y, w.text)
}

// GlyphBoxes implements plot.GlyphBoxer. It makes room for the text.
func (w words) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{{X: w.x, Y: p.Y.Norm(w.y), Rectangle: w.style.Rectangle(w.text).Add(w.offset)}}
}

// rows is a plot of rows from the top down: names on the left, dots with intervals along an axis, words on the right.
type rows struct {
	*plot.Plot
	pitch vg.Length     // height of a row
	names vg.Length     // width of the names
	depth float64       // rows so far
	x     span          // of the axis
	zero  *plotter.Line // at 0 of the axis
	bars  []*plotter.XErrorBars
}

// gutter is the gap between the plot and the words beside it.
const gutter = 4 * vg.Millimeter

// newRows returns rows for names in a style.
func newRows(pitch vg.Length, style draw.TextStyle, names []string) *rows {
	r := &rows{Plot: newPlot(9.5), pitch: pitch, zero: segment(dashedLine(130, 3, 3), 0, 0, 0, 0)}
	for _, name := range names {
		r.names = max(r.names, style.Width(name))
	}
	r.X.LineStyle.Width, r.X.Tick.Length, r.X.Padding, r.Y.Padding = 0, 0, vg.Points(4), 0
	r.Add(&plotter.Grid{Vertical: draw.LineStyle{Color: faint, Width: vg.Points(0.6)}}, r.zero)
	return r
}

// next starts a row.
func (r *rows) next(style draw.TextStyle, name string) {
	r.depth++
	x := -r.names - gutter
	if style.XAlign == text.XRight {
		x = -gutter
	}
	r.Add(words{0, r.middle(), vg.Point{X: x}, style, name})
}

// title starts a group of rows, with a note in small letters.
func (r *rows) title(name, note string) {
	style := bold(textStyle(10, ink, text.XLeft))
	r.depth += float64(9 * vg.Millimeter / r.pitch)
	at := vg.Point{X: -r.names - gutter, Y: 0.6 * vg.Millimeter}
	r.Add(words{0, r.middle(), at, style, name})
	at.X += style.Width(name) + 2*vg.Millimeter
	r.Add(words{0, r.middle(), at, textStyle(9, quiet, text.XLeft), note})
}

// middle is the height of the last row.
func (r *rows) middle() float64 { return 0.5 - r.depth }

// write writes words into the last row, at the right side.
func (r *rows) write(x vg.Length, style draw.TextStyle, text string) {
	r.Add(words{1, r.middle(), vg.Point{X: x}, style, text})
}

// farthest limits the part of an interval with ends that the axis must include, in Elo. The interval of few different
// seeds is so wide that it would flatten all others.
const farthest = 250

// look is the style of a value with an interval.
type look struct {
	bar draw.LineStyle
	cap vg.Length // length of the ends of intervals
	dot draw.GlyphStyle
}

// round is the look of a dot with an interval of a width, without ends.
func round(c color.RGBA, radius, bar float64) look {
	return look{
		draw.LineStyle{Color: pale(c, 120), Width: vg.Points(bar)}, 0,
		draw.GlyphStyle{Color: c, Radius: vg.Points(radius), Shape: draw.CircleGlyph{}},
	}
}

// mark adds a value with an interval to the last row, moved up by a share of the row. The interval may be infinite, and
// the value too if the interval has a finite end. Intervals that the plot cuts off point beyond it.
func (r *rows) mark(up, low, at, high float64, style look) {
	const most = 1e6
	place := plotter.XYs{{X: at, Y: r.middle() + up}}
	if math.IsInf(at, 0) {
		place[0].X = max(low, min(high, 0))
	}
	limit := math.Inf(1)
	if style.cap > 0 {
		limit = farthest
	}
	r.x.add(max(low, place[0].X-limit))
	r.x.add(min(high, place[0].X+limit))
	low, high = max(low, -most), min(high, most)
	switch {
	case low >= high:
	case style.cap == 0:
		r.Add(segment(style.bar, low, place[0].Y, high, place[0].Y))
	default:
		errors := plotter.XErrors{{Low: place[0].X - low, High: high - place[0].X}}
		r.bars = append(r.bars, &plotter.XErrorBars{XYs: place, XErrors: errors, LineStyle: style.bar, CapWidth: style.cap})
		r.Add(r.bars[len(r.bars)-1])
	}
	if !math.IsInf(at, 0) {
		r.Add(&plotter.Scatter{XYs: place, GlyphStyle: style.dot})
	}
}

// block returns the rows with an axis in a unit below them.
func (r *rows) block(unit string) block {
	x := r.x.widened().with(0.02)
	r.X.Label.Text = unit
	setAxes(r.Plot, x, span{-r.depth, 0}, ticks(x.round(11, 1), signed), plot.ConstantTicks{})
	r.zero.XYs[0].Y = -r.depth
	for _, b := range r.bars {
		low, high, _, _ := b.DataRange()
		goesOn(r.Plot, b.Color, low < x.low, plotter.XY{X: x.low, Y: b.XYs[0].Y}, tip{X: -1})
		goesOn(r.Plot, b.Color, high > x.high, plotter.XY{X: x.high, Y: b.XYs[0].Y}, tip{X: +1})
	}
	return plotBlock(vg.Length(r.depth)*r.pitch+10*vg.Millimeter, r.Plot)
}
