//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/stretchr/testify/assert"
)

// sizes are those of phones in portrait and landscape, zoomed pages, tablets and screens.
var sizes = []struct {
	width, height int64
	phone         bool
}{
	{320, 568, true}, {360, 640, true}, {390, 844, true}, {768, 1024, true},
	{844, 390, true}, {667, 375, true}, {568, 320, true},
	{320, 568, false}, {640, 400, false}, {720, 450, false},
	{1024, 768, false}, {1280, 800, false}, {1366, 625, false}, {1920, 1080, false},
}

// outside lists elements that are wider than the page, except inside elements that may scroll
// sideways, and elements that scroll sideways and should not.
const outside = `(() => {
	const may = '.scroll, #run-heat, #explain-moves, #announcer, .unseen';
	const seen = $$('body *').filter((e) => !e.closest(may) && e.checkVisibility());
	const box = (e) => e.getBoundingClientRect();
	const wide = seen.filter((e) => box(e).right > innerWidth + .5 || box(e).left < -.5);
	const scrolls = (e) => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX);
	const scrolled = seen.filter((e) => e.scrollWidth > e.clientWidth && scrolls(e));
	return [...wide, ...scrolled].map((e) => e.tagName + ' ' + e.id).join(', ');
})()`

// measured is an expression of all measurements of a view.
const measured = `(() => {
	const { scrollWidth: width, scrollHeight: height } = document.scrollingElement;
	const frame = $('#frame').getBoundingClientRect();
	const inSight = frame.top >= 0 && frame.left >= 0 && frame.bottom <= innerHeight;
	const beside = inSight && frame.right <= $('.side').getBoundingClientRect().left;
	return { width, height, inner: innerWidth, square: square('a1').offsetWidth, outside: ` + outside + `, beside };
})()`

// layout tests every view in every size: nothing scrolls sideways, and in landscape the whole board is
// visible, beside everything else.
func layout(t *testing.T, browser browserContext) {
	runs := t.TempDir()
	copyRun(t, runs, "shipped")
	copyTables(t, runs, "tables")
	tb := openTab(t, browser, desktop, runs, game(whole[:44], "you", "strongest,4"))
	tb.status("turn")
	open := func(selector string) func() {
		return func() { tb.eval(fmt.Sprintf(`($(%q).click(), 0)`, selector), new(int)) }
	}
	closed := func() { tb.eval(`($$('dialog').forEach((d) => d.close()), 0)`, new(int)) }
	views := []struct {
		name  string
		open  func()
		ready string
	}{
		{"game", open("#tab-moves"), `$('#status').dataset.kind === 'turn'`},
		{"explain", open("#tab-explain"), `$('.bar')`},
		{"share", open("#tab-share"), `$('#paste').checkVisibility()`},
		{"editor", open("#tab-editor"), `state.editor`},
		{"moves", open("#tab-moves"), `$('#status').dataset.kind === 'turn'`},
		{"new game", open(`[data-action="new"]`), `$('#new-game').open`},
		{"boards", open("#new-board summary"), `$('#new-boards').checkVisibility()`},
		{"settings", func() { closed(); open("#open-settings")() }, `$('#settings').open`},
		{"games", func() { closed(); tb.moveTo("#/games") }, `$('.game-row')`},
		{"runs", func() { tb.moveTo("#/runs") }, `$('#runs-list table')`},
		{"run", func() { tb.moveTo("#/runs/shipped") }, `$('#run-heat svg')`},
		{"training", func() { tb.moveTo("#/runs/tables") }, `$$('#directory-charts svg').length > 1`},
	}
	tb.eval(`Promise.all([module('saved.js'), module('library.js')]).then(([saved, library]) => library.keep(
		saved.imported([{black: 'A long name', white: 'Another', date: '2026-01-31', game: {moves: 'f5d6'}}])))`, new(int))
	for _, language := range []string{"en", "ja"} {
		tb.speak(language)
		tb.moveTo(game(whole[:44], "you", "strongest,4"))
		for _, view := range views {
			view.open()
			tb.until(view.ready)
			for _, size := range sizes {
				if view.name != "game" && size.width != 320 && size.width != 640 {
					continue // the smallest sizes are enough for the other views
				}
				tb.run(emulation.SetDeviceMetricsOverride(size.width, size.height, 1, size.phone))
				var seen struct {
					Width, Height, Inner, Square float64
					Outside                      string
					Beside                       bool
				}
				tb.eval(measured, &seen)
				name := fmt.Sprintf("%s, %s, %d×%d", view.name, language, size.width, size.height)
				assert.LessOrEqual(t, seen.Width, float64(size.width), name)
				assert.Equal(t, float64(size.width), seen.Inner, "%s: phones show more than fits", name)
				assert.Empty(t, seen.Outside, name)
				if view.name == "game" && size.width > size.height {
					assert.LessOrEqual(t, seen.Height, float64(size.height), name)
					assert.True(t, seen.Beside, name)
					assert.GreaterOrEqual(t, seen.Square, min(40, float64(size.height-50)/8), "%s: squares to touch", name)
				}
			}
		}
	}
}
