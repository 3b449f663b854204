//go:build browser

package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/runs/tournament"
)

// copyRun copies the shipped run under a name.
func copyRun(t *testing.T, dir, name string) {
	require.NoError(t, os.CopyFS(filepath.Join(dir, name), os.DirFS("../../runs/reference")))
}

// copyTables copies the shipped training of tables under a name.
func copyTables(t *testing.T, dir, name string) {
	require.NoError(t, os.CopyFS(filepath.Join(dir, name), os.DirFS("../../runs/strongest")))
}

// playCup makes the directory of a small tournament.
func playCup(t *testing.T, dir string) {
	c := tournament.Config{Seed: 3, Pairs: 2, Plies: 6, Players: []tournament.Player{{Spec: "random"}, {Spec: "greedy"}}}
	cup, err := tournament.New(c)
	require.NoError(t, err)
	require.NoError(t, cup.OpenDirectory(dir))
	require.NoError(t, cup.Play(t.Context(), fitness.Local{}, nil))
	require.NoError(t, cup.WriteResults(cup.Results()))
	cup.Close()
}

// otherDirectories shows directories that are no runs: a training with its curves and its player, and a tournament with
// its standings.
func otherDirectories(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	copyTables(t, dir, "tables")
	playCup(t, filepath.Join(dir, "cup"))
	tb := openTab(t, browser, desktop, dir, "#/runs")
	tb.until(`$('#runs-page').dataset.state === 'done'`)
	tb.click("[data-sort=kind]")
	assert.Equal(t, []string{"shipped", "tables", "cup"}, texts(tb, "#runs-list tr[data-run]", "dataset.run"))
	assert.Equal(t, []string{"Evolution", "Pattern tables", "Tournament"}, texts(tb, "td.column-kind", "textContent"))
	done := make([]string, 2)
	for i, name := range []string{"shipped", "tables"} {
		var of struct{ Progress runs.Standing }
		tb.ask("api/runs/"+name, &of)
		done[i] = fmt.Sprintf("%d %ss", of.Progress.Count, of.Progress.Unit)
	}
	assert.Equal(t, append(done, "4 games"), texts(tb, "td.column-done", "textContent"))
	assert.Equal(t, 1.0, tb.number(`$$('#runs-list input').length`), "only runs are compared")

	tb.moveTo("#/runs/cup")
	tb.until(`$('#run-page').dataset.kind === 'tournament' && $$('#directory-tables table').length === 2`)
	assert.Equal(t, "greedy", tb.text(`$('#directory-tables tbody td').textContent`))
	assert.True(t, tb.holds(`!$('#directory-play').checkVisibility() && !$('.run-body').checkVisibility()`))
	assert.Regexp(t, `^\d+\.\d %$`, tb.text(`$('#directory-tables tbody td:nth-of-type(4)').textContent`), "the score")
	replays(tb, files.At(filepath.Join(dir, "cup")))
	tb.moveTo("#/runs/tables")
	tb.until(`$('#run-page').dataset.kind === 'tables' && $('#directory-play').checkVisibility()`)
	assert.Equal(t, "Scores against reference opponents", tb.text(`$('#directory-charts h2').textContent`))
	assert.Equal(t, 3.0, tb.number(`$$('#directory-charts figure')[0].querySelectorAll('.series').length`))
	assert.Contains(t, texts(tb, "#directory-downloads a", "textContent"), "history.csv")
	tb.click("#directory-play")
	tb.until(`$('#white .name').textContent === 'tables' && $('#status').dataset.kind === 'turn'`)
}

