package plots

import (
	"bytes"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/runs"
)

// Inline are pictures of a run as SVG elements to stand in a web page: small enough
// to be read on a phone, without titles and on a transparent ground.
type Inline struct {
	Fitness, Ladder string
	Boards          []string // the square table, a board for each phase
}

// DrawInline draws them for a run that has played.
func DrawInline(run *runs.Run) (pictures Inline, err error) {
	one := []*runs.Run{run}
	if pictures.Fitness, err = inlineCurves(fitnessPlot(one)); err != nil {
		return Inline{}, err
	}
	if pictures.Ladder, err = inlineCurves(ladderPlot(one)); err != nil {
		return Inline{}, err
	}
	const side = 8 * vg.Centimeter
	for i := range run.Config.Turns {
		f := figure{width: side, height: side, draw: func(c draw.Canvas) error {
			drawBoard(c, run.Config.Turns.Name(i), &run.State.Reigning().Phases[i])
			return nil
		}}
		board, err := f.inline()
		if err != nil {
			return Inline{}, err
		}
		pictures.Boards = append(pictures.Boards, board)
	}
	return pictures, nil
}

// inlineCurves draws a plot over generations, its legend below it.
func inlineCurves(p *plot.Plot, err error) (string, error) {
	if err != nil {
		return "", err
	}
	below := p.Legend
	below.Left, below.XOffs = true, 12*vg.Millimeter
	p.Title.Text, p.Legend, p.BackgroundColor = "", plot.NewLegend(), color.Transparent
	return figure{width: 14 * vg.Centimeter, height: 10.5 * vg.Centimeter, draw: func(c draw.Canvas) error {
		const gap = 3 * vg.Millimeter
		height := below.Rectangle(c).Size().Y
		p.Draw(draw.Crop(c, 0, -gap, height+gap, -gap))
		below.Draw(c)
		return nil
	}}.inline()
}

// inline draws the figure as an SVG element.
func (f figure) inline() (string, error) {
	data, err := f.render("svg", color.Transparent)
	if err != nil {
		return "", err
	}
	return string(data[bytes.Index(data, []byte("<svg")):]), nil
}
