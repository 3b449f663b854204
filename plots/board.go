package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/runs"
	"evothello/weights"
)

// tableFigure draws the champion's square table as a board for each phase.
func tableFigure(run *runs.Run) figure {
	champion, turns := run.State.Reigning(), run.Config.Turns
	columns := min(3, len(turns))
	rows := (len(turns) + columns - 1) / columns
	const side = 8 * vg.Centimeter
	const header = 2 * vg.Centimeter
	return figure{
		name:  "table",
		width: vg.Length(columns) * side, height: vg.Length(rows)*side + header,
		draw: func(c draw.Canvas) error {
			top := draw.Crop(c, 0, 0, vg.Length(rows)*side, 0)
			write(top, fmt.Sprintf("Seed %d: what a disc is worth on each square, champion of generation %d", run.Config.Seed, champion.Generation), 14, 0.62)
			write(top, "colours are relative to the largest weight of the phase; phases have scales of their own", 10, 0.2)
			for i := range turns {
				x, y := vg.Length(i%columns)*side, vg.Length(rows-1-i/columns)*side
				tile := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + side, Y: y + side}}}
				drawBoard(tile, turns.Name(i), &champion.Phases[i])
			}
			return nil
		},
	}
}

// drawBoard draws one phase's square weights in the board's shape.
func drawBoard(c draw.Canvas, title string, w *evaluators.Weights) {
	largest := 1
	for s := range engine.Square(64) {
		v := w[evaluators.SquareClass(s)]
		largest = max(largest, v, -v)
	}
	const margin, head = 9 * vg.Millimeter, 12 * vg.Millimeter
	board := draw.Crop(c, margin, -margin/2, margin/2, -head)
	size := min(board.Max.X-board.Min.X, board.Max.Y-board.Min.Y) / 8
	left, top := board.Min.X, board.Max.Y
	style := textStyle(11)
	c.FillText(style, vg.Point{X: left + 4*size, Y: top + 8*vg.Millimeter}, title)
	style = textStyle(8)
	for i := range 8 {
		middle := (vg.Length(i) + 0.5) * size
		c.FillText(style, vg.Point{X: left + middle, Y: top + 2.5*vg.Millimeter}, string(rune('a'+i)))
		c.FillText(style, vg.Point{X: left - 3*vg.Millimeter, Y: top - middle}, string(rune('1'+i)))
	}
	for s := range engine.Square(64) {
		v := w[evaluators.SquareClass(s)]
		x, y := left+vg.Length(s.Col())*size, top-vg.Length(s.Row()+1)*size
		square := vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + size, Y: y + size}}
		share := float64(v) / float64(largest)
		c.SetColor(diverging(share))
		c.Fill(square.Path())
		c.SetColor(color.Gray{120})
		c.SetLineWidth(vg.Points(0.5))
		c.Stroke(square.Path())
		style := textStyle(9)
		if share > 0.6 || share < -0.6 {
			style.Color = color.White
		}
		c.FillText(style, vg.Point{X: x + size/2, Y: y + size/2}, fmt.Sprint(v))
	}
}

// diverging is blue for good, orange for bad, white for nothing.
func diverging(share float64) color.RGBA {
	end := colour(0)
	if share < 0 {
		end, share = colour(1), -share
	}
	mix := func(v uint8) uint8 { return uint8(255 - (255-float64(v))*share) }
	return color.RGBA{mix(end.R), mix(end.G), mix(end.B), 255}
}

// textStyle is centred text of the given size.
func textStyle(points float64) draw.TextStyle {
	return draw.TextStyle{
		Color: color.Black, Font: font.From(plot.DefaultFont, font.Points(points)),
		XAlign: text.XCenter, YAlign: text.YCenter, Handler: plot.DefaultTextHandler,
	}
}