// replays opens a game of a tournament from its page, and leads back.
func replays(tb *tab, cup *files.Dir) {
	tb.until(`$$('#cup-games button').length === 4`)
	assert.Equal(tb, []string{"greedy", "random"}, texts(tb, "#cup-a option", "value"), "in the order of the standings")
	tb.choose("#cup-b", "greedy")
	tb.until(`shown('#cup-says') === 'Choose two players.' && !$('#cup-games li')`)
	tb.choose("#cup-b", "random")
	tb.until(`$$('#cup-games button').length === 4`)
	games, err := tournament.ReadGames(cup, "greedy", "random")
	require.NoError(tb, err)
	second := games[1] // greedy is Black
	black := (64 + second.Discs) / 2
	assert.Equal(tb, fmt.Sprintf("Opening 1  greedy %d – %d random ", black, 64-black),
		tb.text(`$('#cup-games li:nth-child(2)').textContent`))
	tb.shot("games of a tournament")
	tb.click("#cup-games li:nth-child(2) button")
	tb.until(`state.route.view === 'game' && state.game.names?.black === 'greedy' && state.ply === 0`)
	assert.Equal(tb, engine.Transcript(second.Moves), tb.text(movesMade))
	assert.Equal(tb, "greedy", tb.text(`$('#black .name').textContent`))
	tb.click("#last")
	tb.status("over")
	assert.Equal(tb, fmt.Sprintf("Black %d, White %d", black, 64-black), tb.text(`shown('#status-detail')`))
	tb.run(chromedp.NavigateBack())
	tb.until(`state.route.view !== 'run' || $$('#cup-games button').length === 4`)
}

// cells tests that a table that is drawn anew keeps its rows, its focus and its place, and changes only what differs.
func cells(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "")
	tb.status("turn")
	tb.eval(`Promise.all([module('morph.js'), module('dom.js')]).then(([{ morphChildren }, { h }]) => {
		const table = (rows) => h('table', {}, h('thead', {}, h('tr', {}, h('th', {}, 'name'))),
			h('tbody', {}, rows.map(([run, games, ticked]) => h('tr', {data: {run}},
				h('td', {}, h('input', {type: 'checkbox', 'aria-label': run, checked: ticked})), h('td', {}, String(games))))));
		const box = h('div', {});
		document.body.append(box);
		globalThis.draw = (rows) => { morphChildren(box, [table(rows)]); return box.childElementCount; };
		globalThis.rows = () => [...box.querySelectorAll('tbody tr')];
		draw([['a', 1, false], ['b', 2, false], ['c', 3, false]]);
		globalThis.before = rows();
		before[1].querySelector('input').focus();
		return 0; })`, new(int))
	const shown = `rows().map((row) => row.dataset.run + row.textContent + row.querySelector('input').checked).join(' ')`
	const focused = `document.activeElement === before[1].querySelector('input')`
	tb.eval(`(draw([['a', 1, false], ['b', 5, true], ['c', 3, false]]), 0)`, new(int))
	assert.Equal(t, "a1false b5true c3false", tb.text(shown))
	assert.True(t, tb.holds(`rows().every((row, i) => row === before[i]) && `+focused), "the rows stay")
	tb.eval(`(draw([['c', 4, false], ['d', 6, false], ['b', 5, true], ['a', 1, false]]), 0)`, new(int))
	assert.Equal(t, "c4false d6false b5true a1false", tb.text(shown))
	assert.True(t, tb.holds(`rows()[0] === before[2] && rows()[2] === before[1] && `+focused), "another order")
	tb.eval(`(draw([['b', 7, false]]), 0)`, new(int))
	assert.Equal(t, "b7false", tb.text(shown))
	assert.True(t, tb.holds(`rows()[0] === before[1] && `+focused), "the others are gone")
}

func noRuns(t *testing.T, browser browserContext) {
	tb := openTab(t, browser, desktop, "", "#/runs")
	tb.until(`$('#runs-page').dataset.state === 'empty'`)
	assert.Contains(t, tb.text(`shown('#runs-page .nothing')`), "go run ./cmd/evolve run")
	tb.shot("no runs")
}

