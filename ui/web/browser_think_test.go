//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// thinking tests that a search shows its depth, time, positions and line, and that the user can end it.
func thinking(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:20], "you", "strongest,40s"))
	tb.status("turn")
	assert.Empty(t, tb.text(`shown('#thought')`), "nothing is shown before the first search")
	tb.clickSquare(tb.text(firstLegal))
	tb.status("thinking")
	tb.until(`$('[data-action=now]') && state.thought.depth >= 6`)
	const numbers = `^depth \d+ · \d+\.\d s · [\d.]+ ?\w* positions$`
	assert.Regexp(t, numbers, tb.text(`shown('#thought-numbers')`))
	assert.Regexp(t, `^[+−]?\d+\.\d: [a-h][1-8]( [a-h][1-8]| pass)*$`, tb.text(`shown('#thought-line')`))
	before := tb.text(`shown('#thought-numbers')`)
	tb.until(fmt.Sprintf(`shown('#thought-numbers') !== %q`, before))
	tb.shot("thinking")
	tb.click(`[data-action="now"]`)
	tb.status("turn")
	assert.Equal(t, 12.0, tb.number(`state.ply`))
	assert.Less(t, tb.number(`state.thought.took`), 39.0, "it did not use all of its time")
	assert.Regexp(t, numbers, tb.text(`shown('#thought-numbers')`), "what it found stays")
	assert.Empty(t, tb.text(`shown('#thought-line')`))
	tb.clickSquare(tb.text(firstLegal))
	tb.until(`$('[data-action=now]')`)
	tb.click("#undo")
	tb.until(`!state.thinking && !$('[data-action=now]')`)
}

// timedMoves tests that the time for a move is set in the dialog, and is in the address.
func timedMoves(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.click(`[data-action="new"]`)
	tb.click("#new-all")
	tb.choose("#new-white", "strongest")
	tb.choose("#new-white-time", "0.5")
	tb.until(`$('#new-white-level').disabled`)
	assert.Equal(t, "As deep as the time allows", tb.text(`shown('#new-white-says')`))
	tb.click("#new-begin")
	tb.until(`$('#white .name').textContent === 'strongest'`)
	assert.Equal(t, "0.5 seconds a move", tb.text(`$('#white .level').textContent`))
	tb.play()
	took := tb.number(`state.thought.took`)
	assert.True(t, took > 0.2 && took < 20, took)
	assert.Contains(t, tb.text(`location.hash`), "white=strongest,0.5s")
	hash := tb.text(`location.hash`)
	tb.openFresh(hash)
	tb.status("turn")
	assert.Equal(t, 0.5, tb.number(`state.game.white.seconds`))
	tb.moveTo(game("f5", "you", "strongest,99s"))
	tb.status("link")
	assert.Equal(t, "The player strongest may think 60 seconds at most here.", tb.text(`shown('#status-detail')`))
}
