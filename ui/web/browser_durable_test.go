//go:build browser

package web_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// play makes the user's first legal move, and waits for the opponent's answer.
func (tb *tab) play() {
	tb.Helper()
	moves := len(tb.text(movesMade))
	tb.clickSquare(tb.text(firstLegal))
	tb.until(fmt.Sprintf(`%s.length > %d && %s`, movesMade, moves, settled))
}

// backAndForward tests that each move of the user is an entry of the browser's history.
func backAndForward(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	assert.Equal(t, "/", tb.text(`location.pathname + location.hash.replace('#/', '')`), "a new visitor has a plain address")
	var at []string
	for range 3 {
		tb.play()
		at = append(at, tb.text(movesMade))
		assert.Contains(t, tb.text(`location.hash`), "moves="+at[len(at)-1]+"&", "the address has the game")
	}
	id := tb.text(`state.game.id`)
	tb.run(chromedp.NavigateBack())
	tb.until(movesMade + ` === '` + at[1] + `'`)
	tb.run(chromedp.NavigateBack(), chromedp.NavigateBack())
	tb.until(movesMade + ` === ''`)
	tb.status("turn")
	tb.run(chromedp.NavigateForward(), chromedp.NavigateForward(), chromedp.NavigateForward())
	tb.until(movesMade + ` === '` + at[2] + `'`)
	assert.Equal(t, id, tb.text(`state.game.id`))

	tb.run(chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready`)
	tb.status("turn")
	assert.Equal(t, at[2], tb.text(movesMade), "the game is there after a reload")
	assert.Equal(t, id, tb.text(`state.game.id`), "and is the same game")

	tb.click("#previous")
	tb.until(`location.hash.includes('ply=')`)
	tb.click(`nav [data-for="games"]`)
	tb.until(`$$('.game-row').length === 1`)
	tb.run(chromedp.NavigateBack())
	tb.until(`state.route.view === 'game'`)
	assert.Equal(t, at[2], tb.text(movesMade))
	assert.Equal(t, float64(len(at[2])/2-1), tb.number(`state.ply`))

	tb.click(`[data-action="new"]`)
	tb.click("#new-begin")
	tb.until(`state.game.moves.length === 0`)
	tb.run(chromedp.NavigateBack())
	tb.until(movesMade + ` === '` + at[2] + `'`)
}

// stoppedInMove tests that a player moves after all whose server stopped while it thought.
func stoppedInMove(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game("f5d6c3", "you", "strongest,60s"))
	tb.until(`state.thinking && state.thought.nodes > 0`)
	address := strings.TrimSuffix(strings.TrimPrefix(tb.url, "http://"), "/")
	tb.refused = true
	tb.end()
	tb.status("offline")
	assert.Equal(t, "f5d6c3", tb.text(movesMade))
	tb.serve(address, "")
	tb.click(`[data-action="retry"]`)
	tb.until(`state.thinking && $('[data-action=now]')`)
	tb.click(`[data-action="now"]`)
	tb.status("turn")
	assert.Len(t, tb.text(movesMade), 8)
}

// twoTabs tests that tabs have games of their own, and one list of games.
func twoTabs(t *testing.T, browser browserContext) {
	first := openTab(t, browser, desktop, "", "")
	first.play()
	mine, id := first.text(movesMade), first.text(`state.game.id`)
	second := first.another()
	second.open("")
	second.status("turn")
	assert.Empty(t, second.text(movesMade), "another tab has another game")
	second.play()
	second.play()
	assert.Equal(t, mine, first.text(movesMade))
	second.open("#/games")
	second.until(`$$('.game-row').length === 2`)
	first.play()
	second.until(fmt.Sprintf(`state.library.games.find((g) => g.id === %q)?.moves.length === %d`, id, len(first.text(movesMade))))

	// A duplicated tab has the history and storage of the first one, and goes on with a copy.
	third := first.another()
	third.open("#/runs")
	third.eval(fmt.Sprintf(`(sessionStorage['evothello.game'] = %q, 0)`, first.text(`sessionStorage['evothello.game']`)), new(int))
	third.open("")
	third.until(fmt.Sprintf(`%s === %q && state.game.id !== %q`, movesMade, first.text(movesMade), id))
}

// linkInGame tests that a link that is opened in a game overwrites nothing.
func linkInGame(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.play()
	mine, id := tb.text(movesMade), tb.text(`state.game.id`)
	tb.moveTo(game(whole[:20], "you", "greedy"))
	tb.status("turn")
	assert.Equal(t, whole[:20], tb.text(movesMade))
	assert.NotEqual(t, id, tb.text(`state.game.id`))
	link := tb.text(`state.game.id`)
	tb.click(`nav [data-for="games"]`)
	tb.until(`$$('.game-row').length === 1`)
	tb.run(chromedp.NavigateBack())
	tb.until(movesMade + ` === '` + whole[:20] + `'`)
	tb.play()
	assert.NotEqual(t, link, tb.text(`state.game.id`), "the user goes on in a game of their own")
	tb.click(`nav [data-for="games"]`)
	tb.until(`$$('.game-row').length === 2`)
	tb.run(chromedp.NavigateBack(), chromedp.NavigateBack(), chromedp.NavigateBack())
	tb.until(movesMade + ` === '` + mine + `' && state.game.id === '` + id + `'`)

	// A game that is over stays as it is, too: another move begins a copy.
	tb.moveTo(game(human[:118], "you", "you"))
	tb.clickSquare(human[118:])
	tb.status("over")
	over := tb.text(`state.game.id`)
	tb.run(chromedp.NavigateBack())
	tb.until(`state.ply === 59`)
	tb.click("#undo")
	tb.until(`state.ply === 58`)
	tb.click(".square.legal")
	tb.until(`state.ply === 59 && ` + settled)
	assert.NotEqual(t, over, tb.text(`state.game.id`))
	tb.click(`nav [data-for="games"]`)
	tb.until(fmt.Sprintf(`state.library?.games.find((g) => g.id === %q)?.over`, over))
	tb.run(chromedp.NavigateBack())

	// Back leaves the walk through the mistakes.
	tb.moveTo(game(human, "you", "greedy"))
	tb.until(`$('[data-action=learn]:not([aria-disabled])')`)
	tb.click(`[data-action="learn"]`)
	tb.until(`state.review`)
	tb.run(chromedp.NavigateBack())
	tb.until(`!state.review && state.ply === 60`)
}

// myGames tests the list: opening, searching, export, removal and import.
func myGames(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.play()
	played := tb.text(movesMade)
	tb.click(`nav [data-for="games"]`)
	tb.until(`$$('.game-row').length === 1`)
	ggf, err := filepath.Abs("../../formats/testdata/match.ggf")
	require.NoError(t, err)
	tb.run(chromedp.SetUploadFiles("#games-file", []string{ggf}, chromedp.ByQuery))
	tb.until(`$$('.game-row').length > 2`)
	imported := int(tb.number(`$$('.game-row').length`)) - 1
	assert.Equal(t, fmt.Sprintf("%d games added.", imported), tb.text(`shown('#games-says span')`))
	tb.shot("my games")
	tb.run(chromedp.SetUploadFiles("#games-file", []string{ggf}, chromedp.ByQuery))
	tb.until(fmt.Sprintf(`shown('#games-says span') === '0 games added. %d were there already.'`, imported))

	search := func(words string) float64 {
		t.Helper()
		tb.eval(fmt.Sprintf(`($('#games-search').value = %q, $('#games-search').dispatchEvent(new Event('input')), 0)`, words), new(int))
		return tb.number(`$$('.game-row').length`)
	}
	assert.Equal(t, float64(imported), search("alphabeta"))
	assert.Equal(t, 1.0, search("EVOLVED you"))
	assert.Equal(t, 1.0, search(played[:4]+" not over"))
	assert.Zero(t, search("nothing like that"))
	assert.Equal(t, "0 games found", tb.text(`shown('#games-count')`))
	search("")

	tb.eval(`(URL.createObjectURL = (blob) => { window.saved = blob; return '#'; },
		HTMLAnchorElement.prototype.click = () => {}, 0)`, new(int))
	tb.click("#games-export")
	tb.until(`window.saved`)
	written := tb.text(`window.saved.text()`)
	assert.Equal(t, float64(imported+1), tb.number(`window.saved.text().then((s) => s.split('(;GM').length - 1)`))
	assert.Contains(t, written, "PB[You]PW[evolved]")
	assert.Regexp(t, `DT\[\d{4}-\d\d-\d\d\]`, written)

	tb.click(`.game-row .icon-button`)
	tb.until(fmt.Sprintf(`$$('.game-row').length === %d`, imported))
	tb.click("#games-undo")
	tb.until(fmt.Sprintf(`$$('.game-row').length === %d`, imported+1))

	search("alphabeta")
	names := tb.text(`$('.game-row a').textContent`)
	tb.click(`.game-row a`)
	tb.until(`state.route.view === 'game' && state.ply > 20`)
	shown := tb.text(`$('#black .name').textContent`)
	assert.Contains(t, names, shown, "an imported game has its players' names")
	tb.until(`$('[data-action=learn]')`)

	other := openTab(t, browser, desktop, "", "#/games")
	other.until(`$('#games-page').dataset.state === 'empty'`)
	other.drop("othello.ggf", []byte(written))
	other.until(fmt.Sprintf(`$$('.game-row').length === %d`, imported+1))
}

// withoutStorage tests that games can be played where the browser keeps none.
func withoutStorage(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, desktop)
	tb.serve("127.0.0.1:0", "")
	tb.onEveryPage(`Object.defineProperty(globalThis, 'indexedDB', {value: {open() { throw new Error('no storage here'); }}})`)
	tb.open("")
	tb.play()
	moves := tb.text(movesMade)
	tb.click(`nav [data-for="games"]`)
	tb.until(`shown('#games-says span') === 'This browser does not keep games: no storage here'`)
	tb.run(chromedp.NavigateBack())
	tb.until(movesMade + ` === '` + moves + `'`)
}
