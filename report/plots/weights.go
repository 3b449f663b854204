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

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/runs"
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
	var phases []string
	for i := range turns {
		phases = append(phases, "moves "+turns.Moves(i))
	}
	colours := func(i int) color.RGBA { return inOrder(i, len(turns)) }
	return newPage(heading(title, note, pageWidth), legend(phases, colours), grid(plots, 4, 4*vg.Centimeter))
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
			continue // too many for tiles: tablePage draws them on the board
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
			return draw.GlyphStyle{Color: c, Shape: tip{Y: vg.Length(cmp.Compare(strays.XYs[i].Y, 0))}}
		}
		p.Add(&plotter.Line{XYs: inside, LineStyle: draw.LineStyle{Color: c, Width: vg.Points(1.4)}}, strays)
	}
	return p
}

// A tip is the glyph of what goes on beyond the border: a triangle with its tip there, in a direction.
type tip vg.Point

// DrawGlyph implements draw.GlyphDrawer.
func (t tip) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	base, across := at.Sub(vg.Point(t).Scale(5)), vg.Point{X: 2.6 * t.Y, Y: 2.6 * t.X}
	c.FillPolygon(style.Color, []vg.Point{at, base.Add(across), base.Sub(across)})
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

// legend shows the colours of names.
func legend(names []string, colours func(i int) color.RGBA) block {
	const sample, line = 7 * vg.Millimeter, 5.5 * vg.Millimeter
	style, item := textStyle(9.5, ink, text.XLeft), vg.Length(sample)
	for _, name := range names {
		item = max(item, sample+style.Width(name)+6*vg.Millimeter)
	}
	all := tiles(len(names), int(pageWidth/item), item, line, func(i int, c draw.Canvas) {
		x, y := c.Min.X, c.Center().Y
		c.StrokeLine2(draw.LineStyle{Color: colours(i), Width: vg.Points(2.5)}, x, y, x+sample-2*vg.Millimeter, y)
		put(c, style, x+sample, y, names[i])
	})
	all.height += 4 * vg.Millimeter
	return all
}

// populationPage draws the course of a run's population: the spread of its genes, the offspring compared with
// their parents, the selection pressure on parents, and the results of the gate. Panels without values are
// left out.
func populationPage(run *runs.Run) page {
	var blocks []block
	for i, c := range populationPanels(run) {
		if i > 0 {
			blocks = append(blocks, space(4*vg.Millimeter))
		}
		blocks = append(blocks, heading(c.title, c.note, pageWidth), c.block(5.2*vg.Centimeter))
	}
	return newPage(blocks...)
}

// populationPanels returns the panels.
func populationPanels(run *runs.Run) (panels []*chart) {
	rows, generations := run.History, run.Count()
	add := func(title, note string, curves ...Curve) {
		if slices.ContainsFunc(curves, func(one Curve) bool { return len(one.Line) > 0 }) {
			c := newChart(generations, "", title, note, curves...)
			c.numbers, c.fromZero = true, true
			panels = append(panels, c)
		}
	}
	spreads := []Curve{over(rows, "distance", distance)}
	for i, group := range run.Config.GeneGroups() {
		spreads = append(spreads, over(rows, group, func(r *evolution.Row) *float64 {
			if i < len(r.Genes) {
				return &r.Genes[i]
			}
			return nil
		}))
	}
	smoothed := dotsAre(rows)
	add(run.Title()+": spread of the genes", "Standard deviation of each scorer's genes over the genomes of a "+
		"generation, and the mean distance of two genomes, as shares of the genes' bounds. "+smoothed, spreads...)
	add("Offspring", "Success: the share that stands better than both parents did. Heritability: the correlation with "+
		"the parents' mean standing, 0 where results are chance. "+smoothed,
		over(rows, "success", success), over(rows, "heritability", heritability))
	add("Selection", "By how much the mean win rate of the genomes that the next generation comes from is above that of "+
		"all. "+smoothed, over(rows, "differential", func(r *evolution.Row) *float64 { return r.Selection }))

	refused := Curve{Name: "candidates"}
	for i, n := range runs.Refused(rows) {
		refused.Line = append(refused.Line, [2]float64{float64(rows[i].Generation), float64(n)})
	}
	add("Candidates that the gate refused since the last promotion", "Where it climbs for long, evolution has stopped, "+
		"or finds no more than the gate can tell.", refused)
	return panels
}

