//go:build browser

package web_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// accessible checks every state of the page with axe, in light and dark colours. Only contrasts depend on the colours.
func accessible(t *testing.T, browser browserContext) {
	axe, err := os.ReadFile("testdata/axe.min.js")
	require.NoError(t, err)
	runs := t.TempDir()
	copyRun(t, runs, "shipped")
	copyRun(t, runs, "second")
	copyTables(t, runs, "tables")
	playCup(t, filepath.Join(runs, "cup"))
	for _, l := range []device{desktop, {width: 375, height: 667, phone: true, dark: true, language: "ja"}} {
		t.Run(l.name(), func(t *testing.T) {
			t.Parallel()
			tb := newTab(t, browser, l)
			tb.refused = true
			tb.serve("127.0.0.1:0", runs)
			tb.onEveryPage(string(axe))
			check := func(state, options string) {
				var violations []string
				tb.eval(`axe.run(document, {resultTypes: ['violations'], preload: false`+options+`}).then((r) => r.violations
					.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.target + ' ' + n.failureSummary)))`, &violations)
				assert.Empty(t, violations, "%s, %s", state, tb.device.name())
				tb.shot(state)
			}
			for i, state := range states {
				switch {
				case i == 0:
					tb.open(state.hash)
				case state.fresh:
					tb.openFresh(state.hash)
				case state.hash != states[i-1].hash:
					tb.moveTo(state.hash)
				}
				for _, step := range state.steps {
					tb.until(step)
				}
				check(state.name, "")
				tb.prefer(!l.dark)
				check(state.name, `, runOnly: ['color-contrast']`)
				tb.prefer(l.dark)
			}
		})
	}
}

