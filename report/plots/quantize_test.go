package plots

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFewColours(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 100, 100))
	flat := color.RGBA{213, 94, 1, 255}
	for y := range 100 {
		for x := range 100 {
			c := flat
			if x < 40 { // 4,000 colours
				c = color.RGBA{uint8(6 * x), uint8(2 * y), uint8(x + y), 255}
			}
			picture.SetRGBA(x, y, c)
		}
	}
	drawn := fewColours(picture)
	assert.LessOrEqual(t, len(drawn.Palette), 256)
	for y := range 100 {
		for x := range 100 {
			want, got := picture.RGBAAt(x, y), color.RGBAModel.Convert(drawn.At(x, y)).(color.RGBA)
			if x >= 40 {
				assert.Equal(t, want, got)
			}
			for _, channel := range [][2]uint8{{want.R, got.R}, {want.G, got.G}, {want.B, got.B}} {
				assert.InDelta(t, channel[0], channel[1], 40)
			}
		}
	}

	two := image.NewRGBA(image.Rect(0, 0, 2, 1))
	two.SetRGBA(1, 0, color.RGBA{255, 255, 255, 255})
	assert.Len(t, fewColours(two).Palette, 2)
}
