package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/files"
	"evothello/report/analysis"
)

// WriteImportance draws what parts of a player's weights are worth, the most important ones at the top of each kind.
// terms are those of the games. It returns the files.
func WriteImportance(player, terms string, all []analysis.Importance, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{importanceFigure(player, terms, all)}, dir)
}

// kindTitles are the titles of the kinds of parts.
var kindTitles = map[analysis.Kind]string{
	analysis.OfScorers: "Scorers", analysis.OfPhases: "Scorers in one phase", analysis.OfWeights: "Weights, in all phases",
	analysis.OfGenes: "Weights in one phase",
}

// factorStyles are the colours and names of changes.
var factorStyles = []struct {
	factor float64
	colour color.RGBA
	name   string
}{{0, colour(0), "left out"}, {0.5, colour(1), "halved"}, {2, colour(2), "doubled"}}

func importanceFigure(player, terms string, all []analysis.Importance) figure {
	const pitch, kindName, axis, legend = 6.2 * vg.Millimeter, 9 * vg.Millimeter, 10 * vg.Millimeter, 7 * vg.Millimeter
	head := heading{
		title: "What the weights of " + player + " are worth",
		note: "Elo that the player loses against itself as it is when weights are changed, " + terms +
			", with 95 % intervals. To the left of 0 the change makes it stronger.",
	}
	height := head.height(pageWidth-2*margin) + legend + axis
	for i, one := range all {
		if height += pitch; i == 0 || one.Kind != all[i-1].Kind {
			height += kindName
		}
	}
	return figure{
		name: "importance", width: pageWidth, height: height + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			small, name := textStyle(9.5, quiet, text.XLeft), textStyle(9.5, ink, text.XLeft)
			names := vg.Length(0)
			for _, one := range all {
				names = max(names, name.Width(shortName(one.Part, longestName)))
			}
			f := frame{
				Canvas: draw.Crop(rest, names+4*vg.Millimeter, -36*vg.Millimeter, axis, -legend), x: lossSpan(all), y: span{0, 1},
			}
			f.upright()
			small.XAlign = text.XCenter
			put(f.Canvas, small, f.Center().X, rest.Min.Y+small.Font.Size/2, "Elo lost")
			drawFactors(rest, f.Min.X)
			y := f.Max.Y
			for i, one := range all {
				if i == 0 || one.Kind != all[i-1].Kind {
					put(c, bold(textStyle(10, ink, text.XLeft)), rest.Min.X, y-0.6*kindName, kindTitles[one.Kind])
					y -= kindName
				}
				put(c, name, rest.Min.X, y-pitch/2, shortName(one.Part, longestName))
				f.drawEffects(one.Effects, y-pitch/2)
				right := textStyle(9.5, ink, text.XLeft)
				put(c, right, f.Max.X+4*vg.Millimeter, y-pitch/2, minus(one.Effects[0].Lost.String()))
				y -= pitch
			}
			return nil
		},
	}
}

// drawFactors draws the legend.
func drawFactors(c draw.Canvas, x vg.Length) {
	y := c.Max.Y - 2.5*vg.Millimeter
	for _, s := range factorStyles {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: s.colour, Radius: vg.Points(3.4), Shape: draw.CircleGlyph{}},
			vg.Point{X: x + 2*vg.Millimeter, Y: y})
		style := textStyle(9.5, quiet, text.XLeft)
		put(c, style, x+4.5*vg.Millimeter, y, s.name)
		x += style.Width(s.name) + 12*vg.Millimeter
	}
}

// drawEffects draws the effects of a part as dots with their intervals, one below the other.
func (f *frame) drawEffects(effects []analysis.Effect, y vg.Length) {
	for i := len(effects) - 1; i >= 0; i-- { // leaving out on top
		e := effects[i]
		c := colour(3)
		for _, s := range factorStyles {
			if s.factor == e.Factor {
				c = s.colour
			}
		}
		at := y + 1.3*vg.Millimeter*(vg.Length(len(effects)-1)/2-vg.Length(i))
		f.interval(draw.LineStyle{Color: pale(c, 120), Width: vg.Points(2.2)}, span{float64(e.Lost.Low),
			float64(e.Lost.High)}, at)
		if lost := float64(e.Lost.Points); !math.IsInf(lost, 0) {
			f.DrawGlyphNoClip(draw.GlyphStyle{Color: c, Radius: vg.Points(2.8), Shape: draw.CircleGlyph{}},
				vg.Point{X: f.at(lost, 0).X, Y: at})
		}
	}
}

// lossSpan returns the span of the axis: all finite losses, and intervals as far as they are not very wide.
func lossSpan(all []analysis.Importance) span {
	s := span{}
	for _, one := range all {
		for _, e := range one.Effects {
			low, at, high := float64(e.Lost.Low), float64(e.Lost.Points), float64(e.Lost.High)
			if math.IsInf(at, 0) { // the interval has one finite end
				at = max(low, min(high, 0))
			}
			s.add(max(low, at-farthest))
			s.add(min(high, at+farthest))
		}
	}
	return s.widened().with(0.02)
}
