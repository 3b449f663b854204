package evolve

import (
	"fmt"
	"io"
	"math"
	"time"

	"evothello/report"
	"evothello/runs"
)

// progress shows how a run goes on: on a terminal with a bar over generations, or over the budget
// where only that ends the run, elsewhere with a line a generation; and with one for each promotion.
type progress struct {
	*display
	now     runs.Progress
	first   int     // generation at which this process began
	share   float64 // of the goal's games or CPU time that were spent then
	pairs   int     // of this process
	helpers func() string
}

// newProgress begins at a point of a run. helpers says who helps.
func newProgress(w io.Writer, now runs.Progress, helpers func() string) *progress {
	p := &progress{display: newDisplay(w), now: now, first: now.Row.Generation, share: effort(now), helpers: helpers}
	p.redraw()
	return p
}

// played counts a pair of games more.
func (p *progress) played() {
	if p.pairs++; p.due() {
		p.redraw()
	}
}

// generation tells of a generation more.
func (p *progress) generation(now runs.Progress) {
	p.now = now
	if p.bar == nil {
		p.line(of(now), strength(now), rates(now), p.rate(), p.helpers(), p.left())
	}
	if now.Row.Promoted {
		p.line(promotion(now)...)
	}
	p.redraw()
}

// spent is the share of the goal that is reached.
func spent(now runs.Progress) float64 {
	share := effort(now)
	if now.Goal.Count > 0 {
		share = max(share, float64(now.Row.Generation)/float64(now.Goal.Count))
	}
	if now.Goal.Budget > 0 {
		share = max(share, now.Elapsed.Seconds()/now.Goal.Budget.Seconds())
	}
	return share
}

func (p *progress) redraw() {
	p.move(spent(p.now), of(p.now), strength(p.now), p.left(), p.rate(), p.helpers(), rates(p.now))
}

// effort is the share of the goal's games or CPU time that is spent; 0 if it has neither.
func effort(now runs.Progress) (share float64) {
	if now.Goal.Games > 0 {
		share = float64(now.Games) / float64(now.Goal.Games)
	}
	if now.Goal.CPU > 0 {
		share = max(share, now.CPU.Seconds()/now.Goal.CPU.Seconds())
	}
	return share
}

// rates are win rates of the generation against whom it played: the champion, others before, and its own kind.
func rates(now runs.Progress) string {
	return fmt.Sprintf("genomes win %.0f %%, the best %.0f %%", 100*now.Row.Mean, 100*now.Row.Best)
}

func (p *progress) rate() string {
	return fmt.Sprintf("%.0f games/s", 2*float64(p.pairs)/time.Since(p.began).Seconds())
}

// left estimates the time to the goal, "" if that cannot be said yet.
func (p *progress) left() string {
	now := &p.now
	done, left := now.Row.Generation-p.first, math.Inf(1)
	if now.Goal.Count > 0 && done > 0 {
		left = time.Since(p.began).Seconds() / float64(done) * float64(now.Goal.Count-now.Row.Generation)
	}
	if now.Goal.Budget > 0 {
		left = min(left, (now.Goal.Budget - now.Elapsed).Seconds())
	}
	if share := effort(*now); share > p.share {
		left = min(left, time.Since(p.began).Seconds()/(share-p.share)*(1-share))
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
