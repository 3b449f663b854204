package plots

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/runs"
	"evothello/weights"
)

// weightsFigure draws the champions' weights over the generations. Each weight has a tile, and each phase a
// curve.
func weightsFigure(run *runs.Run) figure {
	tiles, outliers := weightTiles(run)
	const columns, height = 4, 4 * vg.Centimeter
	const width = (pageWidth - 2*margin) / columns
	rows := (len(tiles) + columns - 1) / columns
	head := heading{
		title: fmt.Sprintf("%s: the champion's weights over the generations", run.Title()),
		note:  "A curve a phase, each weight on a scale of its own; only the ratios of a phase's weights matter.",
	}
	turns := run.Config.LastMoves()
	if run.Config.Tunes() {
		head.title = fmt.Sprintf("%s: the champion's parameters over the generations", run.Title())
		head.note = "Each parameter on a scale of its own."
		turns = nil // there are no phases
	}
	if outliers {
		head.note += " Triangles lie beyond the scale."
	}
	legend := newPhases(turns)
	top := head.height(pageWidth-2*margin) + legend.height()
	return figure{
		name:  "weights",
		width: pageWidth, height: vg.Length(rows)*height + top + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			legend.draw(rest)
			rest.Max.Y -= legend.height()
			for i := range tiles {
				x, y := rest.Min.X+vg.Length(i%columns)*width, rest.Max.Y-vg.Length(i/columns)*height
				tiles[i].draw(tile(c, x, y, width, height), run)
			}
			return nil
		},
	}
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
		t := weightTile{name: name, scale: weightSpan(run, of)}
		beyond := func(v plotter.XY) bool { return v.Y < t.scale.low || v.Y > t.scale.high }
		for phase := range run.Config.LastMoves() {
			t.curves = append(t.curves, weightCurve(run, of, phase))
			outliers = outliers || slices.ContainsFunc(t.curves[phase], beyond)
		}
		tiles = append(tiles, t)
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

// weightCurve returns a function of the champions' weights in one phase over the generations.
func weightCurve(run *runs.Run, of func(*evolution.Champion, int) float64, phase int) (values plotter.XYs) {
	for i := range run.State.Champions {
		champion := &run.State.Champions[i]
		x, y := float64(champion.Generation), of(champion, phase)
		if i > 0 {
			values = append(values, plotter.XY{X: x, Y: values[len(values)-1].Y})
		}
		values = append(values, plotter.XY{X: x, Y: y})
	}
	return append(values, plotter.XY{X: float64(max(run.State.Generation, 2)), Y: values[len(values)-1].Y})
}

// weightSpan returns the span of a weight's axis: 0 and the values of its curves without short outliers.
func weightSpan(run *runs.Run, of func(*evolution.Champion, int) float64) span {
	var values []float64 // repeated in proportion to their duration, 2,000 for the run
	champions := run.State.Champions
	for i, champion := range champions {
		until := max(run.State.Generation, champion.Generation+1)
		if i+1 < len(champions) {
			until = champions[i+1].Generation
		}
		repeats := 1 + 2000*(until-champion.Generation)/max(run.State.Generation, 1)
		for phase := range run.Config.LastMoves() {
			values = append(values, slices.Repeat([]float64{of(&champions[i], phase)}, repeats)...)
		}
	}
	return robust(values).with(0.08)
}

// draw draws the tile.
func (t *weightTile) draw(c draw.Canvas, run *runs.Run) {
	const left, right, under, over = 12 * vg.Millimeter, 3 * vg.Millimeter, 8 * vg.Millimeter, 7 * vg.Millimeter
	last := max(run.State.Generation, 2)
	f := frame{Canvas: draw.Crop(c, left, -right, under, -over), x: span{1, float64(last)}, y: t.scale}
	small := textStyle(8, quiet, text.XLeft)
	f.across(ticks(f.y.round(5, 1), func(v float64) string { return whole(int(v)) }), small)
	f.below(generationTicks(last, 4), small)
	f.level(0)
	put(c, bold(textStyle(9.5, ink, text.XLeft)), f.Min.X, f.Max.Y+over/2, t.name)
	for phase, values := range t.curves {
		style := draw.LineStyle{Color: inOrder(phase, len(t.curves)), Width: vg.Points(1.4)}
		f.curve(style, f.clamped(values))
		f.beyond(style.Color, values)
	}
}

// phases is the legend of curves by phase.
type phases struct {
	turns weights.Turns
	item  vg.Length // width of an item
}

const sample, legendLine = 7 * vg.Millimeter, 5.5 * vg.Millimeter

func newPhases(turns weights.Turns) phases {
	p := phases{turns: turns, item: sample}
	for i := range turns {
		p.item = max(p.item, sample+textStyle(9.5, ink, text.XLeft).Width("moves "+turns.Moves(i))+6*vg.Millimeter)
	}
	return p
}

func (p *phases) columns() int { return max(1, int((pageWidth-2*margin)/p.item)) }

func (p *phases) height() vg.Length {
	return vg.Length((len(p.turns)+p.columns()-1)/p.columns())*legendLine + 2*vg.Millimeter
}

func (p *phases) draw(c draw.Canvas) {
	for i := range p.turns {
		x, y := c.Min.X+vg.Length(i%p.columns())*p.item, c.Max.Y-(vg.Length(i/p.columns())+0.5)*legendLine
		style := draw.LineStyle{Color: inOrder(i, len(p.turns)), Width: vg.Points(2.5)}
		c.StrokeLine2(style, x, y, x+sample-2*vg.Millimeter, y)
		put(c, textStyle(9.5, ink, text.XLeft), x+sample, y, "moves "+p.turns.Moves(i))
	}
}
