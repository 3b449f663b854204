package report

import (
	"fmt"
	"math"
	"strings"

	"evothello/learn/comparison"
)

// Probabilities from which on a setting is called better, and probably better.
const (
	surely   = 0.975
	probably = 0.9
)

// Compared returns sentences about how much better the first setting of a comparison is than the others, and
// how certain that is.
func Compared(r *comparison.Results) string {
	first, seeds := r.Settings[0].Name, count(len(r.Seeds), "seed")
	if !r.Sure() {
		verb := "do"
		if len(r.Seeds) == 1 {
			verb = "does"
		}
		where := "here"
		if n := len(r.Budgets); n > 0 {
			where = fmt.Sprintf("after %g CPU seconds", r.Budgets[n-1])
		}
		return fmt.Sprintf("%s has the strongest champions %s, %s. %s %s not tell how much of that is luck: give %d or "+
			"more, better 8.", first, where, leads(r), seeds, verb, comparison.LeastSeeds)
	}
	var better, likely, open group
	for i, other := range r.Settings[1:] {
		d := r.Compared[i] // those of the first setting come first
		p := *d.Probability
		remark := fmt.Sprintf("by %+.0f ± %.0f Elo, %s sure", d.Elo.Mean, d.Elo.Error, sureness(p))
		switch {
		case p >= surely:
			better.add(other.Name, remark)
		case p >= probably:
			likely.add(other.Name, remark)
		default:
			open.add(other.Name, remark)
		}
	}
	var parts []string
	if len(better.names) > 0 {
		parts = append(parts, "is better than "+better.String())
	}
	if len(likely.names) > 0 {
		parts = append(parts, "is probably better than "+likely.String())
	}
	text := first + " " + strings.Join(parts, ", and ") + "."
	switch {
	case len(parts) == 0:
		text = fmt.Sprintf("%s do not show that %s is better than %s.", seeds, first, open.String())
	case len(open.names) > 0:
		text += fmt.Sprintf(" %s do not show that it is better than %s.", seeds, open.String())
	}
	if len(r.Settings) > 2 {
		text += fmt.Sprintf(" It leads because it did best of %d here, so expect less of it in new runs.", len(r.Settings))
	}
	return text + " This holds for runs of this length and matches on these terms; other lengths may have another order."
}

// leads returns how far the first setting is ahead of each other one, as text.
func leads(r *comparison.Results) string {
	var all []string
	for i, other := range r.Settings[1:] {
		all = append(all, fmt.Sprintf("%.0f Elo above %s", r.Compared[i].Elo.Mean, other.Name))
	}
	return strings.Join(all, ", ")
}

// fewGenerations is the number of generations below which a comparison warns that its runs are short.
const fewGenerations = 10

// By how much games and CPU times may differ and still be equal.
const gamesApart, timesApart = 0.05, 0.2

// Unequal compares the settings with each other. It returns a warning if their CPU times after a budget differ by more
// than the share timesApart, or their numbers of games after the last budget by more than the share gamesApart. games
// is the goal of each run; if it is 0, games are not compared. Without such a difference Unequal returns "".
func Unequal(r *comparison.Results, games int) string {
	var texts []string
	for k, budget := range r.Budgets {
		least, most := bounds(r, func(s *comparison.Outcome) float64 { return s.Curve[k].CPU })
		if most > (1+timesApart)*least {
			texts = append(texts, fmt.Sprintf("%.1f to %.1f s instead of %g", least, most, budget))
		}
	}
	if texts != nil {
		return fmt.Sprintf("The CPU times are not equal: settings took %s, because they end with whole generations and "+
			"rounds. Give more time, or shorter rounds (--population and --pairs of run, --games or --steps of train).",
			strings.Join(texts, ", and "))
	}
	least, most := bounds(r, func(s *comparison.Outcome) float64 { return s.Curve[len(s.Curve)-1].Games })
	if games == 0 || most <= (1+gamesApart)*least {
		return ""
	}
	return fmt.Sprintf("The games are not equal: settings had from %.0f to %.0f, because runs end with whole "+
		"generations. Give more games, or generations with fewer (--population, --pairs).", least, most)
}

// bounds returns the least and the greatest value of the settings.
func bounds(r *comparison.Results, value func(*comparison.Outcome) float64) (least, most float64) {
	least = math.Inf(1)
	for i := range r.Settings {
		v := value(&r.Settings[i])
		least, most = min(least, v), max(most, v)
	}
	return least, most
}

// NothingEvolved returns a warning if a comparison may compare random samples rather than evolution:
// champions of generation 1, or runs of few generations. Otherwise it returns "".
func NothingEvolved(r *comparison.Results) string {
	first, short, all := 0, 0, 0
	kinds := map[string]string{}
	for _, s := range r.Settings {
		kinds[s.Name] = s.Kind
	}
	for _, run := range r.Runs {
		if kinds[run.Setting] != "" { // a round of a training is long
			continue
		}
		all++
		end := run.Stages[len(run.Stages)-1]
		if end.Champion <= 1 {
			first++
		}
		if end.Generation < fewGenerations {
			short++
		}
	}
	const remedy = "To compare evolution, give more games or time. Smaller generations (--population, --pairs) come " +
		"sooner to a champion as long as the gate, a quarter of their product, has 35 pairs or more."
	switch {
	case first > 0:
		return fmt.Sprintf("Nothing has evolved in %d of %s: the champion at the end is that of generation 1. %s", first,
			count(all, "run"), remedy)
	case short > 0:
		return fmt.Sprintf("%d of %s had fewer than %d generations, so this compares little more than random samples. "+
			"%s", short, count(all, "run"), fewGenerations, remedy)
	}
	return ""
}
