//go:build browser

package web_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func values(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:84], "you", "you"))
	tb.status("turn")
	tb.eval(`module('store.js').then((m) => {
		window.depths = [];
		m.watch('values', () => window.depths.push(m.state.values?.depth ?? 0));
		return 0;
	})`, new(int))
	tb.click("#values-toggle")
	tb.until(`$('#values').dataset.state === 'done'`)
	var depths []int
	tb.eval(`window.depths`, &depths)
	assert.IsNonDecreasing(t, depths, "values deepen")
	assert.GreaterOrEqual(t, len(slices.Compact(depths)), 2, "each depth shows: %v", depths)
	assert.True(t, tb.holds(position+`.legal.every((s) => square(s).matches('.valued'))`), "every legal move has a value")
	assert.Equal(t, 1.0, tb.number(`$$('.square.best').length`))
	assert.Equal(t, tb.text(`$('.square.best').dataset.square`), tb.text(`$('#values-best').textContent.slice(0, 2)`))
	assert.Regexp(t, `^[a-h][1-8], empty, legal, value [+−]?\d+(\.\d)?, best$`, tb.text(`$('.square.best').ariaLabel`))
	assert.Equal(t, 1.0, tb.number(`$$('#graph .point').length`), "the graph shows finished searches")
	tb.shot("values")
	tb.clickSquare(tb.text(firstLegal))
	tb.until(`$('#moves').children.length === 22`)
	assert.False(t, tb.holds(`$('.square.last').matches('.valued')`))
	tb.click("#values-toggle")
	tb.until(`$$('.square.valued').length === 0`)
}

func hints(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:88], "you", "you"))
	tb.status("turn")
	tb.click("#hint")
	tb.until(`$('.square.hint')`)
	hint := tb.text(`$('.square.hint').dataset.square`)
	assert.Contains(t, tb.text(`$('#announcer').textContent`), "Hint: "+hint)
	assert.Contains(t, tb.text(`$('.square.hint').ariaLabel`), "hint")
	tb.clickSquare(hint)
	tb.until(`!$('.square.hint')`)
}

func analysed(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole, "you", "strongest,4"))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click("#tab-review")
	tb.until(`$('#panel-review').checkVisibility() && $('#losses path')`)
	cells := func(row int) (cells []string) {
		tb.eval(fmt.Sprintf(`[...$$('.sums tbody tr')[%d].querySelectorAll('td')].map((e) => e.textContent)`, row), &cells)
		return cells
	}
	for i, side := range []string{"black", "white"} {
		sum, about := "state.analysis.sums."+side, "state.analysis.summary."+side
		assert.Equal(t, tb.text(`Math.round(`+about+`.accuracy) + ' %'`), cells(0)[i])
		assert.Equal(t, tb.text(sum+`.mistakes + ' · ' + `+sum+`.blunders`), cells(1)[i])
		assert.Equal(t, tb.text(`Math.round(`+sum+`.all_discs_lost) + (`+sum+`.all_discs_lost / 30).toFixed(1) + ' a move'`), cells(2)[i])
		assert.Equal(t, tb.text(about+`.by_phase.map(Math.round).join(' · ')`), cells(3)[i])
		for row, notable := range map[int]string{4: "best", 5: "worst"} {
			number := int(tb.number(about + "." + notable + ".number"))
			assert.Regexp(t, fmt.Sprintf(`^%d %s`, number, whole[2*number-2:2*number]), cells(row)[i])
		}
	}
	assert.Equal(t, 4.0, tb.number(`$$('#losses path').length`), "a line for each side, with its edge")
	marked := tb.number(`state.analysis.moves.filter((m) => m.mark).length`)
	assert.Positive(t, marked)
	assert.Equal(t, marked, tb.number(`$$('#losses .mistake').length`))
	mine := tb.number(`state.analysis.moves.filter((m) => m.mark && m.side === 'X').length`)
	assert.Equal(t, mine, tb.number(`$$('#mistakes button').length`), "the mistakes of the user's side")
	tb.click(`[data-whose="white"]`)
	tb.until(fmt.Sprintf(`$$('#mistakes button').length === %v`, marked-mine))
	tb.shot("summary")

	tb.click("#tab-moves")
	assert.Equal(t, marked, tb.number(`$$('#moves .marked').length`), "mistakes are marked in the list")
	assert.Equal(t, marked, tb.number(`$$('#graph .mistake').length`), "and in the graph")
	assert.Equal(t, 61.0, tb.number(`state.points.filter(Number.isFinite).length`))
	estimated := tb.number(`state.analysis.moves.findIndex((m) => m.mark && m.unit === 'points') + 1`)
	tb.eval(fmt.Sprintf(`module('play.js').then((m) => m.look(%v))`, estimated), new(any))
	tb.until(`/^(Black|White)’s [a-h][1-8]\?\?? lost about \d+\.\d discs\.$/.test(shown('#judgement'))`)
	assert.Contains(t, tb.text(`$('#moves [aria-current]').ariaLabel`), "Move")
	tb.shot("analysis")
	var x float64
	tb.eval(`(() => {
		const b = $('#graph').getBoundingClientRect();
		return b.left + b.width * (26 + 30 / 60 * 368) / 400;
	})()`, &x)
	tb.run(chromedp.MouseClickXY(x, tb.number(`$('#graph').getBoundingClientRect().top + 40`)))
	tb.until(`state.ply === 30`)
}

