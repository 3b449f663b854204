package evolve

import (
	"fmt"
	"io"
	"time"

	"evothello/report"
	"evothello/runs"
)

// trainingProgress shows the progress of a training: on a terminal with a bar, elsewhere with a line every
// lineInterval, and everywhere with a line for what has been finished.
type trainingProgress struct {
	*display
	t     runs.Training
	first int // units finished before this process began
	now   runs.Stage
	since time.Time // start of the stage
	from  int       // what of the stage was done at its start
}

func newTrainingProgress(w io.Writer, t runs.Training) *trainingProgress {
	return &trainingProgress{display: newDisplay(w), t: t, first: t.Count()}
}

func (p *trainingProgress) observer() runs.Observer {
	return runs.Observer{Stage: p.stage, Line: p.finished}
}

func (p *trainingProgress) stage(now runs.Stage) {
	if now.What != p.now.What || now.Done < p.now.Done {
		p.since, p.from = time.Now(), now.Done
	}
	if p.now = now; !p.due() {
		return
	}
	share := float64(now.Done) / float64(max(now.Of, 1))
	if goal := p.t.Base().Goal.Count; now.What == "" && goal > 0 {
		share = float64(now.Number) / float64(goal)
	}
	p.show(share, p.number(), p.doing(), p.rate(), now.Note, p.left())
}

func (p *trainingProgress) finished(texts ...string) {
	p.line(append(append([]string{p.number()}, texts...), p.left())...)
}

// number returns the round or episode and the goal: "round 2 of 5".
func (p *trainingProgress) number() string {
	base := p.t.Base()
	return fmt.Sprintf("%s %d%s", base.Format.Unit, p.now.Number, goalText(base.Goal))
}

// doing describes the stage: "playing, game 3 of 20".
func (p *trainingProgress) doing() string {
	what, now := p.now.What, &p.now
	if what == "" || now.Done == 0 {
		return what
	}
	if what += ", "; now.Games {
		what += "game "
	}
	if now.Of > 0 {
		return fmt.Sprintf("%s%d of %d", what, now.Done, now.Of)
	}
	return fmt.Sprintf("%s%d", what, now.Done)
}

// rate returns the speed: of the games of the stage, or of episodes since this process began; "" if it is not known.
func (p *trainingProgress) rate() string {
	if finished := p.now.Number - p.first; p.now.What == "" && finished > 0 {
		return fmt.Sprintf("%.1f %ss/s", float64(finished)/time.Since(p.began).Seconds(), p.t.Base().Format.Unit)
	}
	done := p.now.Done - p.from
	if !p.now.Games || done <= 0 {
		return ""
	}
	return fmt.Sprintf("%.1f games/s", float64(done)/time.Since(p.since).Seconds())
}

// left estimates the time to the goal. It returns "" if it cannot.
func (p *trainingProgress) left() string {
	base, done := p.t.Base(), p.t.Count()
	if base.Goal.Budget > 0 {
		return report.Duration(max(0, (base.Goal.Budget-base.Elapsed()).Seconds())) + " left"
	}
	if p.now.What == "" { // units are smaller than rounds
		done = p.now.Number
	}
	if done <= p.first || done >= base.Goal.Count {
		return ""
	}
	each := time.Since(p.began).Seconds() / float64(done-p.first)
	return report.Duration(each*float64(base.Goal.Count-done)) + " left"
}
