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
	played()              // a pair of games more
	generation(*runs.Run) // a generation more
	end()
}

// newProgress is a bar on a terminal and plain lines elsewhere.
func newProgress(w io.Writer, run *runs.Run) progress {
	meter := &meter{w: w, goal: run.Goal, first: run.State.Generation, began: time.Now()}
	if cli.IsTerminal(w) {
		return newBar(meter, run)
	}
	return &lines{meter}
}

type silent struct{}

func (silent) played()              {}
func (silent) generation(*runs.Run) {}
func (silent) end()                 {}

// A meter counts what this sitting has done.
type meter struct {
	w     io.Writer
	goal  runs.Goal
	first int // generation at which the sitting began
	pairs int
	began time.Time
}

func (m *meter) played() { m.pairs++ }

func (m *meter) rate() float64 { return 2 * float64(m.pairs) / time.Since(m.began).Seconds() }

// left estimates the time to the goal, "" if that cannot be said yet.
func (m *meter) left(run *runs.Run) string {
	done, left := run.State.Generation-m.first, math.Inf(1)
	if m.goal.Generations > 0 && done > 0 {
		left = time.Since(m.began).Seconds() / float64(done) * float64(m.goal.Generations-run.State.Generation)
	}
	if m.goal.Budget > 0 {
		left = min(left, (m.goal.Budget - run.Elapsed()).Seconds())
	}
	if math.IsInf(left, 1) {
		return ""
	}
	return report.Duration(max(0, left)) + " left"
}

// describe says where the run stands after its last generation.
func describe(run *runs.Run) string {
	history := run.State.History
	if len(history) == 0 {
		return ""
	}
	row := history[len(history)-1]
	text := fmt.Sprintf("best %.3f  mean %.3f", row.Best, row.Mean)
	if ladder := run.Status().Champion.Ladder; len(ladder) > 0 {
		text += fmt.Sprintf("  champion g%d: %.0f-%.0f %% vs %s", row.Champion, 100*ladder[0].Low, 100*ladder[0].High, ladder[0].Opponent)
	}
	return text
}

// lines prints a line a generation.
type lines struct{ *meter }

func (l *lines) generation(run *runs.Run) {
	row := run.State.History[len(run.State.History)-1]
	promoted := ""
	if row.Promoted {
		promoted = "  new champion"
	}
	fmt.Fprintf(l.w, "generation %d%s  %s  %.0f games/s  %s%s\n",
		row.Generation, strings.Split(ofGoal(l.goal), ",")[0], describe(run), l.rate(), l.left(run), promoted)
}

func (l *lines) end() {}

// bar is a progress bar over generations, or over the budget where only that
// ends the run.
type bar struct {
	*meter
	run *runs.Run
	bar *progressbar.ProgressBar
}

func newBar(m *meter, run *runs.Run) *bar {
	b := &bar{meter: m, run: run}
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

func (b *bar) generation(*runs.Run) { b.show() }

func (b *bar) show() {
	share := 0.0
	if b.goal.Generations > 0 {
		share = float64(b.run.State.Generation) / float64(b.goal.Generations)
	}
	if b.goal.Budget > 0 {
		share = max(share, b.run.Elapsed().Seconds()/b.goal.Budget.Seconds())
	}
	text := fmt.Sprintf("generation %d%s  %d games  %.0f/s  %s  %s", b.run.State.Generation, strings.Split(ofGoal(b.goal), ",")[0],
		2*b.pairs, b.rate(), b.left(b.run), describe(b.run))
	showBar(b.w, b.bar, share, text)
}

func (b *bar) end() { fmt.Fprint(b.w, "\r\033[K") }
