//go:build browser

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"evothello/runs"
)

// gameOver tests the commands after a finished game by keyboard.
func gameOver(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", game(whole, "you", "greedy"))
	tb.status("over")
	assert.Equal(t, []string{"Rematch", "New game", "New opponent", "Learn from your mistakes"},
		texts(tb, "#status-actions button", "textContent"))
	for !tb.holds(`document.activeElement.dataset.action === 'opponent'`) {
		tb.keys(kb.Tab)
	}
	tb.keys(kb.Enter)
	tb.until(`$('#new-game').open && document.activeElement.value === 'greedy'`)
	tb.keys(kb.ArrowRight)
	assert.True(t, tb.holds(`$('#new-characters [value=corner]').checked`), "the next character")
	tb.click("#new-begin")
	tb.until(`$('#white .name').textContent === 'corner' && $('#status').dataset.kind === 'turn'`)

	tb.moveTo(game(whole, "strongest,2", "greedy"))
	tb.status("over")
	tb.click("#previous")
	tb.status("looking")
	assert.True(t, tb.holds(`$('[data-action=new]').checkVisibility()`), "also while you look back")
}

// proxied tests the page below a path of a proxy, which passes requests on with the server's name as their host.
func proxied(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	var pass httputil.ReverseProxy
	proxy := httptest.NewServer(http.StripPrefix("/othello", &pass))
	t.Cleanup(func() { // after the tab has closed, which would ask again for the events of the run
		proxy.CloseClientConnections()
		proxy.Close()
	})
	tb := newTab(t, browser, desktop)
	tb.serve("127.0.0.1:0", dir)
	server, err := url.Parse(tb.url)
	require.NoError(t, err)
	pass.Rewrite = func(r *httputil.ProxyRequest) { r.SetURL(server) }
	tb.url = proxy.URL + "/othello/"
	tb.open(game("", "you", "greedy"))
	tb.clickSquare("f5")
	tb.until(`state.game.moves.length === 2`)
	tb.moveTo("#/runs/shipped")
	tb.until(`$('#run-badge').textContent === 'finished'`)
	download := tb.text(`$('#run-downloads a').href`)
	assert.True(t, strings.HasPrefix(download, tb.url), download)
	response, err := http.Get(download)
	require.NoError(t, err)
	response.Body.Close()
	assert.Equal(t, http.StatusOK, response.StatusCode)
}

// dialogsClose tests that a dialog closes when the user leaves its view.
func dialogsClose(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "#/runs")
	tb.until(`$('#runs-page').dataset.state === 'empty'`)
	tb.eval(`(location.hash = '#/', 0)`, new(int))
	tb.until(`state.route.view === 'game'`)
	tb.click(`[data-action="new"]`)
	tb.until(`$('#new-game').open`)
	tb.run(chromedp.NavigateBack())
	tb.until(`state.route.view === 'runs' && !$('#new-game').open`)
	tb.click("#open-settings")
	tb.run(chromedp.NavigateForward())
	tb.until(`state.route.view === 'game' && !$('#settings').open`)
}

func missingRun(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	tb := newTab(t, browser, desktop)
	tb.refused = true
	tb.serve("127.0.0.1:0", dir)
	tb.open("#/runs/shipped")
	tb.until(`$('#run-badge').textContent === 'finished'`)
	for hash, name := range map[string]string{"#/runs/nope": "nope", "#/runs/a%20b/c": "a b/c", "#/runs/%": "%"} {
		tb.eval(fmt.Sprintf(`(location.hash = %q, 0)`, hash), new(int))
		tb.until(fmt.Sprintf(`shown('#run-missing').startsWith('There is no run %s here.')`, name))
		assert.Empty(t, tb.text(`$('#run-badge').textContent`), "a missing run has no state")
		assert.Empty(t, tb.text(`shown('.run-body') + shown('.failure')`))
	}
	tb.shot("missing run")
	tb.click(".missing a")
	tb.until(`$('#runs-page').dataset.state === 'done'`)
}

