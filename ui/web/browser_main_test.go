//go:build browser

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
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

// TestPage tests the page in a browser. All tests share one browser. Each has a tab of its own, and as
// many run at a time as there are cores. It needs the build tag browser:
//
//	go test -tags browser ./ui/web -run TestPage
func TestPage(t *testing.T) {
	browser := startBrowser(t)
	for _, one := range []struct {
		name string
		test func(*testing.T, browserContext)
	}{
		{"accessibility", accessible}, // first, because it takes longest
		{"a whole game by mouse", gameByMouse},
		{"a whole game by keyboard alone", gameByKeyboard},
		{"undo and redo", undoAndRedo},
		{"jump to any position", jumps},
		{"a pass is announced", passes},
		{"two players play each other", playersAlone},
		{"a game survives its page and its server", offline},
		{"a server that stops in mid-move", stoppedInMove},
		{"a slow server", slowServer},
		{"a server that is gone", deadServer},
		{"clicks that play nothing", illegalClicks},
		{"discs have their colours", colours},
		{"discs turn in a ripple", ripple},
		{"keyboard shortcuts", shortcuts},
		{"dots and values can be told from the board", contrasts},
		{"every view in every size", layout},
		{"a game in the address", permalink},
		{"thinking is visible", thinking},
		{"a time for a move", timedMoves},
		{"back and forward", backAndForward},
		{"two tabs are two games", twoTabs},
		{"a link while in a game", linkInGame},
		{"my games", myGames},
		{"games without storage", withoutStorage},
		{"a digest of games", digest},
		{"a digest of a player's own games", digestCounts},
		{"a digest of stale games", digestRenews},
		{"a digest in every size", digestFits},
		{"broken links", brokenLinks},
		{"from a finished game", gameOver},
		{"dialogs close with their view", dialogsClose},
		{"files are read", filesRead},
		{"values deepen", values},
		{"a hint", hints},
		{"a game is analysed", analysed},
		{"mistakes are walked through", walk},
		{"mistakes of an imported game", importedMistakes},
		{"sentences about mistakes", reviewSentences},
		{"explanations", explained},
		{"games are pasted", pasted},
		{"games are copied", copied},
		{"a position is set up", setUp},
		{"boards larger than 8×8", largeBoards},
		{"the largest board", largestBoard},
		{"a new game", newGames},
		{"the first view", firstView},
		{"a ladder of opponents", climbing},
		{"a game on every board", everyBoard},
		{"a board is chosen", chooseBoards},
		{"a board is chosen by keyboard", boardsByKeyboard},
		{"a board in the address", boardInAddress},
		{"analysis on a board", analysisOnBoards},
		{"a champion of a board", championsOfBoards},
		{"players of other learning methods", otherLearners},
		{"settings", settings},
		{"languages", languages},
		{"sentences", sentences},
		{"squares", geometry},
		{"phones", phones},
		{"size and speed", pageSize},
		{"no runs", noRuns},
		{"a finished run", finishedRun},
		{"a comparison of runs", comparedRuns},
		{"directories of other kinds", otherDirectories},
		{"no such run", missingRun},
		{"a run in Japanese", japaneseRun},
		{"a live run", liveRun},
		{"a run in another process", watchedRun},
		{"a static edition", staticEdition},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.test(t, browser)
		})
	}
}

type browserContext context.Context

// startBrowser starts a browser that ends with the test.
func startBrowser(t *testing.T) browserContext {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	require.NotEmpty(t, program, "chromium is missing: install Debian's package chromium")
	mouse := chromedp.Flag("blink-settings",
		"primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4")
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, mouse)
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(end)
	// Without this, the library prints errors about unknown events of newer browsers.
	browser, end := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(end)
	require.NoError(t, chromedp.Run(browser), "chromium does not start")
	return browser
}

// A device is the device that a tab emulates, with its preferences.
type device struct {
	width, height int64
	phone, dark   bool
	language      string
}

