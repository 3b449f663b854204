package plots

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/internal/names"
	"evothello/internal/settings"
	"evothello/learn/comparison"
	"evothello/runs"
)

// Comparing holds the options for drawing several runs in one picture.
type Comparing struct {
	Axis    string // one of Axes; "" means generations
	Grouped bool   // draws the mean of runs that differ only by their seeds
}

// Axes are the possible horizontal axes for curves of runs.
var Axes = []string{"generations", "games", "cpu"}

// check returns an error if runs cannot be drawn so.
func (how Comparing) check(all []*runs.Run) error {
	if how.Axis != "" && !slices.Contains(Axes, how.Axis) {
		return names.New("axis", how.Axis, Axes)
	}
	for _, run := range all {
		if cpu, _ := run.CPU(); how.Axis == "cpu" && cpu == 0 {
			return fmt.Errorf("%s has no CPU times: choose another --axis", run.Dir)
		}
	}
	return nil
}

// along returns a run's curve over its generations, along the axis.
func (how Comparing) along(run *runs.Run, c Curve) Curve {
	if how.Axis == "" || how.Axis == Axes[0] {
		return c
	}
	cpu := map[int]float64{} // by generation
	for _, t := range run.Timings {
		cpu[t.Round] += t.CPU
	}
	efforts := []float64{0} // after each generation
	for i, row := range run.History {
		effort := float64(row.Games)
		if how.Axis == "cpu" {
			effort = cpu[row.Generation]
		}
		efforts = append(efforts, efforts[i]+effort)
	}
	at := func(generation float64) float64 { return efforts[min(int(generation), len(efforts)-1)] }
	moved := Curve{Line: slices.Clone(c.Line), Dots: slices.Clone(c.Dots), Band: slices.Clone(c.Band)}
	for _, points := range []Points{moved.Line, moved.Dots} {
		for i := range points {
			points[i][0] = at(points[i][0])
		}
	}
	for i := range moved.Band {
		moved.Band[i][0] = at(moved.Band[i][0])
	}
	return moved
}

// groupedNote explains the curves of groups.
const groupedNote = "means of runs that differ only by their seeds, as far as all of them go; from three seeds on " +
	"with 95 % intervals over the seeds."

// add adds a curve of each run to a chart, or the mean curve of each group of runs. details are those of the runs.
func (how Comparing) add(c *chart, all []*runs.Run, details []terms, suffix string, of func(*runs.Run) Curve) {
	var groups []runGroup
	for i, run := range all {
		groups = append(groups, runGroup{label(run, all), details[i].String(), []*runs.Run{run}})
	}
	if how.Grouped {
		groups = groupsOf(all)
	}
	for i, g := range groups {
		var curves []Curve
		for _, run := range g.runs {
			curves = append(curves, how.along(run, of(run)))
			c.generations = max(c.generations, run.Count())
		}
		one := curve{Curve: meanCurve(curves), detail: g.detail, colour: colour(i)}
		one.Name = g.name + suffix
		c.curves = append(c.curves, one)
	}
	switch how.Axis {
	case "games":
		c.along, c.efforts = "games", true
	case "cpu":
		c.along, c.efforts = "CPU seconds", true
	}
}

