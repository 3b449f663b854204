package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/files"
	"evothello/report/importance"
)

// WriteImportance draws the importance of parts of a player's weights, and returns the files. Each kind of
// parts is sorted, most important first. terms are the conditions of the games.
func WriteImportance(player, terms string, all []importance.Result, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{importancePage(player, terms, all).figure("importance")}, dir)
}

// kindTitles are the titles of the kinds of parts.
var kindTitles = map[importance.Kind]string{
	importance.OfScorers: "Scorers", importance.OfPhases: "Scorers in one phase",
	importance.OfWeights: "Weights, in all phases", importance.OfGenes: "Weights in one phase",
}

// factors are the changes of weights, in the order of their colours, and factorNames their names.
var factors, factorNames = []float64{0, 0.5, 2}, []string{"left out", "halved", "doubled"}

func importancePage(player, terms string, all []importance.Result) page {
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
	return newPage(head, legend(factorNames, colour), r.block("Elo lost"))
}

// WriteLandscape draws a landscape of two weights, and returns the files: the measured points, and the
// contours of the quadratic that fits them.
func WriteLandscape(player, terms string, l *importance.Landscape, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{landscapePage(player, terms, l).figure("landscape")}, dir)
}

func landscapePage(player, terms string, l *importance.Landscape) page {
	h, p := newHeights(&l.Fit), newPlot(9.5)
	most := max(h.high, -h.low, 1)
	p.Add(&plotter.HeatMap{GridXYZ: h, Palette: slopes{}, Min: -most, Max: most, Rasterized: true})
	for _, level := range h.levels() {
		lines := plotter.NewContour(h, []float64{level}, nil)
		lines.LineStyles = []draw.LineStyle{{Color: quiet, Width: vg.Points(0.7)}}
		if level == 0 {
			lines.LineStyles[0].Width = vg.Points(2)
		}
		p.Add(lines)
	}
	for _, point := range l.Points {
		at := plotter.XYs{{X: math.Log2(point.X), Y: math.Log2(point.Y)}}
		p.Add(&plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: ink, Radius: 1.8, Shape: draw.CircleGlyph{}}},
			&plotter.Labels{XYs: at, Labels: []string{minus(point.Points.String())}, Offset: vg.Point{Y: 8},
				TextStyle: []draw.TextStyle{textStyle(9, ink, text.XCenter)}})
	}
	if peak := l.Fit.Peak; peak != nil {
		at := plotter.XYs{{X: math.Log2(peak.X), Y: math.Log2(peak.Y)}}
		p.Add(&plotter.Scatter{XYs: at, GlyphStyle: draw.GlyphStyle{Color: ink, Radius: 6, Shape: draw.CrossGlyph{}}})
	}
	frame := span{-reach, reach}
	factor := func(v float64) string { return fmt.Sprintf("× %.2g", math.Exp2(v)) }
	factors := ticks([]float64{-1, -0.5, 0, 0.5, 1}, factor)
	setAxes(p, frame, frame, factors, factors)
	p.X.Label.Text, p.Y.Label.Text = l.X, l.Y
	p.X.Label.TextStyle.Color, p.Y.Label.TextStyle.Color = ink, ink
	const width = 17.2 * vg.Centimeter
	head := heading(fmt.Sprintf("%s: %s and %s", player, l.X, l.Y), landscapeNote(terms, l, h.step()), width)
	return page{width, []block{head, plotBlock(16.2*vg.Centimeter, p)}}
}

// slopes is the palette of heights: blue above 0, orange below.
type slopes struct{}

// Colors implements palette.Palette.
func (slopes) Colors() (all []color.Color) {
	for i := range 255 {
		all = append(all, diverging(0.7*(float64(i)/127-1)))
	}
	return all
}

// landscapeNote returns a note on a landscape's contents and its peak.
func landscapeNote(terms string, l *importance.Landscape, step float64) string {
	var note strings.Builder
	fmt.Fprintf(&note, "Numbers: Elo against the player as it is, with both weights multiplied in all phases, %s. ", terms)
	fmt.Fprintf(&note, "Lines: every %g Elo of the quadratic that fits them, thick at 0; the points are %.1f standard "+
		"errors from it in the root mean square. ", step, l.Fit.Misfit)
	if p := l.Fit.Peak; p != nil {
		fmt.Fprintf(&note, "Cross: its peak, %s ± %.0f Elo at × %.2f and × %.2f.", signed(p.Elo), p.Error, p.X, p.Y)
	} else {
		note.WriteString("It has no peak here.")
	}
	return note.String()
}

// heights is a fit as the plotters take it, over the binary logarithms of the factors.
type heights struct {
	fit       *importance.QuadraticFit
	low, high float64
}

// fineness is the number of columns and rows of the fit, from -reach to reach.
const fineness, reach = 161, 1.12

func newHeights(fit *importance.QuadraticFit) *heights {
	h := &heights{fit: fit}
	for c := range fineness {
		for r := range fineness {
			h.low, h.high = min(h.low, h.Z(c, r)), max(h.high, h.Z(c, r))
		}
	}
	return h
}

func (h *heights) Dims() (columns, rows int) { return fineness, fineness }
func (h *heights) X(c int) float64           { return reach * ((2*float64(c)+1)/fineness - 1) }
func (h *heights) Y(r int) float64           { return h.X(r) }
func (h *heights) Z(c, r int) float64        { return h.fit.At(math.Exp2(h.X(c)), math.Exp2(h.Y(r))) }

// levels are round heights for lines.
func (h *heights) levels() []float64 { return span{h.low, h.high}.round(12, 1) }

// step is the distance of levels.
func (h *heights) step() float64 {
	if levels := h.levels(); len(levels) > 1 {
		return levels[1] - levels[0]
	}
	return 1
}
