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

// Compared says what a comparison shows of its leading setting, and how surely.
func Compared(r *comparison.Results) string {
	first, seeds := r.Settings[0].Name, count(len(r.Seeds), "seed")
	if !r.Sure() {
		verb := "say"
		if len(r.Seeds) == 1 {
			verb = "says"
		}
		return fmt.Sprintf("%s has the strongest champions here. %s %s nothing about settings: give %d or more, better 8.",
			first, seeds, verb, comparison.LeastSeeds)
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

// fewGenerations is the number of generations below which a comparison says that its runs are short.
const fewGenerations = 10

// gamesApart is by how much games may differ and still be equal.
const gamesApart = 0.05

// Unequal says that the games of the settings are not equal although they should be, "" if they are.
func Unequal(r *comparison.Results, games int) string {
	least, most := math.Inf(1), 0.0
	for _, s := range r.Settings {
		end := s.Curve[len(s.Curve)-1].Games
		least, most = min(least, end), max(most, end)
	}
	if games == 0 || most <= (1+gamesApart)*least {
		return ""
	}
	return fmt.Sprintf("The games are not equal: settings had from %.0f to %.0f, because runs end with whole "+
		"generations. Give more games, or generations with fewer (--population, --pairs).", least, most)
}

// NothingEvolved says why a comparison may compare random samples rather than evolution: champions of generation 1, or
// runs of few generations. It returns "" if there is no such reason.
func NothingEvolved(r *comparison.Results) string {
	first, short := 0, 0
	for _, run := range r.Runs {
		end := run.Stages[len(run.Stages)-1]
		if end.Champion <= 1 {
			first++
		}
		if end.Generation < fewGenerations {
			short++
		}
	}
	const remedy = "To compare evolution, give more games, or generations with fewer (--population, --pairs)."
	switch {
	case first > 0:
		return fmt.Sprintf("Nothing has evolved in %d of %s: the champion at the end is that of generation 1. %s", first,
			count(len(r.Runs), "run"), remedy)
	case short > 0:
		return fmt.Sprintf("%d of %s had fewer than %d generations, so this compares little more than random samples. "+
			"%s", short, count(len(r.Runs), "run"), fewGenerations, remedy)
	}
	return ""
}
