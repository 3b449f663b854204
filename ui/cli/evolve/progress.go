package evolve

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
)

// progress shows how a run goes on.
type progress interface {
	played()                  // a pair of games more
	generation(runs.Progress) // a generation more
	end()
}

// newProgress is a bar on a terminal and plain lines elsewhere. helpers says who helps.
func newProgress(w io.Writer, now runs.Progress, helpers func() string) progress {
	meter := &meter{w: w, first: now.Row.Generation, began: time.Now(), helpers: helpers}
	if cli.IsTerminal(w) {
		return newBar(meter, now)
	}
	return &lines{meter}
}

// A meter counts what this sitting has done.
type meter struct {
	w     io.Writer
	first int // generation at which the sitting began
	pairs int
	began time.Time

	helpers func() string
}

func (m *meter) played() { m.pairs++ }

func (m *meter) rate() float64 { return 2 * float64(m.pairs) / time.Since(m.began).Seconds() }

// left estimates the time to the goal, "" if that cannot be said yet.
func (m *meter) left(now runs.Progress) string {
	done, left := now.Row.Generation-m.first, math.Inf(1)
	if now.Goal.Count > 0 && done > 0 {
		left = time.Since(m.began).Seconds() / float64(done) * float64(now.Goal.Count-now.Row.Generation)
	}
	if now.Goal.Budget > 0 {
		left = min(left, (now.Goal.Budget - now.Elapsed).Seconds())
	}
	if math.IsInf(left, 1) {
		return ""
	}
	return report.Duration(max(0, left)) + " left"
}

// of writes a generation of how many: "generation 4 of 400".
func of(now runs.Progress) string {
	if now.Goal.Count > 0 {
		return fmt.Sprintf("generation %d of %d", now.Row.Generation, now.Goal.Count)
	}
	return fmt.Sprintf("generation %d", now.Row.Generation)
}

// strength is the figure that shows whether a run gets anywhere: what the champion scores
// against an opponent who stays the same.
func strength(now runs.Progress) string {
	if len(now.Ladder) == 0 {
		return ""
	}
	return fmt.Sprintf("champion %.0f %% vs %s", 100*now.Ladder[0].Score, now.Ladder[0].Opponent)
}

// promotion announces a new champion, with what it scores against whom.
func promotion(now runs.Progress) (fields []string) {
	fields = []string{fmt.Sprintf("generation %d: new champion", now.Row.Generation)}
	for _, rung := range now.Ladder {
		fields = append(fields, fmt.Sprintf("%.0f %% vs %s", 100*rung.Score, rung.Opponent))
	}
	return fields
}

// lines prints a line a generation, and one for each promotion.
type lines struct{ *meter }

func (l *lines) generation(now runs.Progress) {
	fields := []string{
		of(now), strength(now), fmt.Sprintf("best %.3f  mean %.3f", now.Row.Best, now.Row.Mean),
		fmt.Sprintf("%.0f games/s", l.rate()), l.helpers(), l.left(now),
	}
	fields = slices.DeleteFunc(fields, func(field string) bool { return field == "" })
	fmt.Fprintln(l.w, strings.Join(fields, "  "))
	if now.Row.Promoted {
		fmt.Fprintln(l.w, strings.Join(promotion(now), "  "))
	}
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

func (b *bar) played() {
	b.meter.played()
	if b.pairs%16 == 0 {
		b.show()
	}
}

func (b *bar) generation(now runs.Progress) {
	b.now = now
	if now.Row.Promoted {
		fmt.Fprintf(b.w, "\r\033[K%s\n", fitting(cli.Width(b.w), promotion(now)))
	}
	b.show()
}

func (b *bar) show() {
	share, goal := 0.0, b.now.Goal
	if goal.Count > 0 {
		share = float64(b.now.Row.Generation) / float64(goal.Count)
	}
	if goal.Budget > 0 {
		share = max(share, b.now.Elapsed.Seconds()/goal.Budget.Seconds())
	}
	showBar(b.w, b.bar, share, of(b.now), strength(b.now), b.left(b.now), fmt.Sprintf("%.0f games/s", b.rate()), b.helpers(),
		fmt.Sprintf("mean %.3f", b.now.Row.Mean), fmt.Sprintf("best %.3f", b.now.Row.Best))
}

func (b *bar) end() { fmt.Fprint(b.w, "\r\033[K") }
