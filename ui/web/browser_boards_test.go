//go:build browser

package web_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// on is the address of a game on a board.
func on(board, moves, black, white string) string {
	return "#/game?" + url.Values{"board": {board}, "moves": {moves}, "black": {black}, "white": {white}}.Encode()
}

// boardAsShown is the board as its buttons show it, with # for holes.
const boardAsShown = `(() => {
	const discs = {black: 'X', white: 'O'};
	return Array.from({length: 64}, (_, i) => square('abcdefgh'[i % 8] + (Math.floor(i / 8) + 1)))
		.map((b) => (b ? discs[[...b.classList].find((c) => discs[c])] ?? '-' : '#')).join('');
})()`

// everyBoard plays the first moves and the last moves of a game on every board, by clicks on legal squares against
// greedy.
func everyBoard(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	for _, board := range engine.Shapes {
		tb.eval(fmt.Sprintf(`(location.hash = %q)`, on(board.Name, "", "you", "greedy")), new(string))
		tb.until(fmt.Sprintf(`state.game.board === %q && !$('#status').dataset.kind.includes('over')`, board.Name))
		assert.Equal(t, board.Start.Squares(), tb.text(boardAsShown), board.Name)
		skew := tb.number(`Math.max(...$$('.square').map((s) => Math.abs(s.offsetWidth - s.offsetHeight)))`)
		assert.LessOrEqual(t, skew, 1.0, "%s: squares are square", board.Name)
		used := tb.number(`Math.max($('#board').offsetWidth, $('#board').offsetHeight) / ($('.score').offsetWidth - 20)`)
		assert.InDelta(t, 1, used, .03, "%s: the board fills its space", board.Name)
		tb.clickLegal(2)
		assert.GreaterOrEqual(t, tb.number(`state.ply`), 3.0, board.Name)
		most := len(firstMoves(board, 60))/2 - 6
		tb.moveTo(on(board.Name, firstMoves(board, most), "you", "greedy"))
		tb.until(fmt.Sprintf(`state.ply >= %d && %s`, most, settled))
		tb.clickLegal(60)
		assert.Equal(t, "over", tb.text(`$('#status').dataset.kind`))
		g, err := engine.ParseTranscriptFrom(board.Start, tb.text(movesMade))
		require.NoError(t, err, board.Name)
		end := g.Final()
		require.True(t, end.Over(), board.Name)
		assert.Equal(t, end.Squares(), tb.text(boardAsShown), board.Name)
		result := end.FinalDiff()
		if end.Side == engine.White {
			result = -result
		}
		score := fmt.Sprintf("Black %d, White %d", (end.Size()+result)/2, (end.Size()-result)/2)
		assert.Equal(t, score, tb.text(`shown('#status-detail')`), board.Name)
		if board.Name == "Heart" {
			tb.shot("heart at the end")
		}
	}
}

// clickLegal plays a number of moves, or until the game is over: each time the first legal move.
func (tb *tab) clickLegal(moves int) {
	tb.until(fmt.Sprintf(`(async () => {
		for (let n = 0; n < %d && $('.square.legal'); n++) {
			const moves = state.ply;
			$('.square.legal').click();
			for (let i = 0; i < 500 && (state.ply === moves || !%s); i++) {
				await new Promise((r) => setTimeout(r, 2));
			}
		}
		return %[2]s;
	})()`, moves, settled))
}

func chooseBoards(t *testing.T, browser browserContext) {
	for _, l := range []device{desktop, {width: 375, height: 667, phone: true, dark: true, language: "ja"}} {
		tb := openTab(t, browser, l, "", "")
		tb.status("turn")
		tb.click(`[data-action="new"]`)
		tb.click(`#new-board summary`)
		assert.Equal(t, float64(len(engine.Shapes)+9), tb.number(`$$('#new-boards input').length`))
		tb.click(`#new-boards label:has([value="Diamond"])`)
		tb.until(`$('.board-name').textContent.startsWith('D') || $('.board-name').textContent === 'ダイヤ'`)
		assert.Equal(t, "evolved", tb.text(`$('#new-white').value`), "the default opponent plays on any board")
		assert.LessOrEqual(t, tb.number(`document.documentElement.scrollWidth`), float64(l.width))
		tb.shot("choose a board")
		tb.click("#new-begin")
		tb.until(`state.game.board === 'Diamond' && $('#status').dataset.kind === 'turn'`)
		tb.shot("diamond")
		assert.Equal(t, []string{"d1", "e1"}, texts(tb, `.row:first-child button`, "dataset.square"), "holes are not buttons")
		tb.click(`[data-action="new"]`)
		assert.Equal(t, "Diamond", tb.text(`$('#new-boards input:checked').value`), "the next game is on the same board")
	}
}

