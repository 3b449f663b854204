package plots

import (
	"fmt"
	"os"
	"path/filepath"

	"evothello/learn/tables"
)

// learningFigures are the pictures of learning that has finished a round: the curves, and the
// tables of the champion, or of the last candidate if there is none. The picture of edges is
// left out if there are no games that tell which are common: see NoEdges.
func learningFigures(l *tables.Learning) ([]figure, error) {
	round := l.Shown()
	learnt, err := l.Candidate(round)
	if err != nil {
		return nil, err
	}
	var all []figure
	if c := errorChart(l); c != nil {
		all = append(all, c.figure("error"))
	}
	if len(l.Config.Ladder.Opponents) > 0 {
		all = append(all, candidatesChart(l).figure("ladder"))
	}
	all = append(all, squaresFigure(l, learnt, round))
	if NoEdges(l) == "" {
		all = append(all, edgesFigure(l, learnt, round))
	}
	return all, nil
}

// NoEdges says why the edges of learning that has finished a round are not drawn. It is "" if
// they are.
func NoEdges(l *tables.Learning) string {
	if _, err := os.Stat(l.SampleFile()); err != nil {
		return fmt.Sprintf("The edges that are worth most are not drawn: %s, whose games say which are common, is not there.", l.SampleFile())
	}
	return ""
}

// WriteLearning draws the pictures of learning that has finished a round into a directory, and
// returns the files it wrote.
func WriteLearning(l *tables.Learning, dir string) ([]string, error) {
	figures, err := learningFigures(l)
	if err != nil {
		return nil, err
	}
	return writeAll(figures, dir)
}

// MissingLearning reports whether learning that has something to draw lacks its pictures.
func MissingLearning(l *tables.Learning) bool {
	if len(l.State.Rounds) == 0 {
		return false
	}
	last := "edges.png"
	if NoEdges(l) != "" {
		last = "squares.png"
	}
	_, err := os.Stat(filepath.Join(l.PlotsDir(), last))
	return err != nil
}

// errorChart shows how far the fits of each round are from the results of games that they were
// not made from. It is nil if there are no such games.
func errorChart(l *tables.Learning) *chart {
	c := &chart{generations: len(l.State.Rounds), along: "round", discs: true}
	c.title = fmt.Sprintf("%s: errors on games that nothing was learnt from", filepath.Base(l.Dir))
	c.note = "In discs, over all positions after the random openings. Stronger games have surer ends, so that errors of rounds compare only where the games are alike."
	rmse, mae := Curve{Name: "root of the mean square"}, Curve{Name: "mean"}
	for i := range l.State.Rounds {
		r := &l.State.Rounds[i]
		errors := r.Fitted.Report.HeldOutErrors()
		if errors == nil {
			continue
		}
		rmse.Line = append(rmse.Line, [2]float64{float64(r.Round), errors.RMSE})
		mae.Line = append(mae.Line, [2]float64{float64(r.Round), errors.MAE})
	}
	if len(mae.Line) == 0 {
		return nil
	}
	c.add([]Curve{rmse, mae})
	return c
}

// candidatesChart shows the scores of each round's candidate against the opponents of the
// ladder, with 95 % intervals.
func candidatesChart(l *tables.Learning) *chart {
	c := &chart{generations: len(l.State.Rounds), along: "round"}
	c.title = fmt.Sprintf("%s: each round's candidate against fixed opponents, %s", filepath.Base(l.Dir), l.Config.Search)
	c.note = "Score, a draw counting half, on openings that nothing was learnt from, with 95 % intervals. " + promotions(l)
	var curves []Curve
	for i, opponent := range l.Config.Ladder.Opponents {
		one := Curve{Name: opponent.Name}
		for j := range l.State.Rounds {
			r := &l.State.Rounds[j]
			result := r.Ladder[i].Result
			low, high := result.Interval()
			one.Line = append(one.Line, [2]float64{float64(r.Round), result.Score()})
			one.Band = append(one.Band, [3]float64{float64(r.Round), low, high})
		}
		curves = append(curves, one)
	}
	c.add(curves)
	return c
}

// promotions says which candidates became the player.
func promotions(l *tables.Learning) string {
	text, n := "", 0
	for i := range l.State.Rounds {
		if r := &l.State.Rounds[i]; r.Promoted {
			if n++; n > 1 {
				text += ", "
			}
			text += fmt.Sprint(r.Round)
		}
	}
	switch n {
	case 0:
		return "None of them has beaten the player yet."
	case 1:
		return "That of round " + text + " became the player."
	}
	return "Those of rounds " + text + " became the player."
}