// brokenLinks tests that the page names the mistake of a broken link in one line, names the players,
// and offers the legal part, the previous game and a new game.
func brokenLinks(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, desktop)
	tb.refused = true
	tb.serve("127.0.0.1:0", "")
	tb.open("")
	tb.clickSquare("f5")
	tb.until(`state.ply === 2`)
	mine := tb.text(movesMade)
	for _, c := range []struct {
		hash, says, white string
		part              string // the legal part, "" if there is none
	}{
		{game("f5d6a1c3", "you", "greedy"), "Its move 3, a1, cannot be played.", "greedy", "f5d6"},
		{game("1. f5 d6 2. a1", "you", "greedy"), "Its move 3 cannot be played.", "greedy", "f5d6"},
		{game("hello", "you", "strongest"), "Its move 1, hell, cannot be played.", "strongest", ""},
		{game("f5d6", "you", "xyz,3"), "There is no player xyz for this board.", "xyz", "f5d6"},
		{
			game("f5d6", "you", "evolved-heart"), "The player evolved-heart plays only on the board Heart.",
			"evolved-heart", "f5d6",
		},
		{game("f5d6", "you", "strongest,99"), "The player strongest has no level 99.", "strongest", "f5d6"},
		{
			game("f5d6", "you", "runs/none/7"), "There is no player runs/none/7 for this board.",
			"none, generation 7", "f5d6",
		},
		{on("Nowhere", "f5d6", "you", "greedy"), "There is no board Nowhere.", "greedy", ""},
		{game("", "you", "greedy", "start", "XO"), "The position that it starts from does not fit the board.", "greedy", ""},
		{on("10", "f7a1", "you", "table"), "Its move 2, a1, cannot be played.", "table", "f7"},
	} {
		tb.moveTo(c.hash)
		tb.status("link")
		assert.Equal(t, "This link is broken", tb.text(`shown('#status-title')`), c.hash)
		assert.Equal(t, c.says, tb.text(`shown('#status-detail')`), c.hash)
		assert.Equal(t, c.white, tb.text(`$('#white .name').textContent`), c.hash)
		assert.Equal(t, c.part, tb.text(movesMade), c.hash)
		if c.part == "" {
			assert.False(t, tb.holds(`$('[data-action=part]')`), c.hash)
		} else {
			label := tb.text(`'Play on after ' + (state.ply === 1 ? '1 move' : state.ply + ' moves')`)
			assert.Equal(t, label, tb.text(`shown('[data-action=part]')`), c.hash)
		}
		assert.False(t, tb.holds(`$('.square.legal')`), c.hash)
		tb.click(`[data-action="kept"]`)
		tb.until(fmt.Sprintf(`%s === %q && $('#status').dataset.kind === 'turn'`, movesMade, mine))
	}
	tb.moveTo(game("f5d6a1", "you", "greedy"))
	tb.status("link")
	tb.shot("broken link")
	tb.clickSquare("c3")
	tb.click("#previous")
	assert.Equal(t, "f5d6", tb.text(movesMade), "the legal part can only be looked at")
	assert.Equal(t, mine, tb.text(`JSON.parse(sessionStorage['evothello.game']).moves.join('')`), "the stored game stays")
	tb.click(`[data-action="part"]`)
	tb.status("turn")
	tb.clickSquare("c3")
	tb.until(`state.ply === 4`)

	tb.moveTo(game("f5d6", "you", "xyz"))
	tb.click(`[data-action="new"]`)
	tb.click("#new-begin")
	tb.status("turn")
	assert.Equal(t, "evolved", tb.text(`$('#white .name').textContent`), "the default opponent replaces an unknown player")
}

// drop drops a file on the page.
func (tb *tab) drop(name string, data []byte) {
	tb.Helper()
	tb.dropAll(map[string][]byte{name: data})
}

// dropAll drops files on the page.
func (tb *tab) dropAll(files map[string][]byte) {
	tb.Helper()
	all, err := json.Marshal(files)
	require.NoError(tb, err)
	tb.eval(fmt.Sprintf(`(() => {
		const transfer = new DataTransfer();
		for (const [name, data] of Object.entries(%s)) {
			transfer.items.add(new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name));
		}
		const init = {bubbles: true, cancelable: true, dataTransfer: transfer};
		const fire = (type) => document.body.dispatchEvent(new DragEvent(type, init));
		fire('dragover');
		window.sawTarget = $('#drop').checkVisibility();
		fire('drop');
		return 0; })()`, all), new(int))
	assert.True(tb, tb.holds(`window.sawTarget && !$('#drop').checkVisibility()`), "the drop target shows during the drag")
}