func boardsByKeyboard(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	tb.click(`[data-action="new"]`)
	tb.run(chromedp.Focus("#new-board summary", chromedp.ByQuery))
	tb.keys(kb.Enter)
	tb.until(`$('#new-board').open`)
	tb.keys(kb.Tab)
	assert.Equal(t, "Square-8", tb.text(`document.activeElement.value`), "one tab stop, at the chosen board")
	tb.keys(kb.ArrowRight, kb.ArrowRight)
	assert.Equal(t, "Square-4", tb.text(`$('#new-boards input:checked').value`))
	columns := tb.number(`(() => {
		const all = $$('#new-boards label');
		return all.filter((l) => l.offsetTop === all[0].offsetTop).length;
	})()`)
	tb.keys(kb.ArrowDown)
	below := engine.Shapes[4+int(columns)].Name
	assert.Equal(t, below, tb.text(`$('#new-boards input:checked').value`), "the board below")
	tb.keys(kb.ArrowUp, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	assert.Equal(t, "x", tb.text(`$('#new-boards input:checked').value`))
	tb.run(chromedp.Focus("#new-begin", chromedp.ByQuery))
	tb.keys(kb.Enter)
	tb.until(`state.game.board === 'x' && $('#status').dataset.kind === 'turn'`)

	// The arrow keys on the board skip holes.
	tb.run(chromedp.Focus(`[data-square="a1"]`, chromedp.ByQuery))
	for _, step := range []struct{ key, to string }{
		{kb.ArrowRight, "b1"}, {kb.ArrowRight, "g1"}, {kb.ArrowDown, "g2"}, {kb.ArrowDown, "g7"}, {kb.ArrowLeft, "f7"},
		{kb.ArrowUp, "f6"}, {kb.Home, "a6"}, {kb.ArrowLeft, "a6"}, {kb.PageDown, "a8"}, {kb.End, "h8"},
		{kb.ArrowDown, "h8"}, {kb.PageUp, "h1"},
	} {
		tb.keys(step.key)
		assert.Equal(t, step.to, tb.text(`document.activeElement.dataset.square`))
	}
	tb.keys("d", "4")
	assert.Equal(t, "d4", tb.text(`document.activeElement.dataset.square`))
	tb.keys("a", "4")
	assert.Equal(t, "d4", tb.text(`document.activeElement.dataset.square`), "there is no a4")
	tb.keys(kb.ArrowLeft, kb.ArrowLeft)
	assert.Equal(t, "b2", tb.text(`document.activeElement.dataset.square`),
		"if only holes are ahead, the nearest square in that direction")
	assert.Equal(t, 1.0, tb.number(`$$('#board [tabindex="0"]').length`))
	assert.Equal(t, "Board: x", tb.text(`$('#board').ariaLabel`))
	assert.Zero(t, tb.number(`$$('.hole').filter((e) => e.role || e.ariaLabel || e.textContent).length`),
		"screen readers skip holes")
}

func boardInAddress(t *testing.T, browser browserContext) {
	diamond, err := engine.ShapeNamed("Diamond")
	require.NoError(t, err)
	moves := firstMoves(diamond, 9)
	tb := openTab(t, browser, desktop, "", on("Diamond", moves, "you", "you"))
	tb.until(`state.ply === 9`)
	assert.Contains(t, tb.text(`shown('#opening')`), "Diamond")
	again := tb.text(`module('link.js').then((m) => m.toLink(state.game, state.ply))`)
	tb.open("")
	tb.until(`state.ply === 9 && state.game.board === 'Diamond'`)
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, game(whole[:4], "you", "you")), new(string))
	tb.until(`state.ply === 2 && state.game.board === 'Square-8'`)
	link := tb.text(`module('link.js').then((m) => m.toLink(state.game, state.ply))`)
	assert.NotContains(t, link, "board", "links leave the standard board out")
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, again), new(string))
	tb.until(`state.ply === 9 && state.game.board === 'Diamond'`)
	assert.Equal(t, moves, tb.text(movesMade))

	// Copied text can be pasted: a transcript on the same board, GGF on any board.
	tb.eval(`(navigator.clipboard.writeText = async (words) => { window.clip = words; }, 0)`, new(int))
	tb.click("#tab-share")
	copied := map[string]string{}
	for _, what := range []string{"transcript", "ggf", "link"} {
		tb.eval(`(window.clip = '', 0)`, new(int))
		tb.click(`[data-copy="` + what + `"]`)
		tb.until(`window.clip`)
		copied[what] = tb.text(`window.clip`)
	}
	assert.Equal(t, moves, copied["transcript"])
	assert.Contains(t, copied["link"], "board=Diamond")
	for _, what := range []string{"png", "svg"} {
		tb.eval(`(window.saved = null, URL.createObjectURL = (blob) => { window.saved = blob; return '#'; },
			HTMLAnchorElement.prototype.click = () => {}, 0)`, new(int))
		tb.click(`[data-copy="` + what + `"]`)
		tb.until(`window.saved?.size > 1000`)
	}
	rectangles := tb.number(`window.saved.text().then((s) => s.split('<rect').length - 1)`)
	assert.Equal(t, 1.0+2*40, rectangles, "a picture of 40 squares")
	tb.paste(copied["transcript"][:8])
	tb.until(`state.ply === 4 && state.game.board === 'Diamond'`)
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, game(whole[:4], "you", "you")), new(string))
	tb.until(`state.game.board === 'Square-8'`)
	tb.paste(copied["ggf"])
	tb.until(`state.ply === 9 && state.game.board === 'Diamond'`)
	assert.Equal(t, moves, tb.text(movesMade))
}

