//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// keepGames is an expression that adds games to My games, as if they came from a file. Each is an element of
// the server's answer about a file; more is added to its record.
func keepGames(games, more string) string {
	return `Promise.all([module('saved.js'), module('library.js')]).then(([saved, library]) => library.keep(
		saved.imported([` + games + `]).map((record) => ({...record, ...` + more + `}))))`
}

// The beginning of a game as if it were over, and what an analysis could have found in the rest.
var (
	endedGame = `{black: 'Ann', white: 'Bob', date: '2026-01-31', game: {moves: '` + human[:48] + `'},
		end: {board: 'X'.repeat(40) + 'O'.repeat(24), over: true, result: 16}}`
	foundInIt = `{digest: {by: 'champion', depth: 8, endgame: 18, opening: 'Ushi',
		black: {accuracy: 61.9, phases: [21, 95.6, 50], lost: 166.6}, white: {accuracy: 43.2, phases: [57, 93, 57], lost: 207},
		mistakes: ['mobility', 'corners', 'corners.n', 'edges', 'stable', 'frontier', 'end', 'none'].map((why, i) => ({
			ply: 30 + 2 * i, side: 'black', move: 'g6', mark: i % 2 ? '?' : '??', lost_discs: 40 - 4 * i,
			unit: i > 5 ? 'discs' : 'points', why, squares: '-'.repeat(20) + 'XO'.repeat(12) + '-'.repeat(20)}))}}`
)