func filesRead(t *testing.T, browser browserContext) {
	read := func(path string) []byte {
		data, err := os.ReadFile(path)
		assert.NoError(t, err)
		return data
	}
	tb := newTab(t, browser, desktop)
	tb.refused = true
	tb.serve("127.0.0.1:0", "")
	tb.open("#/runs")
	tb.drop("numbered.txt", []byte("1. F5 D6\n2. C3 d3\n"))
	tb.until(movesMade + ` === 'f5d6c3d3' && state.route.view === 'game'`)
	assert.Equal(t, "Recognised: a transcript.", tb.text(`shown('#share-says')`))

	tb.drop("match.ggf", read("../../formats/testdata/match.ggf"))
	tb.until(`$$('#found button').length > 1`)
	tb.click("#found li:nth-child(2) button")
	tb.until(`state.ply > 20`)
	tb.drop("WTH.wtb", read("../../formats/testdata/sample.wtb"))
	tb.until(`$$('#found li').length === 3 && $('#share-says').textContent.includes('WTHOR, 2 games')`)
	tb.shot("file with two games")
	tb.click("#found .keep")
	tb.until(`shown('#share-says') === '2 games added.'`)
	tb.drop("one.obf", []byte("--------XXXXX---------O----OX------XOOO----O-------------------- O; d3:+2;"))
	tb.until(position + `.board.startsWith('--------XXXXX')`)

	for _, c := range []struct{ name, data, says string }{
		{"notes.txt", "f5 d6 nothing", `notes.txt cannot be read: line 1: transcript, move 3: "no" is not a square`},
		{"empty.ggf", "", "empty.ggf cannot be read: it is empty"},
		{"photo.png", "\x89PNG\x00\x00 and so on, for long", "photo.png cannot be read: neither text nor a WTHOR file"},
		{"long.ggf", strings.Repeat("f5", 400<<10), "long.ggf cannot be read: it is longer than 766 KiB"},
	} {
		tb.drop(c.name, []byte(c.data))
		tb.until(fmt.Sprintf(`shown('#share-says').startsWith(%q) && $('#share-says').dataset.failed`, c.says))
	}
	tb.shot("file that cannot be read")

	path := filepath.Join(t.TempDir(), "chosen.txt")
	assert.NoError(t, os.WriteFile(path, []byte("f5 f6 pass"), 0o666))
	assert.True(t, tb.holds(`$('#choose-file').checkVisibility() && $('#choose-file').tabIndex === 0`))
	tb.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
	const illegalPass = "chosen.txt cannot be read: line 1: transcript, move 3: pass is not a legal move"
	tb.until(`shown('#share-says').startsWith('` + illegalPass + `')`)
	assert.NoError(t, os.WriteFile(path, []byte(strings.Repeat("f", 765<<10)+"5"), 0o666))
	tb.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
	tb.until(`shown('#share-says').startsWith('chosen.txt cannot be read: ') &&
		!shown('#share-says').includes('KiB') && !shown('#share-says').includes('move 3')`)
}

// wthorNames tests that WTHOR's files of names name the games that they are dropped with, that the games can be
// searched, and that there may be more of them than one answer has.
func wthorNames(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	files := map[string][]byte{}
	for _, name := range []string{"sample.wtb", "wthor.jou", "wthor.trn"} {
		data, err := os.ReadFile("../../formats/testdata/" + name)
		require.NoError(t, err)
		files[name] = data
	}
	tb.dropAll(files)
	tb.until(`shown('#found').includes('Ant Adam against Cécile, The world championship of!, 2004')`)
	tb.shot("games with names")
	tb.eval(`($('#found-search').focus(), 0)`, new(int))
	tb.keys("b", "e", "e", " ", "c", "l", "u", "b")
	tb.until(`$$('#found li').length === 2`)
	assert.Equal(t, "2. Cécile against Bee Bertha, A club, 2004 (9 moves)", tb.text(`shown('#found li:last-child')`))
	tb.click("#found li:last-child button")
	tb.until(`state.ply === 9`)

	tb.drop("many.txt", []byte(strings.Repeat("f5d6\n", 1100)+"f5d6c3\n"))
	tb.until(`shown('#share-says').includes('1101 games')`)
	assert.Equal(t, 102.0, tb.number(`$$('#found li').length`), "a hundred are listed, and what shows more")
	tb.click("#found li:last-child button")
	tb.until(`$$('#found li').length === 202 && document.activeElement.textContent.startsWith('101. ')`)
	tb.eval(`($('#found-search').value = '1101.', $('#found-search').dispatchEvent(new Event('input')), 0)`, new(int))
	tb.until(`$$('#found li').length === 2`)
	tb.click("#found li:last-child button")
	tb.until(`state.ply === 3`)
}

