package plots

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/evaluators"
	"evothello/evolution"
	"evothello/runs"
)

// populationFigure draws what the population of a run does: how its genes spread, how offspring compare with their
// parents, how strongly parents are selected, and how the gate fares. Panels without values are left out.
func populationFigure(run *runs.Run) figure {
	const panel, between = 5.2 * vg.Centimeter, 4 * vg.Millimeter
	panels := populationPanels(run)
	width, height := pageWidth-2*margin, 2*margin-between
	heights := make([]vg.Length, len(panels))
	for i, c := range panels {
		heights[i] = c.heading.height(width) + max(panel, vg.Length(len(c.curves))*c.pitch()+12*vg.Millimeter)
		height += heights[i] + between
	}
	return figure{
		name: "population", width: pageWidth, height: height,
		draw: func(c draw.Canvas) error {
			rest := inside(c)
			for i, p := range panels {
				area := rest
				area.Min.Y = rest.Max.Y - heights[i]
				p.draw(p.heading.draw(area))
				rest.Max.Y = area.Min.Y - between
			}
			return nil
		},
	}
}

// populationPanels returns the panels.
func populationPanels(run *runs.Run) (panels []*chart) {
	rows, generations := run.History, run.Count()
	add := func(title, note string, curves ...Curve) {
		var some []Curve
		for _, one := range curves {
			if len(one.Line) > 0 {
				some = append(some, one)
			}
		}
		if len(some) > 0 {
			c := newChart(generations, "", title, note, some...)
			c.numbers = true
			panels = append(panels, c)
		}
	}
	spreads := []Curve{diversityCurve(run)}
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
		successCurve(run),
		over(rows, "heritability", func(r *evolution.Row) *float64 {
			return ofHeredity(r, func(h *evolution.Heredity) *float64 { return &h.Heritability })
		}))
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

// diversityCurve is the mean distance of two genomes, as a share of the genes' bounds.
func diversityCurve(run *runs.Run) Curve {
	return over(run.History, "distance", func(r *evolution.Row) *float64 { return &r.Diversity })
}

// successCurve is the share of offspring that stand better than both parents did.
func successCurve(run *runs.Run) Curve {
	return over(run.History, "success", func(r *evolution.Row) *float64 {
		return ofHeredity(r, func(h *evolution.Heredity) *float64 { return &h.Success })
	})
}

// over returns the running mean of a number of each generation, without those that have none.
func over(rows []evolution.Row, name string, of func(*evolution.Row) *float64) Curve {
	var values Points
	for i := range rows {
		if v := of(&rows[i]); v != nil {
			values = append(values, [2]float64{float64(rows[i].Generation), *v})
		}
	}
	one := Curve{Name: name, Line: runningMean(values, window(rows))}
	if window(rows) > 1 {
		one.Dots = values
	}
	return one
}

// ofHeredity is a number of a generation's heredity, nil if it has none.
func ofHeredity(r *evolution.Row, of func(*evolution.Heredity) *float64) *float64 {
	if r.Heredity == nil {
		return nil
	}
	return of(r.Heredity)
}

// genesFigure draws the genes of the population now: the mean and the standard deviation of each, as shares of its
// bound.
func genesFigure(run *runs.Run) figure {
	const pitch, above = 6.4 * vg.Millimeter, 7 * vg.Millimeter
	genes := run.State.Genes()
	turns := run.Config.LastMoves()
	rows := weightRows(genes, run.Config.Tunes())
	head := heading{
		title: fmt.Sprintf("%s: the genes of the population after generation %d", run.Title(), run.Count()),
		note: "Each weight in each phase, on a scale from its least to its greatest value: a dot at the mean of all " +
			"genomes, and a bar of one standard deviation to each side. A long bar: evolution has not settled this weight.",
	}
	if run.Config.Tunes() {
		head.note = "Each parameter, on a scale from its least to its greatest value: a dot at the mean of all genomes, " +
			"and a bar of one standard deviation to each side. A long bar: evolution has not settled this parameter."
	}
	return figure{
		name: "genes", width: pageWidth,
		height: head.height(pageWidth-2*margin) + above + vg.Length(len(rows))*pitch + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			name := textStyle(9.5, ink, text.XLeft)
			names := vg.Length(0)
			for _, w := range rows {
				names = max(names, name.Width(w))
			}
			const gap = 4 * vg.Millimeter
			column := (rest.Max.X - rest.Min.X - names) / vg.Length(len(turns))
			frames := make([]frame, len(turns))
			for p := range turns {
				left := rest.Min.X + names + vg.Length(p)*column + gap
				frames[p] = frame{x: span{-1, 1}, y: span{0, 1}, Canvas: tile(c, left, rest.Max.Y-above, column-gap,
					vg.Length(len(rows))*pitch)}
				if !run.Config.Tunes() { // parameters of a program have no phases
					put(c, textStyle(9.5, quiet, text.XCenter), frames[p].Center().X, rest.Max.Y-above/2, "moves "+turns.Moves(p))
				}
				zero := frames[p].at(0, 0).X
				c.StrokeLine2(dashedLine(150, 2, 2), zero, frames[p].Min.Y, zero, frames[p].Max.Y)
			}
			for i, w := range rows {
				y := rest.Max.Y - above - (vg.Length(i)+0.5)*pitch
				put(c, name, rest.Min.X, y, w)
				for _, g := range genes {
					if g.Name == w {
						frames[g.Phase].gene(g, len(turns), y)
					}
				}
			}
			return nil
		},
	}
}

// weightRows lists the weights of genes, each once, but none of networks, which have hundreds. If all is set, it lists
// everything, such as the parameters of a program.
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

// gene draws a gene.
func (f *frame) gene(g evolution.Gene, phases int, y vg.Length) {
	c := inOrder(g.Phase, phases)
	f.StrokeLine2(draw.LineStyle{Color: faint, Width: vg.Points(0.8)}, f.Min.X, y, f.Max.X, y)
	low, high := f.at(max(-1, g.Mean-g.Deviation), 0).X, f.at(min(1, g.Mean+g.Deviation), 0).X
	f.StrokeLine2(draw.LineStyle{Color: pale(c, 140), Width: vg.Points(4)}, low, y, high, y)
	f.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: vg.Points(2.6), Shape: draw.CircleGlyph{}},
		vg.Point{X: f.at(max(-1, min(1, g.Mean)), 0).X, Y: y})
}
