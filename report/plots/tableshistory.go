package plots

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evothello/learn/tables"
)

// tablesFigures returns the figures of table training with a finished round: the curves, and the tables
// of the champion, or of the last candidate if there is none. There is no figure of edges without games that
// tell which edges are common: see NoEdgesReason.
func tablesFigures(l *tables.Training) ([]figure, error) {
	round := l.DisplayedRound()
	candidate, err := l.Candidate(round)
	if err != nil {
		return nil, err
	}
	var all []figure
	if c := errorChart(l); c != nil {
		all = append(all, c.page().figure("error"))
	}
	if len(l.Config.Reference.Opponents) > 0 {
		all = append(all, candidatesChart(l).page().figure("reference"))
	}
	all = append(all, squaresPage(l, candidate, round).figure("squares"))
	if NoEdgesReason(l) == "" {
		all = append(all, figure{"edges", func() (page, error) { return edgesPage(l, candidate, round) }})
	}
	return all, nil
}

// NoEdgesReason says why there is no figure of edges for table training with a finished round. It returns "" if
// there is one.
func NoEdgesReason(l *tables.Training) string {
	if !l.Has(l.SampleFile()) {
		return fmt.Sprintf("The edges that are worth most are not drawn: "+
			"%s, whose games say which are common, is not there.", l.Path(l.SampleFile()))
	}
	return ""
}

// errorChart shows the errors of each round's fit on held-out games. It returns nil if there are none.
func errorChart(l *tables.Training) *chart {
	rmse, mae := Curve{Name: "root of the mean square"}, Curve{Name: "mean"}
	for i := range l.State.Rounds {
		r := &l.State.Rounds[i]
		if errors := r.Fitted.Report.HeldOutErrors(); errors != nil {
			rmse.Line = append(rmse.Line, [2]float64{float64(r.Round), errors.RMSE})
			mae.Line = append(mae.Line, [2]float64{float64(r.Round), errors.MAE})
		}
	}
	if len(mae.Line) == 0 {
		return nil
	}
	title := fmt.Sprintf("%s: errors on games that no training used", filepath.Base(l.Path()))
	note := "In discs, over all positions after the random openings. " +
		"Stronger games have surer ends, so that errors of rounds compare only where the games are alike."
	if slices.Max(append(l.Config.Fit.Lookahead, 0)) > 0 {
		note += " In rounds with lookahead they are against values of searches, which vary less than results."
	}
	c := newChart(l.Count(), "round", title, note, rmse, mae)
	c.numbers = true
	return c
}

// candidatesChart shows the scores of each round's candidate against the reference opponents, with 95 %
// intervals.
func candidatesChart(l *tables.Training) *chart {
	var curves []Curve
	for i, opponent := range l.Config.Reference.Opponents {
		one := Curve{Name: opponent.Name}
		for j := range l.State.Rounds {
			one.addScore(l.State.Rounds[j].Round, l.State.Rounds[j].Reference[i].Result)
		}
		curves = append(curves, one)
	}
	title := fmt.Sprintf("%s: each round's candidate against reference opponents, %s", filepath.Base(l.Path()),
		l.Config.Search)
	const note = "Score, a draw counting half, on openings that no training used, with 95 % intervals. "
	return newChart(l.Count(), "round", title, note+promotions(l), curves...)
}

// promotions says which candidates were promoted.
func promotions(l *tables.Training) string {
	var rounds []string
	for i := range l.State.Rounds {
		if r := &l.State.Rounds[i]; r.Promoted {
			rounds = append(rounds, fmt.Sprint(r.Round))
		}
	}
	switch len(rounds) {
	case 0:
		return "None of them has passed the gate against the player yet."
	case 1:
		return "That of round " + rounds[0] + " became the player."
	}
	return "Those of rounds " + strings.Join(rounds, ", ") + " became the player."
}