// states are all states of the page: an address, and steps that must become true one after the other.
// Each state continues from the one before it, unless fresh asks for a reload with empty storage.
var states = []struct {
	name, hash string
	steps      []string
	fresh      bool
}{
	{"state start", "", []string{`$('#status').dataset.kind === 'turn'`}, false},
	{"state new game", "", []string{`$('[data-action=new]').click() ?? true`, `$('#new-game').open`}, false},
	{
		"state new board", "",
		[]string{`$('#new-board summary').click() ?? true`, `$('#new-boards input').checkVisibility()`}, false,
	},
	{"state middle", game(whole[:44], "you", "strongest,4"), []string{`$('#status').dataset.kind === 'turn'`}, true},
	{
		"state thinking", game(whole[:20], "you", "strongest,10"),
		[]string{
			`$('#status').dataset.kind === 'turn'`,
			`$('.square.legal').click() ?? true`,
			`$('#status').dataset.kind === 'thinking'`,
		}, false,
	},
	{
		"state thinking long", game(whole[:20], "you", "strongest,20s"),
		[]string{
			`$('#status').dataset.kind === 'turn'`,
			`$('.square.legal').click() ?? true`,
			`$('[data-action=now]') && shown('#thought-line')`,
		}, false,
	},
	{
		"state passed", game(pass, "strongest", "you"),
		[]string{`$('#status').dataset.kind === 'turn'`, `$('#black .passes').textContent`}, false,
	},
	{
		"state values", game(whole[:86], "you", "you"),
		[]string{
			`$('#status').dataset.kind === 'turn'`,
			`$('#values-toggle').click() ?? true`,
			`$('#values').dataset.state === 'done'`,
			`$('#values-toggle')`,
		}, false,
	},
	{"state over", game(whole, "you", "strongest,4"), []string{`$('#analysis').dataset.state === 'done'`, `$('#tab-review').click() ?? true`}, true},
	{
		"state judged", game(whole, "you", "strongest,4"),
		[]string{
			`$('#tab-moves').click() ?? true`,
			`$('#moves .marked').click() ?? true`,
			`$('#judgement').textContent`,
		}, false,
	},
	{
		"state mistake", game(whole, "you", "strongest,4"),
		[]string{`$('#find-better').click() ?? true`, `state.compared[state.review?.ply]?.moves`}, false,
	},
	{
		"state try", game(whole, "you", "strongest,4"),
		[]string{
			`(square(state.compared[state.review.ply].moves.at(-1).move).click(),
				square(state.compared[state.review.ply].moves.at(-2).move).click(), true)`,
			`$('.square.valued')`,
		}, false,
	},
	{
		"state better move", game(whole, "you", "strongest,4"),
		[]string{`$('#review-show').click() ?? true`, `$('#arrow path')`, `$('#tab-review').click() ?? true`}, false,
	},
	{
		"state explanation", game(whole[:44], "you", "you"),
		[]string{
			`$('#status').dataset.kind === 'turn'`,
			`$('#tab-explain').click() ?? true`,
			`$('#explain-phase').textContent.includes('–') || $('#explain-phase').textContent.includes('~')`,
			`$('.bar summary').click() ?? true`,
		}, true,
	},
	{
		"state heat", game(whole[:44], "you", "you"),
		[]string{`$('#heat-toggle').click() ?? true`, `square('a1').querySelector('.heat').textContent`}, false,
	},
	{
		"state share", game(whole[:44], "you", "you"),
		[]string{
			`$('#tab-share').click() ?? true`,
			`$('#read').click() ?? true`,
			`$('#share-says').textContent`,
		}, false,
	},
	{
		"state editor", game(whole[:44], "you", "you"),
		[]string{`$('#tab-editor').click() ?? true`, `$('#status').dataset.kind === 'editing'`}, false,
	},
	{
		"state large board", on("16", "i10", "you", "table"),
		[]string{`$('#status').dataset.kind === 'turn'`, `state.game.board === '16'`}, true,
	},
	{
		"state diamond", on("Diamond", "", "you", "evolved-diamond,2"),
		[]string{`$('#status').dataset.kind === 'turn'`, `state.game.board === 'Diamond'`}, false,
	},
	{
		"state small board", on("Rectangle", "", "you", "you"),
		[]string{`$('#status').dataset.kind === 'turn'`, `state.game.board === 'Rectangle'`}, false,
	},
	{
		"state two players", game(whole[:44], "strongest,2", "greedy"),
		[]string{`$('[data-action=pause]').click() ?? true`, `$('#status').dataset.kind === 'paused'`}, false,
	},
	{"state exercise", "#/exercises", []string{`state.exercise`, `(square(state.exercise.moves.at(-1).move).click(), true)`, `state.exercise.last`}, true},
	{
		"state exercise solved", "#/exercises",
		[]string{`(square(state.exercise.moves[0].move).click(), true)`, `state.exercise.found`}, false,
	},
	{"state error", game("a1", "you", "you"), []string{`$('#status').dataset.kind === 'link'`}, false},
	{
		"state games", "#/games",
		[]string{
			`Promise.all([module('saved.js'), module('library.js')]).then(([saved, library]) => library.keep(
				saved.imported([{black: 'Ann', white: 'Bob', date: '2026-01-31', game: {moves: 'f5d6'}}])))`,
			`$$('.game-row').length`,
			`$('.game-row .icon-button').click() ?? true`,
			`$('#games-undo').checkVisibility()`,
		}, false,
	},
	{
		"state digest", "#/games/digest",
		[]string{keepGames(endedGame, foundInIt), `$$('#digest .card').length === 5`, `$('#digest-about').textContent`}, false,
	},
	{"state runs", "#/runs", []string{`$('#runs-page').dataset.state === 'done'`}, false},
	{"state run", "#/runs/shipped", []string{`$('#run-page').dataset.state === 'done'`, `$('#run-heat svg')`}, false},
	{"state training", "#/runs/tables", []string{`$$('#directory-charts svg').length > 1`}, false},
	{"state tournament", "#/runs/cup", []string{`$$('#cup-games button').length`}, false},
	{
		"state comparison", "#/runs",
		[]string{
			`$$('#runs-list input').length === 2`,
			`$$('#runs-list input').forEach((input) => input.click()) ?? true`,
			`$$('#lab-heat svg').length`,
		}, false,
	},
	{"state no such run", "#/runs/xyz", []string{`$('#run-page').dataset.state === 'missing'`}, false},
	{
		"state settings", "",
		[]string{
			`$('#status').dataset.kind === 'turn'`,
			`$('#open-settings').click() ?? true`,
			`$('#settings').open`,
		}, true,
	},
	{"state keys", "", []string{`$('#open-keys').click() ?? true`, `$('#keys').open && !$('#settings').open`}, false},
	{
		"state rules", "",
		[]string{`$('#keys').close() ?? true`, `$('[data-open=rules]').click() ?? true`, `$('#rules').open && $('#rules-body svg')`},
		false,
	},
}
