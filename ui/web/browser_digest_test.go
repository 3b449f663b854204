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
// the server's answer about a file; more is added to its record, and may use the hash, depth and endgame of the
// champion's analyses.
func keepGames(games, more string) string {
	return `Promise.all([module('saved.js'), module('library.js'),
		module('api.js').then((m) => m.ask('analysis', {game: {moves: ''}}))]).then(([saved, library, {hash, depth, endgame}]) =>
		library.keep(saved.imported([` + games + `]).map((record) => ({...record, ...` + more + `}))))`
}

// The beginning of a game as if it were over, and what an analysis could have found in the rest.
var (
	endedGame = `{black: 'Ann', white: 'Bob', date: '2026-01-31', game: {moves: '` + human[:48] + `'},
		end: {board: 'X'.repeat(40) + 'O'.repeat(24), over: true, result: 16}}`
	foundInIt = `{digest: {by: 'strongest', edition: 2, hash, depth, endgame, opening: 'Ushi',
		black: {accuracy: 61.9, phases: [21, 95.6, 50], lost: 166.6}, white: {accuracy: 43.2, phases: [57, 93, 57], lost: 207},
		mistakes: ['moves', 'corners', 'passes', 'edge', 'stable', 'frontier', 'last', 'none'].map((why, i) => ({
			ply: 30 + 2 * i, side: 'black', move: 'g6', mark: i % 2 ? '?' : '??', lost_discs: 40 - 4 * i,
			unit: i > 5 ? 'discs' : 'points', why, squares: '-'.repeat(20) + 'XO'.repeat(12) + '-'.repeat(20)}))}}`
)

// digest tests the digest over My games.
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
	digestAnalyses(tb)
	digestSums(tb)
	digestOfOther(tb)
	digestLeads(tb)
	digestLasts(tb)
	digestOpenings(tb)
}

// digestAnalyses tests the analysis of two games, and its end by the user.
func digestAnalyses(tb *tab) {
	tb.eval(`($('#digest-go').click(), $('#digest-go').click(), 0)`, new(int))
	tb.until(`shown('#digest-go') === 'Analyse 2 games' && shown('#games-says span') === ''`)
	assert.Equal(tb, "0 of 2 finished games analysed.", tb.text(`shown('#digest-says')`), "the user stopped it")
	tb.click("#digest-go")
	tb.until(`/^Analysing game \d of 2…$/.test(shown('#games-says span')) && shown('#digest-go') === 'Stop'`)
	tb.until(`shown('#digest-says') === '2 of 2 finished games analysed.' && !$('#digest-go').checkVisibility()`)
	tb.shot("digest")
}

// digestRow is what the digest's first card has in a row.
func digestRow(tb *tab, row int) []string {
	return texts(tb, fmt.Sprintf("#digest-cards .card:first-child tbody tr:nth-child(%d) td", row), "textContent")
}

// digestSums tests the numbers of the digest.
func digestSums(tb *tab) {
	var said struct {
		Game struct {
			Sums struct {
				Black struct {
					Lost float64 `json:"all_discs_lost"`
				}
			}
		}
	}
	tb.eval(`module('api.js').then((m) => m.ask('analysis', {game: {moves: '`+human[:48]+`'}, player: {name: 'strongest'}}))`, &said)
	assert.Equal(tb, []string{"2", "1", "1"}, digestRow(tb, 1), "games in all, as Black, as White")
	assert.Equal(tb, []string{"2–0–0", "1–0–0", "1–0–0"}, digestRow(tb, 2))
	assert.Equal(tb, fmt.Sprintf("%.1f", said.Game.Sums.Black.Lost), digestRow(tb, 4)[1])
	marked := `state.library.games.flatMap((g) => (g.digest?.mistakes ?? []).filter((m) => g.names[m.side] === 'Ann'))`
	assert.Equal(tb, tb.number(marked+`.length`),
		tb.number(`$$('#digest-cards .card:nth-child(3) td:last-child').reduce((sum, td) => sum + Number(td.textContent), 0)`),
		"every mistake has a kind")
	assert.Equal(tb, 2.0, tb.number(`$$('#digest-cards .card:nth-child(4) tbody tr').length`), "the openings differ")
}

// digestOfOther tests the digest of another player, in the games that a search finds.
func digestOfOther(tb *tab) {
	tb.eval(`(($('#games-search').value = 'bob', $('#games-search').dispatchEvent(new Event('input')), 0))`, new(int))
	tb.until(`shown('#digest-says') === '1 of 1 finished games analysed.'`)
	tb.choose("#digest-who", "Bob")
	tb.until(`$('#digest-cards tbody td').textContent === '1' && $('#digest-cards tr:nth-child(2) td').textContent === '0–0–1'`)
}

// digestLeads tests the way to the worst mistake, and back.
func digestLeads(tb *tab) {
	worst := `state.library.games.find((g) => g.names.black === 'Ann' && g.over).digest.mistakes
		.filter((m) => m.side === 'white').sort((a, b) => b.lost_discs - a.lost_discs)[0]`
	ply := tb.number(worst + `.ply`)
	tb.click(`#digest .game-row a`)
	tb.until(`state.review && state.route.view === 'game'`)
	assert.Equal(tb, ply, tb.number(`state.review.ply`))
	assert.Contains(tb, tb.text(`shown('#review-title')`), "Find a better move than "+tb.text(worst+`.move`))
	tb.run(chromedp.NavigateBack(), chromedp.NavigateBack())
	tb.until(`state.route.digest && $$('#digest .game-row').length`)
}

