//go:build browser

package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/static"
)

// publish writes a static edition of a player, and returns its folder.
func publish(t *testing.T, player string) string {
	engine, err := static.Compile(t.Context(), "test")
	require.NoError(t, err)
	edition, err := static.Of(player)
	require.NoError(t, err)
	require.NoError(t, edition.Measure())
	folder := filepath.Join(t.TempDir(), "site")
	size, err := edition.Write(folder, engine)
	require.NoError(t, err)
	assert.Less(t, size.Compressed, 9_000_000)
	return folder
}

// staticEdition tests an edition, which a server of files alone serves.
func staticEdition(t *testing.T, browser browserContext) {
	axe, err := os.ReadFile("testdata/axe.min.js")
	require.NoError(t, err)
	runs := t.TempDir()
	copyRun(t, runs, "mine")
	folder := publish(t, filepath.Join(runs, "mine"))
	for _, one := range []struct {
		name string
		device
	}{
		{"desktop", desktop},
		{"phone", device{width: 375, height: 667, phone: true, language: "ja"}},
		{"on its side", device{width: 667, height: 375, phone: true, dark: true, language: "en"}},
	} {
		t.Run(one.name, func(t *testing.T) {
			held := make(chan struct{})
			release := sync.OnceFunc(func() { close(held) })
			served := http.FileServer(http.Dir(folder))
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "champion.tables.bin") {
					<-held
				}
				served.ServeHTTP(w, r)
			}))
			t.Cleanup(server.Close)
			t.Cleanup(release)
			tb := newTab(t, browser, one.device)
			tb.url = server.URL + "/"
			tb.onEveryPage(string(axe))
			playStatic(tb, release)
			server.CloseClientConnections()
			server.Close()
			tb.run(chromedp.Reload())
			tb.until(`$('#app')?.dataset.ready`)
			tb.status("turn")
			assert.Len(tb, tb.text(movesMade), 4, "the game is there after a reload without a server")
			// One device is enough for what takes long: other tests show these views on all.
			switch one.name {
			case "phone":
				walkStatic(tb)
			case "on its side":
				digestStatic(tb)
			}
		})
	}
}

// sound tests that axe finds no fault in a state of the page.
func (tb *tab) sound(state string) {
	tb.Helper()
	var violations []string
	tb.eval(`axe.run(document, {resultTypes: ['violations'], preload: false}).then((r) => r.violations
		.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.target + ' ' + n.failureSummary)))`, &violations)
	assert.Empty(tb, violations, state)
	tb.shot(state)
}

// playStatic begins a game, for which the strongest player's tables need not be there, plays against that player once
// they are released, and waits until the browser keeps the edition.
func playStatic(tb *tab, release func()) {
	tb.open("")
	tb.status("turn")
	assert.Equal(tb, "mine", tb.text(`$('#white .name').textContent`), "the published player is the first opponent")
	assert.True(tb, tb.holds(`state.roster.ladder.length > 1 && state.roster.ladder.length <= 6 && state.roster.ladder.every((r) => /^runs.mine.\d+$/.test(r.name))`))
	assert.True(tb, tb.holds(`$$('.rung').length === state.roster.ladder.length`), "they are offered")
	assert.False(tb, tb.holds(`$('nav [data-for~=runs]').checkVisibility()`), "an edition has no runs")
	tb.sound("static first view")
	tb.play()
	tb.moveTo(game("f5d6c3d3c4", "you", "strongest,1"))
	tb.until(`state.thinking && $('#loading').checkVisibility() && shown('#loading').length > 5`)
	tb.sound("static loading")
	release()
	tb.status("turn")
	assert.False(tb, tb.holds(`$('#loading').checkVisibility()`))
	tb.run(chromedp.NavigateBack())
	tb.status("turn")
	tb.until(`navigator.serviceWorker.ready.then((r) => r.active.state === 'activated')`)
}

// walkStatic walks through the mistakes of a game, and searches, where no server is.
func walkStatic(tb *tab) {
	tb.play()
	tb.moveTo(game(human, "you", "greedy"))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click(`[data-action="learn"]`)
	tb.until(`state.compared[state.review?.ply]?.moves`)
	tb.sound("static mistake")
	tb.click("#review-show")
	tb.until(`state.review.shown`)
	tb.sound("static mistake shown")

	// A long search shows what it finds, and ends when the user wants the move.
	tb.moveTo(game("f5d6c3d3c4", "you", "strongest,10s"))
	tb.until(`state.thinking && $('[data-action=now]')`)
	tb.until(`state.thought.depth > 3`)
	tb.shot("static thinking")
	tb.click(`[data-action="now"]`)
	tb.status("turn")
	assert.Less(tb, tb.number(`state.thought.took`), 9.0)
}

// digestStatic analyses a game for the digest of My games where no server is.
func digestStatic(tb *tab) {
	tb.moveTo("#/games/digest")
	tb.eval(keepGames(endedGame, "{}"), new(int))
	tb.until(`shown('#digest-go') === 'Analyse 1 game'`)
	tb.click("#digest-go")
	tb.until(`shown('#digest-says') === '1 of 1 finished games analysed.'`)
	tb.sound("static digest")
}
