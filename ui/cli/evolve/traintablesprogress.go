package evolve

import (
	"fmt"
	"io"
	"time"

	"evothello/internal/english"
	"evothello/learn/tables"
	"evothello/report"
)

// tablesProgress shows the progress of a training: on a terminal with a bar for each stage, elsewhere with a line every
// lineInterval, and everywhere with a line at the end of each stage.
type tablesProgress struct {
	*display
	first int // rounds finished before this process began
	stage tables.Stage
	round int
	since time.Time // start of the stage
	from  int       // games or passes of the stage that were done at its start
	last  tables.Progress
}

func newTablesProgress(w io.Writer, first int) *tablesProgress {
	return &tablesProgress{display: newDisplay(w), first: first}
}

func (p *tablesProgress) observer() tables.Observer {
	return tables.Observer{Progress: p.progress, FilesRead: p.given, Fitted: p.fitted, Round: p.finished}
}

func (p *tablesProgress) progress(now tables.Progress) {
	if now.Stage != p.stage || now.Round != p.round {
		if p.stage == tables.PlayingStage && p.last.Done > p.from {
			p.line(p.roundOf(p.last), english.Count(p.last.Done, "game")+" played", p.rate())
		}
		p.stage, p.round, p.since, p.from = now.Stage, now.Round, time.Now(), now.Done
		p.shown = time.Time{}
	}
	p.last = now
	if p.bar != nil && p.due() {
		share := 0.0
		if now.Of > 0 {
			share = float64(now.Done) / float64(now.Of)
		}
		p.move(share, p.roundOf(now), p.doing(), p.left(), p.rate())
	}
	if p.bar == nil && p.due() {
		if first := p.shown.IsZero(); !first {
			p.line(p.roundOf(now), p.doing(), p.rate(), p.left())
		}
		p.shown = time.Now()
	}
}

// roundOf returns the round and the goal: "round 2 of 5".
func (p *tablesProgress) roundOf(now tables.Progress) string {
	if now.Goal.Count > 0 {
		return fmt.Sprintf("round %d of %d", now.Round, now.Goal.Count)
	}
	return fmt.Sprintf("round %d", now.Round)
}

// doing describes the current stage.
func (p *tablesProgress) doing() string {
	switch now := &p.last; now.Stage {
	case tables.PlayingStage:
		return fmt.Sprintf("game %d of %d", now.Done, now.Of)
	case tables.FittingStage:
		if now.Done == 0 && now.Fit.Games > 0 {
			return fmt.Sprintf("searching the positions of game %d", now.Fit.Games)
		}
		text := fmt.Sprintf("fitting, pass %d", now.Done)
		if now.Done > 0 {
			if errors := now.Fit.HeldOutErrors(); errors != nil {
				text += fmt.Sprintf(", RMSE %.2f", errors.RMSE)
			}
		}
		return text
	case tables.MatchStage:
		return fmt.Sprintf("matches of the candidate, game %d", now.Done)
	}
	return "reading files of games"
}

// rate returns the speed of the games, or "" if there are none.
func (p *tablesProgress) rate() string {
	done := p.last.Done - p.from
	if p.stage == tables.FittingStage || done <= 0 {
		return ""
	}
	return fmt.Sprintf("%.0f games/s", float64(done)/time.Since(p.since).Seconds())
}

// left estimates the time to the end of the stage's games. It returns "" if it cannot.
func (p *tablesProgress) left() string {
	done := p.last.Done - p.from
	if p.stage != tables.PlayingStage || done <= 0 {
		return ""
	}
	return "games end in " +
		report.Duration(time.Since(p.since).Seconds()/float64(done)*float64(p.last.Of-p.last.Done))
}

func (p *tablesProgress) given(g tables.FileGameCounts) { p.line(fileGamesText(g)) }

func (p *tablesProgress) fitted(round int, f *tables.Fitted) {
	held := "no game held out"
	if errors := f.Report.HeldOutErrors(); errors != nil {
		held = fmt.Sprintf("held-out RMSE %.2f discs, mean error %.2f", errors.RMSE, errors.MAE)
	}
	p.line(fmt.Sprintf("round %d", round), "trained on "+english.Count(f.Report.Games, "game"),
		held, english.Count(f.Report.Passes, "pass"),
		report.Duration(time.Since(p.since).Seconds()))
}

func (p *tablesProgress) finished(r *tables.Round) {
	fields := []string{fmt.Sprintf("round %d", r.Round)}
	switch {
	case r.Promoted:
		fields = append(fields, fmt.Sprintf("new champion: %.0f %% vs the player before it", 100*r.Gate.Score()))
	case r.Gate.Pairs() == 0:
		fields = append(fields, "the candidate equals the player")
	default:
		fields = append(fields, fmt.Sprintf("no new champion: the candidate has %.0f %%", 100*r.Gate.Score()))
	}
	for _, against := range r.Reference {
		fields = append(fields, fmt.Sprintf("%.0f %% vs %s", 100*against.Result.Score(), against.Opponent))
	}
	if goal := p.last.Goal; goal.Count > r.Round {
		took := time.Since(p.began).Seconds() / float64(r.Round-p.first)
		fields = append(fields, report.Duration(took*float64(goal.Count-r.Round))+" left")
	}
	p.line(fields...)
}
