package evolve

import (
	"fmt"
	"io"
	"math"
	"time"

	"evothello/report"
	"evothello/runs"
)

// A generationProgress is the progress of a run, also within a generation.
type generationProgress struct {
	ended runs.Progress // at the end of the last generation
	clock runs.Clock    // since then
	pairs int           // pairs of games since then
	of    int           // about how many the generation has, 0 before the first pair
}

func endOfGeneration(now runs.Progress) generationProgress {
	return generationProgress{ended: now, clock: runs.StartClock()}
}

// now returns the progress at this moment.
func (g *generationProgress) now() runs.Progress {
	const second = float64(time.Second)
	now, clock := g.ended, g.clock
	since := clock.Lap(0, "")
	now.Elapsed += time.Duration(since.Seconds * second)
	now.CPU += time.Duration(since.CPU * second)
	now.Games += 2 * g.pairs
	if g.of > 0 {
		now.Part = float64(g.pairs) / float64(g.of)
	}
	return now
}

// progress shows the progress of a run. On a terminal it has a bar over the generations, or over the budget if only
// that ends the run. Elsewhere it has a line for each generation, and one every lineInterval within a long generation.
// Promotions have a line everywhere.
type progress struct {
	*display
	generationProgress
	first   float64       // generations before this process began
	share   float64       // of the goal's games or CPU time before this process began
	all     int           // pairs of games in this process
	workers func() string // how many workers there are
}

// newProgress returns a progress that starts at now.
func newProgress(w io.Writer, now runs.Progress, workers func() string) *progress {
	p := &progress{display: newDisplay(w), generationProgress: endOfGeneration(now), first: now.Generations(),
		share: now.Effort(), workers: workers}
	p.redraw(p.move)
	return p
}

// played shows how far the generation in progress is.
func (p *progress) played(pairs, of int) {
	p.all++
	if p.pairs, p.of = pairs, of; p.due() {
		p.redraw(p.show)
	}
}

// generation shows a finished generation.
func (p *progress) generation(now runs.Progress) {
	p.generationProgress = endOfGeneration(now)
	if p.bar == nil {
		p.line(generationText(now), strength(now), winRates(now), p.rate(), p.workers(), p.left(now))
	}
	if now.Row.Promoted {
		p.line(promotion(now)...)
	}
	p.redraw(p.move)
}

func (p *progress) redraw(show func(share float64, fields ...string)) {
	now := p.now()
	show(now.Share(), generationText(now), strength(now), p.left(now), p.rate(), p.workers(), winRates(now))
}

// winRates returns the mean and the best win rate of the last generation's genomes, "" before the first.
func winRates(now runs.Progress) string {
	if now.Row.Generation == 0 {
		return ""
	}
	return fmt.Sprintf("genomes win %.0f %%, the best %.0f %%", 100*now.Row.Mean, 100*now.Row.Best)
}

func (p *progress) rate() string {
	return fmt.Sprintf("%.0f games/s", 2*float64(p.all)/time.Since(p.began).Seconds())
}

// left estimates the time to the goal. It returns "" if it cannot yet.
func (p *progress) left(now runs.Progress) string {
	done, left := now.Generations()-p.first, math.Inf(1)
	if now.Goal.Count > 0 && done > 0 {
		left = time.Since(p.began).Seconds() / done * (float64(now.Goal.Count) - now.Generations())
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

// generationText returns the last generation and the goal, "generation 4 of 400", or how far the next one is:
// "generation 5 of 400: 37 %".
func generationText(now runs.Progress) string {
	number, part := now.Row.Generation, ""
	if now.Part > 0 {
		number, part = number+1, fmt.Sprintf(": %.0f %%", 100*now.Part)
	}
	text := fmt.Sprintf("generation %d", number)
	if now.Goal.Count > 0 {
		text += fmt.Sprintf(" of %d", now.Goal.Count)
	}
	return text + part
}

// strength returns the champion's score against the first opponent of the reference opponents. That opponent never
// changes, so the score shows the progress of the run.
func strength(now runs.Progress) string {
	if now.Start != nil && now.Start.Pairs > 0 {
		return fmt.Sprintf("champion %.0f %% vs the start", 100*now.Start.Score)
	}
	if len(now.Reference) == 0 {
		return ""
	}
	return fmt.Sprintf("champion %.0f %% vs %s", 100*now.Reference[0].Score, now.Reference[0].Opponent)
}

// promotion returns the line about a new champion, with its scores against the reference opponents.
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
	for _, against := range now.Reference {
		fields = append(fields, fmt.Sprintf("%.0f %% vs %s", 100*against.Score, against.Opponent))
	}
	return fields
}