// japaneseErrors tests that the page words the server's commonest errors in Japanese.
func japaneseErrors(t *testing.T, browser browserContext) {
	tb := newTab(t, browser, darkJapanese)
	tb.refused = true
	tb.serve("127.0.0.1:0", "")
	tb.open("")
	tb.click("#tab-share")
	wthor, err := os.ReadFile("../../formats/testdata/sample.wtb")
	require.NoError(t, err)
	names, err := os.ReadFile("../../formats/testdata/wthor.jou")
	require.NoError(t, err)
	for _, c := range []struct {
		name, data, says string
	}{
		{"a.txt", "f5 f6 pass", "a.txtは読めません: 3手目のpassは打てない手です"},
		{"b.txt", "f5 f5", "b.txtは読めません: 2手目のf5は打てない手です"},
		{"c.txt", "% nothing", "c.txtは読めません: 対局も局面もありません"},
		{"d.wtb", string(wthor[:100]), "d.wtbは読めません: ファイルが途中で切れているか、壊れています"},
		{"e.jou", string(names), "e.jouは読めません: 名前だけのファイルです。対局は.wtbファイルにあります"},
		{"f.ggf", strings.Repeat("f5", 400<<10), "f.ggfは読めません: 766KiBを超えています"},
		{"g.png", "\x89PNG\x00\x00 and so on, for long", "g.pngは読めません: テキストでもWTHORファイルでもありません"},
	} {
		tb.drop(c.name, []byte(c.data))
		tb.until(fmt.Sprintf(`shown('#share-says').startsWith(%q)`, c.says))
	}
	tb.end()
	tb.drop("h.txt", []byte("f5"))
	tb.until(`shown('#share-says') === 'サーバーから応答がありません'`)
	tb.shot("Japanese error")
}

var latin = regexp.MustCompile(`[A-Za-z]{2,}`)

