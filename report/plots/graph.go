package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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
	p.X.Padding = vg.Points(0.7) // the lowest grid line does not cover the axis
	p.Y.LineStyle.Width, p.Y.Tick.Length, p.Y.Padding = 0, 0, vg.Points(2)
	p.Y.Tick.Label.YAlign = -0.6 // the middle of digits at the grid line
	p.Add(&plotter.Grid{Horizontal: draw.LineStyle{Color: faint, Width: vg.Points(0.6)}})
	return p
}

// setAxes sets the ranges of the axes and their ticks. Plotters that are added later must not widen them.
func setAxes(p *plot.Plot, x, y span, along, up plot.Ticker) {
	p.X.Min, p.X.Max, p.X.Tick.Marker = x.low, x.high, along
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = y.low, y.high, up
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

// words is a text beside a plot: at its left side for x = 0, at the right one for x = 1, moved by an offset.
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
