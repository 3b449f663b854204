package plots

import (
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/report/analysis"
)

// CheckFormat returns an error unless the name of a file ends in .svg or .png.
func CheckFormat(path string) error {
	if !slices.Contains(formats, formatOf(path)) {
		return fmt.Errorf("%s: want a name that ends in .%s", path, strings.Join(formats, " or ."))
	}
	return nil
}

func formatOf(path string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
}

// WriteGame draws the value of each move of an analysed game, with Black's lead upwards and mistakes marked.
// There are two panels: the moves before the endgame solver, and the solved moves. Values of the first are
// in points unless all moves have InDiscs set. The path must pass CheckFormat.
func WriteGame(path, title string, moves []analysis.Move) error {
	head := heading{
		title: title,
		note: "Black's lead after each move. A bar reaches from a mistake (?) or blunder (??) to what the best " +
			"move would have brought. Triangles lie beyond the scale.",
	}
	if inPoints(moves) {
		head.note += " Points compare between dotted lines only."
		moves = slices.Clone(moves)
		for i := range moves {
			moves[i].InDiscs = moves[i].InDiscs && moves[i].Unit != analysis.Points
		}
	}
	f := figure{width: pageWidth, height: 12 * vg.Centimeter, draw: func(c draw.Canvas) error {
		drawGame(head.draw(inside(c)), moves)
		return nil
	}}
	return f.write(path, formatOf(path))
}

// drawGame draws a panel for each part of the game. Widths are proportional to the numbers of moves.
func drawGame(c draw.Canvas, moves []analysis.Move) {
	const between = 4 * vg.Millimeter
	parts := partsOf(moves)
	space := c.Max.X - c.Min.X - vg.Length(len(parts))*axisSpace - vg.Length(len(parts)-1)*between
	perMove := space / vg.Length(len(moves)+len(parts))
	x := c.Min.X
	for _, part := range parts {
		width := axisSpace + perMove*vg.Length(len(part)+1)
		drawPart(tile(c, x, c.Max.Y, width, c.Max.Y-c.Min.Y), part)
		x += width + between
	}
}

// partsOf splits a game before the first solved move. No part is empty unless the game is.
func partsOf(moves []analysis.Move) [][]analysis.Move {
	solved := slices.IndexFunc(moves, func(m analysis.Move) bool { return m.Unit == analysis.Discs })
	if solved <= 0 {
		return [][]analysis.Move{moves}
	}
	return [][]analysis.Move{moves[:solved], moves[solved:]}
}

// inPoints reports whether some move has a value in points only.
func inPoints(moves []analysis.Move) bool {
	return slices.ContainsFunc(moves, func(m analysis.Move) bool { return m.Unit == analysis.Points && !m.InDiscs })
}

// axisSpace is the width for the numbers at the left of a part.
const axisSpace = 13 * vg.Millimeter

// A panel is the frame of a part of a game.
type panel struct {
	frame
	moves         []analysis.Move
	curve, ground color.RGBA
	taken         []vg.Rectangle // areas that labels must not overlap
}

// drawPart draws a part of the game.
func drawPart(c draw.Canvas, moves []analysis.Move) {
	const under, over = 9 * vg.Millimeter, 8 * vg.Millimeter
	p := panel{
		frame: frame{Canvas: draw.Crop(c, axisSpace, 0, under, -over), x: span{0, 1}, y: leads(moves)},
		moves: moves, curve: colour(0), ground: color.RGBA{255, 255, 255, 255},
	}
	name := "estimated, in discs"
	if inPoints(moves) {
		name = "estimated, in points"
	}
	if len(moves) > 0 {
		p.x = span{float64(moves[0].Number) - 1, float64(moves[len(moves)-1].Number) + 1}
		if moves[0].Unit == analysis.Discs {
			name, p.curve = "solved, in discs", colour(2)
			p.ground = mixed(p.ground, p.curve, 0.06)
			c.SetColor(p.ground)
			c.Fill(p.Rectangle.Path())
		}
	}
	small := textStyle(9, quiet, text.XLeft)
	put(c, bold(textStyle(10, p.curve, text.XLeft)), p.Min.X, p.Max.Y+over/2, name)
	p.across(ticks(p.y.round(8, 1), signed), small)
	p.below(ticks(p.x.round(13, 1), func(v float64) string { return fmt.Sprintf("%.0f", v) }), small)
	small.XAlign = text.XCenter
	put(c, small, p.Center().X, c.Min.Y+small.Font.Size/2, "move")
	zero := p.at(0, 0).Y
	p.StrokeLine2(draw.LineStyle{Color: quiet, Width: vg.Points(0.8)}, p.Min.X, zero, p.Max.X, zero)
	p.drawCurve()
}

func signed(v float64) string {
	if v == 0 {
		return "0"
	}
	return minus(fmt.Sprintf("%+.0f", v))
}

// leads returns the span of a part's values and 0.
func leads(moves []analysis.Move) span {
	values := []float64{}
	for i := range moves {
		if m := &moves[i]; m.Unit != analysis.Outcome {
			values = append(values, forBlack(m, valueOf(m)), forBlack(m, bestOf(m)))
		}
	}
	s := robust(values)
	if len(moves) > 0 && !inPoints(moves) { // a lead of few discs should look small
		s.add(-4)
		s.add(4)
	}
	return s.with(0.12)
}

// forBlack converts a value for the mover to one for Black.
func forBlack(m *analysis.Move, value float64) float64 {
	if m.Side == engine.White {
		return 0 - value
	}
	return value
}

// valueOf returns the value of a move for the mover, in the unit of the picture.
func valueOf(m *analysis.Move) float64 {
	if m.InDiscs {
		return m.Discs
	}
	return float64(m.Value)
}

