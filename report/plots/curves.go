package plots

import (
	"cmp"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/runs"
)

// best, mean and worst are the win rates of a generation.
func best(r *evolution.Row) *float64  { return &r.Best }
func mean(r *evolution.Row) *float64  { return &r.Mean }
func worst(r *evolution.Row) *float64 { return &r.Worst }

// fitnessChart shows best, mean and worst win rate of each generation.
func fitnessChart(run *runs.Run) *chart {
	rivals := "relative to a moving panel"
	if run.Config.PlayMirrorImages() {
		if rivals = "of genomes against their mirror images"; len(run.Config.Opponents) > 0 {
			rivals += " and opponents"
		}
	}
	title := fmt.Sprintf("%s: win rates %s, %s", run.Title(), rivals, fitnessTerms(run))
	note := "Whom a generation plays grows stronger as it does, so a flat curve is no standstill. " + dotsAre(run.History)
	return newChart(run.Count(), "", title, note, fitnessCurves(run)...)
}

// compareFitness shows the mean win rates of several runs, and if they are not grouped the best ones.
func compareFitness(all []*runs.Run, how Comparing) *chart {
	shared, own := split(all, fitnessTerms)
	title := append(terms{"Win rates, each run's relative to its own moving panel"}, shared...)
	c := &chart{title: title.String()}
	c.note = "They say how far the genomes of a run are apart, not which run is stronger; " +
		"and whom a generation plays grows stronger as it does, so a flat curve is no standstill. "
	middle := func(run *runs.Run) Curve { return over(run.History, "", mean) }
	if how.Grouped {
		c.note += "Means of the generations, " + groupedNote
		how.add(c, all, own, "", middle)
		return c
	}
	c.note += "Thick: the mean, its generations as dots; thin: the best. Lines are running means."
	how.add(c, all, own, ", best", func(run *runs.Run) Curve { return Curve{Line: over(run.History, "", best).Line} })
	for i := range c.curves {
		c.curves[i].width = 1.2
	}
	how.add(c, all, own, ", mean", middle)
	return c
}

// fitnessCurves returns the best, worst and mean win rates of a run.
func fitnessCurves(run *runs.Run) []Curve {
	return []Curve{over(run.History, "best", best), over(run.History, "worst", worst), over(run.History, "mean", mean)}
}

// over returns the running mean of a number of each generation, without those that have none.
func over(rows []evolution.Row, name string, of func(*evolution.Row) *float64) Curve {
	var values Points
	for i := range rows {
		if v := of(&rows[i]); v != nil {
			values = append(values, [2]float64{float64(rows[i].Generation), *v})
		}
	}
	one := Curve{Name: name, Line: runningMean(values, window(rows))}
	if window(rows) > 1 {
		one.Dots = values
	}
	return one
}

// window returns the length of the running mean in generations: an odd number, a twentieth of all.
func window(history []evolution.Row) int { return len(history)/40*2 + 1 }

func dotsAre(history []evolution.Row) string {
	if window(history) == 1 {
		return ""
	}
	return fmt.Sprintf("Dots are generations, lines running means of %d.", window(history))
}

// runningMean smooths values by a running mean. At the beginning, where values change fast, the window is
// smaller, so that it stays symmetric.
func runningMean(values Points, window int) Points {
	smooth := make(Points, len(values))
	for i, v := range values {
		reach := min(window/2, i)
		near := values[i-reach : min(i+reach+1, len(values))]
		sum := 0.0
		for _, other := range near {
			sum += other[1]
		}
		smooth[i] = [2]float64{v[0], sum / float64(len(near))}
	}
	return smooth
}

// referenceChart shows the champion's score against the reference opponents, with 95 % intervals.
func referenceChart(run *runs.Run) *chart {
	title := fmt.Sprintf("%s: the champion against reference opponents, %s", run.Title(), referenceTerms(run))
	const note = "Score, a draw counting half, on openings that took no part in fitness, with 95 % intervals. " +
		"A score holds until the next promotion."
	return newChart(run.Count(), "", title, note, referenceCurves(run)...)
}

