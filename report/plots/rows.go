package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rows is a plot of rows from the top down: names on the left, dots with intervals along an axis, words on the right.
type rows struct {
	*plot.Plot
	pitch vg.Length     // height of a row
	names vg.Length     // width of the names
	depth float64       // rows so far
	x     span          // of the axis
	zero  *plotter.Line // at 0 of the axis
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

// farthest limits the part of an interval that the axis must include, in Elo. The interval of few different
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
// the value too if the interval has a finite end. Intervals that the plot cuts off have no end there.
func (r *rows) mark(up, low, at, high float64, style look) {
	const most = 1e6
	place := plotter.XYs{{X: at, Y: r.middle() + up}}
	if math.IsInf(at, 0) {
		place[0].X = max(low, min(high, 0))
	}
	r.x.add(max(low, place[0].X-farthest))
	r.x.add(min(high, place[0].X+farthest))
	low, high = max(low, -most), min(high, most)
	switch {
	case low >= high:
	case style.cap == 0:
		r.Add(segment(style.bar, low, place[0].Y, high, place[0].Y))
	default:
		errors := plotter.XErrors{{Low: place[0].X - low, High: high - place[0].X}}
		r.Add(&plotter.XErrorBars{XYs: place, XErrors: errors, LineStyle: style.bar, CapWidth: style.cap})
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
	return plotBlock(vg.Length(r.depth)*r.pitch+10*vg.Millimeter, r.Plot)
}