// steadyButtons tests that buttons stay where they are when a game ends, when its analysis is done and when the user
// looks back, and that the list follows the position, with the numbers of the moves.
func steadyButtons(t *testing.T, browser browserContext) {
	window := device{width: 1366, height: 768, language: "en"}
	tb := openTab(t, browser, window, "", game(whole[:len(whole)-2], "you", "you"))
	tb.status("turn")
	const places = `$$('#status-actions button, #values-toggle, .tabs button').filter((b) => b.checkVisibility())
		.map((b) => [b.id || b.dataset.action, b.offsetLeft, b.offsetTop, b.offsetWidth].join()).join(' ')`
	const panels = `$('.tabs').getBoundingClientRect().top`
	top := tb.number(panels)
	tb.eval(`(globalThis.places = () => `+places+`, new MutationObserver(() => { globalThis.ended ??= state.analysis && places(); })
		.observe($('#status'), {attributes: true, subtree: true, childList: true}), square('e1').click(), 0)`, new(int))
	tb.until(`state.analysis?.state === 'done' && $('[data-action=learn]:not([aria-disabled])')`)
	assert.Equal(t, tb.text(`ended`), tb.text(places), "the analysis moves no button")
	assert.Equal(t, top, tb.number(panels), "nor does the end of the game")
	assert.Equal(t, "moves", tb.text(`state.tab`), "and the reader stays at the list")
	assert.Equal(t, "60 e1", tb.text(`$('#moves [aria-current]').dataset.ply + ' ' + shown('#moves [aria-current]')`))
	const seen = `(() => {
		const [list, row] = [$('#moves'), $('#moves [aria-current]')].map((e) => e.getBoundingClientRect());
		return row.top >= list.top - 1 && row.bottom <= list.bottom + 1;
	})()`
	assert.True(t, tb.holds(seen))
	assert.GreaterOrEqual(t, tb.number(`$('#moves').clientHeight / $('#moves li').offsetHeight`), 8.0, "rows")
	assert.LessOrEqual(t, tb.number(`$('#panel-moves').scrollHeight - $('#panel-moves').clientHeight`), 0.0)
	tb.click("#first")
	tb.click("#next")
	tb.until(`state.ply === 1`)
	assert.True(t, tb.holds(seen), "the list follows")
	assert.Equal(t, top, tb.number(panels), "looking back moves nothing")
	tb.shot("steady")
}

