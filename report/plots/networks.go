package plots

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/report/analysis"
	"evothello/runs"
)

// The numbers of configurations in a row and of each phase.
const configurationsInRow, largestOfPhase = 8, 24

// networksFigure draws the configurations with the champion's largest network weights on small boards, phase
// by phase.
func networksFigure(run *runs.Run) figure {
	champion, turns := run.State.CurrentChampion(), run.Config.LastMoves()
	phases := turns
	if len(phases) > 1 && sameNetworks(run) {
		phases = phases[:1] // one set for the whole game
	}
	head := heading{
		title: fmt.Sprintf("%s: the configurations of networks that weigh most, champion of generation %d",
			run.Title(), champion.Generation),
		note: "Black discs are own, white ones the opponent's, framed squares without a disc empty. " +
			"A configuration counts its points wherever the board's symmetries take it, " +
			"and minus them with colours swapped.",
	}
	const width = pageWidth - 2*margin
	const pitch, between = width / configurationsInRow, 4 * vg.Millimeter
	const under, name = 6 * vg.Millimeter, 7 * vg.Millimeter
	rows := make([][]analysis.Configuration, len(phases))
	height := head.height(width)
	for i := range phases {
		rows[i] = analysis.Largest(champion.Phases[i], largestOfPhase)
		height += name + vg.Length((len(rows[i])+configurationsInRow-1)/configurationsInRow)*(pitch+under)
	}
	return figure{
		name:  "networks",
		width: pageWidth, height: height + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			for i, largest := range rows {
				title := "the whole game"
				if len(phases) > 1 {
					title = turns.Name(i)
				}
				put(rest, bold(textStyle(11, colour(0), text.XLeft)), rest.Min.X, rest.Max.Y-name/2, title)
				rest.Max.Y -= name
				for k, configuration := range largest {
					x := rest.Min.X + vg.Length(k%configurationsInRow)*pitch
					y := rest.Max.Y - vg.Length(k/configurationsInRow)*(pitch+under)
					drawConfiguration(tile(rest, x, y, pitch-between, pitch-between), &configuration)
				}
				rest.Max.Y -= vg.Length((len(largest)+configurationsInRow-1)/configurationsInRow) * (pitch + under)
			}
			return nil
		},
	}
}

// sameNetworks reports whether the champion's networks are the same in all phases.
func sameNetworks(run *runs.Run) bool {
	phases := run.State.CurrentChampion().Phases
	for _, s := range run.Config.EvolvingScorers() {
		for p := range phases {
			for i, w := range phases[p].Of(s) {
				if s.Shapes != nil && w != phases[0].Of(s)[i] {
					return false
				}
			}
		}
	}
	return true
}

// drawConfiguration draws a configuration on a small board of the canvas's width, and below the board its
// scorer and points.
func drawConfiguration(c draw.Canvas, configuration *analysis.Configuration) {
	size := (c.Max.X - c.Min.X) / 8
	ground := color.RGBA{R: 238, G: 240, B: 242, A: 255}
	for s := range engine.Square(64) {
		square := tile(c, c.Min.X+vg.Length(s.Col())*size, c.Max.Y-vg.Length(s.Row())*size, size, size)
		square.SetColor(ground)
		square.Fill(draw.Crop(square, 0.25, -0.25, 0.25, -0.25).Rectangle.Path())
	}
	good := diverging(0.55)
	if configuration.Weight < 0 {
		good = diverging(-0.55)
	}
	for _, s := range configuration.Squares {
		square := tile(c, c.Min.X+vg.Length(s.Col())*size, c.Max.Y-vg.Length(s.Row())*size, size, size)
		square.SetColor(good)
		square.Fill(square.Rectangle.Path())
		square.StrokeLines(draw.LineStyle{Color: ink, Width: 0.6}, append(corners(square), square.Min))
		if (configuration.Own|configuration.Opp)&s.Bit() == 0 {
			continue
		}
		disc := color.Gray{Y: 255}
		if configuration.Own&s.Bit() != 0 {
			disc = ink
		}
		square.DrawGlyph(draw.GlyphStyle{Color: disc, Radius: 0.36 * size, Shape: draw.CircleGlyph{}}, square.Center())
	}
	scorer, _, _ := strings.Cut(configuration.Name, ".")
	small := textStyle(8, quiet, text.XLeft)
	put(c, small, c.Min.X, c.Min.Y-2.6*vg.Millimeter, scorer)
	small = bold(textStyle(9, ink, text.XRight))
	put(c, small, c.Max.X, c.Min.Y-2.6*vg.Millimeter, points(configuration.Weight))
}

func points(n int) string { return minus(fmt.Sprintf("%+d", n)) }

// corners returns the corners of a canvas, anticlockwise from the lower left.
func corners(c draw.Canvas) []vg.Point {
	return []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}}
}
