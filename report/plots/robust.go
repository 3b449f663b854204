package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// robust returns the span of 0 and all values. If up to 5 % of them are outliers, the span is cut a little
// beyond the others.
func robust(values []float64) span {
	sizes := make([]float64, len(values))
	for i, v := range values {
		sizes[i] = math.Abs(v)
	}
	slices.Sort(sizes)
	most := 1.0
	if n := len(sizes); n > 0 {
		most = max(most, sizes[n-1])
		if usual := sizes[n*95/100]; most > 2*usual && usual > 0 {
			most = 1.25 * usual
		}
	}
	s := span{}
	for _, v := range values {
		s.add(min(max(v, -most), most))
	}
	return s.widened()
}

// clamped returns the values with those beyond the frame moved to its border.
func (f *frame) clamped(values plotter.XYs) plotter.XYs {
	clamped := make(plotter.XYs, len(values))
	for i, v := range values {
		clamped[i] = plotter.XY{X: v.X, Y: min(max(v.Y, f.y.low), f.y.high)}
	}
	return clamped
}

// beyond draws triangles at the border for values beyond it.
func (f *frame) beyond(c color.Color, values plotter.XYs) {
	for i, v := range values {
		if i > 0 && v.Y == values[i-1].Y {
			continue
		}
		switch {
		case v.Y > f.y.high:
			f.triangle(c, f.at(v.X, f.y.high), +1)
		case v.Y < f.y.low:
			f.triangle(c, f.at(v.X, f.y.low), -1)
		}
	}
}

// triangle draws a triangle with its tip at a point. It points up for up = 1 and down for −1.
func (f *frame) triangle(c color.Color, tip vg.Point, up vg.Length) {
	const half, high = 2.6, 5
	f.FillPolygon(c, []vg.Point{tip, {X: tip.X - half, Y: tip.Y - up*high}, {X: tip.X + half, Y: tip.Y - up*high}})
}
