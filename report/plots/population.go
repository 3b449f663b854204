package plots

import (
	"fmt"
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

// populationPage draws what the population of a run does: how its genes spread, how offspring compare with their
// parents, how strongly parents are selected, and how the gate fares. Panels without values are left out.
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
		var some []Curve
		for _, one := range curves {
			if len(one.Line) > 0 {
				some = append(some, one)
			}
		}
		if len(some) > 0 {
			c := newChart(generations, "", title, note, some...)
			c.numbers, c.fromZero = true, true
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

// ofHeredity is a number of a generation's heredity, nil if it has none.
func ofHeredity(r *evolution.Row, of func(*evolution.Heredity) *float64) *float64 {
	if r.Heredity == nil {
		return nil
	}
	return of(r.Heredity)
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
	columns := &plotter.Labels{Offset: vg.Point{Y: 3 * vg.Millimeter}}
	for phase := range turns {
		at := middle(phase)
		r.Add(segment(dashedLine(150, 2, 2), at, -r.depth, at, 0))
		if !run.Config.Tunes() { // parameters of a program have no phases
			columns.XYs = append(columns.XYs, plotter.XY{X: at})
			columns.Labels = append(columns.Labels, "moves "+turns.Moves(phase))
			columns.TextStyle = append(columns.TextStyle, textStyle(9.5, quiet, text.XCenter))
		}
	}
	r.Add(columns)
	setAxes(r.Plot, span{-1, middle(len(turns)-1) + 1}, span{-r.depth, 0}, plot.ConstantTicks{}, plot.ConstantTicks{})
	return newPage(heading(title, note, pageWidth), plotBlock(vg.Length(r.depth)*r.pitch+7*vg.Millimeter, r.Plot))
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
