package plots

import (
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/files"
	"evothello/report/analysis"
)

// WriteImportance draws what parts of a player's weights are worth, the most important ones at the top of each kind.
// terms are those of the games. It returns the files.
func WriteImportance(player, terms string, all []analysis.Importance, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{importancePage(player, terms, all).figure("importance")}, dir)
}

// kindTitles are the titles of the kinds of parts.
var kindTitles = map[analysis.Kind]string{
	analysis.OfScorers: "Scorers", analysis.OfPhases: "Scorers in one phase", analysis.OfWeights: "Weights, in all phases",
	analysis.OfGenes: "Weights in one phase",
}

// factors are the changes of weights, in the order of their colours, and factorNames their names.
var factors, factorNames = []float64{0, 0.5, 2}, []string{"left out", "halved", "doubled"}

func importancePage(player, terms string, all []analysis.Importance) page {
	note := "Elo that the player loses against itself as it is when weights are changed, " + terms +
		", with 95 % intervals. To the left of 0 the change makes it stronger."
	name := textStyle(9.5, ink, text.XLeft)
	var names []string
	for _, one := range all {
		names = append(names, shortName(one.Part, longestName))
	}
	r := newRows(6.2*vg.Millimeter, name, names)
	for i, one := range all {
		if i == 0 || one.Kind != all[i-1].Kind {
			r.title(kindTitles[one.Kind], "")
		}
		r.next(name, names[i])
		r.write(gutter, name, minus(one.Effects[0].Lost.String()))
		for k := len(one.Effects) - 1; k >= 0; k-- { // leaving out on top
			e, up := one.Effects[k], 0.21*(float64(len(one.Effects)-1)/2-float64(k))
			style := round(colour(slices.Index(factors, e.Factor)), 2.8, 2.2)
			style.cap = vg.Points(6)
			r.mark(up, float64(e.Lost.Low), float64(e.Lost.Points), float64(e.Lost.High), style)
		}
	}
	head := heading("What the weights of "+player+" are worth", note, pageWidth)
	return newPage(head, legend(r.names+gutter), r.block("Elo lost"))
}

// legend shows the colours of changes from x on.
func legend(x vg.Length) block {
	return block{7 * vg.Millimeter, func(c draw.Canvas) {
		x, y, style := c.Min.X+x, c.Max.Y-2.5*vg.Millimeter, textStyle(9.5, quiet, text.XLeft)
		for i, name := range factorNames {
			c.DrawGlyphNoClip(round(colour(i), 3.4, 0).dot, vg.Point{X: x + 2*vg.Millimeter, Y: y})
			put(c, style, x+4.5*vg.Millimeter, y, name)
			x += style.Width(name) + 12*vg.Millimeter
		}
	}}
}
