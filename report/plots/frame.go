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

// share returns where a value lies in the span, 0…1. Every value lies in the middle of a span without length.
func (s span) share(v float64) float64 {
	if s.high == s.low {
		return 0.5
	}
	return (v - s.low) / (s.high - s.low)
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
func ticks(values []float64, label func(float64) string) (all []plot.Tick) {
	for _, v := range values {
		all = append(all, plot.Tick{Value: v, Label: label(v)})
	}
	return all
}

// A frame is the area of a chart in which data is drawn.
type frame struct {
	draw.Canvas
	x, y span
}

// at returns the point of a value.
func (f *frame) at(x, y float64) vg.Point {
	return vg.Point{X: f.X(f.x.share(x)), Y: f.Y(f.y.share(y))}
}

func (f *frame) points(values plotter.XYs) []vg.Point {
	points := make([]vg.Point, len(values))
	for i, v := range values {
		points[i] = f.at(v.X, v.Y)
	}
	return points
}

// curve draws a line through values.
func (f *frame) curve(style draw.LineStyle, values plotter.XYs) {
	f.StrokeLines(style, f.ClipLinesXY(f.points(values))...)
}

// area fills a polygon.
func (f *frame) area(c color.Color, outline plotter.XYs) {
	f.FillPolygon(c, f.ClipPolygonXY(f.points(outline)))
}

// dots draws a small square at each value. With more values the squares are smaller.
func (f *frame) dots(c color.Color, values plotter.XYs) {
	size := vg.Length(2)
	switch n := len(values); {
	case n <= 50:
		size = 5
	case n <= 200:
		size = 3
	}
	var path vg.Path
	for _, p := range f.points(values) {
		path.Move(vg.Point{X: p.X, Y: p.Y - size/2})
		path.Line(vg.Point{X: p.X, Y: p.Y + size/2})
	}
	if len(path) == 0 {
		return
	}
	f.SetLineStyle(draw.LineStyle{Color: c, Width: size})
	f.Stroke(path)
}

// mark draws a dot at a value and a bar from low to high, both shifted to the right by aside. An end that the frame
// cuts off is an arrow.
func (f *frame) mark(c color.Color, x, y, low, high float64, aside vg.Length) {
	const dot = vg.Length(6)
	at, from, to := f.at(x, y), f.at(x, max(low, f.y.low)), f.at(x, min(high, f.y.high))
	at.X += aside
	thin := draw.LineStyle{Color: c, Width: vg.Points(1.2)}
	if low < high {
		f.StrokeLine2(thin, at.X, from.Y, at.X, to.Y)
		f.end(thin, vg.Point{X: at.X, Y: from.Y}, vg.Point{Y: -endSize}, low < f.y.low)
		f.end(thin, vg.Point{X: at.X, Y: to.Y}, vg.Point{Y: endSize}, high > f.y.high)
	}
	f.StrokeLine2(draw.LineStyle{Color: c, Width: dot}, at.X, at.Y-dot/2, at.X, at.Y+dot/2)
}

// interval draws a horizontal bar over a span of values. An end that the frame cuts off is an arrow.
func (f *frame) interval(style draw.LineStyle, of span, y vg.Length) {
	low, high := f.at(max(of.low, f.x.low), 0).X, f.at(min(of.high, f.x.high), 0).X
	f.StrokeLine2(style, low, y, high, y)
	f.end(style, vg.Point{X: low, Y: y}, vg.Point{X: -endSize}, of.low < f.x.low)
	f.end(style, vg.Point{X: high, Y: y}, vg.Point{X: endSize}, of.high > f.x.high)
}

const endSize vg.Length = 3

// end draws the end of a bar: a line across it, or an arrow if it goes on. out points away from the bar.
func (f *frame) end(style draw.LineStyle, at, out vg.Point, goesOn bool) {
	across := vg.Point{X: out.Y, Y: out.X}
	if !goesOn {
		f.StrokeLine2(style, at.X-across.X, at.Y-across.Y, at.X+across.X, at.Y+across.Y)
		return
	}
	f.StrokeLines(style, []vg.Point{at.Add(across), at.Add(out), at.Sub(across)})
}

// across draws horizontal lines through the frame with labels on the left.
func (f *frame) across(ticks []plot.Tick, style draw.TextStyle) {
	style.XAlign = text.XRight
	for _, t := range ticks {
		y := f.at(f.x.low, t.Value).Y
		f.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.6)}, f.Min.X, y, f.Max.X, y)
		put(f.Canvas, style, f.Min.X-vg.Points(5), y, t.Label)
	}
}

// below draws ticks with labels at the lower side of the frame.
func (f *frame) below(ticks []plot.Tick, style draw.TextStyle) {
	style.XAlign = text.XCenter
	line := draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.8)}
	f.StrokeLine2(line, f.Min.X, f.Min.Y, f.Max.X, f.Min.Y)
	for _, t := range ticks {
		x := f.at(t.Value, f.y.low).X
		f.StrokeLine2(line, x, f.Min.Y, x, f.Min.Y-vg.Points(3))
		put(f.Canvas, style, x, f.Min.Y-vg.Points(5)-style.Font.Size/2, t.Label)
	}
}

// level draws a dashed horizontal line at a value.
func (f *frame) level(y float64) {
	at := f.at(f.x.low, y).Y
	f.StrokeLine2(dashedLine(130, 3, 3), f.Min.X, at, f.Max.X, at)
}

// dashedLine returns the style of a thin grey line with dashes and gaps of that many points.
func dashedLine(grey uint8, dash, gap float64) draw.LineStyle {
	return draw.LineStyle{
		Color: color.Gray{grey}, Width: vg.Points(0.8), Dashes: []vg.Length{vg.Points(dash), vg.Points(gap)},
	}
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
