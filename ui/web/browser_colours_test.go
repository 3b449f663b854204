//go:build browser

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pauseAnimations is a script that pauses each animation at its start.
const pauseAnimations = `(document.addEventListener('animationstart', (event) => {
	for (const animation of event.target.getAnimations()) { animation.pause(); animation.currentTime = 0; }
}, true), 0)`

// setAnimations sets all paused animations to a time in milliseconds.
func (tb *tab) setAnimations(milliseconds int) {
	tb.Helper()
	tb.eval(fmt.Sprintf(`(document.getAnimations().forEach((a) => { a.currentTime = %d; }), 0)`, milliseconds), new(int))
}

// brightness is the brightness of a disc on the screen, from 0 to 1. It is measured beside the mark at
// the disc's centre.
func (tb *tab) brightness(square string) float64 {
	tb.Helper()
	var box struct{ X, Y, Width, Height float64 }
	tb.eval(fmt.Sprintf(`square(%q).getBoundingClientRect()`, square), &box)
	var data []byte
	tb.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		at := &page.Viewport{X: box.X + .36*box.Width, Y: box.Y + .36*box.Height, Width: 2, Height: 2, Scale: 1}
		data, err = page.CaptureScreenshot().WithClip(at).Do(ctx)
		return err
	}))
	picture, err := png.Decode(bytes.NewReader(data))
	require.NoError(tb, err)
	r, g, b, _ := picture.At(0, 0).RGBA()
	return float64(r+g+b) / (3 * 0xffff)
}

// colours tests that new discs have their colour from the first frame on, and that flipped discs turn
// from one colour to the other.
func colours(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:2], "you", "you"))
	tb.status("turn")
	tb.eval(`module('store.js').then((m) => m.set({animation: true, dots: false}))`, new(any))
	tb.eval(pauseAnimations, new(int))
	felt := tb.brightness("a1")
	for i, move := range []string{"d6", "c4"} { // White's, then Black's
		white := i == 0
		var x, y float64
		tb.eval(`square('`+move+`').getBoundingClientRect().x + 20`, &x)
		tb.eval(`square('`+move+`').getBoundingClientRect().y + 20`, &y)
		tb.run(input.DispatchMouseEvent(input.MouseMoved, x, y))
		tb.until(`square('` + move + `').matches(':hover.legal')`)
		tb.shot("ghost " + move)
		assert.Equal(t, white, tb.brightness(move) > felt, "under the mouse")
		tb.clickSquare(move)
		tb.until(fmt.Sprintf(`state.ply === %d && $('.turning')`, i+2))
		for _, time := range []int{0, 80, 159} {
			tb.setAnimations(time)
			if time == 0 {
				tb.shot("placing " + move)
			}
			assert.Equal(t, white, tb.brightness(move) > .8, "%s after %d ms", move, time)
			assert.Equal(t, !white, tb.brightness(move) < .3, "%s after %d ms", move, time)
		}
		turned := tb.text(`$('.turning').dataset.square`)
		for _, time := range []int{0, 120, 339} {
			tb.setAnimations(time)
			assert.Equal(t, white == (time > 170), tb.brightness(turned) > .5, "%s after %d ms", turned, time)
		}
		tb.eval(`(document.getAnimations().forEach((a) => a.finish()), 0)`, new(int))
		tb.until(`!$('.turning') && !$('.placed')`)
	}
}

