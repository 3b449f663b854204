package plots

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

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