func finishedRun(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "broken"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "broken", "run.json"), []byte("{"), 0o666))
	run, err := runs.Open(filepath.Join(dir, "shipped"))
	require.NoError(t, err)
	start := openTab(t, browser, desktop, dir, "")
	start.status("turn")
	assert.Equal(t, "shipped", start.text(`$('#chooser [data-choice=opponent]').selectedOptions[0].textContent`), "the newest run is the opponent")
	tb := openTab(t, browser, desktop, dir, "#/runs")
	tb.until(`$('#runs-page').dataset.state === 'done'`)
	assert.Contains(t, tb.text(`shown('#runs-list tr.failed')`), "broken", "an unreadable run is listed with its error")
	assert.Contains(t, tb.text(`shown('#runs-list tr[data-run]')`), "finished")
	tb.click(`#runs-list a`)
	tb.until(`$('#run-page').dataset.state === 'done' && $('#run-heat svg')`)
	assert.Equal(t, "shipped", tb.text(`shown('#run-name')`))
	sameCurves(tb, run)
	champions := run.State.Champions[1:] // the first is the start, which nothing promoted
	assert.Len(t, texts(tb, "#run-champions tbody tr", "dataset.generation"), len(champions))
	promotions := tb.number(`$$('.promotion').length`)
	assert.Equal(t, float64(2*len(champions)), promotions, "promotions are marked in both charts")
	var document struct {
		Weights struct {
			Turns   []int
			Names   []string
			Phases  [][]float64
			PerDisc []float64 `json:"points_per_disc"`
		}
	}
	tb.ask("api/runs/shipped", &document)
	heatMaps := tb.number(`$$('#run-heat svg').length`)
	assert.Equal(t, float64(len(document.Weights.Turns)), heatMaps, "every phase has a heat map")
	rows := tb.number(`$$('#run-weights tbody tr:not(.group)').length`)
	assert.Equal(t, float64(len(document.Weights.Names)), rows, "every weight has a row")
	points, perDisc := document.Weights.Phases[1][0], document.Weights.PerDisc[1]
	assert.Equal(t, strings.Replace(fmt.Sprintf("%+.2f", points/perDisc), "-", "−", 1),
		tb.text(`$('#run-weights tbody tr:nth-child(2) td:nth-of-type(2)').textContent`), "a weight in discs")
	assert.Equal(t, 4.0, tb.number(`$('#run-weights .counted .on').getAttribute('d').split('M').length - 1`), "four corners")

	tb.run(chromedp.Focus(".curves:first-child .chart", chromedp.ByQuery))
	tb.keys(kb.Home, kb.ArrowRight)
	assert.Contains(t, tb.text(`$('.curves:first-child .chart').ariaValueText`),
		"Generation 2 "+plots.RunCharts(run)[0].Curves[0].Name)
	first := champions[0].Generation
	const clickPromotion = `($('.promotion[data-generation="%d"]').dispatchEvent(new Event('click')), 0)`
	tb.eval(fmt.Sprintf(clickPromotion, first), new(int))
	tb.until(fmt.Sprintf(`$('#play-champion').textContent.endsWith(' %d') &&
		$('#run-champions tr.chosen').dataset.generation === '%d'`, first, first))
	assert.True(t, tb.holds(`$('#slide').value === '0' && $('#slide').ariaValueText.startsWith('Champion 1 of')`))
	tb.until(`state.run.worths.player.endsWith('/' + $('#run-champions tr.chosen').dataset.generation)`)
	young := tb.text(`$('#run-heat .heat-board').outerHTML`)
	tb.run(chromedp.Focus("#slide", chromedp.ByQuery))
	tb.keys(kb.ArrowRight)
	second, newest := champions[1].Generation, champions[len(champions)-1].Generation
	tb.until(fmt.Sprintf(`$('#slide-play').textContent.endsWith(' %d') && state.run.worths.player.endsWith('/%d')`, second, second))
	assert.NotEqual(t, young, tb.text(`$('#run-heat .heat-board').outerHTML`), "the heat map follows the slider")
	tb.keys(kb.End)
	tb.until(fmt.Sprintf(`$('#slide-play').textContent.endsWith(' %d') && state.run.worths.player.endsWith('/%d')`, newest, newest))
	assert.True(t, tb.holds(`state.run.generation === 0`), "the newest champion stays the newest one")
	tb.keys(kb.Home)
	tb.choose("#run-axis", "games")
	tb.until(`$('.curves:first-child .chart').ariaValueText.includes(' games ')`)
	tb.choose("#run-axis", "generation")
	tb.click("#slide-play")
	tb.until(fmt.Sprintf(`$('#white .name').textContent === 'shipped, generation %d' &&
		$('#status').dataset.kind === 'turn'`, first))

	tb.eval(`(location.hash = '#/runs/shipped')`, new(string))
	tb.until(`$('#watch-a')?.checkVisibility()`)
	tb.choose("#watch-a", tb.text(`$('#watch-a').options[1].value`))
	tb.click("#watch")
	tb.until(fmt.Sprintf(`$('#black .name').textContent === 'shipped, generation %d' && state.ply >= 2`, second))
	assert.Equal(t, fmt.Sprintf("shipped, generation %d", newest), tb.text(`$('#white .name').textContent`))
}

