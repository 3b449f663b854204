package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"evothello/internal/cli"
	"evothello/report"
	"evothello/runs"
)

// progress shows how a run goes on.
type progress interface {
	played()                  // a pair of games more
	generation(runs.Progress) // a generation more
	end()
}

// newProgress is a bar on a terminal and plain lines elsewhere.
func newProgress(w io.Writer, now runs.Progress) progress {
	meter := &meter{w: w, first: now.Row.Generation, began: time.Now()}
	if cli.IsTerminal(w) {
		return newBar(meter, now)
	}
	return &lines{meter}
}

type silent struct{}

func (silent) played()                  {}
func (silent) generation(runs.Progress) {}
func (silent) end()                     {}

// A meter counts what this sitting has done.
type meter struct {
	w     io.Writer
	first int // generation at which the sitting began
	pairs int
	began time.Time
}

func (m *meter) played() { m.pairs++ }

func (m *meter) rate() float64 { return 2 * float64(m.pairs) / time.Since(m.began).Seconds() }

// left estimates the time to the goal, "" if that cannot be said yet.
func (m *meter) left(now runs.Progress) string {
	done, left := now.Row.Generation-m.first, math.Inf(1)
	if now.Goal.Generations > 0 && done > 0 {
		left = time.Since(m.began).Seconds() / float64(done) * float64(now.Goal.Generations-now.Row.Generation)
	}
	if now.Goal.Budget > 0 {
		left = min(left, (now.Goal.Budget - now.Elapsed).Seconds())
	}
	if math.IsInf(left, 1) {
		return ""
	}
	return report.Duration(max(0, left)) + " left"
}

// describe says where the run stands after its last generation.
func describe(now runs.Progress) string {
	if now.Row.Generation == 0 {
		return ""
	}
	text := fmt.Sprintf("best %.3f  mean %.3f", now.Row.Best, now.Row.Mean)
	if len(now.Ladder) > 0 {
		text += fmt.Sprintf("  champion g%d: %.0f-%.0f %% vs %s", now.Row.Champion, 100*now.Ladder[0].Low, 100*now.Ladder[0].High, now.Ladder[0].Opponent)
	}
	return text
}

// lines prints a line a generation.
type lines struct{ *meter }

func (l *lines) generation(now runs.Progress) {
	promoted := ""
	if now.Row.Promoted {
		promoted = "  new champion"
	}
	fmt.Fprintf(l.w, "generation %d%s  %s  %.0f games/s  %s%s\n",
		now.Row.Generation, strings.Split(ofGoal(now.Goal), ",")[0], describe(now), l.rate(), l.left(now), promoted)
}

func (l *lines) end() {}

// bar is a progress bar over generations, or over the budget where only that
// ends the run.
type bar struct {
	*meter
	now runs.Progress
	bar *progressbar.ProgressBar
}

func newBar(m *meter, now runs.Progress) *bar {
	b := &bar{meter: m, now: now}
	b.bar = drawBar(m.w)
	b.show()
	return b
}

// drawBar is a bar that a thousand steps fill.
func drawBar(w io.Writer) *progressbar.ProgressBar {
	return progressbar.NewOptions(1000,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(12),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}),
	)
}

// showBar sets a bar to a share of 0…1 and the text beside it.
func showBar(w io.Writer, bar *progressbar.ProgressBar, share float64, text string) {
	const barAndPercent = 20
	if room := cli.Width(w) - barAndPercent; len(text) > room { // a line that wraps could not be drawn over
		text = text[:max(room, 0)]
	}
	bar.Describe(text)
	_ = bar.Set(int(1000 * min(share, 1))) // a bar that cannot be drawn stops no work
}

func (b *bar) played() {
	b.meter.played()
	if b.pairs%16 == 0 {
		b.show()
	}
}

func (b *bar) generation(now runs.Progress) {
	b.now = now
	b.show()
}

func (b *bar) show() {
	share, goal := 0.0, b.now.Goal
	if goal.Generations > 0 {
		share = float64(b.now.Row.Generation) / float64(goal.Generations)
	}
	if goal.Budget > 0 {
		share = max(share, b.now.Elapsed.Seconds()/goal.Budget.Seconds())
	}
	text := fmt.Sprintf("generation %d%s  %d games  %.0f/s  %s  %s", b.now.Row.Generation, strings.Split(ofGoal(goal), ",")[0],
		2*b.pairs, b.rate(), b.left(b.now), describe(b.now))
	showBar(b.w, b.bar, share, text)
}

func (b *bar) end() { fmt.Fprint(b.w, "\r\033[K") }
