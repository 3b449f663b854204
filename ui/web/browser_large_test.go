//go:build browser

package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/large"
)

// largeBoards are chosen, played on by mouse and keyboard, taken back, shared and shown to
// their end.
func largeBoards(t *testing.T, browser browserContext) {
	for _, l := range []look{desktop, phone, darkJapanese} {
		tb := openTab(t, browser, l, "", "")
		tb.status("turn")
		tb.click(`[data-action="new"]`)
		tb.click(`#new-board summary`)
		tb.click(`#new-boards label:has([value="12"])`)
		tb.until(`$('.board-name').textContent === '12 × 12'`)
		assert.Equal(t, "alphabeta", tb.text(`$('#new-white').value`), "the champion gives way")
		assert.False(t, tb.holds(`[...$('#new-white').options].some((o) => o.value === 'edge')`))
		assert.Equal(t, "4", tb.text(`$('#new-white-level').max`))
		assert.Equal(t, "1", tb.text(`$('#new-white-level').value`))
		tb.choose("#new-white", "table")
		tb.click(`#new-boards label:has([value="10"])`)
		tb.click(`#new-boards label:has([value="12"])`)
		assert.Equal(t, "table", tb.text(`$('#new-white').value`), "who plays on both stays")
		tb.click("#new-begin")
		tb.until(`state.game.board === '12' && $('#status').dataset.kind === 'turn'`)
		assert.Equal(t, 144.0, tb.number(`$$('.square').length`))
		assert.LessOrEqual(t, tb.number(`document.documentElement.scrollWidth`), float64(l.width))

		tb.clickSquare("g8")
		tb.until(`state.ply === 2`)
		tb.eval(`(square('a1').focus(), 0)`, new(int))
		to := tb.text(`$$('.square.legal').at(-1).dataset.square`)
		tb.keys(strings.Split(to, "")...)
		assert.Equal(t, to, tb.text(`document.activeElement.dataset.square`), "names of squares are typed")
		tb.keys(" ")
		tb.until(`state.ply === 4`)
		tb.shot("large board")
		tb.click("#undo")
		tb.until(`state.ply === 2`)
		assert.False(t,
			tb.holds(`shown('#hint') || shown('#tab-explain') || shown('#values-toggle') || $('#analysis').checkVisibility()`))

		tb.click("#tab-share")
		assert.True(t, strings.HasPrefix(tb.text(made), "g8"))
		tb.paste("g8h6")
		tb.until(`state.game.moves.join('') === 'g8h6' && state.game.board === '12'`)
	}
}

// A game on the largest board is shown to its end, and another one begun there.
func largestBoard(t *testing.T, browser browserContext) {
	rng := rand.New(rand.NewPCG(1, 1))
	g := &large.Game{Start: large.Start(26)}
	for p := g.Final(); !p.Over(); p = g.Final() {
		g.Moves = append(g.Moves, p.Moves().Pick(rng))
	}
	tb := openTab(t, browser, desktop, "", on("26", g.Transcript(), "you", "greedy"))
	tb.status("over")
	result := g.Final().FinalDiff()
	if g.Final().ToMove() == engine.White {
		result = -result
	}
	assert.Equal(t, fmt.Sprintf("Black %d, White %d", (676+result)/2, (676-result)/2), tb.text(`shown('#status-detail')`))
	assert.Equal(t, float64(len(g.Moves)), tb.number(`$$('#moves button').length`))
	tb.shot("largest board")
	tb.click("#previous")
	tb.until(fmt.Sprintf(`state.ply === %d`, len(g.Moves)-1))
	tb.click("#last")
	tb.click(`[data-action="rematch"]`)
	tb.until(`state.game.board === '26' && $('#status').dataset.kind === 'turn' && state.ply === 1`)
	require.Equal(t, "greedy", tb.text(`$('#black .name').textContent`))
}
