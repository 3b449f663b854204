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

// networksPage draws the configurations with the champion's largest network weights on small boards, phase
// by phase.
func networksPage(run *runs.Run) page {
	champion, turns := run.State.CurrentChampion(), run.Config.LastMoves()
	title := fmt.Sprintf("%s: the configurations of networks that weigh most, champion of generation %d",
		run.Title(), champion.Generation)
	const note = "Black discs are own, white ones the opponent's, framed squares without a disc empty. " +
		"A configuration counts its points wherever the board's symmetries take it, " +
		"and minus them with colours swapped."
	blocks := []block{heading(title, note, pageWidth)}
	same := sameNetworks(run)
	for i := range turns {
		name := turns.Name(i)
		if same || len(turns) == 1 {
			name = "the whole game"
		}
		blocks = append(blocks, subheading(name), configurations(analysis.Largest(champion.Phases[i], largestOfPhase)))
		if same { // one set for the whole game
			break
		}
	}
	return newPage(blocks...)
}

// configurations draws small boards in rows.
func configurations(all []analysis.Configuration) block {
	const pitch, under, between = pageWidth / configurationsInRow, 6 * vg.Millimeter, 4 * vg.Millimeter
	rows := (len(all) + configurationsInRow - 1) / configurationsInRow
	return block{vg.Length(rows) * (pitch + under), func(c draw.Canvas) {
		for k, one := range all {
			x := c.Min.X + vg.Length(k%configurationsInRow)*pitch
			y := c.Max.Y - vg.Length(k/configurationsInRow)*(pitch+under)
			drawConfiguration(tile(c, x, y, pitch-between, pitch-between), &one)
		}
	}}
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
