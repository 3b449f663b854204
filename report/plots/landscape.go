package plots

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"evothello/internal/files"
	"evothello/report/analysis"
)

// WriteLandscape draws what two weights are worth together: the measured points, and the contours of the quadratic
// that fits them. It returns the files.
func WriteLandscape(player, terms string, l *analysis.Landscape, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{landscapeFigure(player, terms, l)}, dir)
}

func landscapeFigure(player, terms string, l *analysis.Landscape) figure {
	const side, left, below = 15 * vg.Centimeter, 22 * vg.Millimeter, 12 * vg.Millimeter
	h := newHeights(&l.Fit)
	head := heading{
		title: fmt.Sprintf("%s: %s and %s", player, l.X, l.Y),
		note:  landscapeNote(terms, l, h.step()),
	}
	return figure{
		name: "landscape", width: left + side + 2*margin,
		height: head.height(left+side) + side + below + 2*margin,
		draw: func(c draw.Canvas) error {
			rest := head.draw(inside(c))
			f := frame{Canvas: draw.Crop(rest, left, 0, below, 0), x: span{-1.12, 1.12}, y: span{-1.12, 1.12}}
			f.shade(h)
			f.contours(h)
			small := textStyle(9.5, quiet, text.XLeft)
			factors := ticks([]float64{-1, -0.5, 0, 0.5, 1}, func(v float64) string {
				return fmt.Sprintf("× %.2g", math.Exp2(v))
			})
			f.below(factors, small)
			right := small
			right.XAlign = text.XRight
			for _, t := range factors {
				put(f.Canvas, right, f.Min.X-vg.Points(5), f.at(-1, t.Value).Y, t.Label)
			}
			name := textStyle(10, ink, text.XCenter)
			put(c, name, f.Center().X, rest.Min.Y+name.Font.Size/2, l.X)
			name.Rotation = math.Pi / 2
			c.FillText(name, vg.Point{X: rest.Min.X + name.Font.Size/2, Y: f.Center().Y}, l.Y)
			for _, p := range l.Points {
				f.height(p)
			}
			f.peak(l.Fit.Peak)
			return nil
		},
	}
}

// landscapeNote says what a landscape shows, and where its peak is.
func landscapeNote(terms string, l *analysis.Landscape, step float64) string {
	var note strings.Builder
	fmt.Fprintf(&note, "Numbers: Elo against the player as it is, with both weights multiplied in all phases, %s. ", terms)
	fmt.Fprintf(&note, "Lines: every %g Elo of the quadratic that fits them, thick at 0; the points are %.1f standard "+
		"errors from it in the root mean square. ", step, l.Fit.Misfit)
	if p := l.Fit.Peak; p != nil {
		fmt.Fprintf(&note, "Cross: its peak, %s ± %.0f Elo at × %.2f and × %.2f.", signed(p.Elo), p.Error, p.X, p.Y)
	} else {
		note.WriteString("It has no peak here.")
	}
	return note.String()
}

// heights is a fit as gonum's contour plots take it: over the binary logarithms of the factors.
type heights struct {
	fit       *analysis.QuadraticFit
	low, high float64
}

// fineness is how many columns and rows of the fit contours are drawn through.
const fineness = 57

func newHeights(fit *analysis.QuadraticFit) *heights {
	h := &heights{fit: fit}
	for c := range fineness {
		for r := range fineness {
			h.low, h.high = min(h.low, h.Z(c, r)), max(h.high, h.Z(c, r))
		}
	}
	return h
}

func (h *heights) Dims() (columns, rows int) { return fineness, fineness }
func (h *heights) X(c int) float64           { return 2.24*float64(c)/(fineness-1) - 1.12 }
func (h *heights) Y(r int) float64           { return h.X(r) }
func (h *heights) Z(c, r int) float64        { return h.fit.At(math.Exp2(h.X(c)), math.Exp2(h.Y(r))) }
func (h *heights) Min() float64              { return h.low }
func (h *heights) Max() float64              { return h.high }

// levels are round heights for lines.
func (h *heights) levels() []float64 { return span{h.low, h.high}.round(12, 1) }

// step is the distance of levels.
func (h *heights) step() float64 {
	if levels := h.levels(); len(levels) > 1 {
		return levels[1] - levels[0]
	}
	return 1
}

// shade colours the frame by the fit: blue where it is above 0, orange below.
func (f *frame) shade(h *heights) {
	const tiles = 32
	most := max(h.high, -h.low, 1)
	size := (f.x.high - f.x.low) / tiles
	for i := range tiles {
		for j := range tiles {
			x, y := f.x.low+float64(i)*size, f.y.low+float64(j)*size
			z := h.fit.At(math.Exp2(x+size/2), math.Exp2(y+size/2))
			low, high := f.at(x, y), f.at(min(x+1.04*size, f.x.high), min(y+1.04*size, f.y.high)) // no seams
			f.SetColor(diverging(0.7 * z / most))
			f.Fill(vg.Rectangle{Min: low, Max: high}.Path())
		}
	}
}

// contours draws lines of equal height, a thick one at 0.
func (f *frame) contours(h *heights) {
	scale := plot.New() // only its transformation is used
	scale.X.Min, scale.X.Max, scale.Y.Min, scale.Y.Max = f.x.low, f.x.high, f.y.low, f.y.high
	for _, level := range h.levels() {
		lines := plotter.NewContour(h, []float64{level}, nil)
		lines.LineStyles = []draw.LineStyle{{Color: quiet, Width: vg.Points(0.7)}}
		if level == 0 {
			lines.LineStyles[0].Width = vg.Points(2)
		}
		lines.Plot(f.Canvas, scale)
	}
}

// height draws a measured point.
func (f *frame) height(p analysis.Height) {
	at := f.at(math.Log2(p.X), math.Log2(p.Y))
	f.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}, at)
	style := textStyle(9, ink, text.XCenter)
	put(f.Canvas, style, at.X, at.Y+vg.Points(8), minus(p.Points.String()))
}

// peak draws the peak as a cross.
func (f *frame) peak(p *analysis.Peak) {
	if p == nil {
		return
	}
	f.DrawGlyphNoClip(draw.GlyphStyle{Color: ink, Radius: vg.Points(6), Shape: draw.CrossGlyph{}},
		f.at(math.Log2(p.X), math.Log2(p.Y)))
}