// japaneseRun tests that the Japanese page of a run has no English words except names. Names have
// lang=en, or are listed below.
func japaneseRun(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	tb := openTab(t, browser, darkJapanese, dir, "#/runs/shipped")
	tb.until(`$('#run-page').dataset.state === 'done' && $('#run-heat svg')`)
	var words []string
	tb.eval(`(() => {
		const all = document.createTreeWalker($('#run-page'), NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT), words = [];
		while (all.nextNode()) {
			const node = all.currentNode, element = node.parentElement;
			if ((node.nodeType === 1 ? node : element).closest('[lang=en]')) continue;
			const attributes = ['aria-label', 'aria-valuetext', 'title', 'alt'];
			words.push(...(node.nodeType === 3 ? [node.data] : attributes.map((name) => node.getAttribute(name) ?? '')));
		}
		return words; })()`, &words)
	names := []string{"shipped", "Elo"}
	run, err := runs.Open(filepath.Join(dir, "shipped"))
	require.NoError(t, err)
	status := run.Status()
	for _, against := range status.Champion.Reference {
		names = append(names, against.Opponent)
	}
	for _, text := range words {
		for _, name := range names {
			text = strings.ReplaceAll(text, name, "")
		}
		assert.Empty(t, latin.FindAllString(text, -1), text)
	}
	results := func(champion, cost string) {
		assert.Contains(t, tb.text(`shown('#run-strength')`), fmt.Sprintf(champion, status.Champion.Generation, status.Promotions))
		games := message.NewPrinter(language.English).Sprint(status.Games)
		assert.Contains(t, tb.text(`shown('#run-cost')`), fmt.Sprintf(cost, status.Generation, games))
	}
	results("第%d世代のチャンピオン(この進化で%d代目)は、", "この進化は%d世代、%s局、")
	said := func(function, document string) string {
		return tb.text(`module('findings.js').then((m) => m.` + function + `(` + document + `))`)
	}
	const (
		strong = `{status: {promotions: 2, champion: {generation: 3, ladder: [
			{opponent: 'a', pairs: 64, los: 1}, {opponent: 'b', los: 0.9996}, {opponent: 'c', los: 1}]}},
			verdicts: ['stronger', 'stronger', 'stronger'], search: {depth: 4, endgame: 8}}`
		costly = `{status: {generation: 30, games: 6638664, nodes: 1368e8, seconds: 5700}, cpu: {seconds: 5940, of: 5700}}`
	)
	assert.Contains(t, said("resultText", strong),
		"第3世代のチャンピオン(この進化で2代目)は、a、b、c(いずれも確度99.9 %超)より強いです。")
	assert.Equal(t, "この進化は30世代、6,638,664局、1368億局面で、1時間35分(プロセッサ時間は1時間39分)かかりました。",
		said("costText", costly))
	tb.shot("run")
	tb.click("#language")
	tb.until(`document.documentElement.lang === 'en'`)
	results("The champion of generation %d, number %d of the run, ", "The run has taken %d generations, %s games and ")
	for _, c := range []struct{ document, want string }{
		{
			strong, "The champion of generation 3, number 2 of the run, is stronger than a, b and c (each over 99.9 % sure). " +
				"It has played 64 pairs of games with each (depth 4, last 8 solved), " +
				"on openings that evolution never used.",
		},
		{`{status: {champion: null}}`, "There is no champion yet: one comes with the first generation."},
		{
			`{status: {promotions: 1, champion: {generation: 3, ladder: []}}, verdicts: []}`,
			"The champion of generation 3, number 1 of the run, has met no reference opponent.",
		},
		{
			`{status: {promotions: 1, champion: {generation: 3, ladder: [{pairs: 1}]}}, verdicts: ['too few pairs to say']}`,
			"The champion of generation 3, number 1 of the run, has played one pair of games with each opponent, " +
				"too few to say how strong it is.",
		},
		{
			`{status: {promotions: 2, champion: {generation: 3, ladder: [
				{opponent: 'a', pairs: 9, los: 0.02}, {opponent: 'b', elo: -3, elo_low: -13, elo_high: 7}, {opponent: 'c', elo: 60, elo_low: -13, elo_high: null}]}},
				verdicts: ['weaker', 'about even', 'about even'], search: {depth: 1, endgame: 0}}`,
			"The champion of generation 3, number 2 of the run, is weaker than a (98.0 % sure); " +
				"neither clearly stronger nor weaker than b (−13 to +7 Elo) and c (−13 to ∞ Elo). " +
				"It has played 9 pairs of games with each (depth 1, last 0 solved), on openings that evolution never used.",
		},
	} {
		assert.Equal(t, c.want, said("resultText", c.document))
	}
	for _, c := range []struct{ document, want string }{
		{
			costly, "30 generations, 6,638,664 games and 136.8 billion positions in 1 h 35 min, " +
				"with 1 h 39 min of processor time.",
		},
		{`{status: {generation: 1, games: 9}}`, "one generation and 9 games."},
		{
			`{status: {generation: 2, games: 9, nodes: 5, seconds: 60}, cpu: {seconds: 90, of: 60}}`,
			"2 generations, 9 games and 5 positions in 1 min 0 s, with 1 min 30 s of processor time.",
		},
		{
			`{status: {generation: 2, games: 9, nodes: 5, seconds: 60}, cpu: {seconds: 9, of: 6}}`,
			"2 generations, 9 games and 5 positions in 1 min 0 s, with 9 s of processor time in the last 6 s.",
		},
	} {
		assert.Equal(t, "The run has taken "+c.want, said("costText", c.document))
	}
}