// write centres a line of text at a share of the canvas's height.
func write(c draw.Canvas, line string, points float64, height vg.Length) {
	c.FillText(textStyle(points), vg.Point{X: (c.Min.X + c.Max.X) / 2, Y: c.Min.Y + (c.Max.Y-c.Min.Y)*height}, line)
}

// weightsFigure draws each weight of the champions over the generations, a tile a
// weight and a curve a phase.
func weightsFigure(run *runs.Run) figure {
	evolving := evolvingWeights(run)
	const columns = 4
	rows := (len(evolving) + columns) / columns // one tile more, for the legend
	const width, height, header = 6.4 * vg.Centimeter, 4.4 * vg.Centimeter, 1.4 * vg.Centimeter
	return figure{
		name:  "weights",
		width: columns * width, height: vg.Length(rows)*height + header,
		draw: func(c draw.Canvas) error {
			write(draw.Crop(c, 0, 0, vg.Length(rows)*height, 0),
				fmt.Sprintf("Seed %d: the champion's weights over the generations", run.Config.Seed), 14, 0.5)
			tile := func(i int) draw.Canvas {
				x, y := vg.Length(i%columns)*width, vg.Length(rows-1-i/columns)*height
				const gap = 2 * vg.Millimeter
				return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
					Min: vg.Point{X: x + gap, Y: y + gap}, Max: vg.Point{X: x + width - 2*gap, Y: y + height - gap}}}
			}
			for i, weight := range evolving {
				p, err := weightPlot(run, weight)
				if err != nil {
					return err
				}
				p.Draw(tile(i))
			}
			drawPhaseLegend(tile(len(evolving)), run.Config.Turns)
			return nil
		},
	}
}

// evolvingWeights lists the indexes of the weights that the run evolves.
func evolvingWeights(run *runs.Run) (weights []int) {
	for _, s := range run.Config.Evolving() {
		for _, f := range s.Features {
			i, _ := evaluators.Index(f.Name)
			weights = append(weights, i)
		}
	}
	return weights
}

func weightPlot(run *runs.Run, weight int) (*plot.Plot, error) {
	p := newPlot(evaluators.Features[weight].Name, "")
	p.Title.TextStyle.Font.Size, p.Title.Padding = font.Points(10), vg.Points(2)
	p.X.Label.Text = ""
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = font.Points(7), font.Points(7)
	for phase := range run.Config.Turns {
		var points plotter.XYs
		for i, champion := range run.State.Champions {
			x, y := float64(champion.Generation), float64(champion.Phases[phase][weight])
			if i > 0 {
				points = append(points, plotter.XY{X: x, Y: points[len(points)-1].Y})
			}
			points = append(points, plotter.XY{X: x, Y: y})
		}
		points = append(points, plotter.XY{X: max(2, float64(run.State.Generation)), Y: points[len(points)-1].Y})
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = colour(phase), vg.Points(1.2)
		p.Add(line)
	}
	bound := float64(evaluators.Features[weight].Bound)
	p.Y.Min, p.Y.Max = -bound, bound
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: -bound, Label: fmt.Sprint(-bound)}, {Value: 0, Label: "0"}, {Value: bound, Label: fmt.Sprint(bound)}}
	p.X.Min, p.X.Max = 1, max(2, float64(run.State.Generation))
	return p, nil
}

// drawPhaseLegend lists the phases' colours in a tile of their own.
func drawPhaseLegend(c draw.Canvas, turns weights.Turns) {
	style := textStyle(9)
	style.XAlign = text.XLeft
	step := min(7*vg.Millimeter, (c.Max.Y-c.Min.Y)/vg.Length(len(turns)+1))
	for i := range turns {
		y := c.Max.Y - vg.Length(i+1)*step
		x := c.Min.X + 12*vg.Millimeter
		c.StrokeLine2(draw.LineStyle{Color: colour(i), Width: vg.Points(2)}, x, y, x+8*vg.Millimeter, y)
		c.FillText(style, vg.Point{X: x + 10*vg.Millimeter, Y: y}, turns.Name(i))
	}
}
