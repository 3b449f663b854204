//go:build browser

package web_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// moduleNames lists the page's modules.
func moduleNames(t *testing.T) []string {
	names, err := fs.Glob(os.DirFS("page/js"), "*.js")
	require.NoError(t, err)
	texts, err := fs.Glob(os.DirFS("page/js"), "texts/*.js")
	require.NoError(t, err)
	return append(names, texts...)
}

func languages(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, darkJapanese, "", "")
	assert.Equal(t, "ja", tb.text(`document.documentElement.lang`), "the page uses the browser's language")
	assert.Equal(t, "あなたの番です", tb.text(`shown('#status-title')`))
	assert.Equal(t, "d3、空き、着手可能", tb.text(`square('d3').ariaLabel`))
	var ja map[string]any
	tb.eval(`module('texts/ja.js').then((m) => m.default)`, &ja)
	for _, name := range []string{"players", "scorers"} {
		for _, one := range named(tb, name) {
			assert.Contains(t, ja, one, "Japanese for %s", one)
		}
	}
	tb.click("#language")
	tb.until(`document.documentElement.lang === 'en'`)
	assert.Equal(t, "Your move", tb.text(`shown('#status-title')`))
	assert.Equal(t, "d3, empty, legal", tb.text(`square('d3').ariaLabel`))
	tb.open("")
	assert.Equal(t, "en", tb.text(`document.documentElement.lang`), "the choice is stored")
}

// named lists the text keys of the server's players or scorers.
func named(tb *tab, what string) (keys []string) {
	if what == "players" {
		tb.eval(`state.roster.players.filter((p) => p.kind === 'roster').map((p) => 'about.' + p.name)`, &keys)
		return keys
	}
	tb.eval(`fetch('/api/explain', {method: 'POST', headers: {'Content-Type': 'application/json'},
			body: '{"game":{"moves":"f5"},"player":{"name":"strongest"}}'})
		.then((r) => r.json()).then((e) => e.scorers.map((s) => 'scorer.' + s.scorer))`, &keys)
	return keys
}

// sentences tests the sentences of the page with data of no real game.
func sentences(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	after := `{last: 'd3', flipped: ['d4'], side: 'white', board: '-'.repeat(64), result: 0}`
	for expression, want := range map[string][2]string{
		`squareName({square: 'a1'})`: {"a1, empty", "a1、空き"},
		`squareName({square: 'd3', disc: 'black', last: true, flipped: true})`: {
			"d3, Black, last move, flipped",
			"d3、黒、直前の着手、返された石",
		},
		`squareName({square: 'd3', legal: true, value: {discs: -2.44, won: 0}, best: true, hint: true})`: {
			"d3, empty, legal, value −2.4, best, hint",
			"d3、空き、着手可能、評価値 −2.4、最善手、ヒント",
		},
		`moveSentence('black', ` + after + `)`: {
			"Black plays d3 and flips 1 disc.",
			"黒がd3に着手、1石を返しました。",
		},
		`moveSentence('black', {...` + after + `, flipped: ['d4', 'd5'], side: 'black', passed: true})`: {
			"Black plays d3 and flips 2 discs. White has no move and passes.",
			"黒がd3に着手、2石を返しました。 白は打てるところがないためパスです。",
		},
		`moveSentence('white', {...` + after + `, over: true, result: 12})`: {
			"White plays d3 and flips 1 disc. Black wins by 12 discs, 38 to 26.",
			"白がd3に着手、1石を返しました。 38対26、12石差で黒の勝ちです。",
		},
		`resultSentence(` + after + `)`: {
			"A draw, 32 to 32.",
			"32対32、引き分けです。",
		},
		`squareName({square: 'a1', heat: {label: '−12'}})`: {
			"a1, empty, worth −12",
			"a1、空き、価値 −12",
		},
		`valueText({discs: 0.04, won: 0})`: {
			"0.0",
			"0.0",
		},
		`valueText({discs: 14, exact: true, won: 1})`: {
			"+14",
			"+14",
		},
		`valueText({discs: 0, exact: false, won: -1})`: {
			"loss",
			"負け",
		},
		`evaluationText(-3.26)`: {
			"White +3.3",
			"白 +3.3",
		},
		`evaluationText(0.01)`: {
			"even",
			"互角",
		},
		`playerName(null)`: {
			"You",
			"あなた",
		},
		`playerName({name: 'runs/seed-1/40'})`: {
			"seed-1, generation 40",
			"seed-1 第40世代",
		},
		`playerName({name: 'runs/seed-1'})`: {
			"seed-1",
			"seed-1",
		},
		`strength({name: 'strongest', level: 3, handicap: 4}, [{level: 3, depth: 3, endgame: 6}])`: {
			" · depth 3, last 6 solved · gives away up to 4",
			" · 3手読み、残り6マスから完全読み · 最大4石の緩手",
		},
		`jumpSentence(0, null, '') + ' ' + jumpSentence(9, {last: 'c4'}, 'black')`: {
			"Before the first move. Move 9: Black c4.",
			"初手の前の局面です。 9手目、黒 c4。",
		},
		`openingName('Tora') + ' ' + openingName('elephant') + ' ' + scorerName('stable') + scorerName('x')`: {
			"Tiger (Tora) elephant Stable discsx",
			"虎定石 elephant 確定石x",
		},
	} {
		for i, language := range []string{"en", "ja"} {
			tb.speak(language)
			text := tb.text(`module('sentences.js').then(({squareName, moveSentence, resultSentence, valueText,
				evaluationText, playerName, strength, jumpSentence, openingName, scorerName}) => ` + expression + `)`)
			assert.Equal(t, want[i], text, expression)
		}
	}
}

