package plots

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/tournament"
)

// WriteTournament draws the cross table of a tournament, and the ratings if there are
// any, into a directory.
func WriteTournament(r *tournament.Results, dir string) error {
	figures := []figure{crossFigure(r)}
	if !r.AllForfeited() {
		figures = append(figures, ratingsFigure(r))
	}
	_, err := writeAll(figures, dir)
	return err
}

// nameSpace is how much room the players' names take; longer ones are cut.
func nameSpace(r *tournament.Results, style draw.TextStyle) vg.Length {
	space := vg.Length(0)
	for _, s := range r.Players {
		space = max(space, style.Width(shortName(s.Name)))
	}
	return space
}

// shortName cuts a name in the middle: its end tells files apart.
func shortName(name string) string {
	const most = 36
	letters := []rune(name)
	if len(letters) <= most {
		return name
	}
	return string(letters[:most/2-1]) + "…" + string(letters[len(letters)-most/2:])
}

// ratingsFigure draws the ratings with their 95 % intervals, best player on top.
func ratingsFigure(r *tournament.Results) figure {
	const row, around, margin = 0.9 * vg.Centimeter, 3 * vg.Centimeter, 4 * vg.Millimeter
	return figure{
		name:  "ratings",
		width: 18 * vg.Centimeter, height: vg.Length(len(r.Players))*row + around,
		draw: func(c draw.Canvas) error {
			p, err := ratingsPlot(r)
			if err != nil {
				return err
			}
			p.Draw(draw.Crop(c, margin, -margin, margin, -margin))
			return nil
		},
	}
}

// rated are players at their places in the plot, in the form plotters want.
type rated struct {
	plotter.XYs
	plotter.XErrors
	labels []string
}

func (r rated) Label(i int) string { return r.labels[i] }

func ratingsPlot(r *tournament.Results) (*plot.Plot, error) {
	p := newPlot("Ratings with 95 % intervals", "")
	p.X.Label.Text, p.X.Label.Padding = "Elo; the mean of the players is 0", vg.Points(4)
	var points rated
	var names plot.ConstantTicks
	for i, s := range r.Players {
		y := float64(len(r.Players) - 1 - i)
		names = append(names, plot.Tick{Value: y, Label: shortName(s.Name)})
		if s.Unrated {
			continue
		}
		points.XYs = append(points.XYs, plotter.XY{X: s.Elo, Y: y})
		points.XErrors = append(points.XErrors, struct{ Low, High float64 }{s.EloError, s.EloError})
		points.labels = append(points.labels, fmt.Sprintf("%+.0f", s.Elo))
	}
	bars, err := plotter.NewXErrorBars(points)
	if err != nil {
		return nil, err
	}
	bars.LineStyle, bars.CapWidth = draw.LineStyle{Color: colour(0), Width: vg.Points(1.6)}, vg.Points(7)
	scatter, err := plotter.NewScatter(points)
	if err != nil {
		return nil, err
	}
	scatter.GlyphStyle = draw.GlyphStyle{Color: colour(0), Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
	labels, err := plotter.NewLabels(points)
	if err != nil {
		return nil, err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i] = textStyle(8)
	}
	labels.Offset = vg.Point{Y: vg.Points(9)}
	zero, err := plotter.NewLine(plotter.XYs{{X: 0, Y: -0.6}, {X: 0, Y: float64(len(r.Players)) - 0.3}})
	if err != nil {
		return nil, err
	}
	zero.Color, zero.Dashes = color.Gray{150}, []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(zero, bars, scatter, labels)
	p.Y.Tick.Marker = names
	p.Y.Min, p.Y.Max = -0.6, float64(len(r.Players))-0.3
	step := eloStep(p.X.Max - p.X.Min)
	p.X.Min, p.X.Max = step*math.Floor(p.X.Min/step-0.1), step*math.Ceil(p.X.Max/step+0.1)
	p.X.Tick.Marker = eloTicks(step)
	return p, nil
}

// eloStep is the distance of ticks on a range: 1, 2 or 5 times a power of ten.
func eloStep(span float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(span/5)))
	for _, step := range []float64{5, 2} {
		if span/5 >= step*power {
			return step * power
		}
	}
	return max(power, 1)
}

// eloTicks mark ratings at that distance.
type eloTicks float64

func (step eloTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for i := math.Ceil(low / float64(step)); i*float64(step) <= high; i++ {
		label := "0"
		if i != 0 {
			label = fmt.Sprintf("%+.0f", i*float64(step))
		}
		ticks = append(ticks, plot.Tick{Value: i * float64(step), Label: label})
	}
	return ticks
}

// crossFigure draws the cross table as a heat map: blue where the player of the row
// did better than that of the column, orange where worse.
func crossFigure(r *tournament.Results) figure {
	const cell, header, margin = 1.5 * vg.Centimeter, 2.6 * vg.Centimeter, 6 * vg.Millimeter
	n := vg.Length(len(r.Players))
	names := textStyle(10)
	names.XAlign = text.XRight
	left := margin + nameSpace(r, names) + 10*vg.Millimeter
	natural := left + n*cell + margin
	width := max(natural, 13*vg.Centimeter) // the title's
	left += (width - natural) / 2
	return figure{
		name:  "crosstable",
		width: width, height: n*cell + header + margin,
		draw: func(c draw.Canvas) error {
			top := c.Max.Y - header
			title := draw.Crop(c, 0, 0, c.Max.Y-c.Min.Y-header, 0)
			write(title, "Score of the row against the column", 13, 0.72)
			write(title, "per cent; a draw counts half", 9, 0.44)
			for i, s := range r.Players {
				y := top - (vg.Length(i)+0.5)*cell
				c.FillText(names, vg.Point{X: left - 8*vg.Millimeter, Y: y}, shortName(s.Name))
				c.FillText(textStyle(10), vg.Point{X: left - 4*vg.Millimeter, Y: y}, fmt.Sprint(i+1))
				c.FillText(textStyle(10), vg.Point{X: left + (vg.Length(i)+0.5)*cell, Y: top + 3*vg.Millimeter}, fmt.Sprint(i+1))
				for j := range r.Players {
					x := left + vg.Length(j)*cell
					square := vg.Rectangle{Min: vg.Point{X: x, Y: y - cell/2}, Max: vg.Point{X: x + cell, Y: y + cell/2}}
					drawScore(c, square, r, i, j)
				}
			}
			return nil
		},
	}
}

func drawScore(c draw.Canvas, square vg.Rectangle, r *tournament.Results, i, j int) {
	tally := r.Against(i, j)
	score := tally.Pairs.Score()
	fill := diverging(2*score - 1)
	if i == j {
		fill = color.RGBA{225, 225, 225, 255}
	}
	c.SetColor(fill)
	c.Fill(square.Path())
	c.SetColor(color.White)
	c.SetLineWidth(vg.Points(1))
	c.Stroke(square.Path())
	if i == j {
		return
	}
	style := textStyle(10)
	if math.Abs(2*score-1) > 0.6 {
		style.Color = color.White
	}
	c.FillText(style, vg.Point{X: (square.Min.X + square.Max.X) / 2, Y: (square.Min.Y + square.Max.Y) / 2}, fmt.Sprintf("%.1f", 100*score))
}
