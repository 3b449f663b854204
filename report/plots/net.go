package plots

import (
	"fmt"
	"path/filepath"

	"evothello/internal/english"
	"evothello/learn/policy"
)

// netFigures are the pictures of the training of a network that has finished a round.
func netFigures(t *policy.Training) []figure {
	figures := []figure{agreementChart(t).figure("agreement")}
	if len(t.Config.Opponents) > 0 {
		figures = append(figures, netLadderChart(t).figure("ladder"))
	}
	return figures
}

// agreementChart shows how often each round's network makes the moves of games that it has not
// learnt from.
func agreementChart(t *policy.Training) *chart {
	same := Curve{Name: "agreement"}
	for i := range t.State.Rounds {
		r := &t.State.Rounds[i]
		same.Line = append(same.Line, [2]float64{float64(r.Round), r.HeldOut.Share()})
	}
	return newChart(t.Count(), "round", fmt.Sprintf("%s: moves as in games that nothing was learnt from",
		filepath.Base(t.Dir)),
		fmt.Sprintf("Share of positions. A round is %s of %d positions.", english.Count(t.Config.Steps, "step"),
			t.Config.Batch), same)
}

// netLadderChart shows the scores of each round's network against its opponents.
func netLadderChart(t *policy.Training) *chart {
	var curves []Curve
	for i, opponent := range t.Config.Opponents {
		one := Curve{Name: opponent.Spec}
		for j := range t.State.Rounds {
			one.addScore(t.State.Rounds[j].Round, t.State.Rounds[j].Ladder[i].Result)
		}
		curves = append(curves, one)
	}
	return newChart(t.Count(), "round", fmt.Sprintf("%s: each round's network, which never searches, against opponents",
		filepath.Base(t.Dir)),
		fmt.Sprintf("Score, a draw counting half, in %s of games against each, with 95 %% intervals.",
			english.Count(t.Config.Pairs, "pair")), curves...)
}
