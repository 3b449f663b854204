package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/players/analysis"
)

// CheckFormat returns an error unless the file name ends in .svg or .png.
func CheckFormat(path string) error {
	if !slices.Contains(formats, formatOf(path)) {
		return fmt.Errorf("%s: want a name that ends in .%s", path, strings.Join(formats, " or ."))
	}
	return nil
}

func formatOf(path string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
}

// WriteGame draws the value of each move of an analysed game into a file. Black's lead is upwards, and mistakes
// are marked. One panel has the moves before the first solved move, and a second panel has the rest. Values of
// the first panel are in points unless all moves have InDiscs set. The path must pass CheckFormat.
func WriteGame(path, title string, moves []analysis.Move) error {
	note := "Black's lead after each move. A bar reaches from a mistake (?) or blunder (??) to what the best " +
		"move would have brought. Triangles lie beyond the scale."
	if inPoints(moves) {
		note += " Points compare between dotted lines only."
		moves = slices.Clone(moves)
		for i := range moves {
			moves[i].InDiscs = moves[i].InDiscs && moves[i].Unit != analysis.Points
		}
	}
	head := heading(title, note, pageWidth)
	game := block{12*vg.Centimeter - 2*margin - head.height, func(c draw.Canvas) { drawGame(c, moves) }}
	return files.Write(path, newPage(head, game).render(formatOf(path), color.White, margin))
}

// drawGame draws a panel for each part of the game. Widths are proportional to the numbers of moves.
func drawGame(c draw.Canvas, moves []analysis.Move) {
	const between, axis = 4 * vg.Millimeter, 13 * vg.Millimeter
	parts := partsOf(moves)
	space := c.Max.X - c.Min.X - vg.Length(len(parts))*axis - vg.Length(len(parts)-1)*between
	perMove := space / vg.Length(len(moves)+len(parts))
	x := c.Min.X
	for _, part := range parts {
		width := axis + perMove*vg.Length(len(part)+1)
		newPanel(part, int((width-axis)/vg.Centimeter)).Draw(tile(c, x, c.Max.Y, width, c.Max.Y-c.Min.Y))
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

// newPanel returns the plot of a part of the game: the values with a disc of the mover's colour at each. At most that
// many moves have labels on the axis.
func newPanel(moves []analysis.Move, most int) *plot.Plot {
	p, l := newPlot(9), &labels{moves: moves, y: leads(moves), curve: colour(0)}
	name, x := "estimated, in discs", span{0, 1}
	if inPoints(moves) {
		name = "estimated, in points"
	}
	if len(moves) > 0 {
		x = span{float64(moves[0].Number) - 1, float64(moves[len(moves)-1].Number) + 1}
	}
	if len(moves) > 0 && moves[0].Unit == analysis.Discs {
		name, l.curve, l.ground = "solved, in discs", colour(2), 0.06
		ground := Curve{Band: [][3]float64{{x.low, l.y.low, l.y.high}, {x.high, l.y.low, l.y.high}}}
		p.Add(&plotter.Polygon{XYs: []plotter.XYs{ground.outline()}, Color: pale(l.curve, 15)})
	}
	number := func(v float64) string { return whole(int(v)) }
	setAxes(p, x, l.y, ticks(x.round(max(2, min(13, most)), 1), number), ticks(l.y.round(8, 1), signed))
	p.X.Label.Text = "move"
	title := bold(textStyle(10, l.curve, text.XLeft))
	p.Add(segment(draw.LineStyle{Color: quiet, Width: vg.Points(0.8)}, x.low, 0, x.high, 0),
		words{0, l.y.high, vg.Point{Y: 4 * vg.Millimeter}, title, name})
	for i := range moves {
		m := &moves[i]
		at, y := float64(m.Number), l.lead(m, playedLead)
		l.at = append(l.at, plotter.XY{X: at, Y: y})
		if i > 0 && m.Phase != moves[i-1].Phase && inPoints(moves) {
			p.Add(segment(dashedLine(140, 1, 2.5), at-0.5, l.y.low, at-0.5, l.y.high))
		}
		if m.Mark != analysis.Good { // a bar from its value to the best move's
			bar := draw.LineStyle{Color: markColour(m), Width: vg.Points(2.4)}
			p.Add(segment(bar, at, l.lead(m, bestLead), at, y))
		}
	}
	p.Add(&plotter.Line{XYs: l.at, LineStyle: draw.LineStyle{Color: l.curve, Width: vg.Points(1.6)}}, l,
		&plotter.Scatter{XYs: l.at, GlyphStyleFunc: l.glyph})
	return p
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
			values = append(values, playedLead(m), bestLead(m))
		}
	}
	s := robust(values)
	if len(moves) > 0 && !inPoints(moves) { // a lead of few discs should look small
		s.add(-4)
		s.add(4)
	}
	return s.with(0.12)
}

