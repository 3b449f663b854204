//go:build browser

package web_test

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "update the README's picture of the page")

// TestPicture makes docs/page.png, the README's picture of the page:
//
//	go test -tags browser ./ui/web -run TestPicture -update
func TestPicture(t *testing.T) {
	if !*update {
		t.Skip("docs/page.png is made with -update alone: it has the machine's letters")
	}
	window := device{width: 1148, height: 800, language: "en"}
	tb := openTab(t, startBrowser(t), window, "", game(whole, "you", "strongest,6"))
	tb.until(`$('#analysis').dataset.state === 'done'`)
	tb.click("#tab-moves")
	tb.eval(`module('play.js').then((m) => m.look(16))`, new(any))
	tb.until(`$('#values').dataset.state === 'done'`)
	var png []byte
	tb.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = page.CaptureScreenshot().Do(ctx)
		return err
	}))
	require.NoError(t, os.WriteFile("../../docs/page.png", png, 0o666))
}
