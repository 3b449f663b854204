// Package plots draws how a run went: win rates and reference scores over the
// generations, the champion's weights, what they make of each square, and the largest of a
// network's; and tournaments and judged games.
package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"evothello/internal/files"
	"evothello/learn/dqn"
	"evothello/learn/policy"
	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/runs"
)

// A figure is a picture in the making: a size and something that draws it.
type figure struct {
	name          string
	width, height vg.Length
	draw          func(draw.Canvas) error
}

// Work is what pictures are drawn of: a run, or learning of some kind.
type Work interface {
	Count() int // generations, rounds or episodes that are done
	PlotsDir() string
}

// figuresOf returns the pictures of work that has finished something.
func figuresOf(w Work) ([]figure, error) {
	switch w := w.(type) {
	case *runs.Run:
		return runFigures(w), nil
	case *tables.Learning:
		return learningFigures(w)
	case *policy.Training:
		return netFigures(w), nil
	case *dqn.Training:
		return []figure{agentChart(w).figure("rate"), lossChart(w).figure("loss")}, nil
	}
	return nil, fmt.Errorf("no pictures are known of a %T", w)
}

func runFigures(run *runs.Run) []figure {
	worths := sync.OnceValue(func() []analysis.Worth { return analysis.Worths(run.Config.Switch(run.State.Reigning())) })
	all := []figure{
		fitnessChart(run).figure("fitness"),
		ladderChart(run).figure("ladder"),
		weightsFigure(run),
		tableFigure(run, worths),
		sharesFigure(run, worths),
	}
	for _, s := range run.Config.Evolving() {
		if s.Shapes != nil {
			return append(all, networksFigure(run))
		}
	}
	return all
}

var formats = []string{"svg", "png"}

// WriteTo draws all pictures of work into a directory and returns the files. The work must have finished
// something.
func WriteTo(w Work, dir string) ([]string, error) {
	all, err := figuresOf(w)
	if err != nil {
		return nil, err
	}
	return writeAll(all, dir)
}

// Missing reports whether work that has something to draw lacks a picture.
func Missing(w Work) bool {
	if w.Count() == 0 {
		return false
	}
	all, err := figuresOf(w)
	for _, f := range all {
		for _, format := range formats {
			if _, err := os.Stat(filepath.Join(w.PlotsDir(), f.name+"."+format)); err != nil {
				return true
			}
		}
	}
	return err != nil
}

// Compare draws the curves of several runs that have played in one picture each
// for win rate and ladder and returns the files it wrote.
func Compare(all []*runs.Run, dir string) ([]string, error) {
	ladders, err := compareLadders(all)
	if err != nil {
		return nil, err
	}
	return writeAll([]figure{compareFitness(all).figure("compare-fitness"), ladders.figure("compare-ladder")}, dir)
}

func writeAll(all []figure, dir string) (written []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, files.NameDeniedDir(err)
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

// dotsPerInch of a PNG are half as many again as screens used to have: pages show it
// smaller, and sharp.
const dotsPerInch = 144

// render draws the figure on a ground of that colour.
func (f figure) render(format string, ground color.Color) ([]byte, error) {
	var data bytes.Buffer
	if format == "png" {
		canvas := vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(dotsPerInch))
		if err := f.drawOn(canvas, ground); err != nil {
			return nil, err
		}
		err := png.Encode(&data, fewColours(canvas.Image().(*image.RGBA)))
		return data.Bytes(), err
	}
	canvas := vgsvg.New(f.width, f.height)
	if err := f.drawOn(canvas, ground); err != nil {
		return nil, err
	}
	_, err := canvas.WriteTo(&data)
	return data.Bytes(), err
}

func (f figure) drawOn(canvas vg.CanvasSizer, ground color.Color) error {
	c := draw.New(canvas)
	c.SetColor(ground)
	c.Fill(c.Rectangle.Path())
	return f.draw(c)
}
