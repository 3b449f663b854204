//go:build browser

package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
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
	assert.LessOrEqual(t, tb.number(`$$('#chooser button, #chooser select').length`), 10.0)
	choose("", first, "other", "black", first)
	assert.Equal(t, " · depth 1", tb.text(`$('#white .more').textContent`), "at the depth of its run")
	choose("", last, "other", "black", last)
	choose("opponent", "strongest", "strongest", "4", "black")
	choose("level", "6", "strongest", "6", "black")
	choose("level", "4", "strongest", "4", "black")
	assert.Equal(t, "Level 4 · depth 4, last 8 solved", tb.text(`$('#white .about').textContent`))
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

// characters tests the cards of the new-game dialog: who is on them, how strong each is at the level, and that a card
// begins a game.
func characters(t *testing.T, browser browserContext) {
	for _, l := range []device{desktop, {width: 375, height: 667, phone: true, dark: true, language: "ja"}} {
		tb := openTab(t, browser, l, "", "")
		tb.status("turn")
		tb.click(`[data-action="new"]`)
		tb.until(`$('#new-game').open`)
		assert.Equal(t, playerlist.Characters, texts(tb, "#new-characters input", "value"))
		assert.False(t, tb.holds(`$('#new-white').checkVisibility() || $('#new-swap').checkVisibility()`))
		assert.LessOrEqual(t, tb.number(`$('#new-game').scrollWidth - $('#new-game').clientWidth`), 0.0)
		strength := func(name string) string {
			return tb.text(fmt.Sprintf(`$('#new-characters label:has([value=%s]) .strength').textContent`, name))
		}
		var list struct{ Players []playerlist.ListedPlayer }
		tb.ask("api/players", &list)
		of := func(name string) playerlist.ListedPlayer {
			i := slices.IndexFunc(list.Players, func(p playerlist.ListedPlayer) bool { return p.Name == name })
			require.GreaterOrEqual(t, i, 0)
			return list.Players[i]
		}
		written := func(elo float64) string { return strings.Replace(fmt.Sprintf("%+.0f", elo), "-", "−", 1) }
		assert.Equal(t, written(*of("greedy").Elo), strength("greedy"))
		assert.Contains(t, []string{"Beginner", "初心者"}, strength("evolved"), "the default opponent")
		tb.click("#new-characters label:has([value=strongest])")
		assert.Equal(t, "4", tb.text(`$('#new-white-level').value`))
		assert.Equal(t, written(of("strongest").Elos[3]), strength("strongest"))
		assert.Equal(t, written(of("evolved").Elos[3]), strength("evolved"), "at the same level")
		tb.run(chromedp.Focus("#new-white-level", chromedp.ByQuery))
		tb.keys(kb.ArrowRight)
		assert.Equal(t, written(of("strongest").Elos[4]), strength("strongest"))
		tb.click("#new-characters label:has([value=human])")
		assert.Equal(t, "5", tb.text(`$('#new-white-level').value`), "the level stays")
		tb.shot("characters")
		tb.click("#new-colour [value=white]")
		tb.click("#new-begin")
		tb.until(`state.ply === 1 && state.game.black?.name === 'human' && state.game.black.level === 5 && !state.game.white`)
		tb.click(`[data-action="new"]`)
		assert.True(t, tb.holds(`$('#new-characters [value=human]').checked && $('#new-colour [value=white]').checked`))
		tb.click("#new-all")
		tb.choose("#new-white", "greedy")
		assert.False(t, tb.holds(`$('#new-all').checkVisibility()`), "two players are no character")
		tb.choose("#new-black", "")
		tb.click("#new-all")
		tb.until(`$('#new-characters [value=greedy]').checked && $('#new-colour [value=black]').checked`)
		tb.click("#new-all")
		tb.choose("#new-white", "strongest")
		tb.choose("#new-white-time", "1")
		assert.True(t, tb.holds(`$('#new-white-level').disabled`))
		tb.click("#new-all")
		tb.until(`$('#new-characters [value=strongest]').checked && !$('#new-white-level').disabled`)
		tb.click("#new-board summary")
		tb.click(`#new-boards label:has([value="Heart"])`)
		tb.until(`$('#new-characters label:last-child input').value === 'evolved-heart'`)
		assert.False(t, tb.holds(`$('#new-characters .strength').checkVisibility()`), "ratings are from the standard board")
	}
}

// rules tests how to play: three pictures on one screen, from the first view and from the settings.
func rules(t *testing.T, browser browserContext) {
	for _, l := range []device{desktop, {width: 844, height: 390, phone: true, dark: true, language: "ja"}} {
		tb := openTab(t, browser, l, "", "")
		tb.status("turn")
		tb.click("#choices [data-open=rules]")
		tb.until(`$('#rules').open && $$('#rules-body li').length === 3`)
		assert.Equal(t, "4,13,64", tb.text(`$$('#rules-body svg').map((p) => p.querySelectorAll('.tiny-black, .tiny-white').length).join()`))
		assert.Equal(t, 4.0, tb.number(`$$('#rules .tiny-dot').length`))
		assert.LessOrEqual(t, tb.number(`$('#rules').scrollHeight - $('#rules').clientHeight`), 0.0, "all on one screen")
		tb.shot("rules")
		tb.click("#rules .close")
		tb.click("#open-settings")
		tb.click("#settings [data-open=rules]")
		tb.until(`$('#rules').open && !$('#settings').open`)
	}
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
