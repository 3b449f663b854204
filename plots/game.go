package plots

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/analysis"
	"evothello/engine"
)

// CheckFormat returns an error unless a picture can be written to a file of that
// name, as SVG or PNG.
func CheckFormat(path string) error {
	if !slices.Contains(formats, formatOf(path)) {
		return fmt.Errorf("%s: want a name that ends in .%s", path, strings.Join(formats, " or ."))
	}
	return nil
}

func formatOf(path string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
}

// WriteGame draws the value of each move of a judged game, Black's advantage up:
// what was guessed in points and what was solved in discs side by side, with
// mistakes marked. CheckFormat must have passed the path.
func WriteGame(path, title string, moves []analysis.Move) error {
	f := figure{width: 24 * vg.Centimeter, height: 11 * vg.Centimeter, draw: func(c draw.Canvas) error {
		return drawGame(c, title, moves)
	}}
	return f.write(path, formatOf(path))
}

// drawGame draws a panel for each part of the game, as wide as its moves are many.
func drawGame(c draw.Canvas, title string, moves []analysis.Move) error {
	const margin, axis, head = 4 * vg.Millimeter, 1.6 * vg.Centimeter, 1.5 * vg.Centimeter
	style := plot.New().Title.TextStyle
	style.YAlign, style.Font.Size = text.YTop, 13
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y - 3*vg.Millimeter}, title)
	style.Color, style.Font.Size = color.Gray{90}, 9
	c.FillText(style, vg.Point{X: c.Center().X, Y: c.Max.Y - 9*vg.Millimeter},
		"Bars show what mistakes (?) and blunders (??) gave away. Points compare between dotted lines; triangles lie beyond the scale.")
	c = draw.Crop(c, margin, -margin, margin, -head)

	parts := partsOf(moves)
	perMove := (c.Max.X - c.Min.X - vg.Length(len(parts))*axis) / vg.Length(len(moves)+len(parts))
	for _, part := range parts {
		width := axis + perMove*vg.Length(len(part)+1)
		p, err := gamePanel(part)
		if err != nil {
			return err
		}
		p.Draw(draw.Crop(c, 0, c.Min.X+width-c.Max.X, 0, 0))
		c.Min.X += width
	}
	return nil
}

// partsOf cuts a game before the first solved move. A part is never empty, but
// for a game without moves.
func partsOf(moves []analysis.Move) [][]analysis.Move {
	solved := slices.IndexFunc(moves, func(m analysis.Move) bool { return m.Unit == analysis.Discs })
	if solved <= 0 {
		return [][]analysis.Move{moves}
	}
	return [][]analysis.Move{moves[:solved], moves[solved:]}
}

// gamePanel draws a part of the game.
func gamePanel(part []analysis.Move) (*plot.Plot, error) {
	solved := len(part) > 0 && part[0].Unit == analysis.Discs
	p, curve := newPlot("", "Black's lead in points, guessed"), colour(0)
	if solved {
		p.Y.Label.Text, curve = "Black's lead in discs, exact", colour(2)
	}
	p.X.Label.Text, p.X.Tick.Marker = "move", plot.TickerFunc(moveTicks)
	edge := edgeOf(part)
	p.Y.Min, p.Y.Max = -1.3*edge, 1.3*edge
	p.X.Min, p.X.Max = 0, 1
	if len(part) > 0 {
		p.X.Min, p.X.Max = float64(part[0].Number)-1, float64(part[len(part)-1].Number)+1
	}
	if solved {
		ground, err := plotter.NewPolygon(plotter.XYs{{X: p.X.Min, Y: p.Y.Min}, {X: p.X.Max, Y: p.Y.Min}, {X: p.X.Max, Y: p.Y.Max}, {X: p.X.Min, Y: p.Y.Max}})
		if err != nil {
			return nil, err
		}
		ground.Color, ground.LineStyle.Width = color.NRGBA{curve.R, curve.G, curve.B, 18}, 0
		p.Add(ground)
	}
	if err := rule(p, color.Gray{90}, nil, plotter.XY{X: p.X.Min}, plotter.XY{X: p.X.Max}); err != nil {
		return nil, err
	}
	points := make(plotter.XYs, len(part))
	for i := range part {
		m := &part[i]
		points[i].X = float64(m.Number)
		points[i].Y, _ = forBlack(m, m.Value, edge)
		if i > 0 && m.Phase != part[i-1].Phase && !solved {
			x := float64(m.Number) - 0.5
			if err := rule(p, color.Gray{150}, dotted, plotter.XY{X: x, Y: p.Y.Min}, plotter.XY{X: x, Y: p.Y.Max}); err != nil {
				return nil, err
			}
		}
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return nil, err
	}
	line.Color, line.Width = curve, vg.Points(1.8)
	p.Add(line)
	if err := addMarks(p, part, edge); err != nil {
		return nil, err
	}
	return p, addDiscs(p, part, points, edge)
}

