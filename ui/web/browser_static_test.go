//go:build browser

package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/static"
)

// publish writes a static edition of a player to a folder.
func publish(t *testing.T, player string) (folder string) {
	engine, err := static.Compile(t.Context())
	require.NoError(t, err)
	edition, err := static.Of(player)
	require.NoError(t, err)
	folder = filepath.Join(t.TempDir(), "site")
	size, err := edition.Write(folder, engine)
	require.NoError(t, err)
	assert.Less(t, size.Compressed, 8_000_000)
	return folder
}

// staticEdition tests an edition that a web server of files alone serves, also after that server has ended.
func staticEdition(t *testing.T, browser browserContext) {
	axe, err := os.ReadFile("testdata/axe.min.js")
	require.NoError(t, err)
	runs := t.TempDir()
	copyRun(t, runs, "mine")
	folder := publish(t, filepath.Join(runs, "mine"))
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	tb := newTab(t, browser, desktop)
	tb.url = server.URL + "/"
	tb.onEveryPage(string(axe))
	check := func(state string) {
		t.Helper()
		var violations []string
		tb.eval(`axe.run(document, {resultTypes: ['violations'], preload: false}).then((r) => r.violations
			.flatMap((v) => v.nodes.map((n) => v.id + ': ' + n.target + ' ' + n.failureSummary)))`, &violations)
		assert.Empty(t, violations, state)
		tb.shot(state)
	}

	tb.open("")
	tb.status("turn")
	check("static first view")
	assert.False(t, tb.holds(`$('nav [data-for~=runs]').checkVisibility()`), "an edition has no runs")
	tb.play()
	tb.play()
	tb.until(`navigator.serviceWorker.ready.then((r) => r.active.state === 'activated')`)

	server.Close()
	tb.run(chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready`)
	tb.status("turn")
	tb.play()
	tb.moveTo(game(human, "you", "greedy"))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click(`[data-action="learn"]`)
	tb.until(`state.compared[state.review?.ply]?.moves`)
	check("static mistake")
	tb.click("#review-show")
	tb.until(`state.review.shown`)
	check("static mistake shown")
}
