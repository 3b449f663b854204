package plots

import (
	"fmt"
	"path/filepath"

	"evothello/internal/english"
	"evothello/learn/policy"
)

// netFigures returns the figures of policy training with a finished round.
func netFigures(t *policy.Training) []figure {
	figures := []figure{agreementChart(t).page().figure("agreement")}
	if len(t.Config.Opponents) > 0 {
		figures = append(figures, netReferenceChart(t).page().figure("reference"))
	}
	return figures
}

// agreementChart shows how often each round's network makes the moves of held-out games.
func agreementChart(t *policy.Training) *chart {
	same := Curve{Name: "agreement"}
	for i := range t.State.Rounds {
		r := &t.State.Rounds[i]
		same.Line = append(same.Line, [2]float64{float64(r.Round), r.HeldOut.Share()})
	}
	title := fmt.Sprintf("%s: moves as in games that no training used", filepath.Base(t.Path()))
	note := fmt.Sprintf("Share of positions. A round is %s of %d positions.",
		english.Count(t.Config.Steps, "step"), t.Config.Batch)
	return newChart(t.Count(), "round", title, note, same)
}

// netReferenceChart shows the scores of each round's network against its opponents.
func netReferenceChart(t *policy.Training) *chart {
	var curves []Curve
	for i, opponent := range t.Config.Opponents {
		one := Curve{Name: opponent.Spec}
		for j := range t.State.Rounds {
			one.addScore(t.State.Rounds[j].Round, t.State.Rounds[j].Reference[i].Result)
		}
		curves = append(curves, one)
	}
	title := fmt.Sprintf("%s: each round's network, which never searches, against opponents", filepath.Base(t.Path()))
	note := fmt.Sprintf("Score, a draw counting half, in %s of games against each, with 95 %% intervals.",
		english.Count(t.Config.Pairs, "pair"))
	return newChart(t.Count(), "round", title, note, curves...)
}
