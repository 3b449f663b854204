package plots

import (
	"fmt"
	"image/color"
	"math"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

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
		value func(runs.Row) float64
		style func(*plotter.Line)
	}
	last := 1.0
	for i, run := range all {
		c := colour(i)
		solid := func(l *plotter.Line) { l.Color, l.Width = c, vg.Points(1.8) }
		chosen := []curve{
			{"best", func(r runs.Row) float64 { return r.Best }, solid},
			{"mean", func(r runs.Row) float64 { return r.Mean }, func(l *plotter.Line) {
				l.Color, l.Width, l.Dashes = c, vg.Points(1.2), []vg.Length{vg.Points(4), vg.Points(2)}
			}},
		}
		if len(all) == 1 {
			chosen[1].style = func(l *plotter.Line) { l.Color, l.Width = colour(2), vg.Points(1.8) }
			chosen = append(chosen, curve{"worst", func(r runs.Row) float64 { return r.Worst },
				func(l *plotter.Line) { l.Color, l.Width = colour(1), vg.Points(1.2) }})
		}
		for _, one := range chosen {
			points := make(plotter.XYs, len(run.State.History))
			for j, row := range run.State.History {
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
// ladder, with 95 % bands: all of them for one run, the first one for several.
func ladderPlot(all []*runs.Run) (*plot.Plot, error) {
	p := newPlot("", "score")
	last := 1.0
	for i, run := range all {
		last = max(last, float64(run.State.Generation))
		if len(all) > 1 {
			p.Title.Text = "Champions against " + run.Config.Ladder.Opponents[0]
			if err := addRung(p, run, 0, colour(i), label(run, all)); err != nil {
				return nil, err
			}
			continue
		}
		p.Title.Text = fmt.Sprintf("Seed %d: the champion against fixed opponents, with 95 %% bands", run.Config.Seed)
		for j, opponent := range run.Config.Ladder.Opponents {
			if err := addRung(p, run, j, colour(j), "against "+opponent); err != nil {
				return nil, err
			}
		}
	}
	return finish(p, last)
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

// addRung draws one opponent's curve. A champion's score holds from its promotion
// until the next one's, hence the steps.
func addRung(p *plot.Plot, run *runs.Run, rung int, c color.RGBA, name string) error {
	var scores, lows, highs plotter.XYs
	step := func(points plotter.XYs, x, y float64) plotter.XYs {
		if n := len(points); n > 0 {
			points = append(points, plotter.XY{X: x, Y: points[n-1].Y})
		}
		return append(points, plotter.XY{X: x, Y: y})
	}
	for _, champion := range run.State.Champions {
		result, x := champion.Ladder[rung].Result, float64(champion.Generation)
		low, high := result.Interval()
		scores, lows, highs = step(scores, x, result.Score()), step(lows, x, low), step(highs, x, high)
	}
	end := max(float64(run.State.Generation), 2)
	for _, points := range []*plotter.XYs{&scores, &lows, &highs} {
		*points = append(*points, plotter.XY{X: end, Y: (*points)[len(*points)-1].Y})
	}
	band := lows
	for i := len(highs) - 1; i >= 0; i-- {
		band = append(band, highs[i])
	}
	area, err := plotter.NewPolygon(band)
	if err != nil {
		return err
	}
	area.Color, area.LineStyle.Width = pale(c), 0
	line, err := plotter.NewLine(scores)
	if err != nil {
		return err
	}
	line.Color, line.Width = c, vg.Points(1.8)
	p.Add(area, line)
	p.Legend.Add(name, line)
	return nil
}

// finish fits the axes and puts the legend where the curves leave room: below the
// plot's upper edge, for which the axis is made longer.
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
