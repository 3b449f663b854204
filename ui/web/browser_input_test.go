//go:build browser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// gate is a script that delays requests. window.hold(path) holds back requests whose path ends with
// path, until window.release is called.
const gate = `
	const real = window.fetch;
	window.hold = (path) => {
		window.held = path;
		window.opened = new Promise((release) => { window.release = () => { window.held = ''; release(); }; });
	};
	window.fetch = async (path, init) => {
		if (window.held && path.endsWith(window.held)) await window.opened;
		return real(path, init);
	};`

func (tb *tab) hold(path string) { tb.Helper(); tb.eval(fmt.Sprintf(`(hold(%q), 0)`, path), new(int)) }
func (tb *tab) release()         { tb.Helper(); tb.eval(`(release(), 0)`, new(int)) }

const blackSquares = `$$('.square.black').map((s) => s.dataset.square).join(' ')`

// slowServer tests a move whose answer is late: its disc shows, and no other move can be made.
func slowServer(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, desktop)
	tb.serve("127.0.0.1:0", "")
	tb.onEveryPage(gate)
	tb.open(game(whole[:4], "you", "you"))
	tb.status("turn")
	before := tb.text(blackSquares)
	tb.hold("/game")
	tb.clickSquare("c6")
	tb.until(`square('c6').matches('.black.last')`)
	white := tb.text(`$$('.square.white').map((s) => s.dataset.square).join(' ')`)
	assert.Equal(t, "d4 d5 d6", white, "the server says what is flipped")
	assert.False(t, tb.holds(`$('.square.legal')`))

	const wait = "Wait: c6 is being played."
	tb.clickSquare("c3")
	tb.until(`square('c3').matches('.refused')`)
	assert.Equal(t, wait, tb.text(`shown('#notice')`))
	assert.Equal(t, wait, strings.TrimSpace(tb.text(`$('#announcer').textContent`)))
	tb.keys("e", "7", " ")
	tb.until(`square('e7').matches('.refused')`)
	tb.click(`#moves [data-ply="1"]`)
	tb.eval(`(document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft', bubbles: true})), 0)`, new(int))
	assert.Equal(t, 2.0, tb.number(`state.ply`), "the list of moves waits, too")
	assert.True(t, tb.holds(`['#first', '#previous'].every((s) => $(s).ariaDisabled)`))
	tb.status("waiting")
	assert.Equal(t, "Waiting for the server…", tb.text(`shown('#status-title')`))
	tb.shot("a slow server")
	assert.ElementsMatch(t, strings.Fields(before+" c6"), strings.Fields(tb.text(blackSquares)))
	tb.release()
	tb.until(`state.ply === 3`)
	assert.Equal(t, whole[:4]+"c6", tb.text(movesMade))
	assert.True(t, tb.holds(`square('d5').matches('.black') && !state.notice`))

	// An unanswered move can be taken back.
	tb.hold("/game")
	tb.clickSquare(tb.text(firstLegal))
	tb.status("waiting")
	tb.click(`[data-action="withdraw"]`)
	tb.status("turn")
	assert.True(t, tb.holds(`$$('.square.legal').length === `+position+`.legal.length && !state.placing`))
	tb.release()
	tb.clickSquare("f4")
	tb.until(`state.ply === 4`)
	assert.Equal(t, whole[:4]+"c6f4", tb.text(movesMade), "the withdrawn move was not played")
}

