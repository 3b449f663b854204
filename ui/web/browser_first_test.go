//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/playerlist"
)

// firstView tests that opponent, level and side are chosen at one touch before the first move, and that
// cards without anything to say are not there.
func firstView(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	assert.Equal(t, "Play Othello against programs that evolved by playing it, and learn from your mistakes.",
		tb.text(`shown('#lead')`))
	assert.Empty(t, tb.text(`shown('#values') + shown('#tab-moves') + shown('#tab-review') + shown('.graph-box')`))
	assert.True(t, tb.holds(`$$('[role=tabpanel]').every((p) => !p.checkVisibility())`), "no panel is open")
	pressed := func() (names []string) {
		tb.eval(`$$('#chooser [aria-pressed=true]').map((b) => b.dataset.choice)`, &names)
		return names
	}
	choose := func(choice string, want ...string) {
		t.Helper()
		tb.click(`[data-choice="` + choice + `"]`)
		tb.until(fmt.Sprintf(`$('[data-choice="%s"]')?.ariaPressed === 'true'`, choice))
		tb.until(settled)
		assert.Equal(t, want, pressed())
	}
	rungs := playerlist.Ladder()
	first, last := rungs[0].Name, rungs[len(rungs)-1].Name
	assert.Equal(t, []string{"beginner", "side-black"}, pressed())
	choose(first, first, "side-black")
	assert.Equal(t, " · depth 1", tb.text(`$('#white .more').textContent`), "at the depth of its run")
	choose(last, last, "side-black")
	choose("strongest", "strongest", "level-4", "side-black")
	assert.Equal(t, "Level 4 · depth 4, last 8 exact", tb.text(`$('#white .about').textContent`))
	assert.Equal(t, 1.0, tb.number(`history.length - performance.getEntriesByType('navigation').length`),
		"choices are no entries of the history")
	choose("both", "both")
	choose("beginner", "beginner", "side-black")
	tb.click(`[data-choice="more"]`)
	tb.until(`$('#new-game').open`)
	tb.click("#new-game .close")
	tb.shot("first view")
	tb.click(`[data-choice="side-white"]`)
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
	assert.True(t, tb.holds(`$('[data-choice="`+rungs[0].Name+`"] .beaten')`), "the one that was beaten is marked")
	assert.Equal(t, 1.0, tb.number(`$$('.beaten').length`))
	tb.open("")
	tb.until(`$$('.beaten').length === 1`)
}