// firstMoves is the transcript of a game on a board that always plays the first legal move, cut after
// a number of moves.
func firstMoves(board engine.Shape, moves int) string {
	g := &engine.Game{Start: board.Start}
	for p := g.Final(); len(g.Moves) < moves && !p.Over(); p = g.Final() {
		for s := range engine.SquaresOf(p.Moves()) {
			g.Moves = append(g.Moves, s)
			break
		}
	}
	return g.Transcript()
}

// analysisOnBoards uses hints, values, explanations, the editor and the analysis on another board.
func analysisOnBoards(t *testing.T, browser browserContext) {
	x, err := engine.ShapeNamed("X")
	require.NoError(t, err)
	moves := firstMoves(x, 10)
	tb := openTab(t, browser, desktop, "", on("X", moves, "you", "you"))
	tb.status("turn")
	tb.click("#hint")
	tb.until(`state.hint && square(state.hint.square)`)
	tb.click("#values-toggle")
	tb.until(`$('#values').dataset.state === 'done'`)
	assert.Equal(t, tb.number(`state.positions[state.ply].legal.length`), tb.number(`$$('.valued').length`))
	tb.shot("values on x")
	tb.click("#tab-explain")
	tb.until(`$('#explain-phase').textContent.includes('–')`)
	tb.click("#heat-toggle")
	tb.until(`square('d3').querySelector('.heat').textContent`)
	valued := tb.number(`$$('.square').filter((s) => s.querySelector('.heat').textContent).length`)
	assert.Equal(t, float64(x.Start.Size()), valued)
	tb.shot("heat on x")
	tb.click("#tab-editor")
	tb.status("editing")
	tb.click("#editor-clear")
	assert.Equal(t, strings.Map(func(r rune) rune {
		if r == '#' {
			return r
		}
		return '-'
	}, x.Start.Squares()), tb.text(boardAsShown), "holes stay")
	tb.click("#editor-start")
	assert.Equal(t, x.Start.Squares(), tb.text(boardAsShown))
	tb.clickSquare("a1")
	tb.click("#editor-play")
	tb.until(`state.game.board === 'X' && state.game.start.startsWith('X-')`)
	tb.eval(fmt.Sprintf(`(location.hash = %q)`, on("X", firstMoves(x, 60), "you", "you")), new(string))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click("#tab-moves")
	tb.shot("x analysed")
}

