//go:build browser

package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/ui/web"
)

// A device is the device that a tab emulates, with its preferences.
type device struct {
	width, height int64
	phone, dark   bool
	language      string
}

// name is a part of the names of screenshots.
func (l device) name() string {
	name := "desktop"
	if l.phone {
		name = "phone"
	}
	if l.dark {
		name += "-dark"
	}
	return name + "-" + l.language
}

// A tab shows the page of its own server. Script exceptions, and errors and warnings on the console,
// fail its test.
type tab struct {
	*testing.T
	ctx      context.Context
	browser  browserContext
	window   cdp.BrowserContextID // tabs of one window share their storage
	url      string
	end      func() // ends the server
	device   device
	mu       sync.Mutex
	faults   []string
	ignoring bool // ignore further faults
	refused  bool // ignore network errors, which browsers log: the server is expected to refuse requests
}

// openTab opens a tab, and the page of a server with the given runs at an address.
func openTab(t *testing.T, browser browserContext, l device, runs, hash string) *tab {
	tb := newTab(t, browser, l)
	tb.serve("127.0.0.1:0", runs)
	tb.open(hash)
	return tb
}

func newTab(t *testing.T, browser browserContext, l device) *tab {
	return newTabIn(t, browser, newWindow(t, browser), l)
}

// another opens another tab in the tab's window, for the same server.
func (tb *tab) another() *tab {
	other := newTabIn(tb.T, tb.browser, tb.window, tb.device)
	other.url = tb.url
	return other
}

func newTabIn(t *testing.T, browser browserContext, window cdp.BrowserContextID, l device) *tab {
	of := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(window).WithNewWindow(true).Do(of)
	require.NoError(t, err)
	ctx, end := chromedp.NewContext(browser, chromedp.WithTargetID(id))
	t.Cleanup(end)
	ctx, stop := context.WithTimeout(ctx, 15*time.Minute)
	t.Cleanup(stop)
	tb := &tab{T: t, ctx: ctx, browser: browser, window: window, device: l}
	chromedp.ListenTarget(ctx, tb.recordFault)
	tb.run(runtime.Enable(), log.Enable(),
		emulation.SetDeviceMetricsOverride(l.width, l.height, 1, l.phone),
		emulation.SetFocusEmulationEnabled(true), // tabs run at the same time, and each needs the focus
		emulation.SetUserAgentOverride("evothello's tests").WithAcceptLanguage(l.language))
	tb.prefer(l.dark)
	t.Cleanup(func() {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		assert.Empty(t, tb.faults, "the page complains")
		if t.Failed() {
			tb.shot("failed " + filepath.Base(t.Name()))
		}
	})
	return tb
}

// prefer makes the tab's device prefer dark or light colours.
func (tb *tab) prefer(dark bool) {
	scheme := map[bool]string{false: "light", true: "dark"}[dark]
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	tb.run(emulation.SetEmulatedMedia().WithFeatures(features))
	tb.device.dark = dark
}

// newWindow makes a window with storage of its own.
func newWindow(t *testing.T, browser browserContext) cdp.BrowserContextID {
	ctx := cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser)
	own, err := target.CreateBrowserContext().Do(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, target.DisposeBrowserContext(own).Do(ctx)) })
	return own
}

// serve starts a server. It ends with the test at the latest.
func (tb *tab) serve(address, runs string) { tb.serveWith(address, web.Options{Runs: runs}) }

// serveWith starts a server with options.
func (tb *tab) serveWith(address string, options web.Options) {
	if options.Runs == "" {
		options.Runs = tb.TempDir()
	}
	options.Log = slog.New(slog.DiscardHandler)
	options.MaxThink = time.Minute // many tests share the cores
	server, err := web.Listen(address, options)
	require.NoError(tb, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	var once sync.Once
	tb.end = func() {
		once.Do(func() {
			cancel()
			assert.NoError(tb, <-ended)
		})
	}
	tb.Cleanup(func() {
		tb.ignoreFaults() // further requests of the page fail
		tb.end()
	})
	tb.url = server.URL()
}

// open loads an address of the page, without animations, and waits until the page is ready.
func (tb *tab) open(hash string) {
	tb.Helper()
	tb.onEveryPage(`if (location.protocol === 'http:') localStorage['evothello.settings'] ??= '{"animation":false}'`)
	tb.run(chromedp.Navigate(tb.url + hash))
	tb.until(`$('#app')?.dataset.ready`)
}

// openFresh loads another address of the page with empty storage. It reloads in place, which spares the
// browser a new process.
func (tb *tab) openFresh(hash string) {
	tb.Helper()
	tb.eval(fmt.Sprintf(`(localStorage.clear(), sessionStorage.clear(), history.replaceState(null, '', %q), 0)`, "/"+hash), new(int))
	tb.run(chromedp.Reload())
	tb.until(`$('#app')?.dataset.ready`)
}

// moveTo changes the address of the page without reloading, and waits until the page has followed.
func (tb *tab) moveTo(hash string) {
	tb.Helper()
	const set = `(globalThis.before = state.game, globalThis.beforeRoute = state.route, location.hash = %q, 0)`
	tb.eval(fmt.Sprintf(set, hash), new(int))
	tb.until(`state.game !== before || (state.route !== beforeRoute && state.route.view !== 'game') ||
		$('#status').dataset.kind === 'error'`)
}

// onEveryPage runs a script before the scripts of each page that is loaded from now on.
func (tb *tab) onEveryPage(script string) {
	tb.Helper()
	tb.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

func (tb *tab) run(actions ...chromedp.Action) {
	tb.Helper()
	require.NoError(tb, chromedp.Run(tb.ctx, actions...))
}

// ignoreFaults ignores faults from now on.
func (tb *tab) ignoreFaults() {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.ignoring = true
}

// recordFault records an event that is a fault of the page.
func (tb *tab) recordFault(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			fault = fmt.Sprint(e.Type)
			for _, argument := range e.Args {
				fault += " " + string(argument.Value) + argument.Description
			}
		}
	case *log.EventEntryAdded:
		// Browsers ask for an icon when they like, maybe after the server ended, and not by way of a service worker.
		late := strings.HasSuffix(e.Entry.URL, "/icon.svg") && strings.Contains(e.Entry.Text, "ERR_CONNECTION_REFUSED")
		if e.Entry.Level == log.LevelError && !late && (e.Entry.Source != log.SourceNetwork || !tb.refused) {
			fault = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if fault != "" {
		tb.mu.Lock()
		defer tb.mu.Unlock()
		if !tb.ignoring {
			tb.faults = append(tb.faults, fault)
		}
	}
}
