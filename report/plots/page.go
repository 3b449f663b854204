package plots

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// pageWidth is the usual width of pictures without their margin, the free space around their content.
const pageWidth, margin = 23 * vg.Centimeter, 5 * vg.Millimeter

// A page is a picture: blocks, one below the other.
type page struct {
	width  vg.Length // without the margin
	blocks []block
}

// A block is a part of a page, as wide as the page.
type block struct {
	height vg.Length
	draw   func(draw.Canvas)
}

// newPage returns a page of the usual width.
func newPage(blocks ...block) page { return page{pageWidth, blocks} }

// space is an empty block.
func space(height vg.Length) block { return block{height, func(draw.Canvas) {}} }

// plotBlock draws a plot.
func plotBlock(height vg.Length, p *plot.Plot) block { return block{height, p.Draw} }

// tiles draws n things in rows, each in a canvas of a size.
func tiles(n, columns int, width, height vg.Length, one func(i int, c draw.Canvas)) block {
	return block{vg.Length((n+columns-1)/columns) * height, func(c draw.Canvas) {
		for i := range n {
			x, y := c.Min.X+vg.Length(i%columns)*width, c.Max.Y-vg.Length(i/columns)*height
			one(i, tile(c, x, y, width, height))
		}
	}}
}

// grid draws plots in rows of a height, with aligned axes.
func grid(all []*plot.Plot, columns int, height vg.Length) block {
	all = append(all, make([]*plot.Plot, (columns-len(all)%columns)%columns)...)
	rows := slices.Collect(slices.Chunk(all, columns))
	tiles := draw.Tiles{Rows: len(rows), Cols: columns, PadX: 5 * vg.Millimeter, PadY: 4 * vg.Millimeter}
	return block{vg.Length(len(rows)) * height, func(c draw.Canvas) {
		for i, row := range plot.Align(rows, tiles, c) {
			for j, tile := range row {
				if rows[i][j] != nil {
					rows[i][j].Draw(tile)
				}
			}
		}
	}}
}

// dotsPerInch is the resolution of a PNG: 1.5 times the 96 of CSS pixels, so that scaled-down pictures are
// sharp.
const dotsPerInch = 144

// render draws the page on a background colour, as svg or png.
func (p page) render(format string, ground color.Color, margin vg.Length) []byte {
	width, height := p.width+2*margin, 2*margin
	for _, b := range p.blocks {
		height += b.height
	}
	var data bytes.Buffer
	if format == "png" {
		canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch))
		p.draw(draw.New(canvas), ground, margin)
		_ = png.Encode(&data, fewColours(canvas.Image().(*image.RGBA))) // memory takes all bytes
		return data.Bytes()
	}
	canvas := vgsvg.New(width, height)
	p.draw(draw.New(canvas), ground, margin)
	_, _ = canvas.WriteTo(&data)
	return data.Bytes()
}

func (p page) draw(c draw.Canvas, ground color.Color, margin vg.Length) {
	c.SetColor(ground)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -margin, margin, -margin)
	for _, b := range p.blocks {
		b.draw(tile(c, c.Min.X, c.Max.Y, p.width, b.height))
		c.Max.Y -= b.height
	}
}

// inline draws the page as an SVG element with a transparent background.
func (p page) inline() string {
	data := p.render("svg", color.Transparent, vg.Millimeter)
	return string(data[bytes.Index(data, []byte("<svg")):])
}

// tile returns a part of a canvas with an upper left corner and a size.
func tile(c draw.Canvas, x, y, width, height vg.Length) draw.Canvas {
	c.Rectangle = vg.Rectangle{Min: vg.Point{X: x, Y: y - height}, Max: vg.Point{X: x + width, Y: y}}
	return c
}

const titleHeight, noteHeight, belowHeading = 7 * vg.Millimeter, 4.6 * vg.Millimeter, 4 * vg.Millimeter

// heading returns the title of a picture and a note on how to read it.
func heading(title, note string, width vg.Length) block {
	style, small := bold(textStyle(13, ink, text.XLeft)), textStyle(9.5, quiet, text.XLeft)
	if long := style.Width(title); long > width {
		style.Font.Size *= font.Length(width / long)
	}
	lines := wrap(small, note, width)
	height := titleHeight + vg.Length(len(lines))*noteHeight + belowHeading
	return block{height, func(c draw.Canvas) {
		put(c, style, c.Min.X, c.Max.Y-titleHeight/2, title)
		for i, line := range lines {
			put(c, small, c.Min.X, c.Max.Y-titleHeight-(vg.Length(i)+0.5)*noteHeight, line)
		}
	}}
}

// wrap breaks a text into lines of a width.
func wrap(style draw.TextStyle, words string, width vg.Length) (lines []string) {
	line := ""
	for _, word := range strings.Fields(words) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && style.Width(longer) > width {
			lines, longer = append(lines, line), word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// subheading returns a title of a part of a picture.
func subheading(title string) block {
	return block{titleHeight, func(c draw.Canvas) {
		put(c, bold(textStyle(11, colour(0), text.XLeft)), c.Min.X, c.Center().Y, title)
	}}
}

// shades counts the pixels whose colours share the upper five bits of red, green and blue. colour is the
// majority of them if there is one (Boyer and Moore's majority vote).
type shades struct {
	pixels, votes int
	colour        color.RGBA
}

// fewColours reduces an opaque picture to its 256 most frequent colours. Others become the nearest of these.
// Drawings have few flat colours besides the edges of letters, so the difference is invisible, and the file
// has a third of the size.
func fewColours(from *image.RGBA) *image.Paletted {
	var all [1 << 15]shades
	for i := 0; i < len(from.Pix); i += 4 {
		c := color.RGBA{from.Pix[i], from.Pix[i+1], from.Pix[i+2], 255}
		s := &all[shadeOf(c)]
		s.pixels++
		switch {
		case c == s.colour:
			s.votes++
		case s.votes == 0:
			s.colour, s.votes = c, 1
		default:
			s.votes--
		}
	}
	used := []int{}
	for i := range all {
		if all[i].pixels > 0 {
			used = append(used, i)
		}
	}
	slices.SortStableFunc(used, func(a, b int) int { return cmp.Compare(all[b].pixels, all[a].pixels) })
	to := image.NewPaletted(from.Rect, nil)
	for _, shade := range used[:min(len(used), 256)] {
		to.Palette = append(to.Palette, all[shade].colour)
	}
	var index [1 << 15]uint8
	for _, shade := range used {
		index[shade] = uint8(to.Palette.Index(all[shade].colour))
	}
	for i := range to.Pix {
		to.Pix[i] = index[shadeOf(color.RGBA{from.Pix[4*i], from.Pix[4*i+1], from.Pix[4*i+2], 255})]
	}
	return to
}

func shadeOf(c color.RGBA) int { return int(c.R)>>3<<10 | int(c.G)>>3<<5 | int(c.B)>>3 }