// digest tests the digest over My games: analysis, its end by the user, the sums, and the way to a mistake.
func digest(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "#/games")
	other := `{black: 'Cid', white: 'Ann', date: '2026-02-01', game: {moves: '` + whole[:48] + `'}, end: {board: '-', over: true, result: -10}}`
	open := `{black: 'Ann', white: 'Eve', game: {moves: 'f5d6'}}`
	tb.eval(keepGames(endedGame+", "+other+", "+open, "{}"), new(int))
	tb.until(`$$('.game-row').length === 3`)
	tb.click("#games-digest")
	tb.until(`shown('#digest-says') === '0 of 2 finished games analysed.'`)
	assert.Equal(t, "Ann", tb.text(`$('#digest-who').value`), "who played most is chosen")
	assert.Equal(t, []string{"Ann", "Bob", "Cid"}, texts(tb, "#digest-who option", "textContent"))

	tb.eval(`($('#digest-go').click(), $('#digest-go').click(), 0)`, new(int))
	tb.until(`shown('#digest-go') === 'Analyse 2 games' && shown('#games-says span') === ''`)
	assert.Equal(t, "0 of 2 finished games analysed.", tb.text(`shown('#digest-says')`), "the user stopped it")
	tb.click("#digest-go")
	tb.until(`/^Analysing game \d of 2…$/.test(shown('#games-says span')) && shown('#digest-go') === 'Stop'`)
	tb.until(`shown('#digest-says') === '2 of 2 finished games analysed.' && !$('#digest-go').checkVisibility()`)
	tb.shot("digest")

	var said struct {
		Game struct {
			Sums struct {
				Black struct {
					Lost float64 `json:"all_discs_lost"`
				}
			}
		}
	}
	tb.eval(`module('api.js').then((m) => m.ask('analysis', {game: {moves: '`+human[:48]+`'}, player: {name: 'champion'}}))`, &said)
	cells := func(row string) []string {
		return texts(tb, "#digest-cards .card:first-child tbody tr:"+row+" td", "textContent")
	}
	assert.Equal(t, []string{"2", "1", "1"}, cells("first-child"), "games in all, as Black, as White")
	assert.Equal(t, []string{"2–0–0", "1–0–0", "1–0–0"}, cells("nth-child(2)"))
	assert.Equal(t, fmt.Sprintf("%.1f", said.Game.Sums.Black.Lost), cells("nth-child(4)")[1])
	marked := `state.library.games.flatMap((g) => (g.digest?.mistakes ?? []).filter((m) => g.names[m.side] === 'Ann'))`
	assert.Equal(t, tb.number(marked+`.length`),
		tb.number(`$$('#digest-cards .card:nth-child(3) td:last-child').reduce((sum, td) => sum + Number(td.textContent), 0)`),
		"every mistake has a kind")
	assert.Equal(t, 2.0, tb.number(`$$('#digest-cards .card:nth-child(4) tbody tr').length`), "the openings differ")

	tb.eval(`(($('#games-search').value = 'bob', $('#games-search').dispatchEvent(new Event('input')), 0))`, new(int))
	tb.until(`shown('#digest-says') === '1 of 1 finished games analysed.'`)
	tb.choose("#digest-who", "Bob")
	tb.until(`$('#digest-cards tbody td').textContent === '1' && $('#digest-cards tr:nth-child(2) td').textContent === '0–0–1'`)
	worst := `state.library.games.find((g) => g.names.black === 'Ann' && g.over).digest.mistakes
		.filter((m) => m.side === 'white').sort((a, b) => b.lost_discs - a.lost_discs)[0]`
	ply := tb.number(worst + `.ply`)
	tb.click(`#digest .game-row a`)
	tb.until(`state.review && state.route.view === 'game'`)
	assert.Equal(t, ply, tb.number(`state.review.ply`))
	assert.Contains(t, tb.text(`shown('#review-title')`), "Find a better move than "+tb.text(worst+`.move`))
	tb.run(chromedp.NavigateBack(), chromedp.NavigateBack())
	tb.until(`state.route.digest && $$('#digest .game-row').length`)

	tb.run(chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready && shown('#digest-says') === '2 of 2 finished games analysed.'`)
	tb.eval(keepGames(endedGame, "{}"), new(int))
	tb.until(`state.library.games.filter((g) => g.digest).length === 2`)
	tb.click("#games-digest")
	tb.until(`$$('#games-list .game-row').length === 3 && $('#games-list').checkVisibility() && !$('#digest').checkVisibility()`)

	for expression, want := range map[string]string{
		`m.opening({moves: 'f5d6c3d3c4'})`:                  "f5 d6 c3 d3",
		`m.opening({moves: 'c4e3f6e6', board: 'Square-8'})`: "f5 d6 c3 d3",
		`m.opening({moves: 'd3c5f6f5'})`:                    "f5 d6 c3 d3",
		`m.opening({moves: 'e6f4c3c4'})`:                    "f5 d6 c3 d3",
		`m.opening({moves: 'f5d6', board: 'Octagon'})`:      "",
		`m.opening({moves: 'f5d6', start: 'XO'})`:           "",
	} {
		assert.Equal(t, want, tb.text(`module('digest.js').then((m) => `+expression+`)`), expression)
	}
}

// digestFits tests that the digest fits phones and screens, in both languages.
func digestFits(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, phone, "", "#/games/digest")
	tb.eval(keepGames(endedGame, foundInIt), new(int))
	tb.until(`$$('#digest .card').length === 5`)
	for _, language := range []string{"en", "ja"} {
		tb.eval(fmt.Sprintf(`module('store.js').then((m) => m.set({language: %q}))`, language), new(any))
		tb.until(fmt.Sprintf(`document.documentElement.lang === %q`, language))
		for _, size := range [][2]int64{{320, 568}, {375, 667}, {667, 375}, {844, 390}, {1280, 800}} {
			tb.run(emulation.SetDeviceMetricsOverride(size[0], size[1], 1, size[0] < 1000))
			assert.LessOrEqual(t, tb.number(`document.documentElement.scrollWidth`), float64(size[0]))
			assert.Empty(t, tb.text(outside), "%s %v", language, size)
			tb.shot(fmt.Sprintf("digest %s %d×%d", language, size[0], size[1]))
		}
	}
}
