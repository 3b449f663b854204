//go:build browser

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// exercises tests endgame exercises: a wrong move, the solution, the next one, and those of the user's own games.
func exercises(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, device{width: 1366, height: 768, language: "en"}, "", "")
	tb.play()
	mine := tb.text(movesMade)
	tb.open("#/exercises")
	next := func() string {
		t.Helper()
		tb.until(`state.exercise && !state.exercise.found && location.hash === '#/exercises/' + state.exercise.game + '.' + state.exercise.ply && !state.placing`)
		return tb.text(`location.hash`)
	}
	first := next()
	assert.Contains(t, tb.text(`shown('#status-title')`), "One move wins. Find it.")
	assert.Contains(t, tb.text(`shown('#black .name')`), "Practice game ")
	assert.False(t, tb.holds(`Boolean(state.values) || $$('.square.valued').length > 0`), "nothing shows the answer")
	tb.shot("exercise")

	const (
		wrong  = `state.exercise.moves.at(-1).move`
		winner = `state.exercise.moves[0].move`
	)
	tb.clickSquare(tb.text(wrong))
	tb.until(`state.exercise.last === ` + wrong + ` && $$('.square.valued').length === 1`)
	assert.Regexp(t, ` (loses: −|draws)`, tb.text(`shown('#status-detail')`))
	tb.clickSquare(tb.text(winner))
	tb.until(`state.exercise.found && document.activeElement.dataset.action === 'nextExercise'`)
	assert.Contains(t, tb.text(`shown('#status-title')`), tb.text(winner)+" wins: +")
	assert.Contains(t, tb.text(`shown('#status-detail')`), " was played in the game.")
	assert.True(t, tb.holds(`$$('.square.valued').length === state.exercise.moves.length`))
	tb.shot("exercise solved")

	// One key leads on. Back leads to the exercise before, and so does its address.
	tb.keys(kb.Enter)
	tb.until(`location.hash !== '` + first + `'`)
	second := next()
	assert.Contains(t, tb.text(`shown('#status-detail')`), "0 of 1 at the first try")
	tb.run(chromedp.NavigateBack())
	tb.until(`location.hash === '` + first + `'`)
	next()
	tb.run(chromedp.NavigateForward(), chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready`)
	assert.Equal(t, second, next())
	tb.click(`[data-action="solve"]`)
	tb.until(`state.exercise.found`)
	practice := tb.text(`state.exercise.game`)
	tb.click(`[data-action="wholeGame"]`)
	tb.until(`!state.exercise && state.game.moves.length > state.ply`)
	whole := tb.text(movesMade)

	// The game that was going on is still there.
	tb.open("#/exercises/" + practice + ".1")
	next()
	tb.click(`[data-action="quit"]`)
	tb.until(`!state.exercise && ` + movesMade + ` === '` + whole + `'`)
	assert.NotEqual(t, mine, whole)

	// Exercises of games that were imported.
	tb.open("#/games")
	tb.drop("game.txt", []byte(whole))
	tb.until(`$$('.game-row').length === 2`)
	tb.click(`#games-page a[href="#/exercises"]`)
	own := next()
	assert.True(t, strings.HasPrefix(own, "#/exercises/import-"), own)
	assert.NotContains(t, tb.text(`shown('#black .name')`), "Practice")
	tb.open("#/exercises/import-0.50")
	tb.until(`state.exercise?.game !== 'import-0'`)
	next()
}