// digestLasts tests that analyses are there after a reload, and after their games are imported again.
func digestLasts(tb *tab) {
	tb.run(chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready && shown('#digest-says') === '2 of 2 finished games analysed.'`)
	tb.eval(keepGames(endedGame, "{}"), new(int))
	tb.until(`state.library.games.filter((g) => g.digest).length === 2`)
	tb.click("#games-digest")
	tb.until(`$$('#games-list .game-row').length === 3 && $('#games-list').checkVisibility() && !$('#digest').checkVisibility()`)
}

// digestOpenings tests how openings are turned.
func digestOpenings(tb *tab) {
	for expression, want := range map[string]string{
		`m.opening({moves: 'f5d6c3d3c4'})`:                  "f5 d6 c3 d3",
		`m.opening({moves: 'c4e3f6e6', board: 'Square-8'})`: "f5 d6 c3 d3",
		`m.opening({moves: 'd3c5f6f5'})`:                    "f5 d6 c3 d3",
		`m.opening({moves: 'e6f4c3c4'})`:                    "f5 d6 c3 d3",
		`m.opening({moves: 'f5d6', board: 'Octagon'})`:      "",
		`m.opening({moves: 'f5d6', start: 'XO'})`:           "",
	} {
		assert.Equal(tb, want, tb.text(`module('digest.js').then((m) => `+expression+`)`), expression)
	}
}

// unnamedGame is the rest of a game that is over, without names.
func unnamedGame(moves string) string {
	return `{game: {moves: '` + moves + `'}, end: {board: 'O'.repeat(64), over: true, result: -64}}`
}

// digestCounts tests that a game of a person on both sides counts once, without a result.
func digestCounts(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "#/games/digest")
	tb.eval(keepGames(endedGame+", "+unnamedGame(whole[:48]), foundInIt), new(int))
	tb.until(`shown('#digest-says') === '1 of 1 finished games analysed.'`)
	assert.Equal(t, []string{"Ann", "Bob", "You"}, texts(tb, "#digest-who option", "textContent"))
	assert.Equal(t, "You", tb.text(`$('#digest-who').value`), "the user is chosen")
	assert.Equal(t, []string{"1", "1", "1"}, digestRow(tb, 1))
	assert.Equal(t, []string{"0–0–0", "0–0–0", "0–0–0"}, digestRow(tb, 2))
	assert.Equal(t, []string{"186.8", "166.6", "207.0"}, digestRow(tb, 4), "both sides lose discs")
	assert.Equal(t, []string{"1", "0–0–0"}, texts(tb, "#digest-cards .start td", "textContent")[:2], "an opening")
}

// digestRenews tests that an analysis made with something else does not count, and that a change of one game leaves
// the others and the focus alone, and reaches other tabs.
func digestRenews(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "#/games/digest")
	tb.eval(keepGames(endedGame, foundInIt), new(int))
	tb.until(`shown('#digest-says') === '1 of 1 finished games analysed.'`)
	assert.Equal(t, "As strongest sees it at depth 8, solved from 18 empties.", tb.text(`shown('#digest-about')`))
	tb.eval(`($('#digest .game-row a').focus(), globalThis.focused = document.activeElement.href, 0)`, new(int))
	tb.eval(keepGames(`{black: 'Ann', white: 'Cid', date: '2026-02-01', game: {moves: '`+whole[:48]+`'}, end: {board: '-', over: true, result: 0}}`, foundInIt), new(int))
	tb.until(`shown('#digest-says') === '2 of 2 finished games analysed.'`)
	assert.True(t, tb.holds(`document.activeElement.href === focused && focused !== $('#digest .game-row a').href`), "the focus stays")

	other := tb.another()
	other.open("#/games/digest")
	other.until(`shown('#digest-says') === '2 of 2 finished games analysed.'`)
	tb.eval(`(globalThis.first = state.library.games[0], globalThis.second = state.library.games[1], 0)`, new(int))
	for _, change := range []string{"hash: 'x'", "edition: 1", "depth: 7", "endgame: 17", "by: 'greedy'"} {
		note := `module('digest.js').then((m) => m.note(first, {...first.digest, %s})).then(() => 0)`
		tb.eval(fmt.Sprintf(note, change), new(int))
		tb.until(`shown('#digest-says') === '1 of 2 finished games analysed.'`)
		other.until(`shown('#digest-says') === '1 of 2 finished games analysed.'`)
		tb.eval(fmt.Sprintf(note, ""), new(int))
		tb.until(`shown('#digest-says') === '2 of 2 finished games analysed.'`)
		other.until(`shown('#digest-says') === '2 of 2 finished games analysed.'`)
	}
	assert.True(t, tb.holds(`state.library.games[1] === second`), "the other game was not read again")
}

// digestFits tests that the digest fits phones and screens, in both languages.
func digestFits(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, phone, "", "#/games/digest")
	tb.eval(keepGames(endedGame, foundInIt), new(int))
	tb.until(`$$('#digest .card').length === 5`)
	for _, language := range []string{"en", "ja"} {
		tb.speak(language)
		for _, size := range [][2]int64{{320, 568}, {375, 667}, {667, 375}, {844, 390}, {1280, 800}} {
			tb.run(emulation.SetDeviceMetricsOverride(size[0], size[1], 1, size[0] < 1000))
			assert.LessOrEqual(t, tb.number(`document.documentElement.scrollWidth`), float64(size[0]))
			assert.Empty(t, tb.text(outside), "%s %v", language, size)
			tb.shot(fmt.Sprintf("digest %s %d×%d", language, size[0], size[1]))
		}
	}
}