// distance is the mean distance of two genomes, as a share of the genes' bounds.
func distance(r *evolution.Row) *float64 { return &r.Diversity }

// success is the share of offspring that stand better than both parents did.
func success(r *evolution.Row) *float64 {
	if r.Heredity == nil {
		return nil
	}
	return &r.Heredity.Success
}

func heritability(r *evolution.Row) *float64 {
	if r.Heredity == nil {
		return nil
	}
	return &r.Heredity.Heritability
}

// genesPage draws the genes of the population now: the mean and the standard deviation of each, as shares of its
// bound.
func genesPage(run *runs.Run) page {
	genes, turns := run.State.Genes(), run.Config.LastMoves()
	title := fmt.Sprintf("%s: the genes of the population after generation %d", run.Title(), run.Count())
	one, each := "weight", "Each weight in each phase"
	if run.Config.Tunes() {
		one, each = "parameter", "Each parameter"
	}
	note := each + ", on a scale from its least to its greatest value: a dot at the mean of all genomes, " +
		"and a bar of one standard deviation to each side. A long bar: evolution has not settled this " + one + "."
	names, style := weightRows(genes, run.Config.Tunes()), textStyle(9.5, ink, text.XLeft)
	r := newRows(6.4*vg.Millimeter, style, names)
	middle := func(phase int) float64 { return 2.2 * float64(phase) } // of a column, which reaches 1 to each side
	for _, name := range names {
		r.next(style, name)
		for _, g := range genes {
			if g.Name != name {
				continue
			}
			at, y := middle(g.Phase), r.middle()
			r.Add(segment(draw.LineStyle{Color: faint, Width: vg.Points(0.8)}, at-1, y, at+1, y))
			low, high := at+max(-1, g.Mean-g.Deviation), at+min(1, g.Mean+g.Deviation)
			r.mark(0, low, at+max(-1, min(1, g.Mean)), high, round(inOrder(g.Phase, len(turns)), 2.6, 4))
		}
	}
	right := middle(len(turns)-1) + 1
	for phase := range turns {
		at := middle(phase)
		r.Add(segment(dashedLine(150, 2, 2), at, -r.depth, at, 0))
		if !run.Config.Tunes() { // parameters of a program have no phases
			above, column := vg.Point{Y: 3 * vg.Millimeter}, textStyle(9.5, quiet, text.XCenter)
			r.Add(words{(at + 1) / (right + 1), 0, above, column, "moves " + turns.Moves(phase)})
		}
	}
	setAxes(r.Plot, span{-1, right}, span{-r.depth, 0}, plot.ConstantTicks{}, plot.ConstantTicks{})
	return newPage(heading(title, note, pageWidth), plotBlock(vg.Length(r.depth)*r.pitch+7*vg.Millimeter, r.Plot))
}

// weightRows lists the weights of genes, each once. It omits the weights of networks, which have hundreds,
// unless all is set, as for the parameters of a program.
func weightRows(genes []evolution.Gene, all bool) (rows []string) {
	for _, g := range genes {
		of, _, _ := strings.Cut(g.Name, ".")
		single := func(s *evaluators.Scorer) bool {
			return s.Name == of && s.Shapes == nil && (!s.Sparse || len(s.Features) == 1)
		}
		if (all || slices.ContainsFunc(evaluators.Scorers, single)) && !slices.Contains(rows, g.Name) {
			rows = append(rows, g.Name)
		}
	}
	return rows
}
