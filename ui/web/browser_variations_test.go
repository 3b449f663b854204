//go:build browser

package web_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// variations tests that a game that is over is a tree: moves of both sides can be tried anywhere.
func variations(t *testing.T, browser browserContext) {
	laptop := device{width: 1366, height: 768, language: "en"}
	tb := openTab(t, browser, laptop, "", game(human, "you", "greedy", "ply", "20"))
	tb.until(`state.analysis?.state === 'done'`)
	tb.until(`state.values?.moves.length`)
	assert.True(t, tb.holds(`$('#values-toggle').ariaChecked === 'true' && $$('.square.valued').length`), "values are on")

	// A try, an answer of the other side, and another answer.
	try := func(moves ...string) {
		for _, move := range moves {
			before := tb.number(`state.ply`)
			tb.clickSquare(move)
			tb.until(`!state.placing && state.ply === ` + strconv.Itoa(int(before)+1))
		}
	}
	legal := func(i string) string {
		return tb.text(position + `.legal.filter((s) => s !== state.game.moves[state.ply]).at(` + i + `)`)
	}
	first := legal("0")
	try(first)
	second := legal("0")
	try(second)
	assert.Equal(t, "Line from move 21", tb.text(`shown('#status-title')`))
	assert.Equal(t, "22 "+second, tb.text(`$('#moves [aria-current]').dataset.ply + ' ' + shown('#moves [aria-current]')`))
	assert.Equal(t, human, tb.text(movesMade), "the game stays")
	tb.until(`state.values?.moves.length && Number.isFinite(state.points[22])`)
	tb.click("#previous")
	tb.until(`state.ply === 21`)
	third := legal("-1")
	try(third)
	assert.Equal(t, first+second+","+first+third, tb.text(`state.game.lines.map((one) => one.moves.join('')).join()`))
	tb.shot("variations")

	// The game's own move leads back, and so does Esc.
	tb.keys(kb.Escape)
	tb.until(`!state.line && state.ply === 20`)
	assert.Equal(t, "Move 20 of 60", tb.text(`shown('#status-title')`))
	tb.clickSquare(tb.text(`state.game.moves[20]`))
	tb.until(`!state.line && state.ply === 21`)
	assert.True(t, tb.holds(`state.analysis.state === 'done' && state.points.length > 50`), "its values stay")

	// A line is chosen in the list. The address leads there, also elsewhere, and so does Back.
	tb.click(`[data-line="1"][data-ply="22"]`)
	tb.until(`state.line === state.game.lines[1] && state.ply === 22`)
	address := tb.text(`location.href`)
	parts, err := url.ParseQuery(address[strings.Index(address, "?")+1:])
	assert.NoError(t, err)
	assert.Equal(t, "20."+first+second+",20."+first+third, parts.Get("lines"))
	assert.Equal(t, []string{"2", "22"}, []string{parts.Get("line"), parts.Get("ply")})
	other := tb.another()
	other.open(address[strings.Index(address, "#"):])
	other.until(`state.line?.moves[1] === '` + third + `' && state.ply === 22 && state.game.lines.length === 2`)
	tb.run(chromedp.Reload())
	tb.until(`$("#app")?.dataset.ready`)
	tb.until(`state.line?.moves[1] === '` + third + `' && state.ply === 22`)
	tb.click(`[data-action="forget"]`)
	tb.until(`!state.line && state.game.lines.length === 1`)

	// The player goes on from a line in a game of its own.
	tb.click(`[data-line="0"][data-ply="21"]`)
	tb.until(`state.line && state.ply === 21`)
	tb.click(`[data-action="goOn"]`)
	tb.until(`state.game.moves.length > 21 && !state.thinking && !state.game.lines.length`)
	assert.True(t, strings.HasPrefix(tb.text(movesMade), human[:40]+first))
	assert.Equal(t, "false", tb.text(`$('#values-toggle').ariaChecked`), "no values during a game")
	assert.False(t, tb.holds(`$('.graph-box').checkVisibility()`), "and no graph")
}

// A line of an address that is not legal is left out.
func brokenVariation(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, desktop)
	tb.serve("127.0.0.1:0", "")
	tb.ignoreFaults() // the refusal of the line
	tb.open(game(human, "you", "you", "lines", "20.a1h8,x,3.", "line", "1"))
	tb.until(`/not legal/.test($('#announcer').textContent)`)
	assert.True(t, tb.holds(`!state.line && !state.game.lines.length && !state.trouble`))
}