// geometry tests functions of the page's modules, also for boards of other sizes.
func geometry(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	for _, c := range []struct{ expression, want string }{
		{`m.shape('-'.repeat(16))`, `{"columns":4,"rows":4}`},
		{`m.nameOf(27, 10)`, `"h3"`},
		{`m.indexOf('h3', 10)`, `27`},
		{`m.squares('f5a10pass')`, `["f5","a10"]`},
		{`m.turned({columns: 2, rows: 2}, 1)`, `[2,0,3,1]`},
		{`m.labels({columns: 4, rows: 4}, 0)`, `{"columns":["a","b","c","d"],"rows":["1","2","3","4"]}`},
		{`m.labels({columns: 4, rows: 4}, 1)`, `{"columns":["4","3","2","1"],"rows":["a","b","c","d"]}`},
		{`m.labels({columns: 4, rows: 4}, 2)`, `{"columns":["d","c","b","a"],"rows":["4","3","2","1"]}`},
		{
			`['ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x'].map((k) => m.step(k, 5, {columns: 4, rows: 4}))`,
			`[1,9,4,7,1,13,5]`,
		},
		{`['ArrowUp', 'ArrowLeft'].map((k) => m.step(k, 0, {columns: 4, rows: 4}))`, `[0,0]`},
		{
			`m.layout('#####-X##O-##-##', 0)`,
			`{"columns":2,"rows":3,"names":{"columns":["b","c"],"rows":["2","3","4"]},"order":[5,6,9,10,13,14]}`,
		},
		{
			`m.layout('#####-X##O-##-##', 1)`,
			`{"columns":3,"rows":2,"names":{"columns":["4","3","2"],"rows":["b","c"]},"order":[13,9,5,14,10,6]}`,
		},
		{`m.layout('----', 0)`, `{"columns":2,"rows":2,"names":{"columns":["a","b"],"rows":["1","2"]},"order":[0,1,2,3]}`},
	} {
		var got json.RawMessage
		tb.eval(`module('geometry.js').then((m) => `+c.expression+`)`, &got)
		assert.JSONEq(t, c.want, string(got), c.expression)
	}
	for _, c := range []struct{ expression, want string }{
		{
			`module('moves.js').then((m) => m.rows([
				{side: 'black'}, {side: 'white'}, {side: 'white', passed: true}, {side: 'black'}]))`,
			`[{"black":1,"white":2},{"black":"pass","white":3}]`,
		},
		{`module('moves.js').then((m) => m.rows([{side: 'white'}, {side: 'black'}]))`, `[{"black":null,"white":1}]`},
		{`module('graph.js').then((m) => [m.reach([]), m.reach([8, -8]), m.reach([3, -9]), m.reach([60])])`, `[8,8,16,64]`},
		{`module('chart.js').then((m) => m.ticks(0, 1, 5))`, `[0,0.2,0.4,0.6000000000000001,0.8,1]`},
		{
			`module('route.js').then((m) =>
				['', '#/', '#/runs', '#/runs/', '#/runs/a%20b/c', '#/runs/%', '#/game?x=1'].map(m.route))`,
			`[{"view":"game"},{"view":"game"},{"view":"runs"},{"view":"runs"},
			{"view":"run","name":"a b/c"},{"view":"run","name":"%"},{"view":"game","query":"x=1"}]`,
		},
	} {
		var got json.RawMessage
		tb.eval(c.expression, &got)
		assert.JSONEq(t, c.want, string(got), c.expression)
	}
}

