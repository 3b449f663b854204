//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// human is a game between people, with many mistakes (WTHOR, 2013).
const human = "f5f6e6f4d3d6f3f2g4g3g5c6c5c4c3h4e3c2f7f8b5a5c1b4b6a7a6a4a8b3" +
	"g6g7h2d1h5b1d2e1e2h6h8f1a3c7g8g2c8d7d8b8e8e7b7a2h1b2g1h3a1h7"

// walk tests the walk through the mistakes of the user's side.
func walk(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(human, "you", "greedy"))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	assert.Equal(t, "Learn from your mistakes", tb.text(`shown('[data-action=learn]')`))
	tb.click(`[data-action="learn"]`)
	tb.until(`state.compared[state.review?.ply]?.moves`)
	ply := int(tb.number(`state.ply`))
	move := human[2*ply : 2*ply+2]
	assert.Regexp(t, `^Mistake 1 of \d+$`, tb.text(`shown('#review-count')`))
	assert.Equal(t, "Find a better move than "+move, tb.text(`shown('#review-title')`))
	assert.Regexp(t, `^Black’s `+move+`\?\??.* lost about \d+\.\d discs\.$`, tb.text(`shown('#review-says')`))
	assert.Equal(t, "black", tb.text(position+`.side`), "the board shows the position before the move")
	assert.True(t, tb.holds(`square('`+move+`').matches('.empty.faded')`), "the move is faded")
	assert.Contains(t, tb.text(`square('`+move+`').ariaLabel`), "the move that was played")
	assert.Empty(t, tb.text(`shown('#status-title') + shown('#values-toggle')`), "the walk takes the status's place")

	tb.clickSquare(move)
	tb.until(`$('#notice').textContent.includes('was played')`)
	compared := `state.compared[state.review.ply]`
	worst := tb.text(compared + `.moves.at(-1).move`)
	tb.clickSquare(worst)
	tb.until(`square('` + worst + `').matches('.valued')`)
	assert.Regexp(t, `^`+worst+` is worth [+−]?\d+\.\d$`, tb.text(`shown('#review-title')`))
	assert.Contains(t, tb.text(`shown('#review-says')`), "No better than "+move)
	assert.Equal(t, human, tb.text(movesMade), "tries change nothing")
	assert.False(t, tb.holds(`state.review.shown`))
	tb.shot("mistake tried")

	best := tb.text(compared + `.best.move`)
	tb.clickSquare(best)
	tb.until(`state.review.shown`)
	assert.Regexp(t, `^`+best+` is best: `, tb.text(`shown('#review-title')`))
	line := int(tb.number(compared + `.best.positions.length - 1`))
	assert.Equal(t, float64(line), tb.number(`$$('.square.ghost').length`), "the line is numbered on the board")
	assert.Equal(t, fmt.Sprint(ply+1), tb.text(`square('`+best+`').textContent`), "as in the game")
	assert.True(t, tb.holds(`$('#arrow').checkVisibility()`), "an arrow leads to the better move")
	tb.shot("mistake shown")
	tb.click("#next")
	tb.until(`square('` + best + `').matches('.black.last')`)
	assert.Zero(t, tb.number(`$$('.square.ghost').length`), "the discs of the line are on the board")
	tb.click("#previous")
	tb.click(`[data-line="played"]`)
	tb.until(fmt.Sprintf(`square('%s').textContent === '%d'`, move, ply+1))
	assert.False(t, tb.holds(`$('#arrow').checkVisibility()`))

	tb.click("#review-next")
	tb.until(fmt.Sprintf(`state.review.ply > %d && %s?.moves`, ply, compared))
	tb.click("#review-show")
	tb.until(`/ is better: /.test(shown('#review-title'))`)
	for tb.number(compared+`.reasons.length`) == 0 {
		tb.click("#review-next")
		tb.until(`!state.review.shown && ` + compared + `?.moves`)
		tb.click("#review-show")
	}
	reasonsShown(tb, compared)
	tb.run(chromedp.Focus("#review-next", chromedp.ByQuery))
	for tb.text(`$('#review-next').textContent`) != "Finish" {
		tb.keys(kb.Enter)
	}
	assert.Equal(t, tb.number(`$$('#mistakes button').length - 1`),
		tb.number(`[...$$('#mistakes button')].findIndex((b) => b.ariaCurrent)`))
	tb.click("#review-next")
	tb.status("over")
	assert.True(t, tb.holds(`state.review === null && !$('#review').checkVisibility()`))
}