func explained(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:30], "you", "you"))
	tb.status("turn")
	tb.click("#tab-explain")
	tb.until(`$('#explanation').dataset.state === 'done'`)

	// The champion has pattern tables: there is a bar for each group of patterns, of the tables for the
	// position's number of discs.
	groups := []string{"Edges", "Corners", "Rows and columns", "Diagonals", "Mobility", "Combinations"}
	assert.Equal(t, groups, texts(tb, ".bar-name", "textContent"))
	assert.Regexp(t, `; tables for \d+ to \d+ discs$`, tb.text(`shown('#explain-phase')`))
	tb.click(`.bar[data-scorer="patterns.corners"] summary`)
	tb.until(`$('.bar[data-scorer="patterns.corners"] tbody').checkVisibility()`)
	patterns := texts(tb, `.bar[data-scorer="patterns.corners"] tbody th`, "textContent")
	assert.Equal(t, []string{"2×5 squares", "3×3 squares"}, patterns)
	tb.shot("explanation of pattern tables")

	tb.choose("#judge", "evolved")
	tb.until(`state.explanation.scorers?.some((s) => s.scorer === 'table') &&
		/moves \d+–\d+$/.test($('#explain-phase').textContent)`)
	assert.Equal(t, "This position", tb.text(`shown('#explain-title')`))
	assert.Regexp(t, `^Phase \d, moves \d+–\d+$`, tb.text(`shown('#explain-phase')`))
	assert.InDelta(t, tb.number(`state.explanation.score`),
		tb.number(`state.explanation.scorers.reduce((sum, s) => sum + s.points, 0)`), 0, "the bars add up")
	tb.click(`.bar[data-scorer="table"] summary`)
	tb.until(`$('.bar[data-scorer="table"] tbody').checkVisibility()`)
	move := tb.text(firstLegal)
	tb.run(chromedp.Focus(`[data-square="`+move+`"]`, chromedp.ByQuery))
	tb.until(fmt.Sprintf(`$('#explain-title').textContent === 'After %s'`, move))
	tb.click(`#explain-moves [data-move=""]`)
	tb.until(`$('#explain-title').textContent === 'This position'`)
	tb.click("#heat-toggle")
	tb.until(`$$('#board .heat').filter((h) => h.textContent).length === 64`)
	const phase = `state.worths.phases[state.explanation.phase - 1]`
	worth := fmt.Sprintf("%.1f", tb.number(phase+`.squares[0]`)/tb.number(phase+`.points_per_disc`))
	assert.Equal(t, strings.Replace(worth, "-", "−", 1), tb.text(`square('a1').querySelector('.heat').textContent`))
	tb.shot("explanation with heat map")
	tb.click("#tab-moves")
	tb.until(`$$('#board .heat').every((h) => !h.checkVisibility())`)
}

// paste pastes a text into the page and opens it.
func (tb *tab) paste(text string) {
	tb.Helper()
	tb.eval(fmt.Sprintf(`($('#paste').value = %q, 0)`, text), new(int))
	tb.click("#read")
}

func pasted(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.click("#tab-share")
	tb.refused = true
	tb.paste("no game at all")
	tb.until(`$('#share-says').dataset.failed`)
	assert.NotEmpty(t, tb.text(`shown('#share-says')`))
	tb.refused = false
	tb.paste(" F5 d6 C6 ")
	tb.until(movesMade + ` === 'f5d6c6'`)
	ggf, err := os.ReadFile("../../formats/testdata/match.ggf")
	require.NoError(t, err)
	tb.paste(string(ggf))
	tb.until(`$$('#found button').length > 1`)
	assert.Contains(t, tb.text(`shown('#share-says')`), "GGF")
	tb.shot("games to choose from")
	tb.click("#found li:nth-child(2) button")
	tb.until(`state.ply > 20`)
	tb.paste("--------XXXXX---------O----OX------XOOO----O-------------------- O")
	tb.until(position + `.board.startsWith('--------XXXXX') && state.positions[state.ply].side === 'white'`)
}

func copied(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:20], "you", "you"))
	tb.status("turn")
	tb.eval(`(navigator.clipboard.writeText = async (words) => { window.clip = words; }, 0)`, new(int))
	tb.click("#tab-share")
	for what, holds := range map[string]string{
		"transcript": whole[:20], "ggf": "PB[", "board": "--", "link": "moves=" + whole[:20],
	} {
		tb.eval(`(window.clip = '', 0)`, new(int))
		tb.click(`[data-copy="` + what + `"]`)
		tb.until(`window.clip`)
		assert.Contains(t, tb.text(`window.clip`), holds)
	}
	assert.Contains(t, tb.text(`shown('#share-says')`), "copied")
	for _, kind := range []string{"png", "svg"} {
		tb.eval(`(window.saved = null, URL.createObjectURL = (blob) => { window.saved = blob; return '#'; }, 0)`, new(int))
		tb.eval(`(HTMLAnchorElement.prototype.click = () => {}, 0)`, new(int))
		tb.click(`[data-copy="` + kind + `"]`)
		tb.until(`window.saved?.size > 1000`)
		assert.Contains(t, tb.text(`window.saved.type`), kind)
	}
	discs := tb.number(`window.saved.text().then((s) => s.split('r="25.2"').length - 1)`)
	assert.Equal(t, 14.0, discs, "the picture has the board's discs")
}

