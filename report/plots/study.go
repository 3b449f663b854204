package plots

import (
	"cmp"
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

	"evothello/internal/files"
	"evothello/learn/study"
)

// WriteStudy draws the results of a study as one picture: strength by CPU time of training and by time per
// move. It returns the files.
func WriteStudy(r *study.Results, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{studyFigure(r)}, dir)
}

func studyFigure(r *study.Results) figure {
	const between = 8 * vg.Millimeter
	panels := []*strengths{byMoveTime(r)}
	if len(r.Training) > 0 { // empty if there is no player yet
		panels = slices.Insert(panels, 0, byTraining(r))
	}
	height, names := 2*margin-between, vg.Length(0)
	for _, p := range panels {
		height += p.height() + between
		for _, e := range p.endings() {
			names = max(names, e.width())
		}
	}
	return figure{
		name: "study", width: pageWidth, height: height,
		draw: func(c draw.Canvas) error {
			rest := inside(c)
			for _, p := range panels {
				p.draw(draw.Crop(rest, 0, 0, rest.Max.Y-rest.Min.Y-p.height(), 0), names)
				rest.Max.Y -= p.height() + between
			}
			return nil
		},
	}
}

// strengths is a chart of ratings by time, on a logarithmic axis.
type strengths struct {
	heading
	along  string
	label  func(seconds float64) string
	series []series
	levels []study.Point // of the baseline, drawn as horizontal lines
}

// A series is drawn as dots with 95 % intervals and a line through the dots.
type series struct {
	name    string
	colour  color.RGBA
	dashed  bool
	marks   bool // dots are labelled with depths
	points  []study.Point
	seconds func(study.Point) float64 // position of a point on the axis
}

// byTraining returns the chart of strength by CPU time of training.
func byTraining(r *study.Results) *strengths {
	s := &strengths{
		along: "CPU seconds of training", label: func(seconds float64) string { return fmt.Sprintf("%g", seconds) },
		heading: heading{
			title: "Strength after training",
			note: fmt.Sprintf("Elo above random moves, %s, with 95 %% intervals. "+
				"Dashed: the same players searching four plies. Grey: %s, for comparison.",
				meansOf(r.Seeds), study.Baseline),
		},
	}
	for _, c := range r.Training {
		one := series{
			name: c.Method, colour: methodColour(c.Method), dashed: c.Depth > 1,
			points: c.Points, seconds: func(p study.Point) float64 { return p.CPU },
		}
		if c.Depth > 0 {
			one.name += ", " + depthName(c.Depth)
		}
		s.series = append(s.series, one)
	}
	s.levels = r.Thinking[0].Points
	return s
}

func meansOf(seeds int) string {
	if seeds == 1 {
		return "one player of each kind"
	}
	return fmt.Sprintf("means of %d seeds", seeds)
}

func depthName(plies int) string {
	if plies == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", plies)
}

// byMoveTime returns the chart of strength by CPU time per move.
func byMoveTime(r *study.Results) *strengths {
	s := &strengths{
		along: "CPU time a move", label: func(seconds float64) string { return strings.Replace(pace(seconds), ".0", "", 1) },
		heading: heading{
			title: "Strength at so much thinking, after all training",
			note: "Elo above random moves, 95 % intervals. Numbers at the dots are plies of search; " +
				"who has none looks at the position once and moves.",
		},
	}
	for _, c := range r.Thinking {
		s.series = append(s.series, series{
			name: c.Method, colour: methodColour(c.Method), marks: true,
			points: c.Points, seconds: func(p study.Point) float64 { return p.SecondsPerMove },
		})
	}
	return s
}

// methodColour returns a method's colour, which is the same in all pictures. The baseline is grey.
func methodColour(name string) color.RGBA {
	if i := slices.Index(study.Names(), name); i >= 0 {
		return colour(i)
	}
	return color.RGBA{120, 120, 120, 255}
}

const strengthsHeight = 10.5 * vg.Centimeter // of the frame

func (s *strengths) height() vg.Length {
	const axis = 12 * vg.Millimeter
	return s.heading.height(pageWidth-2*margin) + max(strengthsHeight, vg.Length(len(s.series))*endingPitch) + axis
}

// farthest limits the part of an interval that the axis must include, in Elo. The interval of few different
// seeds is so wide that it would flatten all curves.
const farthest = 250

