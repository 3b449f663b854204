package plots

import (
	"cmp"
	"fmt"
	"slices"

	"evothello/internal/english"
	"evothello/internal/names"
	"evothello/learn/comparison"
	"evothello/runs"
	"evothello/runs/tournament"
)

// Comparing says how several runs are drawn together.
type Comparing struct {
	Axis    string // one of Axes; "" is generations
	Grouped bool   // runs that differ only by their seeds are drawn as their mean
}

// Axes are the horizontal axes of curves of runs.
var Axes = []string{"generations", "games", "cpu"}

// check returns an error if runs cannot be drawn so.
func (how Comparing) check(all []*runs.Run) error {
	if how.Axis != "" && !slices.Contains(Axes, how.Axis) {
		return names.New("axis", how.Axis, Axes)
	}
	for _, run := range all {
		if cpu, _ := run.CPU(); how.Axis == "cpu" && cpu == 0 {
			return fmt.Errorf("%s has no CPU times: draw it against games or generations", run.Dir)
		}
	}
	return nil
}

// efforts returns a run's effort after each generation, from 0.
func (how Comparing) efforts(run *runs.Run) []float64 {
	cpu := map[int]float64{} // by generation
	for _, t := range run.Timings {
		cpu[t.Round] += t.CPU
	}
	sums := make([]float64, run.Count()+1)
	for i, row := range run.History {
		switch sums[i+1] = sums[i]; how.Axis {
		case "games":
			sums[i+1] += float64(row.Games)
		case "cpu":
			sums[i+1] += cpu[row.Generation]
		default:
			sums[i+1]++
		}
	}
	return sums
}

// along returns a run's curve over its generations, along the axis.
func (how Comparing) along(run *runs.Run, c Curve) Curve {
	if how.Axis == "" || how.Axis == "generations" {
		return c
	}
	sums := how.efforts(run)
	at := func(generation float64) float64 { return sums[min(int(generation), len(sums)-1)] }
	moved := Curve{Name: c.Name}
	for _, p := range c.Line {
		moved.Line = append(moved.Line, [2]float64{at(p[0]), p[1]})
	}
	for _, p := range c.Dots {
		moved.Dots = append(moved.Dots, [2]float64{at(p[0]), p[1]})
	}
	for _, b := range c.Band {
		moved.Band = append(moved.Band, [3]float64{at(b[0]), b[1], b[2]})
	}
	return moved
}

// add adds a run's curve over its generations to a chart.
func (how Comparing) add(c *chart, run *runs.Run, one curve) {
	one.Curve = how.along(run, one.Curve)
	how.addCurve(c, run.Count(), one)
}

// addCurve adds a curve along the axis to a chart.
func (how Comparing) addCurve(c *chart, generations int, one curve) {
	c.generations = max(c.generations, generations)
	c.curves = append(c.curves, one)
	if how.Axis == "" || how.Axis == "generations" {
		return
	}
	if c.along = how.Axis; c.along == "cpu" {
		c.along = "CPU seconds"
	}
	c.efforts = true
}

// groupedNote says what the curves of groups are.
const groupedNote = "means of runs that differ only by their seeds, as far as all of them go; from three seeds on " +
	"with 95 % intervals over the seeds."

// addGroups adds the mean curve of each group of runs to a chart.
func (how Comparing) addGroups(c *chart, all []*runs.Run, of func(*runs.Run) Curve) {
	for i, g := range groupsOf(all) {
		var curves []Curve
		most := 0
		for _, run := range g.runs {
			curves, most = append(curves, how.along(run, of(run))), max(most, run.Count())
		}
		one := meanCurve(curves)
		one.Name = g.name
		how.addCurve(c, most, curve{Curve: one, detail: english.Count(len(g.runs), "seed"), colour: colour(i)})
	}
}

// meanCurve returns the mean of curves of win rates, as far as all of them go, from LeastSeeds curves on with 95 %
// intervals over them.
func meanCurve(curves []Curve) (m Curve) {
	const points = 200
	if len(curves) == 1 {
		return curves[0]
	}
	from, to := curves[0].Line[0][0], curves[0].Line[len(curves[0].Line)-1][0]
	for _, c := range curves {
		from, to = max(from, c.Line[0][0]), min(to, c.Line[len(c.Line)-1][0])
	}
	t := tournament.Student(len(curves)).Quantile(0.975)
	for k := range points {
		x := from + (to-from)*float64(k)/(points-1)
		values := make([]float64, len(curves))
		for i, c := range curves {
			values[i] = c.at(x)
		}
		mean, stdErr := tournament.Mean(values)
		m.Line = append(m.Line, [2]float64{x, mean})
		if len(curves) < comparison.LeastSeeds {
			continue
		}
		m.Band = append(m.Band, [3]float64{x, max(0, mean-t*stdErr), min(1, mean+t*stdErr)})
	}
	return m
}

// at is the value of the curve's line at x, which must be within the line.
func (c *Curve) at(x float64) float64 {
	i, found := slices.BinarySearchFunc(c.Line, x, func(p [2]float64, x float64) int { return cmp.Compare(p[0], x) })
	for found && i+1 < len(c.Line) && c.Line[i+1][0] == x { // a step
		i++
	}
	if found || i == 0 {
		return c.Line[i][1]
	}
	i = min(i, len(c.Line)-1) // x may be beyond by rounding
	a, b := c.Line[i-1], c.Line[i]
	return a[1] + (b[1]-a[1])*min(1, (x-a[0])/(b[0]-a[0]))
}
