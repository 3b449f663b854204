package plots

import (
	"fmt"
	"os"
	"path/filepath"

	"evothello/internal/english"
	"evothello/learn/policy"
)

// WriteNet draws how the training of a network that has finished a round went, into a directory,
// and returns the files it wrote.
func WriteNet(t *policy.Training, dir string) ([]string, error) {
	figures := []figure{agreementChart(t).figure("agreement")}
	if len(t.Config.Opponents) > 0 {
		figures = append(figures, netLadderChart(t).figure("ladder"))
	}
	return writeAll(figures, dir)
}

// MissingNet reports whether training that has something to draw lacks its pictures.
func MissingNet(t *policy.Training) bool {
	_, err := os.Stat(filepath.Join(t.PlotsDir(), "agreement.png"))
	return len(t.State.Rounds) > 0 && err != nil
}

// agreementChart shows how often each round's network makes the moves of games that it has not
// learnt from.
func agreementChart(t *policy.Training) *chart {
	c := &chart{generations: len(t.State.Rounds), along: "round"}
	c.title = fmt.Sprintf("%s: moves as in games that nothing was learnt from", filepath.Base(t.Dir))
	c.note = fmt.Sprintf("Share of positions. A round is %s of %d positions.", english.Count(t.Config.Steps, "step"), t.Config.Batch)
	same := Curve{Name: "agreement"}
	for i := range t.State.Rounds {
		r := &t.State.Rounds[i]
		same.Line = append(same.Line, [2]float64{float64(r.Round), r.HeldOut.Share()})
	}
	c.add([]Curve{same})
	return c
}

// netLadderChart shows the scores of each round's network against its opponents.
func netLadderChart(t *policy.Training) *chart {
	c := &chart{generations: len(t.State.Rounds), along: "round"}
	c.title = fmt.Sprintf("%s: each round's network, which never searches, against opponents", filepath.Base(t.Dir))
	c.note = fmt.Sprintf("Score, a draw counting half, in %s of games against each, with 95 %% intervals.", english.Count(t.Config.Pairs, "pair"))
	var curves []Curve
	for i, opponent := range t.Config.Opponents {
		one := Curve{Name: opponent.Spec}
		for j := range t.State.Rounds {
			r := &t.State.Rounds[j]
			low, high := r.Ladder[i].Result.Interval()
			one.Line = append(one.Line, [2]float64{float64(r.Round), r.Ladder[i].Result.Score()})
			one.Band = append(one.Band, [3]float64{float64(r.Round), low, high})
		}
		curves = append(curves, one)
	}
	c.add(curves)
	return c
}