// reasonsShown tests that each reason shows its squares, in both lines, and leaves the board as it was.
func reasonsShown(tb *tab, compared string) {
	n := int(tb.number(compared + `.reasons.length`))
	assert.Positive(tb, n)
	assert.Equal(tb, float64(n), tb.number(`$$('#review-reasons button').length`))
	for i := range n {
		reason, button := fmt.Sprintf(`%s.reasons[%d]`, compared, i), fmt.Sprintf(`#review-reasons button:nth-child(%d)`, i+1)
		assert.Equal(tb, tb.text(reason+`.says.en`), tb.text(`shown('`+button+`')`))
		tb.click(button)
		rings := `$$('.square.ringed').map((s) => s.dataset.square).join()`
		inOrder := `.squares.toSorted((a, b) => a[1] - b[1] || (a < b ? -1 : 1)).join()`
		tb.until(rings + ` === ` + reason + inOrder)
		assert.Equal(tb, "true", tb.text(`$('`+button+`').ariaPressed`))
		assert.Equal(tb, tb.number(reason+`.ply`), tb.number(`state.review.step`))
		tb.shot(fmt.Sprintf("reason %d", i+1))
		tb.click(button)
		tb.until(`state.review.step === 0 && !$('.square.ringed')`)
	}
	tb.click(`[data-line="best"]`)
}

// importedMistakes tests that a pasted game is analysed even if it is not finished, and that its
// mistakes are those of both sides.
func importedMistakes(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, phone, "", "")
	tb.eval(`($('#tab-share').click(), 0)`, new(int))
	tb.eval(fmt.Sprintf(`($('#paste').value = %q, $('#read').click(), 0)`, human[:80]), new(int))
	tb.until(`$('[data-action=learn]:not([aria-disabled])')`)
	assert.Equal(t, "Learn from the mistakes", tb.text(`shown('[data-action=learn]')`))
	both := tb.number(`state.analysis.moves.filter((m) => m.mark).length`)
	assert.Equal(t, both, tb.number(`$$('#mistakes button').length`))
	tb.click(`[data-action="learn"]`)
	tb.until(`state.compared[state.review?.ply]?.moves`)
	tb.clickSquare(tb.text(`state.compared[state.review.ply].best.move`))
	tb.until(`state.review.shown`)
	tb.click(`#review-leave`)
	tb.status("turn")
	assert.Equal(t, human[:80], tb.text(movesMade))
}

// reviewSentences tests the sentences about mistakes with data of no real game.
func reviewSentences(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	verdict := func(value string) string {
		return `m.verdict({best: {value: {discs: 4, won: 0}}, played: {value: {discs: -2, won: 0}}}, ` + value + `)`
	}
	for expression, want := range map[string][2]string{
		`m.reasonSentences({reasons: []}).join()`: {"", ""},
		`m.reasonSentences({reasons: [{says: {en: 'One.', ja: '一。'}}, {says: {en: 'Two.', ja: '二。'}}]}).join()`: {
			"One.,Two.", "一。,二。",
		},
		`m.lostSentence({side: 'O', move: 'b2', mark: '??', unit: 'outcome'})`: {
			"White’s b2?? changed who wins.", "白のb2??で勝敗が変わりました。",
		},
		`m.lostSentence({side: 'X', move: 'b2', mark: '?', unit: 'discs', lost: 4, lost_discs: 4})`: {
			"Black’s b2? lost 4 discs.", "黒のb2?は4石の損です。",
		},
		`m.lostSentence({side: 'X', move: 'b2', mark: '?', unit: 'points', lost: 40, lost_discs: null})`: {
			"Black’s b2? lost 40 points.", "黒のb2?は40点の損です。",
		},
		verdict(`{discs: 3.6, won: 0}`):              {"best", "best"},
		verdict(`{discs: 3.4, won: 0}`):              {"better", "better"},
		verdict(`{discs: 3.6, won: 0, exact: true}`): {"better", "better"},
		verdict(`{discs: -2, won: 0}`):               {"worse", "worse"},
		verdict(`{discs: -64, won: -1}`):             {"worse", "worse"},
	} {
		for i, language := range []string{"en", "ja"} {
			tb.speak(language)
			assert.Equal(t, want[i], tb.text(`module('reviewtexts.js').then((m) => `+expression+`)`), expression)
		}
	}
}
