//go:build browser

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

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

// until waits until an expression is true, for some minutes at most: a busy machine is slow.
func (tb *tab) until(expression string) {
	tb.Helper()
	awaited := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	script := fmt.Sprintf(`(async () => {
		const holds = async () => { %s return await (%s); };
		for (let i = 0; i < 16000; i++) { if (await holds()) return true; await new Promise((r) => setTimeout(r, 15)); }
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

// speak changes the language of the page.
func (tb *tab) speak(language string) {
	tb.Helper()
	tb.eval(fmt.Sprintf(`module('store.js').then((m) => m.set({language: %q}))`, language), new(any))
	tb.until(fmt.Sprintf(`document.documentElement.lang === %q`, language))
}