// spans returns the spans of the axes: all points with their intervals, and room at the left for the names
// of levels.
func (s *strengths) spans() (x, y span) {
	first := s.series[0].points[0]
	at := math.Log10(s.series[0].seconds(first))
	x, y = span{at, at}, span{first.Elo, first.Elo}
	for _, one := range s.series {
		for _, p := range one.points {
			x.add(math.Log10(one.seconds(p)))
			y.add(p.Elo - min(p.PlusMinus, farthest))
			y.add(p.Elo + min(p.PlusMinus, farthest))
		}
	}
	y = y.with(0.03).widened()
	if x.high-x.low < 0.5 {
		x = span{x.low - 0.25, x.high + 0.25}
	}
	x = x.with(0.02)
	if len(s.levels) > 0 {
		x.low -= 0.18 * (x.high - x.low)
	}
	return x, y
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

// draw draws the chart with room of a width for names at the right.
func (s *strengths) draw(canvas draw.Canvas, names vg.Length) {
	rest := s.heading.draw(canvas)
	small := textStyle(9.5, quiet, text.XLeft)
	x, y := s.spans()
	ratings := ticks(y.round(10, 50), signed)
	left := vg.Length(0)
	for _, t := range ratings {
		left = max(left, small.Width(t.Label))
	}
	const lead, under = 10 * vg.Millimeter, 10 * vg.Millimeter
	f := frame{Canvas: draw.Crop(rest, left+vg.Points(6), -lead-names, under, 0), x: x, y: y}
	f.across(ratings, small)
	f.below(decades(x, s.label), small)
	small.XAlign = text.XCenter
	put(f.Canvas, small, f.Center().X, rest.Min.Y+small.Font.Size/2, s.along)
	f.drawLevels(s.levels)
	for i := range s.series {
		f.drawSeries(&s.series[i])
	}
	f.drawEndings(s.endings(), lead, endingPitch, signed)
}

// drawLevels draws reference ratings as horizontal lines with names at the left, the lowest first. It omits a
// level that is too near to the one before.
func (f *frame) drawLevels(levels []study.Point) {
	small := textStyle(8, color.Gray{120}, text.XLeft)
	before := f.Min.Y - small.Font.Size
	for _, level := range levels {
		y := f.at(f.x.low, level.Elo).Y
		if y < before+1.4*small.Font.Size || y > f.Max.Y-small.Font.Size {
			continue
		}
		before = y
		f.StrokeLine2(dashedLine(150, 1, 2.5), f.Min.X, y, f.Max.X, y)
		name := fmt.Sprintf("%s, %s", study.Baseline, depthName(level.Depth))
		put(f.Canvas, small, f.Min.X+vg.Points(3), y+small.Font.Size*0.65, name)
	}
}

// drawSeries draws a series.
func (f *frame) drawSeries(s *series) {
	var line plotter.XYs
	for _, p := range s.points {
		at := math.Log10(s.seconds(p))
		line = append(line, plotter.XY{X: at, Y: p.Elo})
		low, high := f.at(at, max(p.Elo-p.PlusMinus, f.y.low)), f.at(at, min(p.Elo+p.PlusMinus, f.y.high))
		bar := draw.LineStyle{Color: pale(s.colour, 90), Width: vg.Points(2.6)}
		f.StrokeLine2(bar, low.X, low.Y, high.X, high.Y)
		f.end(bar, low, vg.Point{Y: -endSize}, p.Elo-p.PlusMinus < f.y.low)
		f.end(bar, high, vg.Point{Y: endSize}, p.Elo+p.PlusMinus > f.y.high)
	}
	f.curve(s.style(), line)
	for i, p := range f.points(line) {
		f.DrawGlyphNoClip(draw.GlyphStyle{Color: s.colour, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}, p)
		if depth := s.points[i].Depth; s.marks && depth > 0 {
			mark := textStyle(8, s.colour, text.XRight)
			put(f.Canvas, mark, p.X-vg.Points(4.5), p.Y+vg.Points(4.5), whole(depth))
		}
	}
}

func (s *series) style() draw.LineStyle {
	style := draw.LineStyle{Color: s.colour, Width: vg.Points(2)}
	if s.dashed {
		style.Width, style.Dashes = vg.Points(1.5), []vg.Length{vg.Points(5), vg.Points(3)}
	}
	return style
}

// endings returns the labels of all series, the highest first.
func (s *strengths) endings() (all []ending) {
	for _, one := range s.series {
		last := one.points[len(one.points)-1]
		at := plotter.XY{X: math.Log10(one.seconds(last)), Y: last.Elo}
		all = append(all, ending{last: at, name: one.name, style: one.style()})
	}
	slices.SortStableFunc(all, func(a, b ending) int { return cmp.Compare(b.last.Y, a.last.Y) })
	return all
}