// playedLead and bestLead are Black's lead after a move and after the best one, in the unit of the picture.
func playedLead(m *analysis.Move) float64 { return lead(m, m.Discs, m.Value) }
func bestLead(m *analysis.Move) float64   { return lead(m, m.BestDiscs, m.BestValue) }

func lead(m *analysis.Move, discs float64, points int) float64 {
	if !m.InDiscs {
		discs = float64(points)
	}
	if m.Unit == analysis.Outcome {
		discs *= 1e9 // beyond every scale
	}
	if m.Side == engine.White {
		return 0 - discs
	}
	return discs
}

// labels are the names of mistakes and the values beyond the scale in a part of a game.
type labels struct {
	moves  []analysis.Move
	at     plotter.XYs // the moves' values
	y      span
	curve  color.RGBA
	ground float64        // share of the curve's colour in the ground
	taken  []vg.Rectangle // areas that labels must not overlap
}

// lead returns the height of a lead. Leads beyond the scale are at the border.
func (l *labels) lead(m *analysis.Move, of func(*analysis.Move) float64) float64 {
	return min(max(of(m), l.y.low), l.y.high)
}

// beyond returns +1 for a move whose lead is above the scale, −1 below, and 0 inside.
func (l *labels) beyond(m *analysis.Move) int {
	return cmp.Compare(playedLead(m), l.lead(m, playedLead))
}

// glyph is a disc, or a triangle for a value beyond the scale.
func (l *labels) glyph(i int) draw.GlyphStyle {
	if up := l.beyond(&l.moves[i]); up != 0 {
		return draw.GlyphStyle{Color: l.curve, Shape: tip{Y: vg.Length(up)}}
	}
	return draw.GlyphStyle{Color: color.Black, Radius: 2.9, Shape: disc(l.moves[i].Side)}
}

// A disc is the glyph of a disc of a side.
type disc engine.Side

// DrawGlyph implements draw.GlyphDrawer.
func (d disc) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	draw.CircleGlyph{}.DrawGlyph(c, style, at)
	if engine.Side(d) == engine.White {
		c.SetColor(color.White)
		style.Radius -= 0.7
		draw.CircleGlyph{}.DrawGlyph(c, style, at)
	}
}

// Plot implements plot.Plotter.
func (l *labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, v := range l.at {
		l.taken = append(l.taken, around(vg.Point{X: x(v.X), Y: y(v.Y)}, 2.9, 2.9))
	}
	for i, v := range l.at {
		m, at := &l.moves[i], vg.Point{X: x(v.X), Y: y(v.Y)}
		if m.Mark != analysis.Good { // at the best move's end of its bar: above for Black, below for White
			end, away := vg.Point{X: at.X, Y: y(l.lead(m, bestLead))}, vg.Length(+1)
			if m.Side == engine.White {
				away = -1
			}
			end.Y += 5.5 * away
			style := bold(textStyle(7.5, mixed(markColour(m), color.RGBA{A: 255}, 0.25), text.XCenter))
			l.label(c, style, end, away, m.Played.String()+string(m.Mark))
		}
		if in := -vg.Length(l.beyond(m)); in != 0 && m.Unit == analysis.Points { // beside its triangle
			style, words := textStyle(7.5, l.curve, text.XCenter), signed(playedLead(m))
			l.label(c, style, vg.Point{X: at.X - 5 - style.Width(words)/2, Y: at.Y + 4*in}, in, words)
		}
	}
}

// markColour returns the colour of a mistake or blunder.
func markColour(m *analysis.Move) color.RGBA {
	if m.Mark == analysis.Blunder {
		return colour(1)
	}
	return colour(4)
}

// label writes words at a point, or farther in the direction up if other labels are there. It fills the
// ground behind the words, so that no line runs through them.
func (l *labels) label(c draw.Canvas, style draw.TextStyle, at vg.Point, up vg.Length, words string) {
	half := style.Width(words)/2 + 0.5
	for range 8 {
		if !slices.ContainsFunc(l.taken, func(r vg.Rectangle) bool { return overlap(r, around(at, half, 4)) }) {
			break
		}
		at.Y += 2 * up
	}
	l.taken = append(l.taken, around(at, half, 4))
	c.SetColor(mixed(color.RGBA{255, 255, 255, 255}, l.curve, l.ground))
	c.Fill(around(at, half, 4).Path())
	put(c, style, at.X, at.Y, words)
}

// around returns the rectangle with a centre.
func around(at vg.Point, halfWidth, halfHeight vg.Length) vg.Rectangle {
	half := vg.Point{X: halfWidth, Y: halfHeight}
	return vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
