//go:build browser

package web_test

import (
	"context"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
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
		{"below a path of a proxy", proxied},
		{"dialogs close with their view", dialogsClose},
		{"files are read", filesRead},
		{"games of WTHOR have names", wthorNames},
		{"errors are in Japanese", japaneseErrors},
		{"values deepen", values},
		{"a hint", hints},
		{"a game is analysed", analysed},
		{"buttons keep their places", steadyButtons},
		{"a game that is over is a tree", variations},
		{"a broken line in an address", brokenVariation},
		{"endgame exercises", exercises},
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
		{"characters", characters},
		{"how to play", rules},
		{"a ladder of opponents", climbing},
		{"a game on every board", everyBoard},
		{"a board is chosen", chooseBoards},
		{"a board is chosen by keyboard", boardsByKeyboard},
		{"a board in the address", boardInAddress},
		{"analysis on a board", analysisOnBoards},
		{"a champion of a board", championsOfBoards},
		{"players that are trained", otherLearners},
		{"settings", settings},
		{"languages", languages},
		{"sentences", sentences},
		{"squares", geometry},
		{"phones", phones},
		{"size and speed", pageSize},
		{"a module that does not load", missingModule},
		{"no runs", noRuns},
		{"a finished run", finishedRun},
		{"a comparison of runs", comparedRuns},
		{"directories of other kinds", otherDirectories},
		{"tables change their cells", cells},
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

var (
	desktop      = device{width: 1280, height: 800, language: "en"}
	phone        = device{width: 375, height: 667, phone: true, language: "en"}
	darkJapanese = device{width: 1280, height: 800, dark: true, language: "ja"}
)