// tinyRun makes a run of one generation on a board.
func tinyRun(t *testing.T, dir string, board engine.Shape) {
	c := evolution.Defaults(7)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.SetBoard(board)
	c.SetSize(6, 4)
	c.Gate.Every = 1
	c.Reference.Pairs = 8
	run, err := runs.Create(dir, c, runs.Goal{Count: 1})
	require.NoError(t, err)
	_, err = run.Run(t.Context(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	run.Close()
}

// championsOfBoards tests champions that evolved on other boards: the page lists and shows them there.
func championsOfBoards(t *testing.T, browser browserContext) {
	squares := strings.Repeat("-", 27) + "OX------XO" + strings.Repeat("-", 11) + strings.Repeat("#", 16)
	own, err := engine.ParseShape("mine", squares)
	require.NoError(t, err)
	dir := t.TempDir()
	tinyRun(t, filepath.Join(dir, "mine"), own)
	plus, err := engine.ShapeNamed("Plus")
	require.NoError(t, err)
	tinyRun(t, filepath.Join(dir, "crossing"), plus)
	tb := openTab(t, browser, desktop, dir, "")
	tb.status("turn")
	tb.click(`[data-action="new"]`)
	offered := func() []string { return texts(tb, `#new-white option`, "value") }
	assert.NotContains(t, offered(), "runs/crossing")
	tb.click(`#new-board summary`)
	tb.click(`#new-boards label:has([value="Plus"])`)
	assert.Contains(t, offered(), "runs/crossing")
	tb.click("#new-all")
	tb.choose("#new-white", "runs/crossing")
	tb.click(`#new-boards label:has([value="Cross"])`)
	assert.Equal(t, "evolved", tb.text(`$('#new-white').value`), "the default opponent replaces players of other boards")
	tb.click(`#new-boards label:has([value="Plus"])`)
	tb.choose("#new-white", "runs/crossing")
	tb.click("#new-begin")
	tb.until(`state.game.board === 'Plus' && $('#status').dataset.kind === 'turn'`)
	tb.clickSquare(tb.text(firstLegal))
	tb.until(`state.ply >= 2 && ` + settled)

	tb.eval(`(location.hash = '#/runs')`, new(string))
	tb.until(`$('#runs-page').dataset.state === 'done'`)
	assert.Contains(t, tb.text(`shown('#runs-list')`), "Plus")
	tb.click(`#runs-list a[href$=crossing]`)
	tb.until(`$('#run-page').dataset.state === 'done' && $('#run-heat svg')`)
	assert.Equal(t, "Plus", tb.text(`shown('#fact-board')`))
	squaresShown := tb.number(`$$('#run-heat svg:first-child')[0].querySelectorAll('.heat-ground').length`)
	assert.Equal(t, float64(plus.Start.Size()), squaresShown, "holes have no value")
	tb.shot("a run on plus")
	tb.eval(`(location.hash = '#/')`, new(string))
	tb.eval(`module('play.js').then((m) => m.begin({}))`, new(any))
	tb.until(`state.game.board === 'Square-8'`)
	tb.eval(`(location.hash = '#/runs/crossing')`, new(string))
	tb.until(`$('#play-champion')?.checkVisibility()`)
	tb.click("#play-champion")
	tb.until(`state.game.board === 'Plus' && $('#status').dataset.kind === 'turn'`)
	assert.Equal(t, "crossing, generation 1", tb.text(`$('#white .name').textContent`))

	// The squares of a custom board are its name.
	tb.click(`[data-action="new"]`)
	tb.click(`#new-board summary`)
	key := own.Start.Squares()
	assert.Equal(t, "Own board", tb.text(fmt.Sprintf(`$('#new-boards label:has([value="%s"])').textContent`, key)))
	tb.shot("an own board")
	tb.click(`#new-boards label:has([value="Cross"])`)
	assert.Equal(t, "evolved", tb.text(`$('#new-white').value`), "it also replaces champions of older generations")
	tb.click(fmt.Sprintf(`#new-boards label:has([value="%s"])`, key))
	tb.click("#new-all")
	tb.choose("#new-white", "runs/mine")
	tb.click("#new-begin")
	tb.until(fmt.Sprintf(`state.game.board === '%s' && $('#status').dataset.kind === 'turn'`, key))
	tb.clickSquare(tb.text(firstLegal))
	tb.until(`state.ply >= 2 && ` + settled)
	tb.open("#/runs/mine")
	tb.until(`$('#run-page').dataset.state === 'done' && $('#run-heat svg')`)
	assert.Equal(t, "mine", tb.text(`shown('#fact-board')`))
	tb.click("#play-champion")
	tb.until(fmt.Sprintf(`state.game.board === '%s' && state.ply === 0 && $('#status').dataset.kind === 'turn'`, key))
}