// comparedRuns sorts the table of runs, and compares two of them.
func comparedRuns(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	c := evolution.Defaults(7)
	c.Search.Depth, c.Gate.Every = 1, 1
	c.SetSize(6, 4)
	c.Reference.Pairs = 8
	young, err := runs.Create(filepath.Join(dir, "young"), c, runs.Goal{Count: 6})
	require.NoError(t, err)
	_, err = young.Run(context.Background(), fitness.Local{}, runs.Observer{})
	require.NoError(t, err)
	young.Close()
	shipped, err := runs.Open(filepath.Join(dir, "shipped"))
	require.NoError(t, err)
	for _, device := range []device{desktop, phone} {
		tb := openTab(t, browser, device, dir, "#/runs")
		tb.until(`$('#runs-page').dataset.state === 'done'`)
		names := func() []string { return texts(tb, "#runs-list tr[data-run]", "dataset.run") }
		tb.click("[data-sort=name]")
		assert.Equal(t, []string{"shipped", "young"}, names())
		tb.click("[data-sort=name]")
		assert.Equal(t, []string{"young", "shipped"}, names())
		assert.Equal(t, "descending", tb.text(`$('#runs-list [aria-sort]').getAttribute('aria-sort')`))
		tb.click("[data-sort=score]")
		assert.Equal(t, []string{"shipped", "young"}, names(), "the best first")
		assert.Equal(t, "descending", tb.text(`$('#runs-list [aria-sort]').getAttribute('aria-sort')`))
		assert.True(t, tb.holds(`$$('#runs-list .spark').length === 2 && !$('#lab').checkVisibility()`))

		tb.click("tr[data-run=shipped] input")
		tb.click("tr[data-run=young] input")
		tb.until(`$('#lab-go').textContent === 'Compare 2 runs'`)
		tb.click("#lab-go")
		tb.until(`$('#lab').checkVisibility() && $$('#lab-heat svg').length === 5`)
		last := func(name string) string {
			return tb.text(fmt.Sprintf(`$('#lab-chart .series[data-name=%s]').dataset.last.split(' ')[0]`, name))
		}
		assert.Equal(t, []string{"400", "6"}, []string{last("shipped"), last("young")})
		assert.Equal(t, "At equal generation: 6", tb.text(`shown('#lab-equal-title')`))
		equal := func(run int, column string) string {
			return tb.text(fmt.Sprintf(`$('#lab-equal tbody tr:nth-child(%d) td:nth-of-type(%s)').textContent`, run, column))
		}
		assert.Equal(t, []string{"6", "6"}, []string{equal(1, "1"), equal(2, "1")})
		opponent := tb.text(`$('#lab-opponent').value`)
		for i, run := range []*runs.Run{shipped, young} {
			score := 0.0
			for _, c := range run.State.Champions {
				for _, against := range c.Reference {
					if c.Generation <= 6 && against.Opponent == opponent {
						score = against.Result.Score()
					}
				}
			}
			assert.True(t, strings.HasPrefix(equal(i+1, "2"), fmt.Sprintf("%.1f %% ± ", 100*score)), equal(i+1, "2"))
		}
		tb.until(`state.lab.rivals.every((name) => Number(name.split('/').pop()) <= 6)`)
		assert.Equal(t, "What squares are worth: shipped minus young", tb.text(`shown('#lab-heat-title')`))
		tb.shot("comparison of runs")
		tb.choose("#lab-axis", "games")
		games := 0
		for _, row := range young.History {
			games += row.Games
		}
		tb.until(fmt.Sprintf(`$('#lab-chart .series[data-name=young]').dataset.last.startsWith('%d ')`, games))
		assert.Equal(t, fmt.Sprintf("After equally many games: %s", message.NewPrinter(language.English).Sprint(games)),
			tb.text(`shown('#lab-equal-title')`))
		assert.Equal(t, []string{"0", "6"}, []string{equal(1, "1"), equal(2, "1")}, "one generation of shipped took more")
		assert.False(t, tb.holds(`$('#lab-heat').checkVisibility()`), "it had no champion then")
		tb.choose("#lab-opponent", "alphabeta")
		tb.click("tr[data-run=young] input")
		tb.until(`!$('#lab').checkVisibility()`)
	}
}

