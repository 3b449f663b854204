package plots

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"evothello/evolution"
	"evothello/runs"
)

// fitnessPlot draws best, mean and worst win rate of each generation, or best and
// mean of several runs.
func fitnessPlot(all []*runs.Run) (*plot.Plot, error) {
	p := newPlot("Win rate against the panel of each generation", "win rate")
	if len(all) == 1 {
		p.Title.Text = fmt.Sprintf("Seed %d: win rate against the panel of each generation", all[0].Config.Seed)
	}
	type curve struct {
		name  string
		value func(evolution.Row) float64
		style func(*plotter.Line)
	}
	last := 1.0
	for i, run := range all {
		c := colour(i)
		solid := func(l *plotter.Line) { l.Color, l.Width = c, vg.Points(1.8) }
		chosen := []curve{
			{"best", func(r evolution.Row) float64 { return r.Best }, solid},
			{"mean", func(r evolution.Row) float64 { return r.Mean }, func(l *plotter.Line) {
				l.Color, l.Width, l.Dashes = c, vg.Points(1.2), []vg.Length{vg.Points(4), vg.Points(2)}
			}},
		}
		if len(all) == 1 {
			chosen[1].style = func(l *plotter.Line) { l.Color, l.Width = colour(2), vg.Points(1.8) }
			chosen = append(chosen, curve{"worst", func(r evolution.Row) float64 { return r.Worst },
				func(l *plotter.Line) { l.Color, l.Width = colour(1), vg.Points(1.2) }})
		}
		for _, one := range chosen {
			points := make(plotter.XYs, len(run.History))
			for j, row := range run.History {
				points[j] = plotter.XY{X: float64(row.Generation), Y: one.value(row)}
			}
			line, err := plotter.NewLine(points)
			if err != nil {
				return nil, err
			}
			one.style(line)
			p.Add(line)
			name := one.name
			if len(all) > 1 {
				name = label(run, all) + ", " + name
			}
			p.Legend.Add(name, line)
		}
		last = max(last, float64(run.State.Generation))
	}
	return finish(p, last)
}

// ladderPlot draws the reigning champion's score against the opponents of the
// ladder, with 95 % bands: all of them for one run, the first that they have in
// common for several.
func ladderPlot(all []*runs.Run) (*plot.Plot, error) {
	p := newPlot("", "score")
	var rungs []rung
	last := 1.0
	for _, run := range all {
		last = max(last, float64(run.State.Generation))
	}
	if len(all) == 1 {
		run := all[0]
		p.Title.Text = fmt.Sprintf("Seed %d: the champion against fixed opponents, with 95 %% bands", run.Config.Seed)
		for j, opponent := range run.Config.Ladder.Opponents {
			rungs = append(rungs, newRung(run, j, "against "+opponent, colour(j)))
		}
	} else {
		opponent, err := commonOpponent(all)
		if err != nil {
			return nil, err
		}
		p.Title.Text = "Champions against " + opponent
		for i, run := range all {
			rungs = append(rungs, newRung(run, slices.Index(run.Config.Ladder.Opponents, opponent), label(run, all), colour(i)))
		}
	}
	for _, r := range rungs { // all bands below all lines
		area, err := plotter.NewPolygon(r.band)
		if err != nil {
			return nil, err
		}
		area.Color, area.LineStyle.Width = pale(r.colour), 0
		p.Add(area)
	}
	for _, r := range rungs {
		line, err := plotter.NewLine(r.scores)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = r.colour, vg.Points(1.8)
		p.Add(line)
		p.Legend.Add(r.name, line)
	}
	return finish(p, last)
}

// commonOpponent is the first run's first opponent whom all ladders have.
func commonOpponent(all []*runs.Run) (string, error) {
	for _, opponent := range all[0].Config.Ladder.Opponents {
		if !slices.ContainsFunc(all, func(run *runs.Run) bool { return !slices.Contains(run.Config.Ladder.Opponents, opponent) }) {
			return opponent, nil
		}
	}
	var ladders []string
	for _, run := range all {
		ladders = append(ladders, fmt.Sprintf("%s against %s", label(run, all), strings.Join(run.Config.Ladder.Opponents, ", ")))
	}
	return "", fmt.Errorf("nobody is on the ladders of all runs (%s): plot them one by one", strings.Join(ladders, "; "))
}

// label tells runs apart: by directory where their names differ.
func label(run *runs.Run, all []*runs.Run) string {
	for _, other := range all {
		if other != run && filepath.Base(other.Dir) == filepath.Base(run.Dir) {
			return run.Dir
		}
	}
	return filepath.Base(run.Dir)
}

// A rung is one opponent's curve: the champions' scores and the outline of their
// 95 % intervals.
type rung struct {
	name         string
	colour       color.RGBA
	scores, band plotter.XYs
}

// newRung follows one opponent of the ladder. A champion's score holds from its
// promotion until the next one's, hence the steps.
func newRung(run *runs.Run, opponent int, name string, c color.RGBA) rung {
	r := rung{name: name, colour: c}
	var highs plotter.XYs
	for i, champion := range run.State.Champions {
		until := max(run.State.Generation, 2)
		if i+1 < len(run.State.Champions) {
			until = run.State.Champions[i+1].Generation
		}
		result := champion.Ladder[opponent].Result
		low, high := result.Interval()
		for _, generation := range [2]int{champion.Generation, until} {
			x := float64(generation)
			r.scores = append(r.scores, plotter.XY{X: x, Y: result.Score()})
			r.band = append(r.band, plotter.XY{X: x, Y: low})
			highs = append(highs, plotter.XY{X: x, Y: high})
		}
	}
	slices.Reverse(highs)
	r.band = append(r.band, highs...)
	return r
}

// finish fits the axes and marks a score of one half.
func finish(p *plot.Plot, last float64) (*plot.Plot, error) {
	p.X.Min, p.X.Max = 1, max(last, 2)
	if err := evenLine(p, p.X.Min, p.X.Max); err != nil {
		return nil, err
	}
	p.Y.Min = math.Floor(p.Y.Min*10) / 10
	p.Y.Max = math.Ceil(p.Y.Max*10) / 10
	p.Y.Tick.Marker = percentTicks{}
	return p, nil
}