// compareReferences shows the scores of the champions of several runs against the first common opponent.
func compareReferences(all []*runs.Run, how Comparing) *chart {
	opponent, _ := commonOpponent(all)
	shared, own := split(all, referenceTerms)
	c := &chart{title: append(terms{"Champions against " + opponent}, shared...).String()}
	c.note = "Score of each run's reigning champion, a draw counting half, with 95 % intervals."
	if how.Grouped {
		c.note = "Score of each run's reigning champion, a draw counting half, " + groupedNote
	}
	how.add(c, all, own, "", func(run *runs.Run) Curve {
		return referenceCurve(run, slices.Index(run.Config.Reference.Opponents, opponent), "")
	})
	return c
}

// commonOpponent returns the first opponent of the first run that is on the reference opponents of all runs.
func commonOpponent(all []*runs.Run) (name string, known bool) {
	for _, opponent := range all[0].Config.Reference.Opponents {
		lacks := func(run *runs.Run) bool { return !slices.Contains(run.Config.Reference.Opponents, opponent) }
		if !slices.ContainsFunc(all, lacks) {
			return opponent, true
		}
	}
	return "", false
}

// NoReferenceReason returns the reason why scores against reference opponents are not drawn, or "" if they
// are.
func NoReferenceReason(all []*runs.Run) string {
	if _, known := commonOpponent(all); known {
		return ""
	}
	var references []string
	for _, run := range all {
		opponents := strings.Join(run.Config.Reference.Opponents, " and ")
		references = append(references, fmt.Sprintf("%s has %s", label(run, all), cmp.Or(opponents, "none")))
	}
	if len(all) == 1 {
		return "no plot of scores: " + label(all[0], all) + " has no reference opponents"
	}
	return fmt.Sprintf("no plot of scores: the runs share no reference opponent (%s)", strings.Join(references, "; "))
}

// referenceCurves returns a curve for each opponent of a run's reference.
func referenceCurves(run *runs.Run) (curves []Curve) {
	if champion := run.State.CurrentChampion(); champion != nil && champion.Start.Pairs() > 0 {
		curves = append(curves, scoreCurve(run, "the start",
			func(c *evolution.Champion) fitness.Pentanomial { return c.Start }))
	}
	for i, opponent := range run.Config.Reference.Opponents {
		curves = append(curves, referenceCurve(run, i, opponent))
	}
	return curves
}

// referenceCurve returns the champions' scores against one reference opponent.
func referenceCurve(run *runs.Run, opponent int, name string) Curve {
	return scoreCurve(run, name, func(c *evolution.Champion) (result fitness.Pentanomial) {
		if opponent < len(c.Reference) { // the start has no results
			result = c.Reference[opponent].Result
		}
		return result
	})
}

// scoreCurve returns the champions' scores in a match. The curve has steps, because a champion's score holds from its
// promotion to the next one.
func scoreCurve(run *runs.Run, name string, of func(*evolution.Champion) fitness.Pentanomial) Curve {
	one := Curve{Name: name}
	for champion, until := range reigns(run.State) {
		if result := of(champion); result.Pairs() > 0 { // nothing else is known of the start, or of earlier runs
			one.addScore(champion.Generation, result)
			one.addScore(until, result)
		}
	}
	return one
}

// reigns yields each champion with the generation of the next one, or the last generation.
func reigns(s *evolution.State) iter.Seq2[*evolution.Champion, int] {
	return func(yield func(*evolution.Champion, int) bool) {
		for i := range s.Champions {
			until := max(s.Generation, 2)
			if i+1 < len(s.Champions) {
				until = s.Champions[i+1].Generation
			}
			if !yield(&s.Champions[i], until) {
				return
			}
		}
	}
}

// label returns the name of a run's directory, or its path if another run has the same name.
func label(run *runs.Run, all []*runs.Run) string {
	for _, other := range all {
		if other != run && filepath.Base(other.Path()) == filepath.Base(run.Path()) {
			return run.Path()
		}
	}
	return filepath.Base(run.Path())
}