func liveRun(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	c := evolution.Defaults(7)
	c.Search.Depth, c.Search.Endgame = 1, 4
	c.Turns = []int{30, 60}
	c.SetSize(6, 4)
	c.Gate.Every = 1
	c.Reference.Pairs = 8
	const generations = 8
	run, err := runs.Create(filepath.Join(dir, "young"), c, runs.Goal{Count: generations})
	require.NoError(t, err)
	defer run.Close()
	tb := openTab(t, browser, desktop, dir, "#/runs/young")
	tb.until(`$('#run-page').dataset.state === 'done'`)
	assert.Contains(t, tb.text(`shown('#run-strength')`), "no champion yet")

	reached, goOn := make(chan int), make(chan bool)
	ended := make(chan error, 1)
	go func() {
		_, err := run.Run(context.Background(), fitness.Local{}, runs.Observer{Generation: func(p runs.Progress) {
			reached <- p.Row.Generation
			<-goOn
		}})
		run.Close()
		ended <- err
	}()
	for want := 1; want <= generations; want++ {
		require.Equal(t, want, <-reached)
		if want%4 != 0 || want == generations { // the checks take a second each
			goOn <- true
			continue
		}
		tb.until(fmt.Sprintf(`$('#fact-generation').textContent === '%d of %d' &&
			$('#run-badge').textContent === 'live'`, want, generations))
		tb.until(fmt.Sprintf(`$$('.curves')[1].querySelector('.series').dataset.last.startsWith('%d ')`, want))
		assert.True(t, tb.holds(`$('#run-log').checkVisibility() && $('#run-log').textContent.includes('Generation')`))
		assert.NotEqual(t, "0", tb.text(`shown('#fact-speed')`))
		tb.shot("live run")
		if want == 4 {
			tb.eval(`(globalThis.row = $('#run-champions tr[data-generation]'), globalThis.weight = $('#run-weights tbody td'), 0)`,
				new(int))
		}
		goOn <- true
	}
	require.NoError(t, <-ended)
	tb.until(`$('#run-badge').textContent === 'finished'`)
	tb.until(fmt.Sprintf(`$$('.curves')[1].querySelector('.series').dataset.last.startsWith('%d ')`, generations))
	assert.True(t, tb.holds(`row.isConnected && weight.isConnected`), "rows and cells stay while the run goes on")
	over, err := runs.Open(run.Path())
	require.NoError(t, err)
	sameCurves(tb, over)
	tb.shot("run that has ended")
	assert.Empty(t, tb.text(`shown('#run-error')`))
	tb.refused = true
	tb.end()
	tb.until(`shown('#run-error') === 'The server does not answer'`)
	tb.click("nav a[data-for='runs run']")
	tb.until(`shown('#runs-error') === 'The server does not answer'`)
}
