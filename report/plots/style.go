package plots

import (
	"image/color"
	"strconv"
	"strings"

	boldness "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette is Okabe and Ito's set of colours, which colour-blind readers can tell apart, with a darker yellow.
var palette = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255},
	{230, 159, 0, 255}, {86, 180, 233, 255}, {0, 0, 0, 255}, {148, 128, 0, 255},
}

func colour(i int) color.RGBA { return palette[i%len(palette)] }

// The greys of pictures.
var (
	ink   = color.Gray{34}  // text
	quiet = color.Gray{100} // notes and labels of axes
	faint = color.Gray{226} // grid lines
)

// pale returns a translucent colour.
func pale(c color.RGBA, alpha uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, alpha} }

// mixed interpolates between two colours.
func mixed(from, to color.RGBA, share float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share + 0.5) }
	return color.RGBA{between(from.R, to.R), between(from.G, to.G), between(from.B, to.B), 255}
}

// inOrder returns the colour of item i of n on a sequential scale: from dark violet to light green, after
// matplotlib's viridis.
func inOrder(i, n int) color.RGBA {
	stops := []color.RGBA{
		{68, 1, 84, 255}, {59, 82, 139, 255}, {33, 145, 140, 255}, {94, 201, 98, 255}, {190, 215, 40, 255},
	}
	at := float64(i) / float64(max(n-1, 1)) * float64(len(stops)-1)
	stop := min(int(at), len(stops)-2)
	return mixed(stops[stop], stops[stop+1], at-float64(stop))
}

var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// textStyle returns a style of a size in points, vertically centred.
func textStyle(points float64, c color.Color, align text.XAlignment) draw.TextStyle {
	return draw.TextStyle{
		Color: c, Font: font.From(sans, font.Points(points)),
		XAlign: align, YAlign: text.YCenter, Handler: plot.DefaultTextHandler,
	}
}

// put writes a line of text with the middle of its letters at y.
func put(c draw.Canvas, style draw.TextStyle, x, y vg.Length, words string) {
	c.FillText(style, vg.Point{X: x, Y: y + 0.09*style.Font.Size}, words)
}

func bold(style draw.TextStyle) draw.TextStyle {
	style.Font.Weight = boldness.WeightBold
	return style
}

// minus replaces a hyphen by a minus sign, which is as wide as a plus.
func minus(numbers string) string { return strings.ReplaceAll(numbers, "-", "−") }

func whole(n int) string { return minus(strconv.Itoa(n)) }

// shortName shortens a name to at most that many letters. It cuts the middle, because paths differ at their
// ends.
func shortName(name string, most int) string {
	letters := []rune(name)
	if len(letters) <= most {
		return name
	}
	return string(letters[:most/2-1]) + "…" + string(letters[len(letters)-(most+1)/2:])
}
