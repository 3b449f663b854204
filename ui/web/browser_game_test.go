//go:build browser

package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Transcripts: whole is a whole game, and after pass Black must pass and White moves again.
const (
	whole = "f5d6c6f4f3e3d2g4d7e6f6c5c4b5b4g5a5g3g6f2h4e7h3f7e2c8g8f8e8c7f1" +
		"h6g7d3c2d8b8h8h7a8c3b7b6a6a7a4a3b3b2a2h5h2g2a1b1g1h1c1d1e1"
	pass = "d3c3e6d2d1e1b2c1"
)

// Expressions that several tests use.
const (
	settled    = `['turn', 'over'].includes($('#status').dataset.kind)`
	firstLegal = `$('.square.legal')?.dataset.square ?? ''`
	position   = `state.positions[state.ply]`
	movesMade  = `state.game.moves.join('')`
)

// game is the address of a game; more are further names and values of its query.
func game(moves, black, white string, more ...string) string {
	q := url.Values{"moves": {moves}, "black": {black}, "white": {white}}
	for i := 0; i < len(more); i += 2 {
		q.Set(more[i], more[i+1])
	}
	return "#/game?" + q.Encode()
}

func gameByMouse(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	opponent := tb.text(`$('#white .name').textContent`)
	assert.Equal(t, "evolved", opponent, "the page begins a game against the default opponent")
	assert.Equal(t, "Level 1 · depth 1, last 2 solved · gives away up to 16", tb.text(`$('#white .about').textContent`))
	assert.Equal(t, "Beginner", tb.text(`$('#chooser [data-choice=opponent]').selectedOptions[0].textContent`))
	tb.click(`[data-action="new"]`)
	tb.click("#new-characters label:has([value=greedy])")
	tb.click("#new-begin")
	tb.until(`$('#white .name').textContent === 'greedy'`)
	tb.until(settled)
	for tb.text(`$('#status').dataset.kind`) != "over" {
		moves := len(tb.text(movesMade))
		tb.clickSquare(tb.text(firstLegal))
		tb.until(fmt.Sprintf(`%s.length > %d && %s`, movesMade, moves, settled))
	}
	tb.shot("result")
	assert.Regexp(t, `^(You (win|lose) by \d+|A draw)$`, tb.text(`shown('#status-title')`))
	black, white := int(tb.number(`+$('#black .count').textContent`)), int(tb.number(`+$('#white .count').textContent`))
	switch empties := 64 - black - white; { // empty squares count for the winner
	case black > white:
		black += empties
	case white > black:
		white += empties
	default:
		black, white = 32, 32
	}
	assert.Equal(t, fmt.Sprintf("Black %d, White %d", black, white), tb.text(`shown('#status-detail')`))
	assert.Regexp(t, `(wins by|A draw)`, tb.text(`$('#announcer').textContent`))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click(`[data-action="rematch"]`)
	tb.until(`$('#black .name').textContent === 'greedy' && $('#status').dataset.kind === 'turn'`)
	assert.Equal(t, 1.0, tb.number(`state.ply`), "the other side has begun")
}

func gameByKeyboard(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	stops := 0
	for ; stops < 10 && !tb.holds(`document.activeElement.closest('#board')`); stops++ {
		tb.keys(kb.Tab)
	}
	require.True(t, tb.holds(`document.activeElement.matches('.square.legal:focus-visible')`), "Tab leads to a legal square")
	assert.LessOrEqual(t, stops, 6, "in a few stops")
	assert.Equal(t, tb.text(firstLegal), tb.text(`document.activeElement.dataset.square`), "which is the first one")
	assert.Equal(t, 1.0, tb.number(`$$('#board [tabindex="0"]').length`), "the board is one tab stop")
	tb.keys(kb.Home, kb.PageUp, kb.ArrowLeft, kb.ArrowUp)
	assert.Equal(t, "a1", tb.text(`document.activeElement.dataset.square`), "edges hold")
	tb.keys(kb.End, kb.ArrowDown, kb.ArrowDown, kb.ArrowLeft)
	assert.Equal(t, "g3", tb.text(`document.activeElement.dataset.square`))
	tb.until(settled)
	for tb.text(`$('#status').dataset.kind`) != "over" {
		if moves := len(tb.text(movesMade)); moves > 12 && moves < 80 { // what comes between is the same
			tb.moveTo(game(whole[:88], "you", "greedy"))
			tb.until(settled)
			tb.eval(`($('.square.legal').focus(), 0)`, new(int))
		}
		moves := len(tb.text(movesMade))
		to := tb.text(firstLegal)
		tb.keys(to[:1], to[1:], " ")
		tb.until(fmt.Sprintf(`%s.length > %d && %s`, movesMade, moves, settled))
		require.Equal(t, to, tb.text(`document.activeElement.dataset.square`), "the focus stays")
	}
	for !tb.holds(`document.activeElement.dataset.action === 'rematch'`) {
		tb.keys(kb.Tab)
	}
	tb.keys(kb.Enter)
	tb.until(`$('#status').dataset.kind === 'turn'`)
	assert.Equal(t, 1.0, tb.number(`state.ply`), "the other player begins")
	assert.True(t, tb.holds(`document.activeElement !== document.body`), "the focus is not lost with its button")
}