// deadServer tests a server that ends before it answers. The page repeats the request when the server
// is back.
func deadServer(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, desktop)
	tb.serve("127.0.0.1:0", "")
	address := strings.TrimSuffix(strings.TrimPrefix(tb.url, "http://"), "/")
	tb.onEveryPage(gate)
	tb.open(game("", "you", "greedy"))
	tb.status("turn")
	tb.refused = true

	tb.hold("/game")
	tb.clickSquare("f5")
	tb.until(`square('f5').matches('.black')`)
	tb.end()
	tb.release()
	tb.status("offline")
	assert.Equal(t, "f5 was not played. Try again when the server is back.", tb.text(`shown('#status-detail')`))
	assert.True(t, tb.holds(`square('f5').matches('.empty.legal')`), "its disc is gone")
	tb.shot("a move that was not played")
	tb.serve(address, "")
	tb.hold("/think")
	tb.click(`[data-action="retry"]`)
	tb.status("thinking")
	assert.Equal(t, "f5", tb.text(movesMade))
	tb.clickSquare("f4")
	tb.until(`square('f4').matches('.refused')`)
	assert.Equal(t, "greedy is thinking…", tb.text(`shown('#notice')`))

	// The same holds for a server that ends while a player thinks.
	tb.end()
	tb.release()
	tb.status("offline")
	tb.serve(address, "")
	tb.click(`[data-action="retry"]`)
	tb.until(`state.ply === 2 && $('#status').dataset.kind === 'turn'`)

	// Instead of a retry, the user may play another move.
	tb.hold("/game")
	tb.end()
	tb.clickSquare(tb.text(firstLegal))
	tb.release()
	tb.status("offline")
	tb.serve(address, "")
	other := tb.text(`$$('.square.legal').at(-1).dataset.square`)
	tb.clickSquare(other)
	tb.until(`state.ply === 4 && $('#status').dataset.kind === 'turn'`)
	assert.Equal(t, other, tb.text(`state.game.moves[2]`))
}

// illegalClicks tests that the page explains clicks that play nothing.
func illegalClicks(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:4], "you", "you"))
	tb.status("turn")
	tb.eval(`module('store.js').then((m) => m.set({animation: true}))`, new(any))
	for calm, shake := range map[string]string{"no-preference": "refused", "reduce": "none"} {
		motion := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: calm}}
		tb.run(emulation.SetEmulatedMedia().WithFeatures(motion))
		for _, square := range []string{"d4", "a1"} { // a disc, and an empty one
			tb.clickSquare(square)
			tb.until(`square('` + square + `').matches('.refused')`)
			assert.Equal(t, square+" is not a legal move.", tb.text(`shown('#notice')`))
			assert.Equal(t, square+" is not a legal move.", strings.TrimSpace(tb.text(`$('#announcer').textContent`)))
			assert.Equal(t, 1.0, tb.number(`$$('.refused').length`))
		}
		assert.Equal(t, shake, tb.text(`getComputedStyle(square('a1').children[1]).animationName`), "it shakes")
		tb.shot("an illegal click, motion " + calm)
	}
	assert.Equal(t, whole[:4], tb.text(movesMade))
	tb.until(`!state.notice && !$('.refused') && !$('#notice').checkVisibility()`)
	tb.clickSquare("a1")
	tb.until(`$('.refused')`)
	tb.clickSquare("c6")
	tb.until(`state.ply === 3 && !$('.refused')`)
}

// shortcuts tests the keys that work everywhere on the page, their list, and that they can be turned off.
func shortcuts(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:40], "you", "you"))
	tb.status("turn")
	tb.click("#tab-share")
	tb.keys("a", "3")
	assert.Equal(t, "a3", tb.text(`document.activeElement.dataset.square`), "a square can be typed anywhere")
	tb.run(chromedp.Focus("#paste", chromedp.ByQuery))
	tb.keys("f", "5")
	assert.Equal(t, "f5", tb.text(`$('#paste').value`), "but in a field")
	tb.click("#tab-moves")
	tb.keys("u")
	tb.until(`state.ply === 19`)
	tb.keys("r")
	tb.until(`state.ply === 20`)
	tb.keys("v")
	tb.until(`state.settings.values`)
	tb.keys("?")
	tb.until(`$('#keys').open`)
	tb.shot("keyboard shortcuts")
	tb.keys("u")
	assert.Equal(t, 20.0, tb.number(`state.ply`), "a dialog has its own keys")
	tb.click("#set-keys")
	tb.click("#keys .close")
	tb.keys("u", "?")
	assert.False(t, tb.holds(`state.ply !== 20 || $('#keys').open`), "they are turned off")
	tb.click("#open-settings")
	tb.click("#open-keys")
	tb.until(`$('#keys').open && !$('#settings').open`)
	tb.click("#set-keys")
	tb.click("#keys .close")
	tb.run(chromedp.Focus(`[data-square="`+tb.text(firstLegal)+`"]`, chromedp.ByQuery))
	tb.keys("n")
	tb.until(`$('#new-game').open`)
}
