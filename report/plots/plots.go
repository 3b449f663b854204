// Package plots draws the results of runs as SVG and PNG: win rates and reference scores over the generations,
// the champion's weights and values of discs, tournaments, comparisons and analysed games.
package plots

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/runs"
)

// A figure is a picture: its size and the function that draws it.
type figure struct {
	name          string // of the files, without suffix
	width, height vg.Length
	draw          func(draw.Canvas) error
}

// Work is a run or training directory. It must be one of the types in figuresOf.
type Work interface {
	Count() int // finished generations, rounds or episodes
	PlotsDir() *files.Dir
}

// figuresOf returns the figures of a run or training with Count above 0.
func figuresOf(w Work) ([]figure, error) {
	switch w := w.(type) {
	case *runs.Run:
		return runFigures(w)
	case *tables.Training:
		return tablesFigures(w)
	case *policy.Training:
		return netFigures(w), nil
	case *qnet.Training:
		return []figure{qnetChart(w).figure("rate"), lossChart(w).figure("loss")}, nil
	}
	return nil, fmt.Errorf("a %T has no pictures", w)
}

func runFigures(run *runs.Run) ([]figure, error) {
	worths := sync.OnceValue(func() []analysis.SquareValues {
		return analysis.SquareValuesByPhase(run.Config.Switch(run.State.CurrentChampion()))
	})
	all := []figure{fitnessChart(run).figure("fitness")}
	if len(run.Config.Reference.Opponents) > 0 {
		all = append(all, referenceChart(run).figure("reference"))
	}
	all = append(all, weightsFigure(run))
	if run.Config.ShowsSquares() {
		all = append(all, tableFigure(run, worths), sharesFigure(run, worths))
	}
	all = append(all, populationFigure(run), genesFigure(run))
	for _, s := range run.Config.EvolvingScorers() {
		if s.Shapes != nil {
			return append(all, networksFigure(run)), nil
		}
	}
	return all, nil
}

var formats = []string{"svg", "png"}

// Write draws all pictures of a run or training into a directory and returns the files. Count must be
// above 0.
func Write(w Work, dir *files.Dir) ([]string, error) {
	all, err := figuresOf(w)
	if err != nil {
		return nil, err
	}
	return writeAll(all, dir)
}

// Missing reports whether a picture file is missing. It returns false if there is nothing to draw yet.
func Missing(w Work) bool {
	if w.Count() == 0 {
		return false
	}
	all, err := figuresOf(w)
	for _, f := range all {
		for _, format := range formats {
			if !w.PlotsDir().Has(f.name + "." + format) {
				return true
			}
		}
	}
	return err != nil
}

// Compare draws the win rates and the reference opponents scores of several runs, in one picture each. Every run
// must have a champion. It returns the files. The scores are missing for NoReferenceReason.
func Compare(all []*runs.Run, how Comparing, dir *files.Dir) ([]string, error) {
	if err := how.check(all); err != nil {
		return nil, err
	}
	figures := []figure{compareFitness(all, how).figure("compare-fitness")}
	if NoReferenceReason(all) == "" {
		figures = append(figures, compareReferences(all, how).figure("compare-reference"))
	}
	return writeAll(figures, dir)
}

func writeAll(all []figure, dir *files.Dir) (written []string, err error) {
	if err := dir.Make(); err != nil {
		return nil, fmt.Errorf("cannot make %s: %w; choose another directory", dir, files.NameDeniedDir(err))
	}
	for _, f := range all {
		for _, format := range formats {
			name := f.name + "." + format
			data, err := f.render(format, color.White)
			if err == nil {
				err = dir.Write(name, data)
			}
			if err != nil {
				return nil, err
			}
			written = append(written, dir.Path(name))
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

// dotsPerInch is the resolution of a PNG: 1.5 times the 96 of CSS pixels, so that scaled-down pictures are
// sharp.
const dotsPerInch = 144

// render draws the figure on a background colour, as svg or png.
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