// meanCurve returns the mean of curves of win rates, up to the end of the shortest. From LeastSeeds curves on
// it has 95 % intervals over the curves.
func meanCurve(curves []Curve) (m Curve) {
	const points = 200
	if len(curves) == 1 {
		return curves[0]
	}
	from, to := 0.0, math.Inf(1)
	for _, c := range curves {
		from, to = max(from, c.Line[0][0]), min(to, c.Line[len(c.Line)-1][0])
	}
	t := fitness.T95(len(curves))
	for k := range points {
		x := from + (to-from)*float64(k)/(points-1)
		values := make([]float64, len(curves))
		for i, c := range curves {
			values[i] = c.at(x)
		}
		mean, stdErr := fitness.Mean(values)
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

// A runGroup is runs that differ only by their seeds.
type runGroup struct {
	name, detail string
	runs         []*runs.Run
}

// groupsOf groups runs in their order. The name of a group consists of the settings in which it differs from
// others.
func groupsOf(all []*runs.Run) (groups []runGroup) {
	index := map[string]int{}
	for _, run := range all {
		config := run.Config
		config.Seed = 0
		i, known := index[config.Hash()]
		if !known {
			i = len(groups)
			index[config.Hash()] = i
			groups = append(groups, runGroup{})
		}
		groups[i].runs = append(groups[i].runs, run)
	}
	for i := range groups {
		name := strings.Join(differing(groups, i), " ")
		groups[i].name = cmp.Or(name, label(groups[i].runs[0], all))
		groups[i].detail = english.Count(len(groups[i].runs), "seed")
	}
	return groups
}

// differing lists the settings of group i that another group has with another value. It omits settings that
// follow from others in all groups.
func differing(groups []runGroup, i int) (named []string) {
	values := make([]map[string]string, len(groups))
	for k, g := range groups {
		values[k] = map[string]string{}
		for _, field := range settings.Fields(&g.runs[0].Config) {
			values[k][field.Name] = strings.Trim(field.Value, `"`)
		}
	}
	for _, field := range settings.Fields(&groups[i].runs[0].Config) {
		own := values[i][field.Name]
		differs := slices.ContainsFunc(values, func(other map[string]string) bool {
			value, has := other[field.Name]
			return has && value != own
		})
		says := func(g runGroup) bool { return !follows(g.runs[0], field.Name) }
		if differs && field.Name != "seed" && slices.ContainsFunc(groups, says) {
			named = append(named, strings.TrimSuffix(field.Name, ".name")+"="+own)
		}
	}
	return named
}

// follows reports whether a run's other settings imply one of them.
func follows(run *runs.Run, setting string) bool {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(run.Config.Marshal()))
	decoder.UseNumber()
	_ = decoder.Decode(&document) // it was just written
	inner := document
	path := strings.Split(setting, ".")
	for _, object := range path[:len(path)-1] {
		inner, _ = inner[object].(map[string]any)
	}
	delete(inner, path[len(path)-1])
	config, err := evolution.ParseConfig(files.EncodeJSON(document), evolution.TablesIn(run.Path()))
	return err == nil && config.Hash() == run.Config.Hash()
}

// terms describes the conditions of games: "depth 4", "solved from 8 empties", "500 pairs each".
type terms []string

// referenceTerms returns the terms of a run's reference.
func referenceTerms(run *runs.Run) terms {
	c := &run.Config
	return newTerms(c, fmt.Sprintf("depth %d", c.Search.Depth), english.Count(c.Reference.Pairs, "pair")+" each")
}

// fitnessTerms returns the terms of a run's fitness games.
func fitnessTerms(run *runs.Run) terms {
	c := &run.Config
	depth, pairs := fmt.Sprintf("depth %d", c.Search.Depth), english.Count(c.Pairs, "pair")+" each"
	if len(c.Depths) > 0 {
		depth = "depths " + english.Numbers(c.Depths) + " in turn"
	}
	if len(c.Schedule) > 0 {
		pairs += " at first"
	}
	return newTerms(c, depth, pairs)
}

func newTerms(c *evolution.Config, depth, pairs string) terms {
	if c.Tunes() { // a program has its own search
		return terms{pairs}
	}
	return terms{depth, solved(c.Search.Endgame), pairs}
}

func solved(endgame int) string {
	if endgame == 0 {
		return "no endgame solved"
	}
	return fmt.Sprintf("solved from %d empties", endgame)
}

// String implements fmt.Stringer.
func (t terms) String() string { return strings.Join(t, ", ") }

// split divides the terms of several runs into those that all share and the others of each run.
func split(all []*runs.Run, of func(*runs.Run) terms) (shared terms, own []terms) {
	own = make([]terms, len(all))
	for i, term := range of(all[0]) {
		if !slices.ContainsFunc(all, func(run *runs.Run) bool { return of(run)[i] != term }) {
			shared = append(shared, term)
			continue
		}
		for k, run := range all {
			own[k] = append(own[k], of(run)[i])
		}
	}
	return shared, own
}

// Differences returns a line for each run with the terms of its reference matches that other runs do not
// share. Scores with different terms are not comparable. It returns nil if all terms are equal.
func Differences(all []*runs.Run) (lines []string) {
	_, own := split(all, referenceTerms)
	for i, run := range all {
		if len(own[i]) > 0 {
			lines = append(lines, label(run, all)+": "+own[i].String())
		}
	}
	return lines
}
