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
)

// largeBoards chooses a large board, plays by mouse and keyboard, takes moves back and shares the
// game.
func largeBoards(t *testing.T, browser browserContext) {
	for _, l := range []device{desktop, {width: 375, height: 667, phone: true, dark: true, language: "ja"}} {
		tb := openTab(t, browser, l, "", "")
		tb.status("turn")
		tb.click(`[data-action="new"]`)
		tb.click(`#new-board summary`)
		tb.click(`#new-boards label:has([value="12"])`)
		tb.until(`$('.board-name').textContent === '12 × 12'`)
		assert.Equal(t, "alphabeta", tb.text(`$('#new-white').value`), "alphabeta replaces the champion")
		assert.False(t, tb.holds(`[...$('#new-white').options].some((o) => o.value === 'blank8-16')`))
		assert.Equal(t, "4", tb.text(`$('#new-white-level').max`))
		assert.Equal(t, "1", tb.text(`$('#new-white-level').value`))
		assert.Equal(t, []string{"alphabeta", "random", "greedy", "corner", "montecarlo"},
			texts(tb, "#new-characters input", "value"))
		tb.click("#new-all")
		tb.choose("#new-white", "table")
		tb.click(`#new-boards label:has([value="10"])`)
		tb.click(`#new-boards label:has([value="12"])`)
		assert.Equal(t, "table", tb.text(`$('#new-white').value`), "a player of both boards stays")
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
		assert.False(t, tb.holds(`shown('#hint') || shown('#tab-explain') || shown('#values-toggle')`))
		assert.False(t, tb.holds(`$('#analysis').checkVisibility()`))

		tb.click("#tab-share")
		assert.True(t, strings.HasPrefix(tb.text(movesMade), "g8"))
		tb.paste("g8h6")
		tb.until(`state.game.moves.join('') === 'g8h6' && state.game.board === '12'`)
	}
}

// The page shows a whole game on the largest board, and begins another game there.
func largestBoard(t *testing.T, browser browserContext) {
	rng := rand.New(rand.NewPCG(1, 1))
	g := &engine.Game{Start: engine.LargeStart(26)}
	for p := g.Final(); !p.Over(); p = g.Final() {
		g.Moves = append(g.Moves, p.RandomMove(rng))
	}
	tb := openTab(t, browser, desktop, "", on("26", g.Transcript(), "you", "greedy"))
	tb.status("over")
	result := g.Final().FinalDiff()
	if g.Final().Side == engine.White {
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
