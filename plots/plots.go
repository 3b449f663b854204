// Package plots draws how a run went: win rates and reference scores over the
// generations, the champion's weights, and its square table as a board.
package plots

import (
	"bytes"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/files"
	"evothello/runs"
)

// A figure is a picture in the making: a size and something that draws it.
type figure struct {
	name          string
	width, height vg.Length
	draw          func(draw.Canvas) error
}

// figures are the pictures of one run.
func figures(run *runs.Run) []figure {
	one := []*runs.Run{run}
	return []figure{
		curves("fitness", func() (*plot.Plot, error) { return fitnessPlot(one) }),
		curves("ladder", func() (*plot.Plot, error) { return ladderPlot(one) }),
		weightsFigure(run),
		tableFigure(run),
	}
}

var formats = []string{"svg", "png"}

// Write draws all pictures of a run that has played into its plots directory.
func Write(run *runs.Run) error {
	_, err := WriteTo(run, run.PlotsDir())
	return err
}

// WriteTo draws them into another directory and returns the files it wrote.
func WriteTo(run *runs.Run, dir string) ([]string, error) { return writeAll(figures(run), dir) }

// Missing reports whether a run that has something to draw lacks a picture.
func Missing(run *runs.Run) bool {
	if run.State.Generation == 0 {
		return false
	}
	for _, f := range figures(run) {
		for _, format := range formats {
			if _, err := os.Stat(filepath.Join(run.PlotsDir(), f.name+"."+format)); err != nil {
				return true
			}
		}
	}
	return false
}

// Compare draws the curves of several runs that have played in one picture each
// for win rate and ladder and returns the files it wrote.
func Compare(all []*runs.Run, dir string) ([]string, error) {
	return writeAll([]figure{
		curves("compare-fitness", func() (*plot.Plot, error) { return fitnessPlot(all) }),
		curves("compare-ladder", func() (*plot.Plot, error) { return ladderPlot(all) }),
	}, dir)
}

func writeAll(all []figure, dir string) (written []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, f := range all {
		for _, format := range formats {
			path := filepath.Join(dir, f.name+"."+format)
			if err := f.write(path, format); err != nil {
				return nil, err
			}
			written = append(written, path)
		}
	}
	return written, nil
}

func (f figure) write(path, format string) error {
	data, err := f.render(format, color.White)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return files.Write(path, data)
}

// render draws the figure on a ground of that colour.
func (f figure) render(format string, ground color.Color) ([]byte, error) {
	canvas, err := draw.NewFormattedCanvas(f.width, f.height, format)
	if err != nil {
		return nil, err
	}
	c := draw.New(canvas)
	c.SetColor(ground)
	c.Fill(c.Rectangle.Path())
	if err := f.draw(c); err != nil {
		return nil, err
	}
	var data bytes.Buffer
	_, err = canvas.WriteTo(&data)
	return data.Bytes(), err
}

// curves is a figure of one plot over generations, its legend beside it.
func curves(name string, make func() (*plot.Plot, error)) figure {
	const margin = 4 * vg.Millimeter
	return figure{name: name, width: 20 * vg.Centimeter, height: 11 * vg.Centimeter, draw: func(c draw.Canvas) error {
		p, err := make()
		if err != nil {
			return err
		}
		beside := p.Legend
		beside.Top, beside.Left = true, true
		p.Legend = plot.NewLegend()
		names := beside.Rectangle(c)
		legend := max(4.6*vg.Centimeter, names.Max.X-names.Min.X+2*margin)
		p.Draw(draw.Crop(c, margin, -legend, margin, -margin))
		beside.Draw(draw.Crop(c, c.Max.X-c.Min.X-legend+margin, 0, 0, -1.4*vg.Centimeter))
		return nil
	}}
}

// palette is Okabe and Ito's set of colours, which colour-blind people can tell
// apart.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255}, {148, 128, 0, 255},
}

func colour(i int) color.RGBA { return palette[i%len(palette)] }

// pale is a colour to fill bands with, which others shine through.
func pale(c color.RGBA) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 40} }

func init() { plot.DefaultFont = font.Font{Typeface: "Liberation", Variant: "Sans"} }

// newPlot is a plot in the style of them all.
func newPlot(title, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle.Font.Size = font.Points(13)
	p.Title.Padding = vg.Points(6)
	p.X.Label.Text = "generation"
	p.Y.Label.Text = y
	p.X.Tick.Marker = generationTicks{}
	p.Legend.TextStyle.Font.Size = font.Points(10)
	p.Legend.Padding = vg.Points(2)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{230}, color.Gray{240}
	p.Add(grid)
	return p
}

// generationTicks are the default labelled ticks that lie on whole generations.
type generationTicks struct{}

func (generationTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Label != "" && t.Value == float64(int(t.Value)) {
			ticks = append(ticks, plot.Tick{Value: t.Value, Label: strconv.Itoa(int(t.Value))})
		}
	}
	return ticks
}

// percentTicks mark win rates.
type percentTicks struct{}

func (percentTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	for i := 0; i <= 20; i++ {
		v := float64(i) / 20
		if v < low-1e-9 || v > high+1e-9 {
			continue
		}
		label := ""
		if i%2 == 0 || high-low < 0.3 {
			label = fmt.Sprintf("%d %%", 5*i)
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	return ticks
}

// evenLine marks a score of one half.
func evenLine(p *plot.Plot, from, to float64) error {
	line, err := plotter.NewLine(plotter.XYs{{X: from, Y: 0.5}, {X: to, Y: 0.5}})
	if err != nil {
		return err
	}
	line.Color, line.Dashes = color.Gray{150}, []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(line)
	return nil
}
