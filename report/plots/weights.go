package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/runs"
	"evothello/weights"
)

// weightsPage draws the champions' weights over the generations. Each weight has a tile, and each phase a
// curve.
func weightsPage(run *runs.Run) page {
	all, outliers := weightTiles(run)
	title := fmt.Sprintf("%s: the champion's weights over the generations", run.Title())
	note := "A curve a phase, each weight on a scale of its own; only the ratios of a phase's weights matter."
	turns := run.Config.LastMoves()
	if run.Config.Tunes() {
		title = fmt.Sprintf("%s: the champion's parameters over the generations", run.Title())
		note, turns = "Each parameter on a scale of its own.", nil // there are no phases
	}
	if outliers {
		note += " Triangles lie beyond the scale."
	}
	var plots []*plot.Plot
	for _, t := range all {
		plots = append(plots, t.plot(max(run.State.Generation, 2)))
	}
	return newPage(heading(title, note, pageWidth), phasesLegend(turns), grid(plots, 4, 4*vg.Centimeter))
}

// A weightTile is the chart of one weight, or of all weights of a network, with a curve for each phase.
type weightTile struct {
	name   string
	scale  span
	curves []plotter.XYs
}

// weightTiles returns the tiles of the weights that the run evolves, and whether some values are beyond
// their scales.
func weightTiles(run *runs.Run) (tiles []weightTile, outliers bool) {
	addTile := func(name string, of func(*evolution.Champion, int) float64) {
		t := newWeightTile(run, name, of)
		tiles, outliers = append(tiles, t), outliers || slices.ContainsFunc(slices.Concat(t.curves...), t.beyond)
	}
	add := func(name string, of func(evaluators.Weights) float64) {
		addTile(name, func(c *evolution.Champion, phase int) float64 { return of(c.Phases[phase]) })
	}
	for _, p := range run.Config.Parameters {
		addTile(p.Name, func(c *evolution.Champion, _ int) float64 { return c.Parameters[p.Name] })
	}
	for _, s := range run.Config.EvolvingScorers() {
		switch {
		case s.Shapes != nil:
			add(s.Name+", root mean square", func(w evaluators.Weights) float64 { return rootMeanSquare(w.Of(s)) })
			continue
		case s.Sparse && len(s.Features) > 1:
			continue // too many for tiles: tableFigure draws them on the board
		}
		for _, f := range s.Features {
			add(f.Name, func(w evaluators.Weights) float64 { return float64(w.Get(f.Name)) })
		}
	}
	return tiles, outliers
}

func rootMeanSquare(weights []int32) float64 {
	sum := 0.0
	for _, w := range weights {
		sum += float64(w) * float64(w)
	}
	return math.Sqrt(sum / float64(len(weights)))
}

// newWeightTile returns the tile of a function of a champion's weights in one phase.
func newWeightTile(run *runs.Run, name string, of func(*evolution.Champion, int) float64) weightTile {
	t := weightTile{name: name}
	var values []float64 // repeated in proportion to their duration, about 2,000 for each phase
	for phase := range run.Config.LastMoves() {
		var steps plotter.XYs
		for champion, until := range reigns(run.State) {
			value := of(champion, phase)
			steps = append(steps, plotter.XY{X: float64(champion.Generation), Y: value}, plotter.XY{X: float64(until), Y: value})
			repeats := 1 + 2000*(until-champion.Generation)/max(run.State.Generation, 2)
			values = append(values, slices.Repeat([]float64{value}, repeats)...)
		}
		t.curves = append(t.curves, steps)
	}
	t.scale = robust(values).with(0.08)
	return t
}

// beyond reports whether a value is beyond the scale.
func (t *weightTile) beyond(v plotter.XY) bool { return v.Y < t.scale.low || v.Y > t.scale.high }

// plot returns the tile's plot.
func (t *weightTile) plot(last int) *plot.Plot {
	p := newPlot(8)
	up := ticks(t.scale.round(5, 1), func(v float64) string { return whole(int(v)) })
	setAxes(p, span{1, float64(last)}, t.scale, generationTicks(last, 4), up)
	name := bold(textStyle(9.5, ink, text.XLeft))
	p.Add(level(p, 0), words{0, t.scale.high, vg.Point{Y: 3.5 * vg.Millimeter}, name, t.name})
	for phase, values := range t.curves {
		c, inside := inOrder(phase, len(t.curves)), slices.Clone(values)
		strays := &plotter.Scatter{}
		for i, v := range values {
			inside[i].Y = min(max(v.Y, t.scale.low), t.scale.high)
			if inside[i] != v && (i == 0 || v.Y != values[i-1].Y) {
				strays.XYs = append(strays.XYs, inside[i])
			}
		}
		strays.GlyphStyleFunc = func(i int) draw.GlyphStyle {
			return draw.GlyphStyle{Color: c, Shape: tip(cmp.Compare(strays.XYs[i].Y, 0))}
		}
		p.Add(&plotter.Line{XYs: inside, LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.4)}}, strays)
	}
	return p
}

// A tip is the glyph of a value beyond the border: a triangle with its tip there. It points up for 1 and down for −1.
type tip int

// DrawGlyph implements draw.GlyphDrawer.
func (t tip) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	const half, high = 2.6, 5
	base := at.Y - vg.Length(t)*high
	c.FillPolygon(style.Color, []vg.Point{at, {X: at.X - half, Y: base}, {X: at.X + half, Y: base}})
}

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

// phasesLegend shows the colours of curves by phase.
func phasesLegend(turns weights.Turns) block {
	const sample, line = 7 * vg.Millimeter, 5.5 * vg.Millimeter
	style, item := textStyle(9.5, ink, text.XLeft), vg.Length(sample)
	for i := range turns {
		item = max(item, sample+style.Width("moves "+turns.Moves(i))+6*vg.Millimeter)
	}
	columns := int(pageWidth / item)
	return block{vg.Length((len(turns)+columns-1)/columns)*line + 4*vg.Millimeter, func(c draw.Canvas) {
		for i := range turns {
			x, y := c.Min.X+vg.Length(i%columns)*item, c.Max.Y-(vg.Length(i/columns)+0.5)*line
			stroke := draw.LineStyle{Color: inOrder(i, len(turns)), Width: vg.Points(2.5)}
			c.StrokeLine2(stroke, x, y, x+sample-2*vg.Millimeter, y)
			put(c, style, x+sample, y, "moves "+turns.Moves(i))
		}
	}}
}