func phones(t *testing.T, browser browserContext) {
	for _, l := range []device{phone, {width: 375, height: 667, phone: true, dark: true, language: "ja"}} {
		tb := openTab(t, browser, l, "", game(whole[:30], "you", "strongest,4"))
		tb.status("turn")
		for _, view := range []string{"#tab-moves", "#tab-explain", "#tab-share", "#tab-editor"} {
			tb.eval(`($('`+view+`').click(), 0)`, new(int))
			assert.LessOrEqual(t, tb.number(`document.documentElement.scrollWidth`), 375.0, "%s scrolls sideways", view)
		}
		const squares = `$$('.square').flatMap((s) => [s.getBoundingClientRect().width, s.getBoundingClientRect().height])`
		assert.GreaterOrEqual(t, tb.number(`Math.min(...`+squares+`)`), 44.0)
		assert.Equal(t, 375.0, tb.number(`$('#board').offsetWidth`), "the board uses the width")
		const buttons = `$$('.controls button, .tabs button').filter((b) => !b.hidden).map((b) => Math.min(b.getBoundingClientRect().height, 44))`
		assert.GreaterOrEqual(t, tb.number(`Math.min(...`+buttons+`)`), 44.0)
		assert.LessOrEqual(t, tb.number(`$('#status-title').getBoundingClientRect().bottom`), 667.0, "the status is visible")
		tb.eval(`($('#tab-moves').click(), 0)`, new(int))
		tb.status("turn")
		tb.clickSquare(tb.text(firstLegal))
		tb.until(`state.ply >= 17 && ` + settled)
	}
}

// pageSize tests how many bytes and modules the page loads.
func pageSize(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	t.Logf("the board is there %.0f ms after the request", tb.number(`performance.getEntriesByName('board')[0].startTime`))
	loaded := texts(tb, "link[rel=modulepreload]", "href")
	for i, address := range loaded {
		_, loaded[i], _ = strings.Cut(address, "/js/")
	}
	loaded = append(loaded, "main.js", "early.js", "digest.js", "files.js", "rules.js", "texts/ja.js")
	loaded = append(loaded, "runviews.js", "run.js", "runpage.js", "runs.js", "lab.js", "directory.js", "findings.js",
		"settingwords.js", "cup.js", "morph.js")
	assert.ElementsMatch(t, moduleNames(t), loaded, "all but parts for later are preloaded at once")
	bytes := tb.number(`performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
		.filter((e) => !e.name.includes('/api/')).reduce((sum, e) => sum + e.decodedBodySize, 0)`)
	t.Logf("%.0f bytes", bytes)
	assert.Less(t, bytes, 333_000.0)
	foreign := tb.number(`performance.getEntriesByType('resource')
		.filter((e) => !e.name.startsWith(location.origin)).length`)
	assert.Zero(t, foreign, "the page loads nothing from other sites")
}

// missingModule tests that the page names a module that does not load.
func missingModule(t *testing.T, browser browserContext) {
	for language, says := range map[string]string{
		"en": "The file geometry.js did not load. Reload the page.",
		"ja": "geometry.jsを読み込めませんでした。ページを読み込み直してください。",
	} {
		tb := newTab(t, browser, device{width: 375, height: 667, phone: true, language: language})
		tb.refused = true
		tb.serve("127.0.0.1:0", "")
		geometry := network.BlockPattern{URLPattern: "*://*:*/*/geometry.js", Block: true}
		tb.run(network.Enable(), network.SetBlockedURLs().WithURLPatterns([]*network.BlockPattern{&geometry}))
		tb.run(chromedp.Navigate(tb.url))
		tb.until(`document.querySelector('.broken[role=alert]')`)
		assert.Equal(t, says, tb.text(`document.querySelector('.broken[role=alert]').textContent`))
		tb.shot("missing module")
	}
}