// bestOf returns the value of the best move for the mover, in the unit of the picture.
func bestOf(m *analysis.Move) float64 {
	if m.InDiscs {
		return m.BestDiscs
	}
	return float64(m.BestValue)
}

// lead returns the height of a value, and whether it is beyond the scale. Values beyond the scale, and
// outcomes, are at the border.
func (p *panel) lead(m *analysis.Move, value float64) (y float64, beyond bool) {
	y = forBlack(m, value)
	if m.Unit == analysis.Outcome {
		y *= 2 * max(p.y.high, -p.y.low)
	}
	clamped := min(max(y, p.y.low), p.y.high)
	return clamped, clamped != y
}

// drawCurve draws the values with a disc of the mover's colour at each.
func (p *panel) drawCurve() {
	var values plotter.XYs
	for i := range p.moves {
		m := &p.moves[i]
		y, _ := p.lead(m, valueOf(m))
		values = append(values, plotter.XY{X: float64(m.Number), Y: y})
		if i > 0 && m.Phase != p.moves[i-1].Phase && inPoints(p.moves) {
			x := p.at(float64(m.Number)-0.5, 0).X
			p.StrokeLine2(dashedLine(140, 1, 2.5), x, p.Min.Y, x, p.Max.Y)
		}
	}
	for i := range p.moves {
		p.drawBar(&p.moves[i])
	}
	p.frame.curve(draw.LineStyle{Color: p.curve, Width: vg.Points(1.6)}, values)
	places := p.points(values)
	for _, at := range places {
		p.taken = append(p.taken, around(at, 2.9, 2.9))
	}
	for i, at := range places {
		p.nameMistake(&p.moves[i])
		p.nameBeyond(&p.moves[i], at)
	}
	for i, at := range places {
		p.drawMove(&p.moves[i], at)
	}
}

// drawMove draws a disc, or a triangle for a value beyond the scale.
func (p *panel) drawMove(m *analysis.Move, at vg.Point) {
	if _, beyond := p.lead(m, valueOf(m)); beyond {
		p.triangle(p.curve, at, p.outward(at))
		return
	}
	shade := [2]color.Color{engine.Black: color.Black, engine.White: color.White}[m.Side]
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: color.Black, Radius: 2.9, Shape: draw.CircleGlyph{}}, at)
	p.DrawGlyphNoClip(draw.GlyphStyle{Color: shade, Radius: 2.2, Shape: draw.CircleGlyph{}}, at)
}

// outward returns +1 in the upper half of the panel, −1 in the lower.
func (p *panel) outward(at vg.Point) vg.Length {
	if at.Y < p.Center().Y {
		return -1
	}
	return +1
}

// nameBeyond writes a value beyond the scale beside its triangle.
func (p *panel) nameBeyond(m *analysis.Move, at vg.Point) {
	if _, beyond := p.lead(m, valueOf(m)); !beyond || m.Unit != analysis.Points {
		return
	}
	style, words, in := textStyle(7.5, p.curve, text.XCenter), signed(forBlack(m, valueOf(m))), -p.outward(at)
	p.label(style, vg.Point{X: at.X - 5 - style.Width(words)/2, Y: at.Y + 4*in}, in, words)
}

// markColour returns the colour of a mistake or blunder.
func markColour(m *analysis.Move) color.RGBA {
	if m.Mark == analysis.Blunder {
		return colour(1)
	}
	return colour(4)
}

// drawBar draws the loss of a mistake as a bar from its value to the best move's.
func (p *panel) drawBar(m *analysis.Move) {
	if m.Mark == analysis.Good {
		return
	}
	from, _ := p.lead(m, bestOf(m))
	to, _ := p.lead(m, valueOf(m))
	a, b := p.at(float64(m.Number), from), p.at(float64(m.Number), to)
	p.StrokeLine2(draw.LineStyle{Color: markColour(m), Width: vg.Points(2.4)}, a.X, a.Y, b.X, b.Y)
}

// nameMistake writes the move of a mistake at the best move's end of its bar: above for Black, below for
// White.
func (p *panel) nameMistake(m *analysis.Move) {
	if m.Mark == analysis.Good {
		return
	}
	y, _ := p.lead(m, bestOf(m))
	at, away := p.at(float64(m.Number), y), vg.Length(+1)
	if m.Side == engine.White {
		away = -1
	}
	at.Y += 5.5 * away
	style := bold(textStyle(7.5, mixed(markColour(m), color.RGBA{A: 255}, 0.25), text.XCenter))
	p.label(style, at, away, m.Played.String()+string(m.Mark))
}

// label writes words at a point, or farther in the direction up if other labels are there. It fills the
// ground behind the words, so that no line runs through them.
func (p *panel) label(style draw.TextStyle, at vg.Point, up vg.Length, words string) {
	half := style.Width(words)/2 + 0.5
	ground := around(at, half, 4)
	for range 8 {
		if !slices.ContainsFunc(p.taken, func(r vg.Rectangle) bool { return overlap(r, ground) }) {
			break
		}
		at.Y += 2 * up
		ground = around(at, half, 4)
	}
	p.taken = append(p.taken, ground)
	p.SetColor(p.ground)
	p.Fill(ground.Path())
	put(p.Canvas, style, at.X, at.Y, words)
}

// around returns the rectangle with a centre.
func around(at vg.Point, halfWidth, halfHeight vg.Length) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: at.X - halfWidth, Y: at.Y - halfHeight},
		Max: vg.Point{X: at.X + halfWidth, Y: at.Y + halfHeight},
	}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
