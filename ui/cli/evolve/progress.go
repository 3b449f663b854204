package evolve

import (
	"fmt"
	"io"
	"math"
	"time"

	"evothello/report"
	"evothello/runs"
)

// progress shows the progress of a run. On a terminal it has a bar over the generations, or over the budget if
// only that ends the run. Elsewhere it has a line for each generation. Promotions have a line everywhere.
type progress struct {
	*display
	now     runs.Progress
	first   int           // last generation before this process began
	share   float64       // of the goal's games or CPU time before this process began
	pairs   int           // pairs of games in this process
	workers func() string // how many workers there are
}

// newProgress returns a progress that starts at now.
func newProgress(w io.Writer, now runs.Progress, workers func() string) *progress {
	p := &progress{display: newDisplay(w), now: now, first: now.Row.Generation, share: now.Effort(), workers: workers}
	p.redraw()
	return p
}

// played counts a finished pair of games.
func (p *progress) played() {
	if p.pairs++; p.due() {
		p.redraw()
	}
}

// generation shows a finished generation.
func (p *progress) generation(now runs.Progress) {
	p.now = now
	if p.bar == nil {
		p.line(generationText(now), strength(now), winRates(now), p.rate(), p.workers(), p.left())
	}
	if now.Row.Promoted {
		p.line(promotion(now)...)
	}
	p.redraw()
}

func (p *progress) redraw() {
	p.move(p.now.Share(), generationText(p.now), strength(p.now), p.left(), p.rate(), p.workers(), winRates(p.now))
}

// winRates returns the mean and the best win rate of the generation's genomes.
func winRates(now runs.Progress) string {
	return fmt.Sprintf("genomes win %.0f %%, the best %.0f %%", 100*now.Row.Mean, 100*now.Row.Best)
}

func (p *progress) rate() string {
	return fmt.Sprintf("%.0f games/s", 2*float64(p.pairs)/time.Since(p.began).Seconds())
}

// left estimates the time to the goal. It returns "" if it cannot yet.
func (p *progress) left() string {
	now := &p.now
	done, left := now.Row.Generation-p.first, math.Inf(1)
	if now.Goal.Count > 0 && done > 0 {
		left = time.Since(p.began).Seconds() / float64(done) * float64(now.Goal.Count-now.Row.Generation)
	}
	if now.Goal.Budget > 0 {
		left = min(left, (now.Goal.Budget - now.Elapsed).Seconds())
	}
	if share := now.Effort(); share > p.share {
		left = min(left, time.Since(p.began).Seconds()/(share-p.share)*(1-share))
	}
	if math.IsInf(left, 1) {
		return ""
	}
	return report.Duration(max(0, left)) + " left"
}

// generationText returns the generation and the goal: "generation 4 of 400".
func generationText(now runs.Progress) string {
	if now.Goal.Count > 0 {
		return fmt.Sprintf("generation %d of %d", now.Row.Generation, now.Goal.Count)
	}
	return fmt.Sprintf("generation %d", now.Row.Generation)
}

// strength returns the champion's score against the first opponent of the ladder. That opponent never changes, so
// the score shows the progress of the run.
func strength(now runs.Progress) string {
	if now.Start != nil && now.Start.Pairs > 0 {
		return fmt.Sprintf("champion %.0f %% vs the start", 100*now.Start.Score)
	}
	if len(now.Ladder) == 0 {
		return ""
	}
	return fmt.Sprintf("champion %.0f %% vs %s", 100*now.Ladder[0].Score, now.Ladder[0].Opponent)
}

// promotion returns the line about a new champion, with its scores on the ladder.
func promotion(now runs.Progress) (fields []string) {
	text := fmt.Sprintf("generation %d: new champion", now.Row.Generation)
	if n := now.Row.Gate; n.Pairs() > 0 { // the first champion plays no match
		low, high := n.Interval()
		text += fmt.Sprintf(" (passed the gate, %.1f %% (%.1f to %.1f))", 100*n.Score(), 100*low, 100*high)
	}
	fields = []string{text}
	if now.Start != nil {
		fields = append(fields, fmt.Sprintf("%.0f %% vs the start", 100*now.Start.Score))
	}
	for _, rung := range now.Ladder {
		fields = append(fields, fmt.Sprintf("%.0f %% vs %s", 100*rung.Score, rung.Opponent))
	}
	return fields
}