// ripple tests that discs turn over one after the other, those beside the move first.
func ripple(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:90], "you", "you"))
	tb.status("turn")
	const away = `((a, b) => Math.max(Math.abs(a.charCodeAt(0) - b.charCodeAt(0)), Math.abs(a[1] - b[1])))`
	ply := tb.number(`state.positions.findIndex((p) => p.flipped.some((s) => ` + away + `(s, p.last) > 2))`)
	require.Positive(t, ply)
	tb.eval(fmt.Sprintf(`module('play.js').then((m) => m.look(%v))`, ply-1), new(any))
	tb.until(fmt.Sprintf(`state.ply === %v`, ply-1))
	tb.eval(`module('store.js').then((m) => m.set({animation: true}))`, new(any))
	var discs []struct {
		Square string
		Wait   float64
	}
	tb.eval(fmt.Sprintf(`module('play.js').then(async (m) => {
		m.look(%v);
		await new Promise((drawn) => setTimeout(drawn));
		return $$('.turning').map((b) => ({
			Square: b.dataset.square, Wait: parseFloat(getComputedStyle(b.firstChild).animationDelay),
		}));
	})`, ply), &discs)
	last := tb.text(`state.positions[state.ply].last`)
	assert.Len(t, discs, int(tb.number(`state.positions[state.ply].flipped.length`)))
	for _, disc := range discs {
		steps := tb.number(away + `('` + disc.Square + `', '` + last + `') - 1`)
		assert.InDelta(t, .055*steps, disc.Wait, 1e-6, "%s after %s", disc.Square, last)
	}
	tb.until(`!$('.turning')`)
}

// contrast is a JavaScript function of the WCAG contrast between two CSS colours of any notation.
const contrast = `((colour, ground) => {
	const context = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
	const painted = (colour) => {
		context.fillStyle = colour;
		context.fillRect(0, 0, 1, 1);
		const linear = (v) => (v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
		const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255));
		return .2126 * r + .7152 * g + .0722 * b + .05;
	};
	const [below, above] = [painted(ground), painted(colour)];
	return Math.max(below, above) / Math.min(below, above);
})`

// contrasts tests the contrasts of dots and values, in every theme and on every board colour.
func contrasts(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:44], "you", "you"))
	tb.status("turn")
	for _, theme := range []string{"light", "dark"} {
		for _, board := range []string{"green", "slate", "sand"} {
			name := theme + " " + board
			tb.eval(fmt.Sprintf(`module('store.js').then((m) => m.set({theme: %q, board: %q}))`, theme, board), new(any))
			tb.until(fmt.Sprintf(`$(':root').dataset.board === %q && $(':root').dataset.theme === %q`, board, theme))
			dot := tb.number(contrast + `(getComputedStyle($('.legal .mark'), '::before').backgroundColor,
				getComputedStyle($('.legal')).backgroundColor)`)
			assert.GreaterOrEqual(t, dot, 3.0, "dots, %s", name) // WCAG's minimum for graphics
			tb.shot("dots " + name)
			var values []struct {
				Text, Black, White, Radius, Height float64
				Colour, Frame                      string
			}
			tb.eval(`(() => {
				const square = $('.square.legal');
				const before = square.className;
				const root = getComputedStyle(document.documentElement);
				const seen = ['0', '1', '2', '3', '4', '0 best'].map((step) => {
					square.className = 'square empty legal valued worse-' + step;
					const { backgroundColor, color, borderRadius, boxShadow } = getComputedStyle(square.children[1]);
					const against = (name) => `+contrast+`(backgroundColor, root.getPropertyValue(name));
					return { Text: `+contrast+`(color, backgroundColor),
						Black: against('--disc-black'), White: against('--disc-white'),
						Radius: parseFloat(borderRadius), Height: square.children[1].offsetHeight,
						Colour: backgroundColor, Frame: boxShadow };
				});
				square.className = before;
				return seen;
			})()`, &values)
			steps := map[string]bool{}
			for i, value := range values {
				assert.GreaterOrEqual(t, value.Text, 4.5, "value %d, %s", i, name)
				assert.Greater(t, min(value.Black, value.White), 2.0, "value %d is neither black nor white, %s", i, name)
				assert.Less(t, value.Radius, value.Height/4, "value %d is no disc, %s", i, name)
				steps[value.Colour] = true
				assert.Equal(t, i == 5, value.Frame != "none", "the best has a frame, and it alone")
			}
			assert.Len(t, steps, 5)
		}
	}
}
