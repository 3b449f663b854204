package plots

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/report/importance"
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
		blocks = append(blocks, subheading(name), configurations(importance.Largest(champion.Phases[i], largestOfPhase)))
		if same { // one set for the whole game
			break
		}
	}
	return newPage(blocks...)
}

// configurations draws small boards in rows.
func configurations(all []importance.Configuration) block {
	const pitch, under, between = pageWidth / configurationsInRow, 6 * vg.Millimeter, 4 * vg.Millimeter
	return tiles(len(all), configurationsInRow, pitch, pitch+under, func(i int, c draw.Canvas) {
		drawConfiguration(tile(c, c.Min.X, c.Max.Y, pitch-between, pitch-between), &all[i])
	})
}

// sameNetworks reports whether the champion's networks are the same in all phases.
func sameNetworks(run *runs.Run) bool {
	phases := run.State.CurrentChampion().Phases
	return !slices.ContainsFunc(run.Config.EvolvingScorers(), func(s *evaluators.Scorer) bool {
		return s.Shapes != nil && slices.ContainsFunc(phases, func(w evaluators.Weights) bool {
			return !slices.Equal(w.Of(s), phases[0].Of(s))
		})
	})
}

// drawConfiguration draws a configuration on a small board of the canvas's width, and below the board its
// scorer and points.
func drawConfiguration(c draw.Canvas, configuration *importance.Configuration) {
	size, small := (c.Max.X-c.Min.X)/8, textStyle(8, quiet, text.XLeft)
	at := func(s engine.Square) draw.Canvas {
		return tile(c, c.Min.X+vg.Length(s.Col())*size, c.Max.Y-vg.Length(s.Row())*size, size, size)
	}
	for s := range engine.Square(64) {
		drawCell(at(s), small, color.RGBA{R: 238, G: 240, B: 242, A: 255}, "")
	}
	good := diverging(0.55)
	if configuration.Weight < 0 {
		good = diverging(-0.55)
	}
	for _, s := range configuration.Squares {
		square := at(s)
		square.SetColor(good)
		square.Fill(square.Rectangle.Path())
		frame := []vg.Point{square.Min, {X: square.Max.X, Y: square.Min.Y}, square.Max, {X: square.Min.X, Y: square.Max.Y}}
		square.StrokeLines(draw.LineStyle{Color: ink, Width: 0.6}, append(frame, square.Min))
		disc := draw.GlyphStyle{Color: ink, Radius: 0.36 * size, Shape: draw.CircleGlyph{}}
		if configuration.Opp&s.Bit() != 0 {
			disc.Color = color.White
		}
		if (configuration.Own|configuration.Opp)&s.Bit() != 0 {
			square.DrawGlyph(disc, square.Center())
		}
	}
	scorer, _, _ := strings.Cut(configuration.Name, ".")
	put(c, small, c.Min.X, c.Min.Y-2.6*vg.Millimeter, scorer)
	weight := minus(fmt.Sprintf("%+d", configuration.Weight))
	put(c, bold(textStyle(9, ink, text.XRight)), c.Max.X, c.Min.Y-2.6*vg.Millimeter, weight)
}