// moveTicks mark every fifth move, in short games every move.
func moveTicks(low, high float64) (ticks []plot.Tick) {
	step := 5
	if high-low < 15 {
		step = 1
	}
	for move := step * int(math.Ceil(low/float64(step))); move <= int(high); move += step {
		ticks = append(ticks, plot.Tick{Value: float64(move), Label: strconv.Itoa(move)})
	}
	return ticks
}

var dotted = []vg.Length{vg.Points(1), vg.Points(2.5)}

// rule draws a thin straight line.
func rule(p *plot.Plot, c color.Color, dashes []vg.Length, from, to plotter.XY) error {
	line, err := plotter.NewLine(plotter.XYs{from, to})
	if err != nil {
		return err
	}
	line.Color, line.Width, line.Dashes = c, vg.Points(0.8), dashes
	p.Add(line)
	return nil
}

// edgeOf is how far a part's axis reaches: to the largest value, but not to a few
// that are far beyond all others.
func edgeOf(part []analysis.Move) float64 {
	values := []float64{1}
	for i := range part {
		if m := &part[i]; m.Unit != analysis.Outcome {
			values = append(values, math.Abs(float64(m.Value)), math.Abs(float64(m.BestValue)))
		}
	}
	slices.Sort(values)
	largest := values[len(values)-1]
	if usual := values[len(values)*95/100]; largest > 3*usual {
		return 1.5 * usual
	}
	return largest
}

// forBlack is a value of the mover's from Black's side. A won or lost game, and what
// lies beyond the edge, is moved to a little outside it.
func forBlack(m *analysis.Move, value int, edge float64) (y float64, beyond bool) {
	y = float64(value)
	if m.Unit == analysis.Outcome {
		y *= 2 * edge
	}
	if m.Side == engine.White {
		y = -y
	}
	outside := 1.05 * edge
	return max(-outside, min(y, outside)), math.Abs(y) > outside
}

// addDiscs draws a disc of the mover's colour at each move, or a triangle where its
// value lies beyond the edge.
func addDiscs(p *plot.Plot, part []analysis.Move, points plotter.XYs, edge float64) error {
	discs, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	rims := *discs
	shape := func(i int, c color.Color, radius vg.Length) draw.GlyphStyle {
		style := draw.GlyphStyle{Color: c, Radius: radius, Shape: draw.CircleGlyph{}}
		if _, beyond := forBlack(&part[i], part[i].Value, edge); beyond {
			style.Shape = draw.PyramidGlyph{}
		}
		return style
	}
	rims.GlyphStyleFunc = func(i int) draw.GlyphStyle { return shape(i, color.Black, 2.6) }
	discs.GlyphStyleFunc = func(i int) draw.GlyphStyle {
		return shape(i, [2]color.Color{engine.Black: color.Black, engine.White: color.White}[part[i].Side], 1.9)
	}
	p.Add(&rims, discs)
	return nil
}

// addMarks draws what mistakes and blunders lost, from the best move's value to
// that of the move played, which it names.
func addMarks(p *plot.Plot, part []analysis.Move, edge float64) error {
	for i := range part {
		m := &part[i]
		if m.Mark == analysis.Good {
			continue
		}
		c := colour(4)
		if m.Mark == analysis.Blunder {
			c = colour(1)
		}
		x := float64(m.Number)
		from, _ := forBlack(m, m.BestValue, edge)
		to, _ := forBlack(m, m.Value, edge)
		fall, err := plotter.NewLine(plotter.XYs{{X: x, Y: from}, {X: x, Y: to}})
		if err != nil {
			return err
		}
		fall.Color, fall.Width = c, vg.Points(2)
		name, err := plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x, Y: to}}, Labels: []string{m.Played.String() + string(m.Mark)}})
		if err != nil {
			return err
		}
		// The name stands on end beyond the value: White's losses point up.
		style := &name.TextStyle[0]
		style.Font, style.Color, style.Rotation = font.From(plot.DefaultFont, 8), c, math.Pi/2
		style.XAlign, style.YAlign, name.Offset.Y = text.XRight, text.YCenter, -vg.Points(4)
		if m.Side == engine.White {
			style.XAlign, name.Offset.Y = text.XLeft, vg.Points(4)
		}
		p.Add(fall, name)
	}
	return nil
}