var (
	desktop      = device{width: 1280, height: 800, language: "en"}
	phone        = device{width: 375, height: 667, phone: true, language: "en"}
	darkJapanese = device{width: 1280, height: 800, dark: true, language: "ja"}
)

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
	ctx, stop := context.WithTimeout(ctx, 5*time.Minute)
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
		if e.Entry.Level == log.LevelError && (e.Entry.Source != log.SourceNetwork || !tb.refused) {
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

// helpers are the names that expressions may use: elements, squares, the page's modules and state.
const helpers = `
	const $ = (s) => document.querySelector(s), $$ = (s) => [...document.querySelectorAll(s)];
	const square = (name) => $('[data-square="' + name + '"]');
	const shown = (s) => $(s)?.checkVisibility() ? $(s).textContent : '';
	const module = (name) => import($('script[type=module]').src.replace('main.js', name));
	const state = $('#app')?.dataset.ready ? (await module('store.js')).state : {};
`

// eval decodes the value of an expression, which may await, as JSON.
func (tb *tab) eval(expression string, into any) {
	tb.Helper()
	awaited := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	var text string
	script := fmt.Sprintf(`(async () => { %s return JSON.stringify(await (%s)) ?? 'null'; })()`, helpers, expression)
	require.NoError(tb, chromedp.Run(tb.ctx, chromedp.Evaluate(script, &text, awaited)), expression)
	require.NoError(tb, json.Unmarshal([]byte(text), into), expression)
}

// text returns the value of an expression as a string.
func (tb *tab) text(expression string) (text string) {
	tb.Helper()
	tb.eval(expression, &text)
	return text
}

func (tb *tab) number(expression string) (n float64) {
	tb.Helper()
	tb.eval(expression, &n)
	return n
}

func (tb *tab) holds(expression string) (yes bool) {
	tb.Helper()
	tb.eval("Boolean("+expression+")", &yes)
	return yes
}

// until waits until an expression is true, for about a minute at most.
func (tb *tab) until(expression string) {
	tb.Helper()
	awaited := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	script := fmt.Sprintf(`(async () => {
		const holds = async () => { %s return await (%s); };
		for (let i = 0; i < 4000; i++) { if (await holds()) return true; await new Promise((r) => setTimeout(r, 15)); }
		return false; })()`, helpers, expression)
	var held bool
	require.NoError(tb, chromedp.Run(tb.ctx, chromedp.Evaluate(script, &held, awaited)), expression)
	if !held {
		tb.shot("waiting " + filepath.Base(tb.Name()))
		status := tb.text(`$('#status')?.textContent + ' | ' + $('#announcer')?.textContent`)
		require.Fail(tb, "this never becomes true: "+expression, "%s", status)
	}
}

// click clicks the first element of a selector with the mouse. It starts again if the page replaces the element
// before the click.
func (tb *tab) click(selector string) {
	tb.Helper()
	ctx, stop := context.WithTimeout(tb.ctx, time.Minute)
	defer stop()
	err := chromedp.Run(ctx, chromedp.Click(selector, chromedp.ByQuery))
	for err != nil && strings.Contains(err.Error(), "Could not find node") {
		err = chromedp.Run(ctx, chromedp.Click(selector, chromedp.ByQuery))
	}
	require.NoError(tb, err, "click "+selector)
}

func (tb *tab) clickSquare(name string) { tb.Helper(); tb.click(`[data-square="` + name + `"]`) }

func (tb *tab) keys(keys ...string) {
	tb.Helper()
	for _, key := range keys {
		tb.run(chromedp.KeyEvent(key))
	}
}

// choose sets the value of a select or a range, and fires its change event.
func (tb *tab) choose(selector, value string) {
	tb.Helper()
	tb.eval(fmt.Sprintf(`(() => {
		const s = $('%s');
		s.value = %q;
		s.dispatchEvent(new Event('change', {bubbles: true}));
		return s.value;
	})()`, selector, value), new(string))
}

// status waits until the game's status is of a kind.
func (tb *tab) status(kind string) {
	tb.Helper()
	tb.until(fmt.Sprintf(`$('#status').dataset.kind === %q`, kind))
}

// shot writes a screenshot of the whole page to the directory SCREENSHOTS, if that is set.
func (tb *tab) shot(name string) {
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	var png []byte
	capture := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		// Half of the time would go to compression else.
		png, err = page.CaptureScreenshot().WithCaptureBeyondViewport(true).WithOptimizeForSpeed(true).Do(ctx)
		return err
	})
	ctx, stop := context.WithTimeout(tb.ctx, time.Minute)
	defer stop()
	if err := chromedp.Run(ctx, capture); err != nil {
		tb.Logf("no picture of %s: %v", name, err)
		return
	}
	require.NoError(tb, os.MkdirAll(dir, 0o777))
	file := strings.ReplaceAll(name, " ", "-") + "." + tb.device.name() + ".png"
	require.NoError(tb, os.WriteFile(filepath.Join(dir, file), png, 0o666))
}

// ask sends a request to the tab's server, and decodes the answer.
func (tb *tab) ask(path string, into any) {
	tb.Helper()
	response, err := http.Get(tb.url + path)
	require.NoError(tb, err)
	defer response.Body.Close()
	require.NoError(tb, json.NewDecoder(response.Body).Decode(into))
}