func setUp(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole[:8], "you", "you"))
	tb.status("turn")
	tb.click("#tab-editor")
	tb.status("editing")
	tb.click("#editor-clear")
	tb.clickSquare("a1")
	tb.click(`[data-brush="white"]`)
	tb.clickSquare("b1")
	tb.clickSquare("h8")
	tb.clickSquare("h8")
	assert.Equal(t, "h8, empty", tb.text(`$('#announcer').textContent`), "a second click removes a disc")
	assert.Equal(t, "a1, Black", tb.text(`square('a1').ariaLabel`))
	tb.shot("position editor")
	tb.click("#tab-moves")
	tb.status("turn")
	assert.Equal(t, whole[:8], tb.text(movesMade), "leaving the editor returns to the game")
	tb.click("#tab-editor")
	tb.click("#editor-clear")
	tb.clickSquare("a1")
	tb.click(`[data-brush="white"]`)
	tb.clickSquare("b1")
	tb.click("#editor-play")
	tb.status("turn")
	tb.clickSquare("c1")
	tb.status("over")
	assert.Equal(t, "Black wins by 64", tb.text(`shown('#status-title')`))
}

func newGames(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.click(`[data-action="new"]`)
	tb.until(`$('#new-game').open`)
	assert.Equal(t, []string{"Strongest", "Others, with Elo"}, texts(tb, `#new-white optgroup`, "label"))
	tb.run(chromedp.Focus("#new-white-level", chromedp.ByQuery))
	tb.keys(kb.Home)
	assert.Equal(t, "As it usually plays", tb.text(`shown('#new-white-says')`))
	tb.keys(kb.ArrowRight)
	assert.Regexp(t, `^Level 1: depth 1, last \d+ squares perfect$`, tb.text(`shown('#new-white-says')`))
	tb.choose("#new-white-handicap", "8")
	tb.click("#new-colour [value=white]")
	assert.Equal(t, "not rated", tb.text(`$('#new-characters label:has(:checked) .strength').textContent`), "it plays weaker")
	tb.shot("new game")
	tb.click("#new-begin")
	tb.until(`$('#black .name').textContent === 'evolved' && $('#status').dataset.kind === 'turn'`)
	assert.Equal(t, "Level 1 · depth 1, last 2 solved · gives away up to 8", tb.text(`$('#black .about').textContent`))
}

func texts(tb *tab, selector, property string) (all []string) {
	tb.eval(fmt.Sprintf(`$$(%q).map((e) => e.%s)`, selector, property), &all)
	return all
}

func settings(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	colour := func() string { return tb.text(`getComputedStyle(document.body).backgroundColor`) }
	light, green := colour(), tb.text(`getComputedStyle(square('a1')).backgroundColor`)
	tb.click("#open-settings")
	tb.click("input[name=theme][value=dark]")
	tb.until(`document.documentElement.dataset.theme === 'dark'`)
	assert.NotEqual(t, light, colour())
	tb.click("input[name=board-colour][value=sand]")
	tb.until(`document.documentElement.dataset.board === 'sand'`)
	assert.NotEqual(t, green, tb.text(`getComputedStyle(square('a1')).backgroundColor`))
	tb.click("#set-dots")
	tb.click("#set-coordinates")
	tb.click("#set-turn")
	tb.shot("settings")
	tb.keys(kb.Escape)
	tb.until(`!$('#settings').open`)
	firstRow := texts(tb, `.row:first-child button`, "dataset.square")
	assert.Equal(t, []string{"a8", "a7", "a6"}, firstRow[:3], "the board is turned")
	dark := colour()
	tb.open("")
	assert.Equal(t, dark, colour(), "settings are stored")
	assert.False(t, tb.holds(`$('#frame').matches('.dots')`))
}
