//go:build browser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/playerlist"
)

// firstView tests that opponent, level and side are chosen in one row before the first move, with the ladder below it,
// and that cards without anything to say are not there.
func firstView(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	assert.Equal(t, "Play Othello against programs that evolved by playing it, and learn from your mistakes.",
		tb.text(`shown('#lead')`))
	assert.Empty(t, tb.text(`shown('#values') + shown('#tab-moves') + shown('#tab-review') + shown('.graph-box')`))
	assert.True(t, tb.holds(`$$('[role=tabpanel]').every((p) => !p.checkVisibility())`), "no panel is open")
	const choices = `[...$$('#chooser select').map((s) => s.value),
		...$$('#chooser [aria-pressed=true]').map((b) => b.dataset.choice)]`
	choose := func(list, value string, want ...string) {
		t.Helper()
		if list == "" {
			tb.click(`[data-choice="` + value + `"]`)
		} else {
			tb.choose(`#chooser [data-choice="`+list+`"]`, value)
		}
		tb.until(fmt.Sprintf(`'%s' === (%s).join()`, strings.Join(want, ","), choices))
		tb.until(settled)
	}
	rungs := playerlist.Ladder()
	first, last := rungs[0].Name, rungs[len(rungs)-1].Name
	tb.until(`'beginner,,black' === (` + choices + `).join()`)
	assert.Less(t, tb.number(`$$('#chooser button, #chooser select').length`), 10.0)
	choose("", first, "other", "black", first)
	assert.Equal(t, " · depth 1", tb.text(`$('#white .more').textContent`), "at the depth of its run")
	choose("", last, "other", "black", last)
	choose("opponent", "strongest", "strongest", "4", "black")
	choose("level", "6", "strongest", "6", "black")
	choose("level", "4", "strongest", "4", "black")
	assert.Equal(t, "Level 4 · depth 4, last 8 exact", tb.text(`$('#white .about').textContent`))
	assert.Equal(t, 1.0, tb.number(`history.length - performance.getEntriesByType('navigation').length`),
		"choices are no entries of the history")
	choose("opponent", "both", "both")
	choose("opponent", "beginner", "beginner", "", "black")
	tb.choose(`#chooser [data-choice="opponent"]`, "more")
	tb.until(`$('#new-game').open`)
	tb.click("#new-game .close")
	tb.shot("first view")
	tb.choose(`#chooser [data-choice="side"]`, "white")
	tb.until(`state.ply === 1 && $('#black .name').textContent === 'evolved'`)
	assert.Empty(t, tb.text(`shown('#chooser')`), "the game has begun")
	tb.until(`shown('#tab-moves') && shown('#values')`)
	tb.click("#undo")
	tb.click(`[data-action="new"]`)
	tb.click("#new-begin")
	tb.until(`$('#chooser').checkVisibility() || state.ply === 1`)
}

// climbing tests that a player of the ladder that was beaten is marked, and that the next one is offered.
func climbing(t *testing.T, browser browserContext) {
	rungs := playerlist.Ladder()
	require.Greater(t, len(rungs), 1)
	tb := openTab(t, browser, desktop, "", game(human[:118], "you", rungs[0].Name))
	tb.status("turn")
	tb.clickSquare(human[118:])
	tb.status("over")
	next := rungs[1].Generation
	assert.Equal(t, fmt.Sprintf("Next: generation %d", next), tb.text(`shown('[data-action=climb]')`))
	tb.click(`[data-action="climb"]`)
	tb.until(fmt.Sprintf(`state.game.moves.length === 0 && state.game.white.name === 'ladder/%d'`, next))
	assert.True(t, tb.holds(`$('[data-choice="`+rungs[0].Name+`"].beaten')`), "the one that was beaten is marked")
	assert.Equal(t, 1.0, tb.number(`$$('.beaten').length`))
	tb.open("")
	tb.until(`$$('.beaten').length === 1`)
}