func undoAndRedo(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.clickSquare("f5")
	tb.until(`state.ply === 2`)
	answer := tb.text(movesMade)
	tb.click("#undo")
	tb.until(`state.ply === 0`)
	assert.True(t, tb.holds(`square('f5').matches('.legal.empty')`), "undo goes back to the user's last move")
	tb.click("#redo")
	tb.until(`state.ply === 2`)
	assert.Equal(t, answer, tb.text(movesMade))
	tb.click("#undo")
	tb.clickSquare("d3")
	tb.until(`state.ply === 2`)
	assert.Equal(t, "d3", tb.text(movesMade)[:2], "another move forgets the moves taken back")
	assert.True(t, tb.holds(`$('#redo').ariaDisabled`))
}

func jumps(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:40], "you", "strongest,4"))
	tb.status("turn")
	at := func(n int) {
		t.Helper()
		tb.until(fmt.Sprintf(`state.ply === %d`, n))
		assert.Equal(t, float64(max(n, 0)), tb.number(`Number($('#moves [aria-current]')?.dataset.ply ?? 0)`))
	}
	tb.click(`#moves [data-ply="7"]`)
	at(7)
	assert.Equal(t, "Move 7 of 20", tb.text(`shown('#status-title')`))
	assert.Equal(t, "Move 7: Black d2.", tb.text(`$('#announcer').textContent`))
	tb.shot("looking back")
	tb.click("#first")
	at(0)
	tb.click("#next")
	at(1)
	tb.click("#last")
	at(20)
	tb.click("#previous")
	at(19)
	assert.False(t, tb.holds(`$('#graph').checkVisibility()`), "there is no graph without values")
	tb.click("#values-toggle")
	tb.until(`$('#graph').checkVisibility()`)
	tb.run(chromedp.Focus("#graph", chromedp.ByQuery))
	tb.keys(kb.ArrowLeft, kb.PageDown)
	at(8)
	assert.Equal(t, whole[:40], tb.text(movesMade), "looking back does not change the game")
	tb.click(`#moves [data-ply="7"]`)
	tb.click(`[data-action="goOn"]`)
	tb.until(`state.ply === 8`)
	assert.Equal(t, whole[:14], tb.text(movesMade)[:14], "White has moved from there")
}

func passes(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(pass[:14], "you", "you"))
	tb.status("turn")
	tb.clickSquare(pass[14:])
	tb.until(`$('#announcer').textContent.includes('passes')`)
	announced := tb.text(`$('#announcer').textContent`)
	assert.Equal(t, "White plays c1 and flips 1 disc. Black has no move and passes.", announced)
	assert.Equal(t, "Black has no move and passes.", tb.text(`shown('#status-detail')`))
	assert.Equal(t, "pass", tb.text(`$('#black .passes').textContent`))
	assert.Equal(t, "pass", tb.text(`$('#moves li:last-child .no-move').textContent`))
	tb.shot("passed")
}

func playersAlone(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.click(`[data-action="new"]`)
	tb.click("#new-all")
	tb.choose("#new-black", "corner")
	tb.choose("#new-white", "greedy")
	tb.click("#new-begin")
	tb.until(`state.ply >= 2`)
	tb.click(`[data-action="pause"]`)
	tb.status("paused")
	tb.shot("two players paused")
	n := tb.number(`state.ply`)
	tb.choose("#speed", "instant")
	assert.Equal(t, n, tb.number(`state.ply`), "a paused game stands still")
	tb.click(`[data-action="pause"]`)
	tb.status("over")
	assert.True(t, tb.holds(position+`.over`))
}

func offline(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:8], "you", "strongest,2"))
	tb.status("turn")
	address := strings.TrimSuffix(strings.TrimPrefix(tb.url, "http://"), "/")
	tb.refused = true
	tb.end()
	tb.clickSquare(tb.text(firstLegal))
	tb.status("offline")
	assert.Equal(t, "The server does not answer", tb.text(`shown('#status-title')`))
	tb.shot("offline")
	tb.serve(address, "")
	tb.click(`[data-action="retry"]`)
	tb.until(`state.ply === 6 && $('#status').dataset.kind === 'turn'`)
	moves := tb.text(movesMade)
	tb.open("")
	tb.status("turn")
	assert.Equal(t, moves, tb.text(movesMade), "the page keeps the game")
}

func permalink(t *testing.T, browser browserContext) {
	start := "--------XXXXX---------O----OX------XOOO----O-------------------- O"
	hash := game("", "strongest,3,4", "greedy", "start", start)
	tb := openTab(t, browser, desktop, "", game(whole[:20], "you", "strongest,3,8", "ply", "9"))
	tb.until(`state.ply === 9`)
	assert.Equal(t, whole[:20], tb.text(movesMade))
	assert.Contains(t, tb.text(`$('#white .about').textContent`), "Level 3 · depth 3, last 6 solved · gives away up to 8")
	again := tb.text(`module('link.js').then((m) => m.toLink(state.game, state.ply))`)
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, game(whole, "you", "you")), new(string))
	tb.status("over")
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, again), new(string))
	tb.until(`state.ply === 9`)
	assert.Equal(t, whole[:20], tb.text(movesMade), "the page's own link leads back")
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, hash), new(string))
	tb.until(position + `.board.startsWith('--------XXXXX')`)
	assert.Equal(t, "strongest", tb.text(`$('#black .name').textContent`))
}
